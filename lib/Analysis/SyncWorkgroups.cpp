// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SyncWorkgroups.h"
#include "PureOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;

void SyncWorkgroups::noteUse(const LaneValue &value) {
  for (const Term &t : value.terms)
    for (SymbolId s : t.monomial)
      for (unsigned d = 0; d < 3; ++d)
        IsUsed[d] |= s == Walk.workgroupIds[d] && s != kNoSymbol;
}

/// A workgroup next to the first one in this dimension is sure to be there.
bool SyncWorkgroups::hasNeighbours(unsigned dimension) const {
  if (Walk.workgroupIds[dimension] == kNoSymbol)
    return false;
  return Walk.dispatch ? (*Walk.dispatch)[dimension] > 1 : IsUsed[dimension];
}

void SyncWorkgroups::access(const AccessEvent &event,
                            llvm::ArrayRef<LaneValue> texel,
                            const SyncSite &site, uint32_t siteNumber,
                            uint32_t context, const Value *stored) {
  noteUse(event.offsetBytes);
  for (const LaneValue &component : texel)
    noteUse(component);
  if (stored)
    forEachScalar(*stored, [&](const LaneValue &v) { noteUse(v); });
  HasAtomic |= event.op == AccessOp::Atomic;
  if (!Conditions.isSameForWorkgroups(context))
    return;
  Sites.try_emplace(siteNumber, site);
  AccessStamp stamp;
  stamp.context = context;
  if (stored && event.op == AccessOp::Store) {
    stamp.value = Values.size();
    Values.push_back(*stored);
  }
  for (unsigned d = 0; d < 3; ++d) {
    if (Walk.workgroupIds[d] == kNoSymbol || Shadows[d].isFull())
      continue;
    for (unsigned workgroup : {0u, 1u}) {
      auto addresses =
          Addresses.addresses(event, texel, {true, workgroup ? d : 3});
      stamp.lane = stamp.workgroup = workgroup;
      for (int lane = event.active.find_first(); lane >= 0;
           lane = event.active.find_next(lane)) {
        stamp.witness = lane;
        if (addresses[lane].isKnown)
          accessLane(event, siteNumber, stamp, addresses[lane], d);
      }
    }
  }
}

void SyncWorkgroups::accessLane(const AccessEvent &event, uint32_t siteNumber,
                                const AccessStamp &stamp,
                                const LaneAddress &address,
                                unsigned dimension) {
  auto conflict = [&](const ShadowEntry &entry, const AccessStamp &other) {
    bool isSame = other.value && stamp.value &&
                  areSameValue(Walk.symbols, Values[other.value], other.witness,
                               Values[stamp.value], stamp.witness,
                               UniformityScope::Dispatch);
    if (!Known.insert({entry.site, siteNumber, dimension, isSame}).second)
      return;
    auto together = Conditions.together(other.context, stamp.context, true);
    if (!together)
      return;
    SyncFindings::Race race;
    race.missing = RaceFact::Missing::Everything;
    race.firstLane = other.witness;
    race.secondLane = stamp.witness;
    race.dimension = dimension;
    race.isSameValue = isSame;
    for (const Term &t : event.offsetBytes.terms)
      race.isFolded |=
          llvm::is_contained(t.monomial, Walk.workgroupIds[dimension]);
    bool isTexel = event.space == MemorySpace::Image && event.unknown;
    if (!isTexel)
      race.addressBytes = address.at;
    if (!isTexel && !address.isConcrete)
      race.unknownBase = Math.format(event.offsetBytes, stamp.witness);
    for (uint32_t id : event.assumptions)
      race.assumptions.insert(Walk.symbols.assumptionText(id));
    Races.push_back(
        {&Sites.at(entry.site), &Sites.at(siteNumber), std::move(race)});
  };
  ShadowMemory &shadow = Shadows[dimension];
  if (event.space == MemorySpace::Image && event.unknown) {
    shadow.access({address.region, address.at}, siteNumber, event.op, 1, stamp,
                  conflict);
    return;
  }
  int64_t end = address.at + event.requestBytes;
  for (int64_t at = address.at; at < end; at += kWordBytes)
    shadow.access({address.region, at}, siteNumber, event.op, 1, stamp,
                  conflict);
}

void SyncWorkgroups::finish() {
  // Counters with fences are how workgroups wait for each other.
  if (HasAtomic && HasFence)
    return;
  for (Found &found : Races)
    if (hasNeighbours(found.race.dimension)) {
      found.race.isFolded &= !Walk.dispatch && llvm::count(IsUsed, true) > 1;
      Findings.addRace(*found.first, *found.second, std::move(found.race));
    }
}
