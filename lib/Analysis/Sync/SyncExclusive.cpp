// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sync/SyncExclusive.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

/// Conditions on one way that are looked at, and parts of `a && b`.
static constexpr size_t kMaxAnswers = 16;

/// The unknown that \p value is, for all lanes.
static SymbolId symbolOf(const Value &value) {
  return value.isScalar() ? soleSymbol(value.scalar) : kNoSymbol;
}

static bool isFalse(const LaneValue &value) {
  return value.isConstant() && value.constant[0] == 0;
}

/// Of `a && b` what both are, where it holds, and of `a || b` where it does
/// not; `a && b` may be a branch on `a` that chooses between `b` and false.
void SyncExclusive::addAnswers(Answer answer, Answers &answers) const {
  auto [symbol, side] = answer;
  if (symbol == kNoSymbol || answers.size() == kMaxAnswers)
    return;
  answers.push_back(answer);
  if (const ChosenValues::Choice *choice = Chosen.find(symbol)) {
    if (!side || choice->condition == kNoSymbol)
      return;
    bool isBoth = isFalse(choice->whenFalse);
    if (!isBoth && !isFalse(choice->whenTrue))
      return;
    addAnswers({choice->condition, isBoth}, answers);
    addAnswers(
        {symbolOf(Value(isBoth ? choice->whenTrue : choice->whenFalse)), true},
        answers);
    return;
  }
  auto [made, part] = Sources.madeBy(symbol);
  if (!made || part != 0)
    return;
  spv::Op opcode = spv::Op(made->inst->opcode);
  if (opcode == spv::OpLogicalNot)
    return addAnswers({symbolOf(made->operands[0]), !side}, answers);
  if (opcode == (side ? spv::OpLogicalAnd : spv::OpLogicalOr))
    for (const Value &operand : made->operands)
      addAnswers({symbolOf(operand), side}, answers);
}

SyncExclusive::Answers
SyncExclusive::answersOf(llvm::ArrayRef<const Context *> chain) const {
  Answers answers;
  for (const Context *c : llvm::reverse(chain)) // the innermost decide most
    if (!c->condition->isSwitch && !c->condition->isTrip)
      addAnswers({c->condition->symbol, c->side}, answers);
  return answers;
}

namespace {
/// The numbers for which a comparison with one holds, or does not.
struct Range {
  int64_t least, most;
  bool holdsInside;
};
} // namespace

/// Numbers are kept as signed ones, so that `x < 3u` leaves 0 to 2.
static std::optional<Range> rangeOf(uint16_t opcode, int64_t number) {
  int64_t least = INT64_MIN;
  switch (opcode) {
  case spv::OpIEqual:
    return Range{number, number, true};
  case spv::OpINotEqual:
    return Range{number, number, false};
  case spv::OpULessThan:
  case spv::OpULessThanEqual:
  case spv::OpUGreaterThan:
  case spv::OpUGreaterThanEqual:
    if (number <= 0)
      return std::nullopt;
    least = 0;
    break;
  default:
    if (number == INT64_MIN)
      return std::nullopt;
  }
  switch (opcode) {
  case spv::OpULessThan:
  case spv::OpSLessThan:
    return Range{least, number - 1, true};
  case spv::OpULessThanEqual:
  case spv::OpSLessThanEqual:
    return Range{least, number, true};
  case spv::OpUGreaterThan:
  case spv::OpSGreaterThan:
    return Range{least, number, false};
  case spv::OpUGreaterThanEqual:
  case spv::OpSGreaterThanEqual:
    return Range{least, number - 1, false};
  default:
    return std::nullopt;
  }
}

/// Of `x == 3`, and of `x < 3` and the like.
std::optional<SyncExclusive::Says> SyncExclusive::saysOf(Answer answer) const {
  auto [made, part] = Sources.madeBy(answer.first);
  if (!made || part != 0 || made->operands.size() != 2 ||
      !made->operands[0].isScalar() || !made->operands[1].isScalar())
    return std::nullopt;
  const LaneValue &left = made->operands[0].scalar,
                  &right = made->operands[1].scalar;
  if (left.isConstant() || !right.isConstant())
    return std::nullopt;
  std::optional<Range> range = rangeOf(made->inst->opcode, right.constant[0]);
  if (!range)
    return std::nullopt;
  return Says{Value(left), range->least, range->most,
              answer.second == range->holdsInside};
}

bool SyncExclusive::contradict(Answer a, unsigned laneA, Answer b,
                               unsigned laneB) const {
  auto areSame = [&](const Value &x, const Value &y) {
    return Sources.areSame(x, laneA, y, laneB, UniformityScope::Workgroup);
  };
  NumType boolean{NumType::Bool, 1, false};
  if (a.second != b.second && areSame(Value(symbolValue(boolean, a.first)),
                                      Value(symbolValue(boolean, b.first))))
    return true;
  std::optional<Says> x = saysOf(a), y = saysOf(b);
  if (!x || !y || !(x->of.scalar.type == y->of.scalar.type))
    return false;
  bool areApart = x->most < y->least || y->most < x->least;
  auto covers = [](const Says &outer, const Says &inner) {
    return outer.least <= inner.least && inner.most <= outer.most;
  };
  bool isNone = x->isInside && y->isInside    ? areApart
                : x->isInside && !y->isInside ? covers(*y, *x)
                : !x->isInside && y->isInside ? covers(*x, *y)
                                              : false;
  return isNone && areSame(x->of, y->of);
}

bool SyncExclusive::areExclusive(const Way &a, const Way &b) const {
  Answers ofA = answersOf(a.chain), ofB = answersOf(b.chain);
  return llvm::any_of(ofA, [&](Answer x) {
    return llvm::any_of(
        ofB, [&](Answer y) { return contradict(x, a.lane, y, b.lane); });
  });
}
