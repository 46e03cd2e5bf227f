// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What each barrier orders, and who does not come to it.
#include "Code/IdiomFinders.h"
#include "Sync/SyncRecorder.h"
#include "Sync/SyncSwitches.h"
#include "Sync/SyncWorkgroups.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

/// Barriers that are looked at one by one when none of them may stand between.
static constexpr uint32_t kMaxOtherPaths = 16;

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
  std::map<uint32_t, std::set<uint32_t>> optional; // by context
  for (const auto &[barrier, run] : Barriers)
    if (run.control > control) {
      if (Conditions.isImplied(run.context, contextA, contextB))
        order.insert(barrier);
      else if (!Conditions.isExcluded(run.context, contextA, contextB))
        optional[run.context].insert(barrier);
    }
  if (!order.empty())
    return Findings.addConstraint(std::move(order));
  // Where the conditions of some of these hold, they may be the only ones.
  for (auto &[context, barriers] : optional)
    Findings.addConstraint(std::move(barriers));
}

/// Accesses whose addresses are not known conflict with all of their variable.
void SyncRecorder::constrainUnknown(Current &now, bool hasUnknown,
                                    bool hasKnown) {
  for (AccessOp op : {AccessOp::Load, AccessOp::Store, AccessOp::Atomic}) {
    if (!areConflicting(op, now.event.op))
      continue;
    if (hasUnknown)
      for (const Moment &any : now.variable.all[unsigned(op)])
        constrain(any.control, any.context, now.stamp.context);
    if (hasKnown)
      for (const Moment &unknown : now.variable.unknown[unsigned(op)])
        constrain(unknown.control, unknown.context, now.stamp.context);
  }
}

/// Atomics of the same opcode, other than 0, may change places: nothing is seen
/// of the order in which they come to a place in memory.
uint16_t SyncRecorder::commutingOpcode(uint32_t instruction) {
  if (!CommutingAtomics) {
    CommutingAtomics.emplace();
    for (const spirv::Function &function : Walk.module.functions())
      for (const AtomicFact &atomic : findAtomics(Walk.module, function))
        if (!atomic.isResultUsed)
          CommutingAtomics->insert(atomic.instruction);
  }
  return CommutingAtomics->count(instruction)
             ? Walk.module.instructions()[instruction].opcode
             : 0;
}

/// Atomics race with no atomics, but what they leave and return depends on
/// their order: `atomicExchange(n, 0)` goes before the others count. Which
/// elements they touch does not matter here: there are few such arrays.
void SyncRecorder::constrainAtomics(Current &now) {
  if (now.event.op != AccessOp::Atomic)
    return;
  uint16_t opcode = commutingOpcode(now.event.instruction);
  for (const auto &[other, moments] : now.variable.atomics)
    if (opcode != other || opcode == 0)
      for (const Moment &moment : moments)
        constrain(moment.control, moment.context, now.stamp.context);
  now.variable.atomics[opcode].note(
      {Control, Fences[now.variable.memory], now.stamp.context}, Unconditional);
}

/// Two buffers may be one, and two images, unless they say that they are not; a
/// barrier that does not order those is not there for that. All blocks of
/// shared memory are one (SPV_KHR_workgroup_memory_explicit_layout), and each
/// barrier orders them.
/// In a shader without any, barrier() alone lets all load from an image before
/// some store to it: hosts bind one to both, to change it in place.
void SyncRecorder::constrainAliases(Current &now) {
  MemoryClass memory = now.variable.memory;
  if (!now.variable.mayBeAnother)
    return;
  auto isOrdered = [&](AccessOp op, const Moment &moment) {
    return memory == SharedClass || moment.fence != Fences[memory] ||
           (memory == ImageClass && op == AccessOp::Load &&
            !Walk.hasSharedMemory);
  };
  for (auto &[id, other] : Variables) {
    if (&other == &now.variable || other.memory != memory ||
        !other.mayBeAnother)
      continue;
    for (AccessOp op : {AccessOp::Load, AccessOp::Store, AccessOp::Atomic})
      for (const Moment &moment : other.all[unsigned(op)])
        if (areConflicting(op, now.event.op) && isOrdered(op, moment))
          constrain(moment.control, moment.context, now.stamp.context);
  }
}

/// What other workgroups are told of, or wait for.
void SyncRecorder::constrainHandOver(const Current &now) {
  if (now.variable.memory == SharedClass)
    return;
  bool isCommuting = now.event.op == AccessOp::Atomic &&
                     commutingOpcode(now.event.instruction) != 0;
  HandOver.access({now.event, now.variable.memory, Sites[now.site].isCoherent,
                   now.variable.mayBeStored, isCommuting, Control,
                   now.stamp.context, Fences},
                  Unconditional, [&](const Moment &earlier) {
                    constrain(earlier.control, earlier.context,
                              now.stamp.context);
                  });
}

/// Notes the access to shared memory, and whether invocations may touch
/// elements of others there: unknown ones, those of another unknown part, by
/// atomics, which are there for that, of another block, all of which share one
/// memory, or by the workgroup's id, which is past the end of most.
void SyncRecorder::noteShared(const Current &now) {
  Findings.noteShared(now.event.variable, now.event.name, now.event.op);
  bool isOwn = now.event.op != AccessOp::Atomic && now.variable.mayBeStored &&
               !now.variable.mayBeAnother;
  for (const Term &t : now.event.offsetBytes.terms)
    for (SymbolId id : Walk.workgroupIds)
      isOwn &= id == kNoSymbol || !llvm::is_contained(t.monomial, id);
  std::optional<uint32_t> region = now.variable.region;
  forEachLane(now.event.active, [&](unsigned lane) {
    const LaneAddress &address = now.addresses[lane];
    if (!region)
      region = address.region;
    isOwn &= address.isKnown && address.region == *region;
  });
  if (!isOwn)
    Findings.noteCrossed(now.event.variable);
}

/// Brings what is known of the whole variable up to date.
void SyncRecorder::noteVariable(Current &now,
                                llvm::ArrayRef<LaneAddress> addresses) {
  Variable &v = now.variable;
  bool hasUnknown = !v.mayBeStored, hasKnown = false;
  if (v.mayBeStored)
    forEachLane(now.event.active, [&](unsigned lane) {
      bool isKnown = addresses[lane].isKnown;
      // How two unknown parts lie to each other is not known.
      if (isKnown && !v.region)
        v.region = addresses[lane].region;
      (isKnown && *v.region == addresses[lane].region ? hasKnown : hasUnknown) =
          true;
    });
  constrainUnknown(now, hasUnknown, hasKnown);
  constrainAtomics(now);
  constrainAliases(now);
  constrainHandOver(now);
  Moment moment{Control, Fences[v.memory], now.stamp.context};
  v.all[unsigned(now.event.op)].note(moment, Unconditional);
  if (hasUnknown)
    v.unknown[unsigned(now.event.op)].note(moment, Unconditional);
}

void SyncRecorder::barrier(const BarrierEvent &event, const Flow &flow) {
  Iterations.note(event.instruction, flow.mask, {});
  if (isInTrial())
    return;
  Components.noteBarrier();
  if (event.isControl && event.executionScope != spv::ScopeSubgroup) {
    Findings.addBarrier(event.instruction, event.loopDepth);
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
  auto noteFence = [&](MemoryClass memory) {
    ++Fences[memory];
    if (event.memoryScope != spv::ScopeWorkgroup)
      ++DispatchFences[memory];
    if (memory != SharedClass)
      Ordering.noteFence();
  };
  if (event.semantics & spv::MemorySemanticsWorkgroupMemoryMask)
    noteFence(SharedClass);
  if (event.semantics & spv::MemorySemanticsUniformMemoryMask)
    noteFence(BufferClass);
  if (event.semantics & spv::MemorySemanticsImageMemoryMask)
    noteFence(ImageClass);
}

void SyncRecorder::parted(uint32_t branch, const LaneSet &lanes) {
  if (!isInTrial())
    Conditions.noteParted(branch, lanes);
}

/// Lanes that do not come to a barrier which others execute.
void SyncRecorder::noteDivergence(const BarrierEvent &event, const Flow &flow) {
  if (flow.mask.none())
    return;
  uint32_t arriving = flow.mask.find_first();
  // The defaults of specialization constants may fit each other; what replaces
  // them need not. One of 0 or 1 is as unknown as any other bound.
  auto isAssumed = [&](const char *text) {
    return flow.assumptions.count(Walk.symbols.assumption(text)) != 0;
  };
  bool isSpecialized = isAssumed(kSpecializationAssumption);
  // Who would be outside of an array is nowhere, or the shader is wrong.
  LaneSet here = flow.mask;
  addLanes(here, flow.leftOut);
  if (!here.all()) {
    uint32_t missing = here.find_first_unset();
    SyncFindings::Parting parting{Divergence::Proved, arriving, missing, ""};
    parting.branch = Conditions.partingOf(flow.mask);
    if (isAssumed(kPlaceholderAssumption))
      parting.divergence = Divergence::Guarded;
    else if (isSpecialized)
      parting = {Divergence::Assumed, arriving, missing,
                 kSpecializationAssumption};
    Findings.addDivergence(event.instruction, event.callChain,
                           std::move(parting));
    return;
  }
  uint32_t context = Conditions.number(flow.context);
  // Whether a condition met later lets a barrier be where others have parted
  // is seldom known: it may ask for the opposite in other words.
  bool isUnderLater = false;
  for (const Context *c = flow.context.get(); c; c = c->parent.get()) {
    const OpenCondition &condition = *c->condition;
    ConditionOutcomes where = condition.partsWhere;
    if (!condition.asking.empty() &&
        condition.kind == OpenCondition::Kind::Uniform)
      where.push_back({condition.symbol, !c->side});
    if (where.empty() ||
        (!isUnderLater &&
         Conditions.isPossible(context, *c, where, Math, Walk.symbols)))
      noteParting(event, flow, *c, arriving, isSpecialized);
    isUnderLater |=
        condition.kind == OpenCondition::Kind::Uniform && !condition.isTrip;
  }
}

/// The data by which each subgroup decides for itself on \p condition, where
/// workgroups have several; null where it does not.
const UnknownReason *
SyncRecorder::votedOn(const OpenCondition &condition) const {
  if (condition.kind != OpenCondition::Kind::Uniform ||
      condition.scope != UniformityScope::Subgroup ||
      condition.symbol == kNoSymbol || Walk.laneCount <= Walk.subgroupSize)
    return nullptr;
  const UnknownReason &reason = *Walk.symbols[condition.symbol].reason;
  const spirv::Instruction &made =
      Walk.module.instructions()[reason.instruction];
  bool isVote = spirv::isSubgroupOperation(made.opcode);
  return isVote && isFreeData(reason) ? &reason : nullptr;
}

/// The constant operand \p i of \p inst; std::nullopt: it is none.
static std::optional<uint32_t> constantOperand(const spirv::Module &module,
                                               const spirv::Instruction &inst,
                                               unsigned i) {
  const spirv::Instruction *made =
      i < inst.operands.size() ? module.def(inst.idOperand(i)) : nullptr;
  if (!made || made->opcode != spv::OpConstant)
    return std::nullopt;
  return made->operands[0];
}

/// An atomic that returns to some lane what it has not returned to the one
/// before: it changes what is there. One that adds 0 only reads.
static bool tellsLanesApart(const spirv::Module &module,
                            const UnknownReason &reason) {
  if (!reason.origin || reason.origin->kind != SiteKind::Atomic)
    return false;
  const spirv::Instruction &inst = module.instructions()[reason.instruction];
  switch (inst.opcode) {
  case spv::OpAtomicIIncrement:
  case spv::OpAtomicIDecrement:
    return true;
  // What stores 0 where 0 was returns the same to all.
  case spv::OpAtomicExchange:
  case spv::OpAtomicIAdd:
  case spv::OpAtomicISub:
  case spv::OpAtomicOr:
  case spv::OpAtomicXor:
    return constantOperand(module, inst, spirv::kAtomicValue).value_or(0) != 0;
  case spv::OpAtomicCompareExchange: {
    auto value = constantOperand(module, inst, spirv::kSwapValue),
         comparator = constantOperand(module, inst, spirv::kSwapComparator);
    return value && comparator && *value != *comparator;
  }
  default:
    return false;
  }
}

/// What \p c, a guard, says of lanes that may not come to a barrier. \p textOf:
/// of an assumption.
static SyncFindings::Parting
partingOfGuard(const Context &c, uint32_t arriving, uint32_t last,
               bool isSpecialized,
               llvm::function_ref<std::string(uint32_t)> textOf) {
  const OpenCondition &guard = *c.condition;
  // In the interior those who ask are on the other side.
  if (!guard.asking.empty() && !guard.partsNoWorkgroup &&
      guard.partedWorkgroups != PartedWorkgroups::Each &&
      c.side != guard.interior)
    return {Divergence::Proved, uint32_t(guard.asking.find_first_unset()),
            uint32_t(guard.asking.find_first()),
            textOf(guard.assumptions[guard.interior])};
  if (guard.partsNoWorkgroup && !isSpecialized)
    return {Divergence::None, arriving, last, ""};
  // A default that the host replaces is no constant.
  bool isDefault =
      isSpecialized && guard.partedWorkgroups == PartedWorkgroups::OfBound;
  bool isSmall = guard.smallBound != kNothingAssumed;
  return {isSmall ? Divergence::SmallBound : Divergence::Guarded,
          arriving,
          last,
          textOf(isSmall ? guard.smallBound : c.assumption()),
          guard.decision,
          isDefault ? PartedWorkgroups::Last : guard.partedWorkgroups};
}

/// Lanes of which \p c says that they may not come to a barrier.
void SyncRecorder::noteParting(const BarrierEvent &event, const Flow &flow,
                               const Context &c, uint32_t arriving,
                               bool isSpecialized) {
  const OpenCondition &condition = *c.condition;
  auto textOf = [&](uint32_t text) -> std::string {
    return text == kNothingAssumed ? "" : Walk.symbols.assumptionText(text);
  };
  uint32_t last = Walk.laneCount - 1;
  auto chain = Conditions.chain(Conditions.number(flow.context));
  SyncFindings::Parting parting{Divergence::None, arriving, last, ""};
  if (condition.kind == OpenCondition::Kind::Guard)
    parting = partingOfGuard(c, arriving, last, isSpecialized, textOf);
  else if (const auto &parted = condition.parted)
    parting = {Divergence::Assumed, c.side ? parted->missing : parted->arriving,
               c.side ? parted->arriving : parted->missing,
               textOf(parted->assumption)};
  else if (!condition.asking.empty() &&
           condition.assumptions[!c.side] != kNothingAssumed)
    parting = {Divergence::Assumed,
               uint32_t(condition.asking.find_first_unset()),
               uint32_t(condition.asking.find_first()),
               textOf(condition.assumptions[!c.side])};
  else if (auto chosen = partingOfSwitch(Walk, Math, c, chain))
    parting = {Divergence::Assumed, chosen->arriving, chosen->missing,
               std::move(chosen->text)};
  else if (condition.kind == OpenCondition::Kind::Varying &&
           condition.partsWhere.empty() && condition.reason &&
           (isFreeData(condition) ||
            (Walk.laneCount > 1 &&
             tellsLanesApart(Walk.module, *condition.reason))))
    parting = {Divergence::Data, arriving, last, condition.reason->text,
               condition.decision};
  else if (const UnknownReason *vote = votedOn(condition)) {
    parting = {Divergence::Data, arriving, last, vote->text,
               condition.decision};
    parting.isBySubgroup = true;
  }
  if (parting.divergence != Divergence::None)
    Findings.addDivergence(event.instruction, event.callChain,
                           std::move(parting));
}
