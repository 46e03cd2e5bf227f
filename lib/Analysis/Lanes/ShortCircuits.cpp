// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Opposites, and logical operations in the shape of a choice: a branch around
/// the second operand, or a select. A guard stays one in them.
#include "Lanes/LaneMath.h"
#include "Lanes/ScalarOps.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

bool LaneMath::isGuard(const LaneValue &c) const {
  const ConditionInfo *info = condition(conditionSymbol(c));
  return info && info->isGuard;
}

LaneValue LaneMath::logicalNot(const LaneValue &a, NumType result) {
  LaneValue value =
      evalUnary({spv::OpLogicalNot}, unaryIntFn(spv::OpLogicalNot), a, result);
  SymbolId of = conditionSymbol(a), s = conditionSymbol(value);
  const ConditionInfo *info = condition(of);
  if (!info || s == kNoSymbol)
    return value;
  if (info->opposite != kNoSymbol) {
    value.terms.front().monomial.front() = info->opposite;
    return value;
  }
  ConditionInfo inverse = *info;
  inverse.interior = !inverse.interior;
  if (inverse.withinBound)
    inverse.withinBound = !*inverse.withinBound;
  std::swap(inverse.trueText, inverse.falseText);
  std::swap(inverse.whenTrue, inverse.whenFalse);
  std::swap(inverse.isWhole[0], inverse.isWhole[1]);
  if (info->isGuard || !info->trueText.empty()) {
    inverse.opposite = of;
    Conditions[of].opposite = s;
  }
  Conditions[s] = std::move(inverse);
  return value;
}

/// What \p value is for lanes for which \p condition is \p side: a constant
/// that it has anyway, or as it is the condition or the opposite.
std::optional<bool> LaneMath::knownOn(const LaneValue &value,
                                      const LaneValue &condition, bool side) {
  if (value.isConstant())
    return value.constant[0] != 0;
  if (value == condition)
    return side;
  // Branches are on the opposite of the left operand of `||`.
  if (condition == unary(spv::OpLogicalNot, value, value.type))
    return !side;
  return std::nullopt;
}

std::optional<LaneValue> LaneMath::shortCircuit(const LaneValue &condition,
                                                const LaneValue &whenTrue,
                                                const LaneValue &whenFalse) {
  NumType type = whenTrue.type;
  if (type.kind != NumType::Bool)
    return std::nullopt;
  for (bool side : {true, false}) {
    const LaneValue &decider = side ? whenTrue : whenFalse;
    const LaneValue &other = side ? whenFalse : whenTrue;
    std::optional<bool> decision = knownOn(decider, condition, side);
    if (!decision)
      continue;
    bool isPlain = *decision == side;
    LaneValue value =
        binary(*decision ? spv::OpLogicalOr : spv::OpLogicalAnd,
               isPlain ? condition : unary(spv::OpLogicalNot, condition, type),
               other, type);
    const ConditionInfo *made = this->condition(conditionSymbol(value));
    bool isWindow = made && made->isMovingWindow;
    if (isGuard(condition) && !isGuard(value) && !isWindow)
      return std::nullopt;
    return value;
  }
  return choiceOfBounds(condition, whenTrue, whenFalse);
}

/// `flag ? id >= a : id >= b`, one of which may be something uniform.
std::optional<LaneValue> LaneMath::choiceOfBounds(const LaneValue &condition,
                                                  const LaneValue &whenTrue,
                                                  const LaneValue &whenFalse) {
  const ConditionInfo *info = nullptr;
  for (const LaneValue *v : {&whenTrue, &whenFalse}) {
    const ConditionInfo *mine = this->condition(conditionSymbol(*v));
    if (isGuard(*v) && info && info->interior != mine->interior)
      return std::nullopt;
    if (isGuard(*v))
      info = mine;
    else if (!isUniformValue(*v, Symbols))
      return std::nullopt;
  }
  if (!info || !isUniformValue(condition, Symbols))
    return std::nullopt;
  NumType type = whenTrue.type;
  LaneValue opposite = unary(spv::OpLogicalNot, condition, type);
  LaneValue value = binary(
      spv::OpLogicalOr, binary(spv::OpLogicalAnd, condition, whenTrue, type),
      binary(spv::OpLogicalAnd, opposite, whenFalse, type), type);
  return isGuard(value) ? std::optional<LaneValue>(value) : std::nullopt;
}
