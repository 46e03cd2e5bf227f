// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sync/SyncRecorder.h"
#include "Code/LoadedComponents.h"
#include "Code/Loops.h"
#include "Flow/WorkgroupConditions.h"
#include "Sync/SyncCounts.h"
#include "Sync/SyncExclusive.h"
#include "Sync/SyncWorkgroups.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;

static bool ordersOthers(const spirv::Module &module) {
  return llvm::any_of(module.instructions(), [&](const spirv::Instruction &i) {
    return spirv::ordersMemory(module, i,
                               spv::MemorySemanticsUniformMemoryMask |
                                   spv::MemorySemanticsImageMemoryMask);
  });
}

static bool hasBarriers(const spirv::Module &module) {
  return llvm::any_of(module.instructions(), [](const spirv::Instruction &i) {
    return i.opcode == spv::OpControlBarrier;
  });
}

SyncRecorder::SyncRecorder(const SyncWalk &walk, LaneMath &math,
                           SyncFindings &findings)
    : Walk(walk), Math(math), Findings(findings),
      Sources(walk.module, walk.symbols, walk.stored, math.chosen(),
              walk.subgroupSize),
      Components(Walk, math.chosen(), Sources, Conditions.decisions()),
      Addresses(Walk),
      Announced(Walk, Addresses, math, Conditions, Sources, findings),
      Workgroups(std::make_unique<SyncWorkgroups>(
          Walk, Addresses, math, Conditions, Sources, Ordering, findings)),
      Hoisted(Walk, findings),
      Singles(Walk, Conditions, Ordering, math, findings),
      Neighbours(Walk, Conditions, Ordering, math, findings),
      Unwritten(Walk, math, Conditions, Sites, findings),
      HasBarriers(hasBarriers(walk.module)),
      OrdersOthers(ordersOthers(walk.module)), Values(1) {}

SyncRecorder::~SyncRecorder() = default;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

uint32_t SyncRecorder::siteNumber(const AccessEvent &event) {
  SyncSite site;
  site.instruction = event.instruction;
  site.callChain = event.callChain;
  auto [it, isNew] = SiteNumbers.try_emplace(site, Sites.size());
  if (!isNew)
    return it->second;
  site.op = event.op;
  site.space = event.space;
  site.variable = event.variable;
  site.member = event.member;
  site.name = event.name;
  site.loopDepth = event.loopDepth;
  if (event.variable != Id::None) {
    const spirv::Decorations &d = Walk.module.decorations(event.variable);
    site.isCoherent = d.isCoherent || d.isVolatile;
    const spirv::Type *pointer = Walk.module.typeOf(event.variable);
    if (event.member >= 0 && pointer &&
        Walk.module.type(pointer->element).kind == spirv::TypeKind::Struct) {
      const spirv::MemberLayout &member =
          Walk.module.memberLayout(pointer->element, event.member);
      site.isCoherent |= member.isCoherent || member.isVolatile;
    }
  }
  Sites.push_back(std::move(site));
  return it->second;
}

SyncRecorder::Variable &SyncRecorder::variable(const AccessEvent &event) {
  auto [it, isNew] = Variables.try_emplace(spirv::raw(event.variable));
  Variable &v = it->second;
  if (!isNew)
    return v;
  v.mayBeStored = Walk.stored.mayBeStored(event.variable);
  v.memory = event.space == MemorySpace::Shared   ? SharedClass
             : event.space == MemorySpace::Global ? BufferClass
                                                  : ImageClass;
  if (event.variable == Id::None)
    return v;
  v.mayBeAnother = v.memory != SharedClass &&
                   !Walk.module.decorations(event.variable).isRestrict;
  if (v.memory != SharedClass)
    return v;
  const spirv::Type &type =
      Walk.module.type(Walk.module.typeOf(event.variable)->element);
  v.mayBeAnother = type.isBlock;
  v.sharedBytes = Walk.layout.size(type);
  return v;
}

std::set<std::string> SyncRecorder::assumptionTexts(const Current &now) const {
  std::set<std::string> texts;
  for (uint32_t id : now.event.assumptions)
    texts.insert(Walk.symbols.assumptionText(id));
  return texts;
}

void SyncRecorder::equalResults(SymbolId symbol, LanePair lanes) {
  if (!isInTrial())
    EqualResults[symbol] = lanes;
}

void SyncRecorder::readPastSubgroup() {
  if (!isInTrial())
    Findings.setTooSmall();
}

void SyncRecorder::made(const MadeEvent &event) {
  if (!isInTrial())
    Sources.note(event, Control, Components.time());
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Of a structure that goes to a buffer as a whole: what of it is kept.
static void noteWholeStore(SyncFindings &findings, const SyncWalk &walk,
                           const SyncSite &site, const AccessEvent &event,
                           unsigned firstComponent, const Idleness &idle) {
  if (event.space == MemorySpace::Global && event.op == AccessOp::Store &&
      !event.part.empty())
    findings.wholeStore(site).note(event, firstComponent, idle.bytes,
                                   partText(walk.module, event));
}

void SyncRecorder::access(const AccessEvent &event,
                          const AccessCircumstances &circumstances) {
  if ((event.space != MemorySpace::Shared &&
       event.space != MemorySpace::Global &&
       event.space != MemorySpace::Image) ||
      event.active.none())
    return;
  Variable &v = variable(event);
  Iterations.noteSeen(event.instruction);
  if (isInTrial())
    return tryAccess(event, circumstances, v);
  Findings.noteAccess(event.instruction);
  if (event.assumptions.count(
          Walk.symbols.assumption(kSpecializationAssumption)))
    Findings.setSpecialized();
  Current now{event, circumstances, siteNumber(event), v, {}, {}};
  setStamp(now);
  noteOrdering(now);
  bool isPlaceholder =
      event.assumptions.count(Walk.symbols.assumption(kPlaceholderAssumption));
  AccessAddresses made =
      Addresses.split(event, circumstances.texel, circumstances.outside.get());
  // What is never stored to conflicts with nothing, wherever it is, but shared
  // memory may not have been written at all.
  bool isLookedAt =
      !isPlaceholder && (v.mayBeStored || v.memory == SharedClass);
  std::vector<LaneAddress> addresses =
      isLookedAt ? Addresses.addresses(made, {})
                 : std::vector<LaneAddress>(Walk.laneCount);
  now.addresses = addresses;
  if (isOrdered(v))
    Iterations.note(event.instruction, event.active, addresses);
  if (isLookedAt && v.mayBeStored)
    now.idle = Components.idleness(now.site, event, circumstances, addresses);
  now.stamp.kept = now.idle.kept;
  noteWholeStore(Findings, Walk, Sites[now.site], event,
                 circumstances.firstComponent, now.idle);
  Components.note(event, addresses);
  if (v.mayBeStored)
    Hoisted.access({event, addresses, Control, SubgroupSync});
  if (v.memory == SharedClass)
    accessShared(now);
  // The ranges on the path are those of subgroups that no bound divides.
  Walk.symbols.setRanges(nullptr);
  const LaneSet &coming = Conditions.comingLanes(now.stamp.context, Math,
                                                 Walk.symbols, Walk.laneCount);
  Walk.symbols.setRanges(circumstances.flow->ranges);
  if (v.mayBeStored && Shadow.isFull()) {
    Findings.setPartial(std::nullopt);
  } else if (v.mayBeStored) {
    if (uint32_t own = ownStoreSeen(now))
      now.stamp.value = own;
    Shadow.begin(now.site, event.op, now.stamp);
    forEachLane(event.active, [&](unsigned lane) {
      if (addresses[lane].isKnown && coming.test(lane))
        accessLane(now, lane, addresses[lane]);
    });
  }
  meetCrowded(now);
  // The rest takes addresses for those of one variable.
  bool isOneOfMany = !event.element.empty();
  if (!isOneOfMany) {
    meetScattered(now, addresses);
    meetEqual(now);
    if (!isPlaceholder)
      meetShifted(now, *made.groups);
  }
  if (v.memory == BufferClass && !isPlaceholder) {
    Singles.access(event, Sites[now.site], now.site, now.stamp.context,
                   addresses);
    if (v.mayBeStored && !IsUnsure)
      Neighbours.access({event, Sites[now.site], now.site, now.stamp.context,
                         Control, now.idle, circumstances.stored});
  }
  noteAnnounced(now);
  noteVariable(now, addresses);
  noteStore(now, std::move(addresses));
  if (v.memory != SharedClass && !isPlaceholder)
    Workgroups->access(made, circumstances, Sites[now.site], now.site,
                       now.stamp.context, v.mayBeStored, now.idle);
}

/// Whether workgroups may wait for each other by the access \p now.
void SyncRecorder::noteOrdering(const Current &now) {
  if (now.variable.memory == SharedClass)
    return;
  // Which workgroup it is does not change while somebody waits.
  auto isOfGroup = [&](const Context &c) {
    return isOfIds(c, Math, Walk.workgroupIds);
  };
  Ordering.noteAccess(
      now.event, Sites[now.site], now.variable.mayBeStored,
      !Conditions.isUnderData(now.stamp.context, isOfGroup) &&
          isInLoopOfOneExit(Walk.module, now.event.instruction));
}

/// What others are told of by atomics, and how that comes to them.
void SyncRecorder::noteAnnounced(const Current &now) {
  const Value *stored = now.circumstances.stored;
  if (now.variable.memory != SharedClass)
    Announced.access({now.event, now.circumstances, Sites[now.site], now.site,
                      now.variable.memory, Control, now.stamp.context,
                      DispatchFences});
  else if (stored && now.event.op == AccessOp::Store)
    Announced.storeShared(now.event, *stored);
}

/// Says when, and under what, the access \p now is executed.
void SyncRecorder::setStamp(Current &now) {
  now.stamp.control = Control;
  now.stamp.fence = Fences[now.variable.memory];
  now.stamp.subgroup = SubgroupSync;
  now.stamp.isUnsure = IsUnsure;
  now.stamp.context = Conditions.number(now.circumstances.flow->context);
  if (now.circumstances.stored && now.event.op == AccessOp::Store) {
    now.stamp.value = Values.size();
    Values.push_back(*now.circumstances.stored);
  }
}

/// access() in an iteration that will be taken back.
void SyncRecorder::tryAccess(const AccessEvent &event,
                             const AccessCircumstances &circumstances,
                             const Variable &v) {
  if (!isOrdered(v))
    return;
  AccessAddresses made =
      Addresses.split(event, circumstances.texel, circumstances.outside.get());
  Iterations.note(event.instruction, event.active,
                  Addresses.addresses(made, {}));
}

/// Whether barriers order what a loop around does to \p v.
bool SyncRecorder::isOrdered(const Variable &v) const {
  return HasBarriers && Iterations.areAsked() && v.mayBeStored &&
         (v.memory == SharedClass || OrdersOthers);
}

void SyncRecorder::accessShared(const Current &now) {
  Unwritten.access({now.event, now.addresses, now.site, now.stamp.context});
  noteShared(now);
  checkPastEnd(now);
}

/// The number of the value that each invocation has stored itself, since the
/// last barrier, to what it loads now; 0: some have not. Whoever else stores
/// the same changes nothing for them.
uint32_t SyncRecorder::ownStoreSeen(const Current &now) const {
  const std::optional<OwnStore> &store = now.variable.latestStore;
  if (now.event.op != AccessOp::Load || !store || store->control != Control ||
      store->requestBytes != now.event.requestBytes)
    return 0;
  bool isOwn = true;
  forEachLane(now.event.active, [&](unsigned lane) {
    const LaneAddress &at = now.addresses[lane],
                      &stored = store->addresses[lane];
    isOwn &= store->active.test(lane) && at.isKnown && stored.isKnown &&
             at.region == stored.region && at.at == stored.at;
  });
  return isOwn ? store->value : 0;
}

/// Keeps what ownStoreSeen() asks for. \p addresses: those of \p now.
void SyncRecorder::noteStore(Current &now, std::vector<LaneAddress> addresses) {
  if (now.event.op == AccessOp::Load)
    return;
  now.variable.latestStore.reset();
  if (now.event.op == AccessOp::Store && now.stamp.value)
    now.variable.latestStore =
        OwnStore{Control, now.stamp.value, now.event.requestBytes,
                 now.event.active, std::move(addresses)};
}

/// Of the access \p now and another one under \p context, with \p kept of
/// Idleness, one of which is a load: the other stores what was there.
bool SyncRecorder::isKeptThere(const Current &now, Decisions::Tree kept,
                               uint32_t context) const {
  // That of a load is kNever, the least.
  return Conditions.holds(std::max(kept, now.stamp.kept), context,
                          now.stamp.context, UniformityScope::Workgroup);
}

void SyncRecorder::accessLane(Current &now, unsigned lane,
                              const LaneAddress &address) {
  auto conflict = [&](const ShadowEntry &entry, const AccessStamp &other,
                      bool isKept) {
    isKept |= isOneLoad(entry.op, now.event.op) &&
              isKeptThere(now, entry.kept, other.context);
    foundConflict(now, entry, other, isKept, lane, address);
    // Only of stores, across barriers of subgroups, and where other words may
    // change does it matter which lanes they are.
    return now.event.op != AccessOp::Store && !now.stamp.value && !isKept &&
           other.subgroup == now.stamp.subgroup;
  };
  if (now.event.space == MemorySpace::Image) {
    Shadow.access({address.region, address.at},
                  {kAllComponents, uint8_t(now.idle.bytes)}, lane, 0, conflict);
    return;
  }
  int64_t begin = address.at, end = address.at + now.event.requestBytes;
  while (begin < end) {
    int64_t word = begin >> kWordBits;
    int64_t wordEnd = std::min(end, (word + 1) * kWordBytes);
    unsigned touched = (1u << (wordEnd - begin)) - 1;
    unsigned idle = (now.idle.bytes >> (begin - address.at)) & touched;
    unsigned inWord = begin & (kWordBytes - 1);
    Shadow.access({address.region, word},
                  {uint8_t(touched << inWord), uint8_t(idle << inWord)}, lane,
                  0, conflict);
    begin = wordEnd;
  }
}

/// Whether \p lane stores to what lanes of its own subgroup alone have loaded;
/// see RaceFact::isWithinSubgroup.
static bool isLoadWithinSubgroup(const ShadowEntry &entry, AccessOp op,
                                 unsigned lane, unsigned subgroupSize) {
  unsigned subgroup = lane / subgroupSize;
  return entry.op == AccessOp::Load && op == AccessOp::Store &&
         entry.leastLane / subgroupSize == subgroup &&
         entry.mostLane / subgroupSize == subgroup;
}

/// \p lane, now, and the invocation of \p other store the same, or one loads
/// what it has stored itself and the other one stores as well.
bool SyncRecorder::leavesSameValue(const Current &now, const AccessStamp &other,
                                   unsigned lane) {
  uint32_t value = now.stamp.value;
  if (!other.value || !value)
    return false;
  // Where it matters, there is a walk of the smallest subgroups as well, whose
  // races count as soon as it has different values in them.
  unsigned agreeing =
      Walk.usesSubgroups ? Walk.subgroupSize : Walk.leastSubgroupSize;
  // The words of one access come one after the other.
  std::array<uint32_t, 4> asked{other.value, other.lane, value, lane};
  if (LastCompared.first != asked) {
    bool isOneSubgroup = other.lane / agreeing == lane / agreeing;
    LastCompared = {asked, Sources.areSame(Values[other.value], other.lane,
                                           Values[value], lane,
                                           isOneSubgroup
                                               ? UniformityScope::Subgroup
                                               : UniformityScope::Workgroup)};
  }
  return LastCompared.second;
}

static bool isOneWord(const LaneAddress &a, const LaneAddress &b) {
  return a.isKnown && b.isKnown && a.region == b.region && a.at == b.at;
}

/// The coordinates in which two invocations differ.
static Influences differing(const InvocationId &a, const InvocationId &b) {
  Influences bits = 0;
  for (unsigned d = 0; d < 3; ++d)
    bits |= (a[d] != b[d]) << d;
  return bits;
}

/// One of the two accesses stores what the other one has loaded, changed, where
/// data lets several invocations do so.
bool SyncRecorder::isUpdate(const Current &now, const ShadowEntry &entry,
                            const AccessStamp &other) const {
  bool loadsNow = now.event.op == AccessOp::Load;
  uint32_t stored = loadsNow ? other.value : now.stamp.value;
  if (loadsNow == (entry.op == AccessOp::Load) || stored == 0)
    return false;
  const SyncSite &load = Sites[loadsNow ? now.site : entry.site];
  SyncCounts counts(Sources, Walk.symbols);
  return counts.isUpdateOf(Walk.module.instructions()[load.instruction],
                           Values[stored]) &&
         counts.areForSeveral(Conditions.chain(now.stamp.context)) &&
         counts.areForSeveral(Conditions.chain(other.context));
}

void SyncRecorder::foundConflict(Current &now, const ShadowEntry &entry,
                                 const AccessStamp &other, bool isKept,
                                 unsigned lane, const LaneAddress &address) {
  if (now.event.space == MemorySpace::Shared)
    Findings.noteCrossed(now.event.variable);
  bool isOrderedInSubgroup =
      other.subgroup != now.stamp.subgroup &&
      other.lane / Walk.subgroupSize == lane / Walk.subgroupSize;
  if (isOrderedInSubgroup)
    return;
  const LaneAddress &others = now.addresses[other.lane];
  // They store in one go, whatever they have done before. Where only data lets
  // them, one may in another iteration.
  bool isTogether = other.value && other.value == now.stamp.value &&
                    (!now.event.isMaybe || !now.event.unknownTrip);
  bool isSame = isKept || leavesSameValue(now, other, lane) ||
                (isTogether && Sources.isIndependentOf(
                                   now.event.instruction,
                                   differing(Findings.invocation(lane),
                                             Findings.invocation(other.lane)),
                                   now.event.space == MemorySpace::Shared));
  bool isWithin =
      Walk.usesSubgroups &&
      isLoadWithinSubgroup(entry, now.event.op, lane, Walk.subgroupSize);
  Current::Conflict conflict{entry.site,    other.control, other.fence,
                             other.context, isSame,        isWithin};
  // What one lane meets, its neighbours meet too.
  if (now.last == conflict || !now.seen.insert(conflict).second)
    return;
  now.last = conflict;
  using Missing = RaceFact::Missing;
  std::optional<Missing> missing;
  if (isUnseparated(other.control, other.context, now.stamp.context))
    missing = Missing::Barrier;
  else if (other.fence == now.stamp.fence && !Sites[entry.site].isCoherent &&
           !Sites[now.site].isCoherent)
    missing = Missing::MemoryBarrier;
  if (other.control != Control)
    constrain(other.control, other.context, now.stamp.context);
  if (!missing || other.isUnsure || IsUnsure ||
      Findings.hasRace(Sites[entry.site], Sites[now.site], *missing))
    return;
  // The other lane would touch the same bytes with this access too. Who uses an
  // atomic there expects several.
  bool isPlainWord = isOneWord(others, address) &&
                     entry.op != AccessOp::Atomic &&
                     now.event.op != AccessOp::Atomic;
  bool isCounted = isPlainWord && isUpdate(now, entry, other);
  auto together = Conditions.together(other.context, now.stamp.context,
                                      isPlainWord && !isCounted);
  if (!together)
    return;
  // Of loops, one iteration is not compared with another one.
  bool isOnce = now.event.loopDepth == 0 && Sites[entry.site].loopDepth == 0;
  if (isOnce && SyncExclusive(Sources, Math.chosen())
                    .areExclusive({Conditions.chain(other.context), other.lane},
                                  {Conditions.chain(now.stamp.context), lane}))
    return;
  SyncFindings::Race race;
  race.missing = *missing;
  race.secondLane = lane;
  race.isSameValue = isSame;
  race.isOneGo = isTogether && entry.site == now.site;
  race.isUpdate = isCounted;
  if (isKept)
    race.harmlessLoad = whyHarmless(entry.op, now.event.op);
  race.isWithinSubgroup = isWithin;
  if (now.event.space != MemorySpace::Image) {
    race.addressBytes = address.at;
    if (!address.isConcrete)
      race.unknownBase = unknownPartText(Math, now.event.offsetBytes, lane);
  }
  complete(race, now, other, *together);
  if (!Hoisted.take(Sites[entry.site], Sites[now.site],
                    {now.event, now.addresses, Control, SubgroupSync},
                    other.control, race))
    Findings.addRace(Sites[entry.site], Sites[now.site], std::move(race));
}

/// Adds to \p race what follows from the two accesses and their conditions.
void SyncRecorder::complete(SyncFindings::Race &race, const Current &now,
                            const AccessStamp &other,
                            const SyncConditions::Together &together) const {
  race.firstLane = other.lane;
  race.dependsOnData |= together.dependsOnData;
  race.part = partText(Walk.module, now.event);
  for (uint32_t id : now.event.assumptions)
    race.assumptions.insert(Walk.symbols.assumptionText(id));
  for (uint32_t id : together.assumptions)
    race.assumptions.insert(Walk.symbols.assumptionText(id));
}

/// Completes \p race, in which the second lane and what is missing are known.
void SyncRecorder::addRace(Current &now, uint32_t otherSite,
                           const AccessStamp &other,
                           const SyncConditions::Together &together,
                           SyncFindings::Race race) {
  complete(race, now, other, together);
  Findings.addRace(Sites[otherSite], Sites[now.site], std::move(race));
}

void SyncRecorder::finish(bool isComplete) {
  Unwritten.finish();
  Hoisted.finish(isComplete);
  addShiftedRaces();
  Workgroups->finish();
  Singles.finish();
  Neighbours.finish();
  Findings.noteHarmlessLoads();
}
