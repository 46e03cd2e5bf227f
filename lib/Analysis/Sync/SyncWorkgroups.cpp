// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sync/SyncWorkgroups.h"
#include "Code/LoadedComponents.h"
#include "Flow/WorkgroupConditions.h"
#include "Lanes/PureOps.h"
#include "Sync/DataOrigins.h"
#include "Sync/SyncCounts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <utility>

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

/// Behind a border of a few elements the first two workgroups do not come, if
/// each is one invocation. Borders are as wide as the filters that need them:
/// most are of one or two.
static constexpr uint32_t kInnerWorkgroup = 4;

bool SyncWorkgroups::hasInnerPair(unsigned dimension) const {
  return Walk.laneCount == 1 &&
         (!Walk.dispatch || (*Walk.dispatch)[dimension] > kInnerWorkgroup + 1);
}

/// What data alone says to the one invocation of a workgroup, whose subgroup
/// agrees on all that it loads.
bool SyncWorkgroups::isDataOfOne(const Context &context,
                                 const LaneSet &active) const {
  const std::optional<LaneValue> &value = context.condition->value;
  if (Walk.laneCount != 1 || !value)
    return false;
  std::optional<DataOrigin> origin =
      DataOrigins(Walk, Sources, Math.chosen()).of(*value, active);
  return origin && !origin->loads.empty();
}

/// Marks the number of a site whose access data lets pass. Such executions have
/// entries of their own: those that every workgroup makes are not lost to them.
static constexpr uint32_t kUnderData = uint32_t(1) << 31;

void SyncWorkgroups::access(const AccessAddresses &access,
                            const AccessCircumstances &circumstances,
                            const SyncSite &site, uint32_t siteNumber,
                            uint32_t context, bool mayBeStored, Idleness idle) {
  const Value *stored = circumstances.stored;
  const AccessEvent &event = access.event;
  noteUse(event.offsetBytes);
  if (access.isTexel)
    for (const LaneValue &component : access.components)
      noteUse(component);
  if (stored)
    forEachScalar(*stored, [&](const LaneValue &v) { noteUse(v); });
  if (!mayBeStored)
    return;
  auto isKnown = [&](const Context &c) { return isDecided(c); };
  bool isSure =
      Conditions.isSameForWorkgroups(context, goesThroughAll(access), isKnown);
  auto isKnownOrData = [&](const Context &c) {
    return isKnown(c) || isDataOfOne(c, event.active);
  };
  if (!isSure && !Conditions.isSameForWorkgroups(
                     context, /*orDependsOnData=*/true, isKnownOrData))
    return;
  if (!isSure && isCount(event, stored, context)) {
    isSure = true;
    Counting.insert(siteNumber);
  }
  if (!isSure)
    siteNumber |= kUnderData;
  Sites.try_emplace(siteNumber, site);
  Execution execution{event,
                      circumstances.texel,
                      circumstances.outside,
                      siteNumber,
                      ExecutionCount++,
                      {},
                      idle.bytes,
                      {}};
  llvm::copy_if(Conditions.chain(context),
                std::back_inserter(execution.decided),
                [&](const Context *c) { return isDecided(*c); });
  if (site.isCoherent && !execution.decided.empty())
    DecidedCoherent.insert(siteNumber);
  execution.stamp.kept = idle.kept;
  execution.stamp.context = context;
  if (stored && event.op == AccessOp::Store) {
    execution.stamp.value = Values.size();
    Values.push_back(*stored);
  }
  if (event.op == AccessOp::Store && (isSure || Walk.laneCount == 1))
    noteOwnElement(access, siteNumber);
  if (event.op == AccessOp::Load && isSure)
    noteBorder(access);
  if (event.op == AccessOp::Store && isSure)
    noteStoreToAll(access);
  for (unsigned d = 0; d < 3; ++d) {
    if (!hasNeighbours(d)) {
      if (Walk.workgroupIds[d] != kNoSymbol && !Walk.dispatch)
        Waiting[d].push_back(execution);
      continue;
    }
    enterWaiting(d);
    enter(execution, access, d);
  }
}

/// A store of what a load before has found in its variable, changed, where data
/// lets several do so: see SyncCounts.
bool SyncWorkgroups::isCount(const AccessEvent &event, const Value *stored,
                             uint32_t context) const {
  SyncCounts counts(Sources, Walk.symbols);
  return event.op == AccessOp::Store && stored &&
         counts.areForSeveral(Conditions.chain(context)) &&
         llvm::any_of(Sites, [&](const auto &site) {
           const SyncSite &load = site.second;
           return load.op == AccessOp::Load &&
                  load.variable == event.variable &&
                  counts.isUpdateOf(
                      Walk.module.instructions()[load.instruction], *stored);
         });
}

/// A load in a loop over elements that are the same for all workgroups: the
/// data of some element lets any of them load it.
bool SyncWorkgroups::goesThroughAll(const AccessAddresses &access) const {
  return access.event.op == AccessOp::Load && access.event.loopDepth > 0 &&
         llvm::none_of(llvm::seq(0u, 3u),
                       [&](unsigned d) { return isUsedBy(access, d); });
}

/// Remembers a store to one element, or to one row of texels, that is the
/// workgroup's: who makes it means to have several workgroups.
void SyncWorkgroups::noteOwnElement(const AccessAddresses &access,
                                    uint32_t site) {
  for (const LaneValue &component : access.components)
    for (const Term &t : component.terms)
      for (unsigned d = 0; d < 3; ++d)
        if (llvm::is_contained(t.monomial, Walk.workgroupIds[d]) &&
            isUniformOver(component, Walk.symbols, access.event.active))
          OwnElements.insert({site, d});
}

/// How far apart the places of neighbouring workgroups along \p workgroupId
/// are, where nothing else is unknown of them; 0 elsewhere.
static int64_t pitchOf(const LaneValue &component, SymbolId workgroupId) {
  bool isPlain = component.terms.size() == 1 &&
                 component.terms[0].monomial == Monomial{workgroupId} &&
                 component.terms[0].coefficient.isUniform();
  return isPlain ? component.terms[0].coefficient[0] : 0;
}

/// Remembers a load that brings something only where there are several
/// workgroups: of what lies in front of the first one, as the border of a tile
/// does, or of more than lies between one workgroup and the next.
void SyncWorkgroups::noteBorder(const AccessAddresses &access) {
  for (const LaneValue &component : access.components) {
    for (unsigned d = 0; d < 3; ++d) {
      int64_t pitch = pitchOf(component, Walk.workgroupIds[d]);
      if (pitch <= 0)
        continue;
      int64_t least = INT64_MAX, most = INT64_MIN;
      for (int lane : access.event.active.set_bits()) {
        least = std::min(least, component.constant[lane]);
        most = std::max(most, component.constant[lane]);
      }
      if (least <= most && (most < 0 || most - least >= pitch))
        Borders.insert({access.event.variable, d});
    }
  }
}

/// Whether workgroups side by side along \p workgroupId store to all elements
/// there are, each to as many as lie between it and the next.
static bool isFilled(const AccessAddresses &access, SymbolId workgroupId) {
  int64_t unit = access.isTexel ? 1 : access.event.elementBytes;
  return llvm::any_of(access.components, [&](const LaneValue &component) {
    int64_t pitch = pitchOf(component, workgroupId);
    if (pitch <= 0)
      return false;
    std::set<int64_t> places;
    for (int lane : access.event.active.set_bits())
      places.insert(component.constant[lane]);
    return !places.empty() && int64_t(places.size()) * unit == pitch &&
           *places.rbegin() - *places.begin() + unit == pitch;
  });
}

/// Remembers a store to all elements, rather than to those of one colour.
void SyncWorkgroups::noteStoreToAll(const AccessAddresses &access) {
  if (access.event.active.all() ||
      llvm::any_of(Walk.workgroupIds,
                   [&](SymbolId id) { return isFilled(access, id); }))
    StoredByAll.insert(access.event.variable);
}

/// Enters what came before the first use of a dimension's id.
void SyncWorkgroups::enterWaiting(unsigned dimension) {
  for (const Execution &execution : std::exchange(Waiting[dimension], {})) {
    AccessAddresses access = Addresses.split(execution.event, execution.texel,
                                             execution.outside.get());
    enter(execution, access, dimension);
  }
}

/// Some of \p parts is made of \p symbol.
static bool areMadeOf(llvm::ArrayRef<LaneValue> parts, SymbolId symbol) {
  return llvm::any_of(parts, [&](const LaneValue &part) {
    return llvm::any_of(part.terms, [&](const Term &t) {
      return llvm::is_contained(t.monomial, symbol);
    });
  });
}

bool SyncWorkgroups::isUsedBy(const AccessAddresses &access,
                              unsigned dimension) const {
  return areMadeOf(access.components, Walk.workgroupIds[dimension]);
}

void SyncWorkgroups::enter(const Execution &execution,
                           const AccessAddresses &access, unsigned dimension) {
  if (Shadows[dimension].isFull())
    return;
  auto addresses = Addresses.addresses(access, {dimension, 0});
  enterLanes(execution, addresses, 0, dimension);
  bool isUsed = isUsedBy(access, dimension);
  auto enterNext = [&](uint32_t workgroup) {
    if (isUsed)
      addresses = Addresses.addresses(access, {dimension, workgroup});
    enterLanes(execution, addresses, workgroup, dimension);
  };
  enterNext(1);
  if (hasInnerPair(dimension)) {
    enterNext(kInnerWorkgroup);
    enterNext(kInnerWorkgroup + 1);
  }
}

bool SyncWorkgroups::isDecided(const Context &context) const {
  return isOfIds(context, Math, Walk.workgroupIds);
}

/// Whether \p lane of \p workgroup takes the conditions that its id decides;
/// not where ids of other dimensions do.
bool SyncWorkgroups::comesTo(const Execution &execution, uint32_t workgroup,
                             unsigned dimension, unsigned lane) const {
  std::array<SymbolId, 3> ids = {kNoSymbol, kNoSymbol, kNoSymbol};
  ids[dimension] = Walk.workgroupIds[dimension];
  return llvm::all_of(execution.decided, [&](const Context *c) {
    const ConditionInfo &info = *Math.condition(c->condition->symbol);
    return isTaken(info, c->side, lane, ids,
                   {workgroup, workgroup, workgroup}) == true;
  });
}

void SyncWorkgroups::enterLanes(const Execution &execution,
                                llvm::ArrayRef<LaneAddress> addresses,
                                uint32_t workgroup, unsigned dimension) {
  AccessStamp stamp = execution.stamp;
  stamp.lane = workgroup;
  Shadows[dimension].begin(execution.site, execution.event.op, stamp);
  const LaneSet &active = execution.event.active;
  for (int lane = active.find_first(); lane >= 0;
       lane = active.find_next(lane)) {
    stamp.witness = lane;
    if (addresses[lane].isKnown &&
        comesTo(execution, workgroup, dimension, lane))
      accessLane(execution, stamp, addresses[lane], dimension);
  }
}

void SyncWorkgroups::accessLane(const Execution &execution,
                                const AccessStamp &stamp,
                                const LaneAddress &address,
                                unsigned dimension) {
  auto conflict = [&](const ShadowEntry &entry, const AccessStamp &other,
                      bool isKept) {
    // What a load has is kNever, the least.
    isKept |= isOneLoad(entry.op, execution.event.op) &&
              Conditions.holds(std::max(entry.kept, stamp.kept), other.context,
                               stamp.context, UniformityScope::Dispatch);
    foundConflict(execution, stamp, address, dimension, entry, other, isKept);
    // The value is or is not the other's, and other words may change.
    return !stamp.value && !isKept;
  };
  const AccessEvent &event = execution.event;
  ShadowMemory &shadow = Shadows[dimension];
  if (event.space == MemorySpace::Image) {
    shadow.access({address.region, address.at},
                  {kAllComponents, uint8_t(execution.idle)}, stamp.lane,
                  stamp.witness, conflict);
    return;
  }
  for (unsigned at = 0; at < event.requestBytes; at += kWordBytes) {
    unsigned bytes = std::min<unsigned>(kWordBytes, event.requestBytes - at);
    RequestBytes word = ((RequestBytes(1) << bytes) - 1) << at;
    bool isIdle = (execution.idle & word) == word;
    shadow.access({address.region, address.at + at}, {1, isIdle}, stamp.lane,
                  stamp.witness, conflict);
  }
}

void SyncWorkgroups::foundConflict(const Execution &execution,
                                   const AccessStamp &stamp,
                                   const LaneAddress &address,
                                   unsigned dimension, const ShadowEntry &entry,
                                   const AccessStamp &other, bool isKept) {
  const AccessEvent &event = execution.event;
  // Past the end of one member of a block: there is no such workgroup.
  int member = Sites.at(entry.site).member;
  if (member >= 0 && event.member >= 0 && member != event.member)
    return;
  bool isSame =
      isKept || (other.value && stamp.value &&
                 areSameValue(Walk.symbols, Values[other.value], other.witness,
                              Values[stamp.value], stamp.witness,
                              UniformityScope::Dispatch));
  if (!Known.insert({entry.site, execution.site, dimension, isSame}).second)
    return;
  bool isCounted =
      entry.site == execution.site && Counting.count(entry.site) != 0;
  auto together = Conditions.together(other.context, stamp.context,
                                      /*isOneWord=*/!isCounted);
  if (!together)
    return;
  auto isKnown = [&](const Context &c) { return isDecided(c); };
  SyncFindings::Race race;
  race.missing = RaceFact::Missing::Everything;
  race.firstLane = other.witness;
  race.secondLane = stamp.witness;
  race.workgroups.dimension = dimension;
  race.part = partText(Walk.module, event);
  race.isSameValue = isSame;
  if (isKept)
    race.harmlessLoad = whyHarmless(entry.op, event.op);
  bool isSure = !((entry.site | execution.site) & kUnderData);
  race.dependsOnData = (together->dependsOnData && !isCounted) || !isSure;
  bool isTexel = event.space == MemorySpace::Image;
  auto place = isTexel ? llvm::ArrayRef<LaneValue>(execution.texel)
                       : llvm::ArrayRef<LaneValue>(event.offsetBytes);
  race.workgroups.isPlacedByWorkgroup =
      areMadeOf(place, Walk.workgroupIds[dimension]);
  race.workgroups.isOwnElement =
      Walk.laneCount == 1 || (Conditions.isPlain(other.context, isKnown) &&
                              Conditions.isPlain(stamp.context, isKnown));
  if (!isTexel)
    race.addressBytes = address.at;
  auto noteUnknown = [&](const LaneValue &part) {
    if (race.unknownBase.empty())
      race.unknownBase = unknownPartText(
          Math, unknownPartIn(Walk, part, {dimension, stamp.lane}),
          stamp.witness);
  };
  if (!address.isConcrete)
    llvm::for_each(place, noteUnknown);
  for (uint32_t id : event.assumptions)
    race.assumptions.insert(Walk.symbols.assumptionText(id));
  Races.push_back({execution.number,
                   {entry.site, execution.site},
                   isSure,
                   std::move(race)});
}

/// What an atomic changes, no second buffer mends.
bool SyncWorkgroups::hasAtomic(const Found &found) const {
  return llvm::any_of(found.sites, [&](uint32_t site) {
    return Sites.at(site).op == AccessOp::Atomic;
  });
}

/// The two would be told of within a workgroup, too. A workgroup of one
/// invocation has nothing within: its neighbours are what lanes are elsewhere.
bool SyncWorkgroups::isAsWithin(const Found &found) const {
  return Walk.laneCount == 1 || Findings.hasRaceWithin(Sites.at(found.sites[0]),
                                                       Sites.at(found.sites[1]),
                                                       found.race.isSameValue);
}

/// What a loop stores to in several workgroups is nobody's own.
void SyncWorkgroups::dropSharedElements() {
  for (const Found &found : Races)
    if (found.sites[0] == found.sites[1])
      OwnElements.erase({found.sites[0], found.race.workgroups.dimension});
}

void SyncWorkgroups::finish() {
  for (unsigned d = 0; d < 3; ++d)
    if (hasNeighbours(d))
      enterWaiting(d);
  if (Ordering.mayHandOver())
    return;
  // In the order of the walk: of equal races the first is reported.
  llvm::stable_sort(Races, [](const Found &a, const Found &b) {
    return std::tie(a.execution, a.race.workgroups.dimension) <
           std::tie(b.execution, b.race.workgroups.dimension);
  });
  dropSharedElements();
  for (Found &found : Races) {
    unsigned dimension = found.race.workgroups.dimension;
    if (!found.isSure && (hasAtomic(found) || !isAsWithin(found)))
      continue;
    // Who waits for a word of a neighbour's may do so with plain loads.
    if (Ordering.hasSpin() && llvm::any_of(found.sites, [&](uint32_t site) {
          return DecidedCoherent.count(site) != 0;
        }))
      continue;
    bool isOwn = llvm::any_of(found.sites, [&](uint32_t site) {
      return OwnElements.count({site, dimension});
    });
    spirv::Id variable = Sites.at(found.sites[0]).variable;
    found.race.workgroups.isOwnElement &=
        isOwn || (Borders.count({variable, dimension}) != 0 &&
                  StoredByAll.count(variable) != 0);
    found.race.workgroups.isFolded =
        found.race.workgroups.isPlacedByWorkgroup && !Walk.dispatch &&
        llvm::count(IsUsed, true) > 1 &&
        Sites.at(found.sites[1]).space != MemorySpace::Image;
    Findings.addRace(Sites.at(found.sites[0]), Sites.at(found.sites[1]),
                     std::move(found.race));
  }
}
