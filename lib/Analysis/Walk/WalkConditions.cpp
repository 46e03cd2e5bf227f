// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Branches of a walk: which lanes take which side, and what is open where it
/// is not known.
#include "Code/Loops.h"
#include "Lanes/PureOps.h"
#include "Walk/LaneWalk.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Function;
using spirv::Id;
using spirv::Instruction;

/// Of a uniform condition: what a lane on either side is under.
void LaneWalk::noteSides(OpenCondition &open, const LaneValue &condition,
                         const ConditionInfo *info) {
  if (info && !info->trueText.empty()) {
    open.assumptions = {Symbols.assumption(info->falseText),
                        Symbols.assumption(info->trueText)};
    return;
  }
  for (const Term &t : condition.terms)
    for (SymbolId s : t.monomial)
      if (const std::string &why = Symbols[s].reason->text; !why.empty()) {
        open.assumptions.fill(
            Symbols.assumption("an unknown condition allows it: " + why));
        return;
      }
}

std::shared_ptr<OpenCondition>
LaneWalk::openCondition(const LaneValue &condition, const LaneSet &active) {
  auto open = std::make_shared<OpenCondition>();
  open->serial = ++ConditionCount;
  open->symbol = LaneMath::conditionSymbol(condition);
  if (SymbolId s = findVarying(condition, Symbols); s != kNoSymbol)
    open->reason = dataBehind(Symbols[s].reason);
  const ConditionInfo *info = Math.condition(open->symbol);
  if (info && info->isGuard) {
    open->kind = OpenCondition::Kind::Guard;
    open->scope = UniformityScope::Subgroup;
    open->assumptions.fill(Symbols.assumption(info->text));
    open->interior = info->interior;
    open->isNarrow = info->isNarrow;
    if (open->isNarrow) // some of a subgroup's lanes are on the other side
      open->assumptions[!open->interior] = kNothingAssumed;
    open->partsNoWorkgroup = info->partsNoWorkgroup;
    open->partedWorkgroups = info->partedWorkgroups;
    if (!info->smallText.empty())
      open->smallBound = Symbols.assumption(info->smallText);
    open->beside = info->beside;
    open->partsWhere = info->partsWhere;
    return open;
  }
  if (isUniformOver(condition, Symbols, active)) {
    open->kind = OpenCondition::Kind::Uniform;
    open->scope = scopeOf(condition, Symbols);
    open->withinBound = info ? info->withinBound : std::nullopt;
    noteSides(*open, condition, info);
  }
  if (info && info->parted)
    open->parted = {info->parted->whenFalse, info->parted->whenTrue,
                    Symbols.assumption(info->parted->text)};
  return open;
}

/// The branch at the end of \p block may leave the innermost loop around it.
bool LaneWalk::endsIteration(const Frame &frame, uint32_t block) const {
  const Function &f = *frame.function;
  uint32_t loop = f.loopOf[block];
  return loop != spirv::kNoLoop &&
         llvm::any_of(f.blocks[block].successors,
                      [&](uint32_t to) { return !isInLoop(f, to, loop); });
}

/// An instruction by which the text of \p condition can be found; 0: none. Of
/// `a || b`, which a branch joins, that is a.
static uint32_t decisionOf(const spirv::Module &m, spirv::Id condition) {
  const Instruction *made = m.def(condition);
  while (made && made->opcode == spv::OpPhi) {
    const Instruction *left = m.def(made->idOperand(0));
    if (left >= made) // of a loop
      return 0;
    made = left;
  }
  return made ? uint32_t(made - m.instructions().data()) : 0;
}

void LaneWalk::branchConditional(Frame &frame, uint32_t from,
                                 const Instruction &inst, Flow flow) {
  const spirv::Type *type = M.typeOf(inst.idOperand(0));
  if (!type)
    return;
  LaneValue condition =
      toScalar(Math, operand(frame, inst.idOperand(0), flow), *type);
  LaneSet yes = flow.mask, no = flow.mask, known = flow.mask;
  dropUnknownLanes(condition, known);
  LaneSet open = flow.mask;
  open.reset(known);
  if (condition.constant.isUniform())
    (condition.constant.uniformValue() ? no : yes).reset(known);
  else
    for (unsigned lane : known.set_bits())
      (condition.constant[lane] ? no : yes).reset(lane);
  if (!condition.constant.isUniform())
    UsesInvocationId = true;
  noteBranch(frame, from, inst, yes, no, flow);
  // Two flows from here on: the first store in either copies the state.
  Math.addWork(8 * flow.state->objects.size() +
               kAssumptionCost * flow.assumptions.size());
  Flow other = flow;
  flow.mask = yes;
  other.mask = no;
  if (open.any()) {
    auto record = openCondition(condition, open);
    record->value = condition;
    record->decision = decisionOf(M, inst.idOperand(0));
    record->isTrip = endsIteration(frame, from);
    bool isUniform = record->kind == OpenCondition::Kind::Uniform;
    if (isUniform && record->isTrip)
      record->assumptions.fill(kNothingAssumed); // the trip count's business
    else if (known.any() && record->kind != OpenCondition::Kind::Varying)
      record->asking = open;
    if (const ConditionInfo *info =
            Math.condition(LaneMath::conditionSymbol(condition))) {
      // Of lanes that know their side, it says nothing.
      if (yes == open)
        flow.ranges = Math.rangesUnder(flow.ranges, *info, true, yes);
      if (no == open)
        other.ranges = Math.rangesUnder(other.ranges, *info, false, no);
    }
    enterCondition(flow, record, true);
    enterCondition(other, record, false);
  }
  branch(frame, from, inst.idOperand(1), std::move(flow));
  branch(frame, from, inst.idOperand(2), std::move(other));
}

void LaneWalk::branchSwitch(Frame &frame, uint32_t from,
                            const Instruction &inst, const Flow &flow) {
  const spirv::Type *type = M.typeOf(inst.idOperand(0));
  if (!type)
    return;
  LaneValue selector =
      toScalar(Math, operand(frame, inst.idOperand(0), flow), *type);
  unsigned literalWords = selector.type.widthBits > 32 ? 2 : 1;
  bool isKnown = selector.isConcrete();
  if (!selector.constant.isUniform())
    UsesInvocationId = true;
  std::shared_ptr<OpenCondition> record;
  if (!isKnown) {
    for (const Term &t : selector.terms)
      if (Symbols[t.monomial[0]].isEnumerated())
        Math.requestSplit(t.monomial[0]);
    record = openCondition(selector, flow.mask);
    record->isSwitch = true;
    record->selector = {selector, frame.function->blocks[from].end - 1};
  }
  LaneSet rest = flow.mask;
  // Cases that share a target are one edge.
  std::map<uint32_t, LaneSet> edges;
  std::vector<uint32_t> order;
  auto addEdge = [&](uint32_t target, const LaneSet &lanes) {
    auto [it, isNew] = edges.try_emplace(target, lanes);
    if (isNew)
      order.push_back(target);
    else
      it->second |= lanes;
  };
  for (unsigned i = 2; i + literalWords < inst.operands.size() + 0u;
       i += literalWords + 1) {
    uint64_t bits = inst.operands[i];
    if (literalWords == 2)
      bits |= uint64_t(inst.operands[i + 1]) << 32;
    int64_t value = signExtend(int64_t(bits), selector.type.widthBits);
    LaneSet lanes(LaneCount, false);
    if (!isKnown)
      lanes = flow.mask;
    else
      for (int lane = rest.find_first(); lane >= 0; lane = rest.find_next(lane))
        if (selector.constant[lane] == value)
          lanes.set(lane);
    if (isKnown)
      rest.reset(lanes);
    addEdge(inst.operands[i + literalWords], lanes);
  }
  addEdge(inst.operands[1], isKnown ? rest : flow.mask);
  Id merge = frame.function->blocks[from].mergeBlock;
  if (record)
    llvm::copy_if(order, std::back_inserter(record->cases),
                  [&](uint32_t label) { return Id(label) != merge; });
  for (uint32_t target : order) {
    Flow edge = flow;
    edge.mask = edges[target];
    if (Observer && edge.mask.any() && edge.mask != flow.mask)
      Observer->parted(frame.function->blocks[from].end - 1, edge.mask);
    if (record && order.size() > 1)
      enterCondition(edge, record, /*side=*/true, target);
    branch(frame, from, Id(target), std::move(edge));
  }
}
