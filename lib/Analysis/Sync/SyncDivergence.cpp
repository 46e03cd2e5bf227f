// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sync/SyncDivergence.h"
#include "Lanes/AssumptionNames.h"
#include "Sync/SyncSwitches.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

void SyncDivergence::note(const BarrierEvent &event, const Flow &flow) {
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

const UnknownReason *
SyncDivergence::votedOn(const OpenCondition &condition) const {
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

void SyncDivergence::noteParting(const BarrierEvent &event, const Flow &flow,
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
