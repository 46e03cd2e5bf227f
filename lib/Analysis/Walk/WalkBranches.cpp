// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a walk notes of conditional branches: where the lanes of a subgroup
/// part, and how far the ids of a dispatch reach of what they are compared
/// with.
#include "Lanes/PureOps.h"
#include "Walk/LaneWalk.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;

const Origins &LaneWalk::originsIn(const spirv::Function &function) {
  return OriginsOf.try_emplace(spirv::raw(function.id), M, function)
      .first->second;
}

/// The uniforms that the condition of a branch which ends a loop's iteration is
/// made of.
void LaneWalk::noteLoopBound(Frame &frame, Id condition, const Flow &flow) {
  const Instruction *comparison = M.def(condition);
  if (!comparison || comparison->operands.size() != 2)
    return;
  for (unsigned i = 0; i < 2; ++i) {
    const spirv::Type *type = M.typeOf(comparison->idOperand(i));
    if (!type || type->kind != spirv::TypeKind::Int)
      continue;
    LaneValue value =
        toScalar(Math, operand(frame, comparison->idOperand(i), flow), *type);
    // A bound of each lane's own is the end of a window, not of a row.
    bool isWindow = llvm::any_of(
        value.terms, [](const Term &t) { return !t.coefficient.isUniform(); });
    if (isWindow)
      continue;
    for (const Term &t : value.terms)
      for (SymbolId s : t.monomial)
        if (Symbols[s].kind == Symbol::Kind::Uniform &&
            !llvm::is_contained(Activation.bounds, s))
          Activation.bounds.push_back(s);
  }
}

/// Subgroups with lanes in \p yes and in \p no.
static BranchNotes::Parting countParted(const LaneSet &yes, const LaneSet &no,
                                        unsigned subgroupSize) {
  BranchNotes::Parting parting;
  for (unsigned first = 0; first < yes.size(); first += subgroupSize) {
    unsigned last = std::min<unsigned>(first + subgroupSize, yes.size());
    bool hasYes = yes.find_first_in(first, last) >= 0;
    bool hasNo = no.find_first_in(first, last) >= 0;
    parting.subgroups += hasYes || hasNo;
    parting.partedSubgroups += hasYes && hasNo;
  }
  return parting;
}

void BranchNotes::noteParting(uint32_t branch, const Parting &parting) {
  if (parting.partedSubgroups == 0)
    return;
  Parting &known = partings[branch];
  if (parting.partedSubgroups > known.partedSubgroups)
    known = parting;
}

void LaneWalk::noteBranch(Frame &frame, uint32_t from, const Instruction &inst,
                          const LaneSet &yes, const LaneSet &no,
                          const Flow &flow) {
  bool endsLoop = endsIteration(frame, from);
  if (endsLoop && !Observer)
    noteLoopBound(frame, inst.idOperand(0), flow);
  if (Observer)
    for (const LaneSet *side : {&yes, &no})
      if (side->any() && *side != flow.mask)
        Observer->parted(frame.function->blocks[from].end - 1, *side);
  if (RecordingOff || Observer || Stopped)
    return;
  // Each side holds the lanes that might go there: only known ones part.
  LaneSet both = yes;
  both &= no;
  if (both.none())
    Branches.noteParting(frame.function->blocks[from].end - 1,
                         countParted(yes, no, In.subgroupSize));
  // A loop that strides over the rest covers what one step does not.
  if (In.box && !endsLoop)
    noteBounds(frame, inst.idOperand(0), flow);
}

//===----------------------------------------------------------------------===//
// Bounds of a dispatch
//===----------------------------------------------------------------------===//

namespace {
/// `value < bound`, `value <= bound`, or the opposite.
struct Comparison {
  Id value, bound;
  bool isInclusive; ///< the bound itself is let through
};
} // namespace

static std::optional<Comparison> readComparison(const Instruction &inst) {
  Id a = inst.idOperand(0), b = inst.idOperand(1);
  switch (inst.opcode) {
  case spv::OpULessThan:
  case spv::OpSLessThan:
  case spv::OpUGreaterThanEqual:
  case spv::OpSGreaterThanEqual:
    return Comparison{a, b, false};
  case spv::OpULessThanEqual:
  case spv::OpSLessThanEqual:
  case spv::OpUGreaterThan:
  case spv::OpSGreaterThan:
    return Comparison{a, b, true};
  default:
    return std::nullopt;
  }
}

/// The comparisons that \p condition is made of.
void LaneWalk::noteBounds(Frame &frame, Id condition, const Flow &flow) {
  originsIn(*frame.function).visit(condition, [&](const Instruction &inst) {
    switch (inst.opcode) {
    case spv::OpLogicalAnd:
    case spv::OpLogicalOr:
    case spv::OpLogicalNot:
    case spv::OpPhi: // of an operand that is only looked at if need be
      return true;
    default:
      noteBound(frame, inst, flow);
      return false;
    }
  });
}

/// Some id of the whole dispatch, and nothing that is read.
static bool isDispatchId(const Origins &origins, Id id) {
  std::set<uint32_t> builtIns = origins.builtIns(id);
  return !builtIns.empty() && llvm::all_of(builtIns, [](uint32_t builtIn) {
    return builtIn == spv::BuiltInGlobalInvocationId;
  });
}

void LaneWalk::noteBound(Frame &frame, const Instruction &comparison,
                         const Flow &flow) {
  std::optional<Comparison> parts = readComparison(comparison);
  const Origins &origins = originsIn(*frame.function);
  uint32_t at = M.defIndex(comparison.result);
  if (!parts || !isDispatchId(origins, parts->value) ||
      !origins.builtIns(parts->bound).empty() || flow.mask.none())
    return;
  const spirv::Type *type = M.typeOf(parts->value);
  if (!type || type->kind != spirv::TypeKind::Int)
    return;
  LaneValue value = toScalar(Math, operand(frame, parts->value, flow), *type);
  LaneValue bound = toScalar(Math, operand(frame, parts->bound, flow), *type);
  BranchNotes::Bound note;
  Interval range = rangeOver(value, Symbols, LaneCount, &flow.mask);
  note.isKnown = bound.isConstant() && !range.isUnboundedAbove &&
                 range.max < INT32_MAX &&
                 !hasVarying(value, Symbols, &flow.mask);
  if (note.isKnown) {
    Interval own = rangeOver(LaneValue(value.type, value.constant), Symbols,
                             LaneCount, &flow.mask);
    note.covered = int64_t(range.max) + 1;
    note.bound = bound.constant[0] + parts->isInclusive;
    note.perWorkgroup = int64_t(own.max - own.min) + 1;
  }
  auto [it, isNew] = Branches.bounds.try_emplace(at, note);
  if (isNew)
    return;
  it->second.isKnown &= note.isKnown && note.bound == it->second.bound;
  it->second.covered = std::max(it->second.covered, note.covered);
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//
