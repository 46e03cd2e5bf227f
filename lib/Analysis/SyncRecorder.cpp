// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SyncRecorder.h"
#include "SyncWorkgroups.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;

/// Barriers that are looked at one by one when none of them may stand between.
static constexpr uint32_t kMaxOtherPaths = 16;

/// The access that is being looked at.
struct SyncRecorder::Current {
  const AccessEvent &event;
  const AccessCircumstances &circumstances;
  uint32_t site;
  Variable &variable;
  AccessStamp stamp; ///< but for the lane
  llvm::ArrayRef<LaneAddress> addresses;
  /// Conflicts that were looked at, by site and stamp of the other access, and
  /// whether its value was the same.
  std::set<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t, bool>> seen;
};

SyncRecorder::SyncRecorder(const SyncWalk &walk, LaneMath &math,
                           SyncFindings &findings)
    : Walk(walk), Math(math), Findings(findings), Addresses(Walk),
      Workgroups(std::make_unique<SyncWorkgroups>(Walk, Addresses, math,
                                                  Conditions, findings)),
      Values(1) {}

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
  site.name = event.name;
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
  v.memory = event.space == MemorySpace::Shared   ? SharedClass
             : event.space == MemorySpace::Global ? BufferClass
                                                  : ImageClass;
  if (event.variable == Id::None)
    return v;
  v.isRestrict = Walk.module.decorations(event.variable).isRestrict;
  if (v.memory != SharedClass)
    return v;
  const spirv::Instruction *def = Walk.module.def(event.variable);
  v.isAllWritten = def && def->operands.size() > 1; // has an initializer
  const spirv::Type *pointer = Walk.module.typeOf(event.variable);
  v.written.resize(Walk.layout.size(Walk.module.type(pointer->element)));
  return v;
}

std::set<std::string> SyncRecorder::assumptionTexts(const Current &now) const {
  std::set<std::string> texts;
  for (uint32_t id : now.event.assumptions)
    texts.insert(Walk.symbols.assumptionText(id));
  return texts;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

void SyncRecorder::access(const AccessEvent &event,
                          const AccessCircumstances &circumstances) {
  if ((event.space != MemorySpace::Shared &&
       event.space != MemorySpace::Global &&
       event.space != MemorySpace::Image) ||
      event.active.none())
    return;
  Variable &v = variable(event);
  if (event.assumptions.count(
          Walk.symbols.assumption(kSpecializationAssumption)))
    Findings.setSpecialized();
  Current now{event, circumstances, siteNumber(event), v, {}, {}, {}};
  now.stamp.control = Control;
  now.stamp.fence = Fences[v.memory];
  now.stamp.subgroup = SubgroupSync;
  now.stamp.isUnsure = IsUnsure;
  now.stamp.context = Conditions.number(circumstances.flow->context);
  if (circumstances.stored && event.op == AccessOp::Store) {
    now.stamp.value = Values.size();
    Values.push_back(*circumstances.stored);
  }
  bool isPlaceholder =
      event.assumptions.count(Walk.symbols.assumption(kPlaceholderAssumption));
  std::vector<LaneAddress> addresses =
      isPlaceholder ? std::vector<LaneAddress>(Walk.laneCount)
                    : Addresses.addresses(event, circumstances.texel, {});
  now.addresses = addresses;
  if (v.memory == SharedClass) {
    checkWritten(now, addresses);
    noteWritten(now, addresses);
  }
  for (int lane = event.active.find_first(); lane >= 0;
       lane = event.active.find_next(lane))
    if (addresses[lane].isKnown)
      accessLane(now, lane, addresses[lane]);
  meetScattered(now, addresses);
  meetCrowded(now);
  noteVariable(now, addresses);
  if (v.memory != SharedClass && !isPlaceholder)
    Workgroups->access(event, circumstances.texel, Sites[now.site], now.site,
                       now.stamp.context, circumstances.stored);
}

void SyncRecorder::accessLane(Current &now, unsigned lane,
                              const LaneAddress &address) {
  if (Shadow.isFull())
    return Findings.setPartial();
  AccessStamp stamp = now.stamp;
  stamp.lane = lane;
  auto conflict = [&](const ShadowEntry &entry, const AccessStamp &other) {
    foundConflict(now, entry, other, lane, address);
  };
  if (now.event.space == MemorySpace::Image && now.event.unknown) {
    Shadow.access({address.region, address.at}, now.site, now.event.op, 1,
                  stamp, conflict);
    return;
  }
  int64_t begin = address.at, end = address.at + now.event.requestBytes;
  while (begin < end) {
    int64_t word = begin >= 0 ? begin / kWordBytes
                              : -((kWordBytes - 1 - begin) / kWordBytes);
    int64_t wordEnd = std::min(end, (word + 1) * kWordBytes);
    uint8_t bytes = ((1u << (wordEnd - begin)) - 1)
                    << (begin - word * kWordBytes);
    Shadow.access({address.region, word}, now.site, now.event.op, bytes, stamp,
                  conflict);
    begin = wordEnd;
  }
}

void SyncRecorder::foundConflict(Current &now, const ShadowEntry &entry,
                                 const AccessStamp &other, unsigned lane,
                                 const LaneAddress &address) {
  bool isOrderedInSubgroup =
      other.subgroup != now.stamp.subgroup &&
      other.lane / Walk.subgroupSize == lane / Walk.subgroupSize;
  if (isOrderedInSubgroup)
    return;
  bool isSame = other.value && now.stamp.value &&
                areSameValue(Walk.symbols, Values[other.value], other.lane,
                             Values[now.stamp.value], lane,
                             other.lane / Walk.leastSubgroupSize ==
                                     lane / Walk.leastSubgroupSize
                                 ? UniformityScope::Subgroup
                                 : UniformityScope::Workgroup);
  if (!now.seen
           .insert(
               {entry.site, other.control, other.fence, other.context, isSame})
           .second)
    return;
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
  // The other lane would touch the same bytes with this access too.
  const LaneAddress &others = now.addresses[other.lane];
  bool isOneWord = others.isKnown && others.region == address.region &&
                   others.at == address.at;
  auto together =
      Conditions.together(other.context, now.stamp.context, isOneWord);
  if (!together)
    return;
  SyncFindings::Race race;
  race.missing = *missing;
  race.secondLane = lane;
  race.isSameValue = isSame;
  if (!(now.event.space == MemorySpace::Image && now.event.unknown)) {
    race.addressBytes = address.at;
    if (!address.isConcrete)
      race.unknownBase = Math.format(now.event.offsetBytes, lane);
  }
  addRace(now, entry.site, other, *together, std::move(race));
}

/// Completes \p race, in which two lanes and what is missing are known.
void SyncRecorder::addRace(Current &now, uint32_t otherSite,
                           const AccessStamp &other,
                           const SyncConditions::Together &together,
                           SyncFindings::Race race) {
  race.firstLane = other.lane;
  race.dependsOnData |= together.dependsOnData;
  race.assumptions = assumptionTexts(now);
  for (uint32_t id : together.assumptions)
    race.assumptions.insert(Walk.symbols.assumptionText(id));
  Findings.addRace(Sites[otherSite], Sites[now.site], std::move(race));
}

/// The symbol of the data that alone decides the address, without any part that
/// tells the lanes apart; kNoSymbol for other addresses.
SymbolId SyncRecorder::scatteringSymbol(const AccessEvent &event) const {
  const LaneValue &at = event.offsetBytes;
  SymbolId varying = findVarying(at, Walk.symbols);
  if (varying == kNoSymbol || event.unknown ||
      !at.constant.isUniformOver(event.active))
    return kNoSymbol;
  for (const Term &t : at.terms)
    if (!t.coefficient.isUniformOver(event.active))
      return kNoSymbol;
  const UnknownReason &reason = *Walk.symbols[varying].reason;
  bool isFree = reason.kind == UnknownKind::DataDependent &&
                !(reason.origin && reason.origin->kind == SiteKind::Atomic);
  return isFree ? varying : kNoSymbol;
}

/// Stores to elements of shared memory that data picks. Two invocations meet
/// where there are more of them than elements; where each of them has loaded
/// the element that it stores to, as in a histogram, data decides.
void SyncRecorder::meetCrowded(Current &now) {
  Variable &v = now.variable;
  const AccessEvent &event = now.event;
  SymbolId symbol = scatteringSymbol(event);
  if (v.memory != SharedClass || symbol == kNoSymbol ||
      event.op == AccessOp::Atomic)
    return;
  if (event.op == AccessOp::Load) {
    v.scatteredLoads[symbol] = Control;
    return;
  }
  int first = event.active.find_first();
  int second = event.active.find_next(first);
  if (second < 0 || IsUnsure || !Conditions.isPlain(now.stamp.context))
    return;
  int64_t elements =
      v.written.size() / std::max<int64_t>(1, event.requestBytes);
  auto load = v.scatteredLoads.find(symbol);
  bool isCrowded = int64_t(event.active.count()) > elements;
  bool isUpdate = load != v.scatteredLoads.end() && load->second == Control;
  if (!isCrowded && !isUpdate)
    return;
  SyncFindings::Race race;
  race.secondLane = second;
  race.dependsOnData = !isCrowded;
  const Value *stored = now.circumstances.stored;
  race.isSameValue =
      stored && areSameValue(Walk.symbols, *stored, first, *stored, second,
                             UniformityScope::Workgroup);
  AccessStamp stamp = now.stamp;
  stamp.lane = first;
  addRace(now, now.site, stamp, {}, std::move(race));
}

/// Plain accesses of the elements of a variable against atomics on any of them.
void SyncRecorder::meetScattered(Current &now,
                                 llvm::ArrayRef<LaneAddress> addresses) {
  int lane = now.event.active.find_first();
  AccessStamp stamp = now.stamp;
  stamp.lane = lane;
  bool isAtomic = now.event.op == AccessOp::Atomic &&
                  scatteringSymbol(now.event) != kNoSymbol;
  if (isAtomic)
    now.variable.scattered[now.site] = stamp;
  else if (now.event.op != AccessOp::Atomic && addresses[lane].isKnown)
    now.variable.plain[now.site] = stamp;
  else
    return;
  const auto &others = isAtomic ? now.variable.plain : now.variable.scattered;
  for (const auto &[site, other] : others) {
    int second =
        other.lane == stamp.lane ? now.event.active.find_next(lane) : lane;
    if (second < 0 || Sites[site].name != now.event.name || IsUnsure ||
        other.isUnsure ||
        !isUnseparated(other.control, other.context, stamp.context))
      continue;
    auto together = Conditions.together(other.context, stamp.context, false);
    if (!together)
      continue;
    SyncFindings::Race race;
    race.secondLane = second;
    race.dependsOnData = true;
    addRace(now, site, other, *together, std::move(race));
  }
}

//===----------------------------------------------------------------------===//
// What barriers are good for
//===----------------------------------------------------------------------===//

/// No barrier is executed between now and an access that \p control barriers
/// came before: all since then are on other paths.
bool SyncRecorder::isUnseparated(uint32_t control, uint32_t contextA,
                                 uint32_t contextB) const {
  if (Control - control > kMaxOtherPaths)
    return false;
  return llvm::all_of(
      llvm::ArrayRef(RunContexts).drop_front(control), [&](uint32_t context) {
        return Conditions.isExcluded(context, contextA, contextB);
      });
}

/// A conflict with an access before control barrier number \p control + 1:
/// notes which barriers order it.
void SyncRecorder::constrain(uint32_t control, uint32_t contextA,
                             uint32_t contextB) {
  if (control == Control ||
      !Constrained.insert({control, contextA, contextB}).second)
    return;
  std::set<uint32_t> order;
  for (const auto &[barrier, run] : Barriers)
    if (run.control > control &&
        Conditions.isImplied(run.context, contextA, contextB))
      order.insert(barrier);
  if (!order.empty())
    Findings.addConstraint(std::move(order));
}

/// Accesses whose addresses are not known conflict with all of their variable.
void SyncRecorder::constrainUnknown(Current &now, bool hasUnknown,
                                    bool hasKnown) {
  for (AccessOp op : {AccessOp::Load, AccessOp::Store, AccessOp::Atomic}) {
    if (!areConflicting(op, now.event.op))
      continue;
    const Latest &all = now.variable.all[unsigned(op)];
    const Latest &unknown = now.variable.unknown[unsigned(op)];
    if (hasUnknown && all.isAny())
      constrain(all.control, all.context, now.stamp.context);
    if (hasKnown && unknown.isAny())
      constrain(unknown.control, unknown.context, now.stamp.context);
  }
}

/// Two buffers may be one, unless they say that they are not. A barrier that
/// does not order buffers is not there for that.
void SyncRecorder::constrainAliases(Current &now) {
  if (now.variable.memory != BufferClass || now.variable.isRestrict)
    return;
  for (auto &[id, other] : Variables) {
    if (&other == &now.variable || other.memory != BufferClass ||
        other.isRestrict)
      continue;
    for (AccessOp op : {AccessOp::Load, AccessOp::Store, AccessOp::Atomic}) {
      const Latest &latest = other.all[unsigned(op)];
      if (areConflicting(op, now.event.op) && latest.isAny() &&
          latest.fence != Fences[BufferClass])
        constrain(latest.control, latest.context, now.stamp.context);
    }
  }
}

/// Brings what is known of the whole variable up to date.
void SyncRecorder::noteVariable(Current &now,
                                llvm::ArrayRef<LaneAddress> addresses) {
  bool hasUnknown = false, hasKnown = false;
  const LaneSet &active = now.event.active;
  Variable &v = now.variable;
  for (int lane = active.find_first(); lane >= 0;
       lane = active.find_next(lane)) {
    bool isKnown = addresses[lane].isKnown;
    // How two unknown parts lie to each other is not known.
    if (isKnown && !v.region)
      v.region = addresses[lane].region;
    isKnown &= v.region == addresses[lane].region;
    (isKnown ? hasKnown : hasUnknown) = true;
  }
  constrainUnknown(now, hasUnknown, hasKnown);
  constrainAliases(now);
  Latest latest{Control, Fences[v.memory], now.stamp.context};
  v.all[unsigned(now.event.op)] = latest;
  if (hasUnknown)
    v.unknown[unsigned(now.event.op)] = latest;
}

void SyncRecorder::barrier(const BarrierEvent &event, const Flow &flow) {
  if (event.isControl && event.executionScope != spv::ScopeSubgroup) {
    Findings.addBarrier(event.instruction);
    noteDivergence(event, flow);
    RunContexts.push_back(Conditions.number(flow.context));
    Barriers[event.instruction] = {++Control, RunContexts.back()};
    Constrained.clear();
    IsUnsure = false;
  }
  if (event.isControl && event.executionScope == spv::ScopeSubgroup) {
    ++SubgroupSync;
    return;
  }
  if (event.memoryScope == spv::ScopeSubgroup ||
      event.memoryScope == spv::ScopeInvocation)
    return;
  if (event.semantics & spv::MemorySemanticsWorkgroupMemoryMask)
    ++Fences[SharedClass];
  if (event.semantics & spv::MemorySemanticsUniformMemoryMask) {
    ++Fences[BufferClass];
    Workgroups->noteFence();
  }
  if (event.semantics & spv::MemorySemanticsImageMemoryMask) {
    ++Fences[ImageClass];
    Workgroups->noteFence();
  }
}

/// Lanes that do not come to a barrier which others execute.
void SyncRecorder::noteDivergence(const BarrierEvent &event, const Flow &flow) {
  if (flow.mask.none())
    return;
  uint32_t arriving = flow.mask.find_first();
  if (!flow.mask.all()) {
    Findings.addDivergence(event.instruction, event.callChain,
                           Divergence::Proved, arriving,
                           flow.mask.find_first_unset(), "");
    return;
  }
  for (const Context *c = flow.context.get(); c; c = c->parent.get()) {
    const OpenCondition &condition = *c->condition;
    uint32_t text = condition.assumptions[c->side];
    if (condition.kind == OpenCondition::Kind::Guard)
      Findings.addDivergence(
          event.instruction, event.callChain, Divergence::Guarded, arriving,
          Walk.laneCount - 1,
          text == kNothingAssumed ? "" : Walk.symbols.assumptionText(text));
    else if (condition.kind == OpenCondition::Kind::Varying &&
             isFreeData(condition))
      Findings.addDivergence(event.instruction, event.callChain,
                             Divergence::Data, arriving, Walk.laneCount - 1,
                             condition.reason->text);
  }
}

//===----------------------------------------------------------------------===//
// Shared memory that nothing has written
//===----------------------------------------------------------------------===//

void SyncRecorder::noteWritten(Current &now,
                               llvm::ArrayRef<LaneAddress> addresses) {
  Variable &v = now.variable;
  if (now.event.op == AccessOp::Load || v.isAllWritten)
    return;
  const LaneSet &active = now.event.active;
  for (int lane = active.find_first(); lane >= 0;
       lane = active.find_next(lane)) {
    const LaneAddress &address = addresses[lane];
    if (!address.isConcrete || !address.isKnown) {
      v.isAllWritten = true; // it may be any byte
      return;
    }
    for (int64_t at = address.at; at < address.at + now.event.requestBytes;
         ++at)
      if (at >= 0 && at < int64_t(v.written.size()))
        v.written.set(at);
  }
}

/// Atomics that only store.
static bool readsNothing(const spirv::Instruction &inst) {
  return inst.opcode == spv::OpAtomicStore ||
         inst.opcode == spv::OpAtomicExchange ||
         inst.opcode == spv::OpAtomicFlagClear;
}

void SyncRecorder::checkWritten(Current &now,
                                llvm::ArrayRef<LaneAddress> addresses) {
  Variable &v = now.variable;
  if (now.event.op == AccessOp::Store || v.isAllWritten ||
      readsNothing(Walk.module.instructions()[now.event.instruction]) ||
      Conditions.isEdge(now.stamp.context))
    return;
  const LaneSet &active = now.event.active;
  bool isPlain = Conditions.isPlain(now.stamp.context);
  for (int lane = active.find_first(); lane >= 0;
       lane = active.find_next(lane)) {
    const LaneAddress &address = addresses[lane];
    int64_t end = address.at + now.event.requestBytes;
    if (!address.isKnown || !address.isConcrete || address.at < 0 ||
        end > int64_t(v.written.size()) ||
        v.written.find_first_in(address.at, end) != -1)
      continue;
    if (isPlain)
      Findings.addUninitializedRead(Sites[now.site], lane, address.at,
                                    assumptionTexts(now));
    else
      Candidates.push_back({now.site, uint32_t(lane), now.event.variable,
                            address.at, now.event.requestBytes});
    return;
  }
}

void SyncRecorder::finish() {
  // Behind a condition that is not known, only what is never written counts.
  for (const Candidate &read : Candidates) {
    const Variable &v = Variables[spirv::raw(read.variable)];
    if (!v.isAllWritten &&
        v.written.find_first_in(read.at, read.at + read.bytes) == -1)
      Findings.addUninitializedRead(Sites[read.site], read.lane, read.at, {});
  }
  Workgroups->finish();
}
