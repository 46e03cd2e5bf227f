// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sync/SyncHoisted.h"
#include "Code/Loops.h"
#include "Sync/ShadowMemory.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;

void SyncHoisted::access(const Execution &now) {
  // Addresses of images are no bytes.
  if (now.event.op != AccessOp::Load)
    noteEffect(now.event.instruction, now.event.active);
  else if (now.event.space != MemorySpace::Image)
    noteLoad(now);
}

void SyncHoisted::noteLoad(const Execution &now) {
  uint32_t instruction = now.event.instruction;
  const std::set<uint32_t> &effects = Effects.of(instruction);
  if (effects.empty())
    return;
  auto [it, isNew] = Loads.try_emplace(instruction);
  Load &load = it->second;
  if (isNew)
    for (uint32_t effect : effects)
      LoadsOf[effect].insert(instruction);
  if (load.isGivenUp)
    return;
  llvm::erase_if(load.latest, [&](const std::shared_ptr<Loading> &before) {
    // All its lanes load anew: nothing depends on it any more.
    before->isOver |= before->control != now.control &&
                      !before->active.test(now.event.active) &&
                      !Effects.isReturned(instruction);
    return before->isOver;
  });
  load.latest.push_back(std::make_shared<Loading>(
      Loading{now.event.active, LaneSet(now.event.active.size()), now.control,
              now.subgroup, now.event.requestBytes, now.addresses.vec()}));
  // A structure is loaded by several requests of one execution.
  bool isPart = now.event.requestBytes != now.event.elementBytes;
  load.isGivenUp = isPart || load.latest.size() > kMaxLoadings;
}

/// Marks the latest load of each of \p lanes; of those that functions return,
/// all: two calls may have come before what uses both results.
void SyncHoisted::noteEffect(uint32_t instruction, const LaneSet &lanes) {
  Executed.insert(instruction);
  auto it = LoadsOf.find(instruction);
  if (it == LoadsOf.end())
    return;
  for (uint32_t load : it->second) {
    LaneSet left = lanes;
    for (const auto &loading : llvm::reverse(Loads[load].latest)) {
      LaneSet own = left;
      own &= loading->active;
      loading->used |= own;
      if (!Effects.isReturned(load))
        left.reset(own);
    }
  }
}

bool SyncHoisted::take(const SyncSite &other, const SyncSite &store,
                       const Execution &now, uint32_t control,
                       const SyncFindings::Race &race) {
  if (race.isSameValue || other.op != AccessOp::Load ||
      store.op != AccessOp::Store || control != now.control)
    return false;
  auto it = Loads.find(other.instruction);
  if (it == Loads.end() || it->second.isGivenUp)
    return false;
  Pending pending{other,
                  store,
                  race,
                  {},
                  now.event.active,
                  now.addresses.vec(),
                  now.subgroup,
                  now.event.requestBytes};
  llvm::copy_if(it->second.latest, std::back_inserter(pending.loadings),
                [&](const std::shared_ptr<Loading> &loading) {
                  return loading->control == now.control;
                });
  Taken.push_back(std::move(pending));
  return true;
}

/// Calls \p f with each word that \p lane touches.
template <typename F>
static void forEachWord(llvm::ArrayRef<LaneAddress> addresses, unsigned lane,
                        uint32_t requestBytes, F f) {
  const LaneAddress &address = addresses[lane];
  if (!address.isKnown)
    return;
  for (int64_t word = address.at >> kWordBits;
       word * kWordBytes < address.at + int64_t(requestBytes); ++word)
    f(ShadowWord{address.region, word});
}

/// The first two of the lanes that store to a word: for each lane they tell
/// whether another one is among them.
using WordStores = llvm::DenseMap<ShadowWord, std::array<unsigned, 2>>;

static WordStores storesTo(llvm::ArrayRef<LaneAddress> addresses,
                           const LaneSet &storing, uint32_t requestBytes) {
  WordStores stores;
  forEachLane(storing, [&](unsigned lane) {
    forEachWord(addresses, lane, requestBytes, [&](ShadowWord word) {
      auto &lanes =
          stores.try_emplace(word, std::array{lane, lane}).first->second;
      if (lanes[0] == lanes[1])
        lanes[1] = lane;
    });
  });
  return stores;
}

/// Whether an invocation to which the load matters loads what another one
/// stores: they are the race's then, unless its own are such ones.
bool SyncHoisted::meets(Pending &pending) const {
  const WordStores stores =
      storesTo(pending.addresses, pending.storing, pending.requestBytes);
  unsigned first = pending.race.firstLane;
  std::optional<LanePair> met;
  auto meet = [&](const Loading &loading, unsigned lane, ShadowWord word) {
    auto found = stores.find(word);
    if (found == stores.end())
      return;
    for (unsigned other : found->second) {
      bool isOrdered = loading.subgroup != pending.subgroup &&
                       lane / Walk.subgroupSize == other / Walk.subgroupSize;
      if (other != lane && !isOrdered && (!met || lane == first))
        met = {lane, other};
    }
  };
  for (const auto &loading : pending.loadings)
    forEachLane(loading->used, [&](unsigned lane) {
      forEachWord(loading->addresses, lane, loading->requestBytes,
                  [&](ShadowWord word) { meet(*loading, lane, word); });
    });
  if (!met)
    return false;
  if (met->first == first)
    return true;
  std::tie(pending.race.firstLane, pending.race.secondLane) = *met;
  if (pending.race.addressBytes)
    pending.race.addressBytes = pending.addresses[met->second].at;
  return true;
}

/// Whether an effect of \p load is in a loop, in an iteration that was not
/// walked: who comes to it is not known.
bool SyncHoisted::hasLateEffect(uint32_t load) {
  auto isInLoop = [&](uint32_t instruction) {
    auto [function, block] = placeOf(Walk.module, instruction);
    return function && function->loopOf[block] != spirv::kNoLoop;
  };
  return llvm::any_of(Effects.of(load), [&](uint32_t effect) {
    return !Executed.count(effect) && isInLoop(effect);
  });
}

void SyncHoisted::finish(bool isComplete) {
  auto isSeen = [&](const Pending &pending) {
    return isComplete ||
           llvm::all_of(pending.loadings,
                        [](const auto &loading) { return loading->isOver; });
  };
  std::set<std::pair<SyncSite, SyncSite>> harmless;
  for (Pending &pending : Taken) {
    std::pair<SyncSite, SyncSite> sites(pending.load, pending.store);
    bool isKnown = !Loads[pending.load.instruction].isGivenUp &&
                   !hasLateEffect(pending.load.instruction);
    // Cut short; it was no other in the iterations before.
    if (isKnown && !isSeen(pending) && harmless.count(sites))
      continue;
    if (isKnown && isSeen(pending) && !meets(pending)) {
      pending.race.harmlessLoad = HarmlessLoad::Hoisted;
      pending.race.isSameValue = true;
      harmless.insert(sites);
    }
    Findings.addRace(pending.load, pending.store, pending.race);
  }
}
