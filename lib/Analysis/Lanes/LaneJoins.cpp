// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Values that are one of two, where paths meet and where `?:` chooses.
#include "Lanes/LaneMath.h"

using namespace wglint;

static const char *const kDependsOnPath = "depends on which path is taken";

/// Gives the new unknown \p v the bounds of what it stands for.
static LaneValue within(LaneValue v, const std::optional<Interval> &bounds,
                        SymbolTable &symbols) {
  SymbolId s = LaneMath::conditionSymbol(v);
  if (!bounds || s == kNoSymbol)
    return v;
  Symbol &symbol = symbols.edit(s);
  symbol.min = int64_t(bounds->min);
  symbol.max = int64_t(bounds->max);
  symbol.isUnbounded = false;
  return v;
}

/// Why lanes differ in what is \p a on one path and \p b on another. Only where
/// they differ on both is it known that they do here: atomics go before data,
/// since they may be what invocations agree upon.
static ReasonPtr reasonOfEither(LaneMath &math, const LaneValue &a,
                                const LaneValue &b) {
  const SymbolTable &symbols = math.symbols();
  SymbolId first = findVarying(a, symbols), second = findVarying(b, symbols);
  if (first == kNoSymbol || second == kNoSymbol)
    return math.reason(UnknownKind::Uniform, kDependsOnPath);
  const ReasonPtr &reason = symbols[first].reason;
  return isFreeData(*reason) ? symbols[second].reason : reason;
}

LaneValue LaneMath::join(const LaneValue &a, const LaneValue &b,
                         UniformityScope scope,
                         const std::optional<Interval> &bounds) {
  if (a == b)
    return a;
  if (a.type.kind != NumType::Int) {
    bool isUniform = isUniformValue(a, Symbols) && isUniformValue(b, Symbols);
    if (isUniform)
      return unknown(
          a.type, reason(UnknownKind::Uniform, kDependsOnPath),
          std::min({scope, scopeOf(a, Symbols), scopeOf(b, Symbols)}));
    return unknown(a.type, reasonOfEither(*this, a, b));
  }
  LaneValue difference = subtractValues(a, b);
  bool isUniformChoice =
      scope != UniformityScope::None && isUniformValue(difference, Symbols);
  UniformityScope s = isUniformChoice
                          ? std::min(scope, scopeOf(difference, Symbols))
                          : UniformityScope::None;
  if (!isUniformChoice) {
    SymbolId v = findVarying(difference, Symbols);
    LaneValue either = unknown(
        a.type, v != kNoSymbol ? Symbols[v].reason
                               : reason(UnknownKind::Uniform, kDependsOnPath));
    return within(std::move(either), bounds, Symbols);
  }
  // a = b + (difference or 0): the lanes' part stays known.
  Symbol choice;
  choice.kind = Symbol::Kind::Derived;
  choice.scope = s;
  choice.reason = reason(UnknownKind::Uniform, kDependsOnPath);
  choice.name = "a uniform value";
  choice.origin.dependsOnPath = true;
  choice.origin.add(strideOrigin(difference));
  Interval r = rangeInLane(difference, Symbols, 0);
  if (!r.isUnboundedAbove && !r.isUnboundedBelow) {
    choice.min = std::min<int64_t>(0, r.min);
    choice.max = std::max<int64_t>(0, r.max);
    choice.isUnbounded = false;
  } else if (!r.isUnboundedBelow && r.min >= 0) {
    choice.min = 0;
  }
  // A limit is all that is known of what it limits.
  if (choice.isUnbounded && bounds && isUniformValue(b, Symbols)) {
    choice.scope = std::min({s, scopeOf(a, Symbols), scopeOf(b, Symbols)});
    SymbolId id = Symbols.add(std::move(choice));
    return within(symbolValue(b.type, id), bounds, Symbols);
  }
  return addValues(b, symbolValue(b.type, Symbols.add(std::move(choice))));
}

/// Of what is \p a where the condition \p symbol holds, and \p b elsewhere.
static std::optional<Interval> boundsOfChoice(LaneMath &math, SymbolId symbol,
                                              const LaneValue &a,
                                              const LaneValue &b,
                                              const LaneSet &active) {
  const ConditionInfo *info = math.condition(symbol);
  if (!info || a.isConstant() == b.isConstant())
    return std::nullopt;
  RangesPtr known = math.symbols().ranges();
  RangesPtr whenTrue = math.rangesUnder(known, *info, true, active),
            whenFalse = math.rangesUnder(known, *info, false, active);
  math.symbols().setRanges(known);
  return boundsOfEither({a, active, whenTrue}, {b, active, whenFalse},
                        math.symbols(), math.laneCount());
}

LaneValue LaneMath::select(const LaneValue &c, const LaneValue &a,
                           const LaneValue &b) {
  if (a == b)
    return a;
  LaneSet takeA(LaneCount, false), open(LaneCount, true);
  dropUnknownLanes(c, open);
  open.flip();
  for (unsigned i = 0; i < LaneCount; ++i)
    if (!open.test(i) && c.constant[i] != 0)
      takeA.set(i);
  LaneValue value = blendValues(takeA, a, b);
  if (open.none() || !open.anyCommon(*Active))
    return value;
  if (isGuard(c) || isUniformValue(c, Symbols))
    if (std::optional<LaneValue> logical = shortCircuit(c, a, b))
      return *logical;
  SymbolId s = conditionSymbol(c);
  // Which of two values a search goes on with is no edge of a dispatch.
  if (const ConditionInfo *info = condition(s);
      info && info->isGuard && !info->isOfData) {
    assume(info->text);
    return blendValues(open, info->interior ? a : b, value);
  }
  std::optional<Interval> bounds = boundsOfChoice(*this, s, a, b, *Active);
  UniformityScope scope =
      isUniformValue(c, Symbols) ? scopeOf(c, Symbols) : UniformityScope::None;
  if (scope == UniformityScope::None && a.type.kind != NumType::Bool) {
    SymbolId v = findVarying(c, Symbols);
    // One of two known floats is not as free as data.
    if (v != kNoSymbol &&
        (a.type.kind == NumType::Int ||
         (isFreeData(*Symbols[v].reason) &&
          (hasVarying(a, Symbols) || hasVarying(b, Symbols)))))
      return blendValues(
          open, within(unknown(a.type, Symbols[v].reason), bounds, Symbols),
          value);
  }
  return blendValues(open, join(a, b, scope, bounds), value);
}
