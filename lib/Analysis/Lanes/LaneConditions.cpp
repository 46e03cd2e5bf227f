// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Comparisons, logic and selection: decided where the numbers or the ranges of
/// the unknowns decide them, otherwise one unknown of which it is known whether
/// the lanes of a subgroup agree.
#include "Lanes/LaneMath.h"
#include "Lanes/ScalarOps.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

SymbolId LaneMath::conditionSymbol(const LaneValue &c) {
  return c.terms.size() == 1 && c.terms[0].monomial.size() == 1
             ? c.terms[0].monomial[0]
             : kNoSymbol;
}

const ConditionInfo *LaneMath::condition(SymbolId symbol) const {
  if (symbol == kNoSymbol)
    return nullptr;
  auto it = Conditions.find(symbol);
  return it == Conditions.end() ? nullptr : &it->second;
}

static const char *sign(unsigned opcode) {
  switch (opcode) {
  case spv::OpIEqual:
    return " == ";
  case spv::OpINotEqual:
    return " != ";
  case spv::OpULessThan:
  case spv::OpSLessThan:
    return " < ";
  case spv::OpULessThanEqual:
  case spv::OpSLessThanEqual:
    return " <= ";
  case spv::OpUGreaterThan:
  case spv::OpSGreaterThan:
    return " > ";
  default:
    return " >= ";
  }
}

/// The comparison that holds where \p opcode does not.
static unsigned opposite(unsigned opcode) {
  switch (opcode) {
  case spv::OpIEqual:
    return spv::OpINotEqual;
  case spv::OpINotEqual:
    return spv::OpIEqual;
  case spv::OpULessThan:
  case spv::OpSLessThan:
    return spv::OpUGreaterThanEqual;
  case spv::OpULessThanEqual:
  case spv::OpSLessThanEqual:
    return spv::OpUGreaterThan;
  case spv::OpUGreaterThan:
  case spv::OpSGreaterThan:
    return spv::OpULessThanEqual;
  default:
    return spv::OpULessThan;
  }
}

/// Keeps what an undecided comparison says, for the branches on its \p result.
void LaneMath::describeComparison(const LaneValue &result, unsigned opcode,
                                  const LaneValue &a, const LaneValue &b,
                                  bool isReadable) {
  SymbolId s = conditionSymbol(result);
  if (s == kNoSymbol || Conditions.count(s))
    return;
  ConditionInfo info;
  noteGuard(info, opcode, a, b);
  if (isUniformValue(a, Symbols) && isUniformValue(b, Symbols)) {
    std::string left = format(a), right = format(b);
    info.trueText = left + sign(opcode) + right;
    info.falseText = left + sign(opposite(opcode)) + right;
    if (opcode == spv::OpIEqual || opcode == spv::OpINotEqual)
      info.opposite =
          derivedBy(result.type, {int64_t(opposite(opcode))}, {&a, &b});
  }
  info.partsNoWorkgroup =
      info.isGuard && partsNoWorkgroup(opcode, a, b, isReadable);
  if (isReadable) {
    LaneValue difference = subtractValues(a, b);
    noteComparison(info, opcode, difference);
    info.isWhole = {!info.whenFalse.empty(), !info.whenTrue.empty()};
  }
  if (info.isGuard || !info.trueText.empty() || !info.whenTrue.empty() ||
      !info.whenFalse.empty()) {
    if (info.opposite != kNoSymbol &&
        Conditions[info.opposite].opposite == kNoSymbol)
      Conditions[info.opposite].opposite = s;
    Conditions[s] = std::move(info);
  }
}

/// Whether a comparison of a number in \p r with 0 holds; std::nullopt where it
/// may or may not.
static std::optional<bool> decideBySign(unsigned opcode, const Interval &r) {
  bool above = !r.isUnboundedBelow && r.min > 0,
       below = !r.isUnboundedAbove && r.max < 0;
  bool atLeast = !r.isUnboundedBelow && r.min >= 0,
       atMost = !r.isUnboundedAbove && r.max <= 0;
  auto decide = [](bool yes, bool no) {
    return yes || no ? std::optional<bool>(yes) : std::nullopt;
  };
  switch (opcode) {
  case spv::OpIEqual:
    return decide(atLeast && atMost, above || below);
  case spv::OpINotEqual:
    return decide(above || below, atLeast && atMost);
  case spv::OpULessThan:
  case spv::OpSLessThan:
    return decide(below, atLeast);
  case spv::OpULessThanEqual:
  case spv::OpSLessThanEqual:
    return decide(atMost, above);
  case spv::OpUGreaterThan:
  case spv::OpSGreaterThan:
    return decide(above, atMost);
  default:
    return decide(atLeast, below);
  }
}

/// A loaded unsigned number without a bound. Read as a signed one it may be
/// negative, as `int(link) >= 0` asks.
static bool isOpenUnsignedData(const LaneValue &v, const SymbolTable &symbols,
                               const Interval &range) {
  if (!range.isUnboundedAbove || range.isUnboundedBelow)
    return false;
  return anySymbol(v, [&](SymbolId s) {
    const auto &reason = symbols[s].reason;
    return reason && reason->kind == UnknownKind::DataDependent;
  });
}

/// The known part of an unsigned number. Beside unknowns it is what is added to
/// them or, as in `n - 1u`, taken from them.
static __int128 unsignedPart(const LaneValue &v, unsigned lane) {
  if (!v.isConcrete())
    return v.constant[lane];
  return zeroExtend(v.constant[lane], v.type.widthBits);
}

LaneValue LaneMath::compare(unsigned opcode, const LaneValue &a,
                            const LaneValue &b, NumType result) {
  BinaryFn fn = binaryIntFn(opcode);
  if (a.isConcrete() && b.isConcrete())
    return evalBinary({opcode}, fn, a, b, result);
  bool isEquality = opcode == spv::OpIEqual || opcode == spv::OpINotEqual;
  LaneValue d = subtractValues(a, b);
  bool readable = isEquality || (fitsUnwrapped(a) && fitsUnwrapped(b));
  bool isUnsigned =
      opcode == spv::OpULessThan || opcode == spv::OpULessThanEqual ||
      opcode == spv::OpUGreaterThan || opcode == spv::OpUGreaterThanEqual;
  if (isUnsigned && readable)
    readable = isNonNegative(a) && isNonNegative(b);
  else if (!isEquality)
    readable &= !isOpenUnsignedData(a, Symbols,
                                    rangeOver(a, Symbols, LaneCount, Active)) &&
                !isOpenUnsignedData(b, Symbols,
                                    rangeOver(b, Symbols, LaneCount, Active));
  std::vector<int64_t> values(LaneCount, 0);
  LaneSet undecided(LaneCount, false);
  // A difference larger than the type's range could wrap; unknowns are taken
  // not to (see the file comment of the header).
  // The subtraction above wraps; redo the constants in wide arithmetic.
  bool sameTerms = llvm::all_of(
      d.terms, [](const Term &t) { return t.coefficient.isUniform(); });
  Interval ofTerms;
  if (sameTerms && readable) {
    ofTerms = rangeInLane(d, Symbols, 0);
    ofTerms.min -= d.constant[0];
    ofTerms.max -= d.constant[0];
  }
  for (unsigned i = 0; i < LaneCount; ++i) {
    if (!Active->test(i))
      continue;
    bool decided = false;
    if (readable) {
      Interval r = ofTerms;
      if (sameTerms) {
        r.min += d.constant[i];
        r.max += d.constant[i];
      } else {
        r = rangeInLane(d, Symbols, i);
      }
      __int128 exact = isUnsigned && a.type.widthBits < 64
                           ? unsignedPart(a, i) - unsignedPart(b, i)
                           : __int128(a.constant[i]) - b.constant[i];
      if (!isEquality) {
        r.min += exact - d.constant[i];
        r.max += exact - d.constant[i];
      }
      if (std::optional<bool> holds = decideBySign(opcode, r)) {
        decided = true;
        values[i] = *holds;
      }
    }
    if (!decided)
      undecided.set(i);
  }
  if (undecided.none())
    return LaneValue(result, Lanes::perLane(values));
  splitForComparison(readable ? d : isNonNegative(a) ? b : a);
  // Lanes that move together agree: `id < id + 8 * gl_WorkGroupID.x`.
  bool isUniform =
      readable && isUniformValue(d, Symbols) && !isUniformValue(a, Symbols);
  const LaneValue zero(d.type, 0);
  LaneValue open = isUniform ? unknownResult(result, {opcode}, {&d, &zero})
                             : unknownResult(result, {opcode}, {&a, &b});
  if (isUniform)
    describeComparison(open, opcode, d, zero, readable);
  else
    describeComparison(open, opcode, a, b, readable);
  return blendValues(undecided, open,
                     LaneValue(result, Lanes::perLane(values)));
}

/// "a and b" of two texts; empty where one is.
static std::string joined(const std::string &a, const char *word,
                          const std::string &b) {
  return a.empty() || b.empty() ? std::string() : a + word + b;
}

/// Who agrees on what stands beside the guards in an operand of && or ||.
static UniformityScope scopeBeside(const LaneValue &v,
                                   const ConditionInfo &info,
                                   const SymbolTable &symbols) {
  return info.isGuard ? info.beside.value_or(UniformityScope::Dispatch)
                      : scopeOf(v, symbols);
}

/// Of a guard in `a && b` or `a || b`: the outcomes without which it does not
/// matter. Of two guards that is what both need.
static ConditionOutcomes outcomesNeeded(bool isAnd, const LaneValue &a,
                                        const ConditionInfo &left,
                                        const LaneValue &b,
                                        const ConditionInfo &right) {
  ConditionOutcomes needed = left.isGuard ? left.partsWhere : right.partsWhere;
  if (left.isGuard && right.isGuard) {
    llvm::erase_if(needed, [&](const ConditionOutcome &outcome) {
      return !llvm::is_contained(right.partsWhere, outcome);
    });
    return needed;
  }
  SymbolId other = LaneMath::conditionSymbol(left.isGuard ? b : a);
  if (other != kNoSymbol)
    needed.push_back({other, isAnd});
  return needed;
}

/// Whether a sum of \p left and one of \p right, none of which is positive, are
/// the ends of a window for each lane which moves with a loop: their distance
/// is the same for all, and not known, or less than a subgroup.
static bool boundMovingWindow(llvm::ArrayRef<LaneValue> left,
                              llvm::ArrayRef<LaneValue> right,
                              const SymbolTable &symbols,
                              unsigned subgroupSize) {
  auto moves = [&](const LaneValue &v) {
    return anySymbol(v, [&](SymbolId s) {
      return symbols[s].kind == Symbol::Kind::LoopIteration;
    });
  };
  for (const LaneValue &a : left)
    for (const LaneValue &b : right) {
      LaneValue distance = addValues(a, b);
      if (moves(a) && !isUniformValue(a, symbols) && !moves(distance) &&
          isUniformValue(distance, symbols) &&
          (!distance.isConstant() ||
           -distance.constant[0] + 1 < int64_t(subgroupSize)))
        return true;
    }
  return false;
}

/// Keeps what is known of the operands of && and ||, for \p result, which
/// those of \p open ask for.
void LaneMath::describeLogical(const LaneValue &result, bool isAnd,
                               const LaneValue &a, const LaneValue &b,
                               const LaneSet &open) {
  SymbolId s = conditionSymbol(result);
  const ConditionInfo *ca = condition(conditionSymbol(a)),
                      *cb = condition(conditionSymbol(b));
  if (s == kNoSymbol || (!ca && !cb))
    return;
  static const ConditionInfo kNothing;
  const ConditionInfo &left = ca ? *ca : kNothing, &right = cb ? *cb : kNothing;
  ConditionInfo info;
  // Within both bounds, `x < w && y < h`; past one of them, the opposite.
  if (left.withinBound == isAnd && right.withinBound == isAnd)
    info.withinBound = isAnd;
  bool plainA = left.isGuard || isUniformOver(a, Symbols, open);
  bool plainB = right.isGuard || isUniformOver(b, Symbols, open);
  info.isMovingWindow =
      left.isGuard && right.isGuard &&
      boundMovingWindow(isAnd ? left.whenTrue : left.whenFalse,
                        isAnd ? right.whenTrue : right.whenFalse, Symbols,
                        SubgroupSize);
  if ((left.isGuard || right.isGuard) && plainA && plainB &&
      !info.isMovingWindow) {
    info.isGuard = true;
    bool ia = !left.isGuard || left.interior,
         ib = !right.isGuard || right.interior;
    info.interior = isAnd ? ia && ib
                          : (left.isGuard && left.interior) ||
                                (right.isGuard && right.interior);
    if (!left.isGuard || !right.isGuard || left.beside || right.beside)
      info.beside = std::min(scopeBeside(a, left, Symbols),
                             scopeBeside(b, right, Symbols));
    info.isOfData = left.isOfData || right.isOfData;
    info.partsWhere = outcomesNeeded(isAnd, a, left, b, right);
    info.partsNoWorkgroup = (!left.isGuard || left.partsNoWorkgroup) &&
                            (!right.isGuard || right.partsNoWorkgroup);
    const ConditionInfo &guard = left.isGuard ? left : right;
    if (!left.isGuard || !right.isGuard ||
        left.partedWorkgroups == right.partedWorkgroups)
      info.partedWorkgroups =
          partedBeside(guard.partedWorkgroups,
                       info.beside.value_or(UniformityScope::Dispatch));
    info.text = guard.text;
    if (left.isGuard && right.isGuard && right.text != left.text)
      info.text += "; " + right.text;
    // Where one of the bounds is another one, that may part any workgroup.
    if (left.isGuard && right.isGuard)
      info.smallText = joined(left.smallText, "; ", right.smallText);
    else
      info.smallText = guard.smallText;
  }
  info.trueText =
      joined(left.trueText, isAnd ? " and " : " or ", right.trueText);
  info.falseText =
      joined(left.falseText, isAnd ? " or " : " and ", right.falseText);
  auto &whenBoth = isAnd ? info.whenTrue : info.whenFalse;
  whenBoth = isAnd ? left.whenTrue : left.whenFalse;
  llvm::append_range(whenBoth, isAnd ? right.whenTrue : right.whenFalse);
  info.isWhole[isAnd] = left.isWhole[isAnd] && right.isWhole[isAnd];
  Conditions[s] = std::move(info);
}

namespace {
/// What `a && b` or `a || b` comes to in each lane: a known number, or what a,
/// b, or both of them together are.
struct Asked {
  Asked(const LaneValue &a, const LaneValue &b, int64_t deciding,
        unsigned laneCount);

  std::vector<int64_t> values;
  LaneSet knownA, knownB, onlyA, onlyB, both;
};
} // namespace

Asked::Asked(const LaneValue &a, const LaneValue &b, int64_t deciding,
             unsigned laneCount)
    : values(laneCount, 0), knownA(laneCount, true), knownB(laneCount, true),
      onlyA(laneCount, false), onlyB(laneCount, false), both(laneCount, false) {
  dropUnknownLanes(a, knownA);
  dropUnknownLanes(b, knownB);
  for (unsigned i = 0; i < laneCount; ++i) {
    // A known side that decides, or that changes nothing.
    bool decided = (knownA.test(i) && a.constant[i] == deciding) ||
                   (knownB.test(i) && b.constant[i] == deciding);
    if (decided)
      values[i] = deciding;
    else if (knownA.test(i))
      onlyB.set(i);
    else if (knownB.test(i))
      onlyA.set(i);
    else
      both.set(i);
  }
}

/// \p v with \p interior for the lanes that are not \p known.
static LaneValue inInterior(const LaneValue &v, bool interior,
                            const LaneSet &known) {
  std::vector<int64_t> values(known.size(), interior);
  for (unsigned lane : known.set_bits())
    values[lane] = v.constant[lane];
  return LaneValue(v.type, Lanes::perLane(std::move(values)));
}

LaneValue LaneMath::logical(unsigned opcode, const LaneValue &a,
                            const LaneValue &b, NumType result) {
  bool isAnd = opcode == spv::OpLogicalAnd;
  if (!isAnd && opcode != spv::OpLogicalOr)
    return evalBinary({opcode}, binaryIntFn(opcode), a, b, result);
  Asked asked(a, b, isAnd ? 0 : 1, LaneCount);
  // Lanes that ask different guards: of the one that fewer ask, the interior's
  // side is assumed, as where the branches of `||` meet.
  bool askApart = asked.onlyA.any() + asked.onlyB.any() + asked.both.any() > 1;
  bool aIsAskedLess = asked.onlyA.count() <= asked.onlyB.count();
  const LaneValue &border = aIsAskedLess ? a : b;
  const ConditionInfo *guard = condition(conditionSymbol(border));
  if (askApart && guard && guard->isGuard && guard->interior == isAnd &&
      !guard->beside) {
    assume(guard->text);
    LaneValue inside =
        inInterior(border, isAnd, aIsAskedLess ? asked.knownA : asked.knownB);
    return aIsAskedLess ? logical(opcode, inside, b, result)
                        : logical(opcode, a, inside, result);
  }
  LaneValue value(result, Lanes::perLane(std::move(asked.values)));
  if (asked.onlyA.any())
    value = blendValues(asked.onlyA, a, value);
  if (asked.onlyB.any())
    value = blendValues(asked.onlyB, b, value);
  if (asked.both.none())
    return value;
  LaneValue both = unknownResult(result, {opcode}, {&a, &b});
  describeLogical(both, isAnd, a, b, asked.both);
  return blendValues(asked.both, both, value);
}

/// min and max where the comparison decides or, in the interior, where one
/// side is a uniform bound.
std::optional<LaneValue>
LaneMath::minMax(unsigned instruction, const LaneValue &a, const LaneValue &b) {
  if (a.isConcrete() && b.isConcrete())
    return std::nullopt;
  bool isUnsigned =
      instruction == GLSLstd450UMin || instruction == GLSLstd450UMax;
  bool isMin = instruction == GLSLstd450UMin || instruction == GLSLstd450SMin;
  NumType boolean{NumType::Bool, 1, false};
  LaneValue less =
      compare(isUnsigned ? spv::OpULessThan : spv::OpSLessThan, a, b, boolean);
  if (less.isConcrete())
    return select(less, isMin ? a : b, isMin ? b : a);
  bool aUniform = isUniformValue(a, Symbols),
       bUniform = isUniformValue(b, Symbols);
  if (aUniform == bUniform || hasVarying(a, Symbols) || hasVarying(b, Symbols))
    return std::nullopt;
  const LaneValue &bound = aUniform ? a : b;
  assume(
      "no subgroup reaches the bound " +
      (bound.isConcrete() ? std::to_string(bound.constant[0]) : format(bound)));
  return aUniform ? b : a;
}
