// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sync/SyncFindings.h"
#include "Code/BitTests.h"
#include "Code/LoadEffects.h"
#include "Code/RetriedLoads.h"
#include "Code/UpdateFilters.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;

InvocationId SyncFindings::invocation(uint32_t lane) const {
  return {lane % Size[0], lane / Size[0] % Size[1], lane / Size[0] / Size[1]};
}

std::vector<DebugKey>
SyncFindings::keysOf(llvm::ArrayRef<uint32_t> callChain) const {
  std::vector<DebugKey> keys;
  for (uint32_t call : callChain)
    keys.push_back(debugKey(M, call));
  return keys;
}

RaceAccess SyncFindings::accessOf(const SyncSite &site, uint32_t lane) const {
  return {site.instruction, debugKey(M, site.instruction),
          keysOf(site.callChain), site.op, invocation(lane)};
}

//===----------------------------------------------------------------------===//
// Races
//===----------------------------------------------------------------------===//

bool SyncFindings::hasRace(const SyncSite &first, const SyncSite &second,
                           RaceFact::Missing missing) const {
  auto it =
      Races.find({std::min(first, second), std::max(first, second), missing});
  return it != Races.end() && !it->second.isSameValue &&
         !it->second.dependsOnData &&
         !(missing == RaceFact::Missing::MemoryBarrier &&
           it->second.isReadThenStore) &&
         !it->second.isWithinSubgroup;
}

void SyncFindings::addRace(const SyncSite &first, const SyncSite &second,
                           Race race) {
  bool hasRead = first.op == AccessOp::Load ||
                 (first.op == AccessOp::Atomic &&
                  race.missing == RaceFact::Missing::MemoryBarrier &&
                  isAwaited(M, first.instruction));
  race.isReadThenStore = hasRead && second.op == AccessOp::Store;
  bool isSwapped = second < first;
  if (isSwapped) {
    std::swap(race.firstLane, race.secondLane);
    if (race.workgroups.ids)
      std::swap((*race.workgroups.ids)[0], (*race.workgroups.ids)[1]);
  }
  addRace(
      {isSwapped ? second : first, isSwapped ? first : second, race.missing},
      race);
}

void SyncFindings::addRace(const RaceKey &key, const Race &race) {
  auto weakness = [](const Race &r) {
    return std::make_tuple(r.isSameValue, r.dependsOnData, r.isWithinSubgroup,
                           r.isReadThenStore);
  };
  auto [it, isNew] = Races.try_emplace(key, race);
  if (!isNew && weakness(race) < weakness(it->second))
    it->second = race;
}

bool SyncFindings::hasRaceOf(spirv::Id variable) const {
  return llvm::any_of(Races, [&](const auto &known) {
    return std::get<0>(known.first).variable == variable;
  });
}

bool SyncFindings::hasRaceWithin(const SyncSite &first, const SyncSite &second,
                                 bool orSameValue) const {
  bool isSwapped = second < first;
  auto it = Races.find({isSwapped ? second : first, isSwapped ? first : second,
                        RaceFact::Missing::Barrier});
  return it != Races.end() && (orSameValue || !it->second.isSameValue);
}

void SyncFindings::markLoads(
    llvm::function_ref<bool(const SyncSite &, uint32_t)> holds,
    llvm::function_ref<void(Race &)> mark) {
  auto isMarked = [&](const SyncSite &load, const SyncSite &other) {
    return load.op == AccessOp::Load && other.op == AccessOp::Atomic &&
           holds(load, other.instruction);
  };
  for (auto &[key, race] : Races) {
    const auto &[first, second, missing] = key;
    if (isMarked(first, second) || isMarked(second, first))
      mark(race);
  }
}

void SyncFindings::noteHarmlessLoads() {
  // Few shaders need them.
  std::optional<RetriedLoads> retried;
  std::optional<BitTests> tests;
  std::optional<UpdateFilters> filters;
  auto made = [&](auto &finder) -> auto & {
    if (!finder)
      finder.emplace(M);
    return *finder;
  };
  auto as = [](HarmlessLoad why) {
    return [why](Race &race) {
      race.harmlessLoad = why;
      race.isSameValue = true;
    };
  };
  markLoads( // what follows says more, where it holds
      [&](const SyncSite &load, uint32_t atomic) {
        return load.isCoherent && load.space == MemorySpace::Global &&
               made(filters).isPolled(load.instruction) &&
               !made(filters).isTestOfCount(load.instruction, atomic);
      },
      as(HarmlessLoad::Polled));
  markLoads([&](const SyncSite &load,
                uint32_t) { return made(retried).contains(load.instruction); },
            as(HarmlessLoad::Retried));
  markLoads(
      [&](const SyncSite &load, uint32_t atomic) {
        return made(tests).mayBeOthers(load.instruction, atomic);
      },
      as(HarmlessLoad::OtherBits));
  markLoads(
      [&](const SyncSite &load, uint32_t atomic) {
        return made(filters).isTestOfCount(load.instruction, atomic);
      },
      [](Race &race) { race.isTestOfCount = true; });
  markLoads(
      [&](const SyncSite &load, uint32_t atomic) {
        return made(filters).isFilter(load.instruction, atomic) ||
               made(filters).isEarlyOut(load.instruction, atomic);
      },
      as(HarmlessLoad::Filter));
}

/// \p store stores what \p atomic, executed under the same calls, returns.
static bool storesResultOf(const spirv::Module &m, const SyncSite &atomic,
                           const SyncSite &store) {
  return atomic.op == AccessOp::Atomic && store.op == AccessOp::Store &&
         atomic.callChain == store.callChain &&
         m.instructions()[store.instruction].idOperand(1) ==
             m.instructions()[atomic.instruction].result;
}

RaceFact SyncFindings::makeRace(const RaceKey &key, const Race &race) const {
  const auto &[first, second, missing] = key;
  RaceFact fact;
  static_cast<RaceTraits &>(fact) = race;
  fact.first = accessOf(first, race.firstLane);
  fact.second = accessOf(second, race.secondLane);
  fact.missing = missing;
  // Of `v` and `v.position` the one that says more.
  bool isPart = llvm::StringRef(second.name).starts_with(first.name);
  fact.variable = isPart ? second.name : first.name;
  if (first.name == second.name)
    fact.variable += race.part;
  fact.variableId = {spirv::raw(first.variable)};
  fact.space = first.space;
  fact.isKeptToOne = race.keptToOne.has_value();
  if (race.announcedBy)
    fact.announcedBy = debugKey(M, *race.announcedBy);
  fact.isOwnResult = storesResultOf(M, first, second);
  fact.assumptions.assign(race.assumptions.begin(), race.assumptions.end());
  if (race.keptToOne == first.instruction)
    std::swap(fact.first, fact.second);
  // What is stored in one iteration and loaded in the next stands in the text
  // the other way round. A missing barrier has a place in the text, though.
  if (missing == RaceFact::Missing::MemoryBarrier && !race.isReadThenStore &&
      first.op == AccessOp::Load && second.op == AccessOp::Store)
    std::swap(fact.first, fact.second);
  return fact;
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

void SyncFindings::addBarrier(uint32_t instruction, unsigned loopDepth) {
  auto [it, isNew] = Barriers.try_emplace(instruction);
  it->second.loopDepth = std::max(it->second.loopDepth, loopDepth);
  it->second.isPreceded |= !Seen.empty();
  StoredBefore[instruction].insert(StoredShared.begin(), StoredShared.end());
  LoadedShared.clear();
  if (!isNew)
    return;
  it->second.instruction = instruction;
  it->second.key = debugKey(M, instruction);
  Unfollowed.push_back(instruction);
}

void SyncFindings::noteShared(spirv::Id variable, const std::string &name,
                              AccessOp op) {
  if (op != AccessOp::Load) {
    StoredShared.insert(variable);
    return;
  }
  if (!LoadedShared.insert(variable).second)
    return;
  for (const auto &[barrier, stored] : StoredBefore)
    if (stored.count(variable))
      HandedOn[barrier].insert({variable, name});
}

void SyncFindings::noteAccess(uint32_t instruction) {
  Seen.insert(instruction);
  for (uint32_t instruction : Unfollowed)
    Barriers.at(instruction).isFollowed = true;
  Unfollowed.clear();
}

/// Proved is better than what needs an edge, that better than what needs a
/// condition, that better than what needs data, and that better than what needs
/// a dispatch of less than a workgroup.
static bool isBetter(Divergence divergence, Divergence known) {
  return divergence != Divergence::None &&
         (known == Divergence::None || divergence < known);
}

bool SyncFindings::hasPlace(uint32_t decision) const {
  return decision != 0 && M.instructions()[decision].debug.line != 0;
}

void SyncFindings::addDivergence(uint32_t instruction,
                                 llvm::ArrayRef<uint32_t> callChain,
                                 Parting parting) {
  addBarrier(instruction, /*loopDepth=*/0);
  BarrierFact &fact = Barriers[instruction];
  bool isData = parting.divergence == Divergence::Data;
  if (isData && hasPlace(parting.decision))
    DataDecisions.insert({{instruction, callChain.vec()}, parting.decision});
  if (!isBetter(parting.divergence, fact.divergence))
    return;
  fact.divergence = parting.divergence;
  fact.callChain = keysOf(callChain);
  fact.arriving = invocation(parting.arriving);
  fact.missing = invocation(parting.missing);
  fact.condition = std::move(parting.condition);
  fact.bound.reset();
  if (!isData && hasPlace(parting.decision))
    fact.bound = debugKey(M, parting.decision);
  fact.partedWorkgroups = parting.partedWorkgroups;
  fact.parting = parting.branch;
  fact.isBySubgroup = parting.isBySubgroup;
}

/// Takes barriers away one after the other, in order, as long as each conflict
/// keeps one that orders it.
std::set<uint32_t> SyncFindings::redundantBarriers(
    const std::set<std::set<uint32_t>> &constraints) const {
  std::set<uint32_t> removed;
  if (IsPartial || IsSpecialized || IsUneven)
    return removed;
  for (const auto &[barrier, fact] : Barriers) {
    auto isNeeded = [&, barrier = barrier](const std::set<uint32_t> &order) {
      return order.count(barrier) && llvm::all_of(order, [&](uint32_t other) {
               return other == barrier || removed.count(other);
             });
    };
    if (llvm::none_of(constraints, isNeeded))
      removed.insert(barrier);
  }
  return removed;
}

//===----------------------------------------------------------------------===//
// Reads of what nothing has stored
//===----------------------------------------------------------------------===//

void SyncFindings::addUninitializedRead(
    const SyncSite &site, uint32_t lane, std::optional<int64_t> addressBytes,
    const std::set<std::string> &assumptions) {
  auto [it, isNew] = UninitializedReads.try_emplace(site);
  if (!isNew)
    return;
  UninitializedReadFact &fact = it->second;
  fact.key = debugKey(M, site.instruction);
  fact.callChain = keysOf(site.callChain);
  fact.variable = site.name;
  fact.variableId = {spirv::raw(site.variable)};
  fact.op = site.op;
  fact.invocation = invocation(lane);
  fact.addressBytes = addressBytes;
  fact.assumptions.assign(assumptions.begin(), assumptions.end());
}

void SyncFindings::addPastEnd(const SyncSite &site,
                              std::optional<unsigned> dimension, uint32_t lane,
                              int64_t addressBytes, uint64_t variableBytes) {
  auto [it, isNew] = PastEnds.try_emplace(site.variable);
  if (isNew)
    it->second = {debugKey(M, site.instruction),
                  keysOf(site.callChain),
                  site.name,
                  site.op,
                  dimension,
                  invocation(lane),
                  addressBytes,
                  variableBytes,
                  std::nullopt};
}

void SyncFindings::joinBarrier(const BarrierFact &other) {
  auto [it, isNew] = Barriers.try_emplace(other.instruction, other);
  unsigned loopDepth = std::max(it->second.loopDepth, other.loopDepth);
  bool isFollowed = it->second.isFollowed || other.isFollowed;
  bool isPreceded = it->second.isPreceded || other.isPreceded;
  // A walk of the first workgroup alone does not see what a workgroup covers.
  bool isSmallBound = it->second.divergence == Divergence::SmallBound &&
                      other.divergence == Divergence::Guarded;
  if (!isNew && !isSmallBound &&
      isBetter(other.divergence, it->second.divergence))
    it->second = other;
  it->second.loopDepth = loopDepth;
  it->second.isFollowed = isFollowed;
  it->second.isPreceded = isPreceded;
}

void SyncFindings::joinShared(const SyncFindings &other) {
  for (const auto &[barrier, variables] : other.HandedOn)
    HandedOn[barrier].insert(variables.begin(), variables.end());
  Crossed.insert(other.Crossed.begin(), other.Crossed.end());
  PastEnds.insert(other.PastEnds.begin(), other.PastEnds.end());
}

void SyncFindings::joinWholeStores(const SyncFindings &other) {
  for (const auto &[site, store] : other.WholeStores)
    WholeStores[site].join(store);
}

std::vector<WholeStoreFact> SyncFindings::makeWholeStores() const {
  std::vector<WholeStoreFact> facts;
  auto keeps = [](const WholeStoreFact::Part &part) {
    return part.keptBytes > 0;
  };
  for (const auto &[site, store] : WholeStores) {
    std::vector<WholeStoreFact::Part> parts = store.parts();
    if (llvm::any_of(parts, keeps))
      facts.push_back(
          {site.instruction, keysOf(site.callChain), std::move(parts)});
  }
  return facts;
}

void SyncFindings::join(const SyncFindings &other) {
  for (const auto &[key, race] : other.Races)
    addRace(key, race);
  for (const auto &[instruction, fact] : other.Barriers)
    joinBarrier(fact);
  DataDecisions.insert(other.DataDecisions.begin(), other.DataDecisions.end());
  Constraints.insert(other.Constraints.begin(), other.Constraints.end());
  UninitializedReads.insert(other.UninitializedReads.begin(),
                            other.UninitializedReads.end());
  joinShared(other);
  joinWholeStores(other);
  Seen.insert(other.Seen.begin(), other.Seen.end());
  CutLoops.insert(other.CutLoops.begin(), other.CutLoops.end());
  IsPartial |= other.IsPartial;
  IsUneven |= other.IsUneven;
  HasCutLoops |= other.HasCutLoops;
  IsOverBudget |= other.IsOverBudget;
  HasUnseen |= other.HasUnseen;
  IsTooSmall |= other.IsTooSmall;
  IsSpecialized |= other.IsSpecialized;
}

void SyncFindings::setPastEndsOf(unsigned subgroupSize) {
  for (auto &[variable, fact] : PastEnds)
    fact.subgroupSize = subgroupSize;
}

void SyncFindings::intersect(const SyncFindings &other, bool isDecisive,
                             const StoredVariables &stored) {
  for (auto it = Races.begin(); it != Races.end();) {
    auto same = other.Races.find(it->first);
    if (same != other.Races.end()) {
      it->second.isWithinSubgroup &= same->second.isWithinSubgroup;
      if (isDecisive && it->second.isSameValue && !same->second.isSameValue)
        it->second = same->second;
    }
    const auto &[first, second, missing] = it->first;
    bool isKept =
        same != other.Races.end() ||
        (other.IsOverBudget &&
         !(other.hasPassed(first) && other.hasPassed(second)) &&
         other.mayLack(first, stored) && other.mayLack(second, stored));
    it = isKept ? std::next(it) : Races.erase(it);
  }
  for (auto it = UninitializedReads.begin(); it != UninitializedReads.end();)
    it = other.UninitializedReads.count(it->first)
             ? std::next(it)
             : UninitializedReads.erase(it);
  // `s[gl_SubgroupID]` may be as long as there are subgroups of one size.
  for (const auto &[variable, fact] : other.PastEnds)
    if (auto [it, isNew] = PastEnds.try_emplace(variable, fact); !isNew)
      it->second.subgroupSize = std::nullopt;
  for (auto &[instruction, fact] : Barriers) {
    auto same = other.Barriers.find(instruction);
    if (same == other.Barriers.end() ||
        same->second.divergence == Divergence::None)
      fact.divergence = Divergence::None;
  }
  Constraints.insert(other.Constraints.begin(), other.Constraints.end());
  joinShared(other);
  joinWholeStores(other);
  IsPartial |= other.IsPartial;
  IsUneven |= other.IsUneven;
  HasCutLoops |= other.HasCutLoops;
  IsOverBudget |= other.IsOverBudget;
  HasUnseen |= other.HasUnseen;
  IsSpecialized |= other.IsSpecialized;
}

void SyncFindings::addReordered(const SyncFindings &other) {
  ReorderedConstraints = other.Constraints;
  joinShared(other);
  if (!other.IsPartial && !other.IsUneven)
    return;
  for (const auto &[instruction, fact] : Barriers)
    ReorderedConstraints.insert({instruction});
}

SynchronizationFacts SyncFindings::take() {
  if (IsSpecialized || HasUnseen)
    UninitializedReads.clear();
  SynchronizationFacts facts;
  facts.isPartial = IsPartial;
  for (const auto &[key, race] : Races)
    facts.races.push_back(makeRace(key, race));
  std::set<uint32_t> redundant = redundantBarriers(Constraints);
  ReorderedConstraints.insert(Constraints.begin(), Constraints.end());
  std::set<uint32_t> inAnyOrder = redundantBarriers(ReorderedConstraints);
  for (auto &[instruction, fact] : Barriers) {
    fact.isRedundant =
        redundant.count(instruction) && fact.divergence == Divergence::None;
    fact.restsOnLaneOrder = fact.isRedundant && !inAnyOrder.count(instruction);
    for (const auto &[comesFrom, decision] : DataDecisions)
      if (!fact.dataDecision && comesFrom.first == instruction &&
          keysOf(comesFrom.second) == fact.callChain)
        fact.dataDecision = debugKey(M, decision);
    for (const auto &[variable, name] : HandedOn[instruction])
      if (!Crossed.count(variable))
        fact.unsharedVariables.push_back(name);
    facts.barriers.push_back(std::move(fact));
  }
  for (auto &[variable, fact] : PastEnds)
    facts.pastEnds.push_back(std::move(fact));
  if (!IsPartial && !HasCutLoops)
    facts.wholeStores = makeWholeStores();
  for (auto &[site, fact] : UninitializedReads)
    facts.uninitializedReads.push_back(std::move(fact));
  return facts;
}
