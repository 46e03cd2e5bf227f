// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What is known of unknowns beyond their type: ranges that an operation gives
/// its result (`x & 255u`), and ranges that a comparison gives to what is
/// executed behind it (`if (n < 64)`).
#include "Lanes/LaneMath.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>
#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

//===----------------------------------------------------------------------===//
// Of results
//===----------------------------------------------------------------------===//

/// Largest of concrete, non-negative numbers; std::nullopt for others.
static std::optional<int64_t> greatest(const LaneValue &v, unsigned laneCount) {
  if (!v.isConcrete())
    return std::nullopt;
  int64_t most = 0;
  unsigned count = v.constant.isUniform() ? 1 : laneCount;
  for (unsigned i = 0; i < count; ++i) {
    if (v.constant[i] < 0)
      return std::nullopt;
    most = std::max(most, v.constant[i]);
  }
  return most;
}

/// The greatest result of an operation whose second operand is at most \p b;
/// results are not negative. std::nullopt: no bound.
static std::optional<int64_t> boundOf(unsigned opcode, int64_t b,
                                      unsigned widthBits, bool bIsUniform) {
  switch (opcode) {
  case spv::OpBitwiseAnd:
    return b;
  case spv::OpUMod:
    return b > 0 ? std::optional<int64_t>(b - 1) : std::nullopt;
  case spv::OpUDiv:
    return b > 1 && bIsUniform && widthBits < 64
               ? std::optional<int64_t>(zeroExtend(-1, widthBits) / b)
               : std::nullopt;
  case spv::OpShiftRightLogical:
    return b > 0 && b < widthBits && bIsUniform
               ? std::optional<int64_t>(zeroExtend(-1, widthBits) >> b)
               : std::nullopt;
  default:
    return std::nullopt;
  }
}

/// What every lane's value is a multiple of, whatever the unknowns are; 0: of
/// all numbers, for it is 0.
static uint64_t stepOf(const LaneValue &v, const SymbolTable &symbols) {
  std::optional<uint64_t> step = stepOfTerms(v, symbols);
  return step && v.constant.isUniform()
             ? std::gcd(*step, magnitude(v.constant.uniformValue()))
             : 1;
}

/// Where rows begin: `n & ~63u`, `n & -64`.
static uint64_t multipleOfMasked(const LaneValue &mask) {
  if (!mask.isConstant())
    return 1;
  int64_t bits = llvm::SignExtend64(mask.constant[0], mask.type.widthBits);
  return bits < 0 ? uint64_t(1) << llvm::countr_zero(uint64_t(bits)) : 1;
}

/// The divisor of an operation that leaves the rest of a division; 0 of others.
static int64_t divisorOf(unsigned opcode, const LaneValue &number) {
  bool isAnd = opcode == spv::OpBitwiseAnd;
  bool isRest = opcode == spv::OpUMod || opcode == spv::OpSMod;
  if (!number.isConstant() || !(isAnd || isRest))
    return 0;
  int64_t divisor = number.constant[0] + (isAnd ? 1 : 0);
  bool isMask = isAnd && !llvm::isPowerOf2_64(divisor);
  return divisor > 0 && !isMask ? divisor : 0;
}

/// Keeps what \p rest, the symbol of \p opcode's result, is left of. Of numbers
/// that may be negative, or wrap, only by a power of two.
void LaneMath::noteRemainder(SymbolId rest, unsigned opcode,
                             const LaneValue &dividend,
                             const LaneValue &number) {
  int64_t divisor = divisorOf(opcode, number);
  if (divisor == 0 || !isUniformValue(dividend, Symbols))
    return;
  RangesPtr onPath = Symbols.ranges(); // it is the same on all paths
  Symbols.setRanges(nullptr);
  if (llvm::isPowerOf2_64(divisor) || isNonNegative(dividend))
    Symbols.edit(rest).remainder =
        std::make_shared<Remainder>(Remainder{dividend, divisor});
  Symbols.setRanges(onPath);
}

/// Only numbers count here, not ranges of unknowns: those may hold on one path
/// only, and a symbol is the same on all paths. A symbol older than \p mark is
/// an operand that came through unchanged.
void LaneMath::boundResult(unsigned opcode, const LaneValue &a,
                           const LaneValue &b, const LaneValue &result,
                           SymbolId mark) {
  SymbolId s = conditionSymbol(result);
  if (s == kNoSymbol || s < mark || (!a.isConcrete() && !b.isConcrete()))
    return;
  if (opcode == spv::OpShiftLeftLogical && a.isConstant() &&
      llvm::isPowerOf2_64(uint64_t(a.constant[0])))
    Symbols.edit(s).isPowerOfTwo = true;
  bool isAnd = opcode == spv::OpBitwiseAnd;
  const LaneValue &number = isAnd && a.isConcrete() ? a : b;
  if (isAnd)
    Symbols.edit(s).multipleOf = multipleOfMasked(number);
  noteRemainder(s, opcode, isAnd && a.isConcrete() ? b : a, number);
  std::optional<int64_t> b0 = greatest(number, LaneCount);
  if (!b0)
    return;
  auto most =
      boundOf(opcode, *b0, result.type.widthBits, number.constant.isUniform());
  if (!most)
    return;
  Symbol &symbol = Symbols.edit(s);
  symbol.min = 0;
  symbol.max = *most;
  symbol.isUnbounded = false;
}

/// As boundResult(), of integers' min and max: `min(n, 64u)`, one of two that
/// are multiples of 64.
void LaneMath::boundMinMax(unsigned instruction, const LaneValue &a,
                           const LaneValue &b, const LaneValue &result,
                           SymbolId mark) {
  SymbolId s = conditionSymbol(result);
  if (s == kNoSymbol || s < mark || result.type.kind != NumType::Int)
    return;
  Symbols.edit(s).multipleOf =
      std::max<uint64_t>(std::gcd(stepOf(a, Symbols), stepOf(b, Symbols)), 1);
  if (a.isConstant() == b.isConstant() || result.type.widthBits != 32)
    return;
  const LaneValue &number = a.isConstant() ? a : b;
  SymbolId other = conditionSymbol(a.isConstant() ? b : a);
  int64_t min = INT32_MIN, max = INT32_MAX, bound = number.constant[0];
  if (other != kNoSymbol && !Symbols[other].isUnbounded) {
    min = Symbols[other].min;
    max = Symbols[other].max;
  }
  if (instruction == GLSLstd450UMin && bound >= 0) {
    min = 0;
    max = bound;
  } else if (instruction == GLSLstd450SMin) {
    min = std::min(min, bound);
    max = std::min(max, bound);
  } else if (instruction == GLSLstd450SMax) {
    min = std::max(min, bound);
    max = std::max(max, bound);
  } else {
    return;
  }
  Symbol &symbol = Symbols.edit(s);
  symbol.min = min;
  symbol.max = max;
  symbol.isUnbounded = false;
}

//===----------------------------------------------------------------------===//
// Of what is executed under a condition
//===----------------------------------------------------------------------===//

static LaneValue negated(const LaneValue &v) { return scaleValue(v, -1); }
static LaneValue plusOne(const LaneValue &v) {
  return addValues(v, LaneValue(v.type, 1));
}

/// Some term is a single symbol, so that its range can follow from others.
static bool boundsSomething(const LaneValue &difference) {
  return llvm::any_of(difference.terms, [](const Term &t) {
    return t.monomial.size() == 1 && t.coefficient.isUniform();
  });
}

void LaneMath::noteComparison(ConditionInfo &info, unsigned opcode,
                              const LaneValue &difference) {
  if (!boundsSomething(difference))
    return;
  LaneValue d = resizeValue(difference, {NumType::Int, 64, true});
  switch (opcode) {
  case spv::OpIEqual:
    info.whenTrue = {d, negated(d)};
    return;
  case spv::OpINotEqual:
    info.whenFalse = {d, negated(d)};
    return;
  case spv::OpULessThan:
  case spv::OpSLessThan:
    info.whenTrue = {plusOne(d)};
    info.whenFalse = {negated(d)};
    return;
  case spv::OpULessThanEqual:
  case spv::OpSLessThanEqual:
    info.whenTrue = {d};
    info.whenFalse = {plusOne(negated(d))};
    return;
  case spv::OpUGreaterThan:
  case spv::OpSGreaterThan:
    info.whenTrue = {plusOne(negated(d))};
    info.whenFalse = {d};
    return;
  default:
    info.whenTrue = {negated(d)};
    info.whenFalse = {plusOne(d)};
    return;
  }
}

/// The least that the rest of a sum can be where it is at most 0: in some lane
/// of \p active, or, where whole subgroups agree, in the lane of each subgroup
/// that says most.
static std::optional<__int128>
leastRest(const LaneValue &rest, const SymbolTable &symbols,
          const LaneSet &active, unsigned subgroupSize, bool subgroupsAgree) {
  std::optional<__int128> least, ofSubgroup;
  unsigned subgroup = ~0u;
  auto take = [&] {
    if (ofSubgroup && (!least || *ofSubgroup < *least))
      least = ofSubgroup;
    ofSubgroup.reset();
  };
  for (int lane = active.find_first(); lane >= 0;
       lane = active.find_next(lane)) {
    Interval r = rangeInLane(rest, symbols, lane);
    if (r.isUnboundedBelow)
      return std::nullopt;
    if (!subgroupsAgree || lane / subgroupSize != subgroup)
      take();
    subgroup = lane / subgroupSize;
    if (!ofSubgroup || r.min > *ofSubgroup)
      ofSubgroup = r.min;
  }
  take();
  return least;
}

static __int128 floorDivide(__int128 a, __int128 b) {
  __int128 q = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

/// Narrows \p range of a symbol with \p coefficient to where coefficient *
/// symbol <= bound. Returns whether something is left.
static void narrow(SymbolRange &range, int64_t coefficient, __int128 bound) {
  if (coefficient > 0) {
    __int128 most = floorDivide(bound, coefficient);
    if (most < range.max) {
      range.max = int64_t(std::max<__int128>(most, range.min));
      range.isUnbounded = false;
    }
    return;
  }
  __int128 least = -floorDivide(bound, -__int128(coefficient));
  if (least > range.min)
    range.min = int64_t(std::min<__int128>(least, range.max));
}

/// A loop that runs on data makes a new symbol in each iteration: of more than
/// this many the oldest are forgotten.
static constexpr size_t kMaxRanges = 64;
/// Copying one range, in lane operations.
static constexpr uint64_t kRangeCost = 32;

namespace {
/// A sum in two parts, so that each of its terms is bounded by all others in
/// time that grows with their number: what differs from lane to lane, and what
/// does not.
struct SumParts {
  SumParts(const LaneValue &sum, const SymbolTable &symbols) : perLane(sum) {
    for (const Term &term : sum.terms)
      if (term.coefficient.isUniform()) {
        shared.emplace_back(&term, rangeInLane(term, symbols, 0));
        leastShared += shared.back().second.min;
        noLeast += shared.back().second.isUnboundedBelow;
      }
    llvm::erase_if(perLane.terms, [](const Term &term) {
      return term.coefficient.isUniform();
    });
  }

  LaneValue perLane;
  std::vector<std::pair<const Term *, Interval>> shared;
  __int128 leastShared = 0; ///< of the shared terms that have a least value
  unsigned noLeast = 0;     ///< the number of the others
};
} // namespace

RangesPtr LaneMath::rangesUnder(const RangesPtr &known,
                                const ConditionInfo &info, bool side,
                                const LaneSet &active) {
  const auto &bounds = side ? info.whenTrue : info.whenFalse;
  if (bounds.empty() || active.none())
    return known;
  auto ranges = known ? std::make_shared<SymbolRanges>(*known)
                      : std::make_shared<SymbolRanges>();
  // What one bound says counts for the next: `n == 4` has two of them.
  Symbols.setRanges(ranges);
  for (const LaneValue &difference : bounds) {
    SumParts parts(difference, Symbols);
    auto inAnyLane =
        leastRest(parts.perLane, Symbols, active, SubgroupSize, false);
    auto inSubgroups =
        info.isGuard && SubgroupsAgree
            ? leastRest(parts.perLane, Symbols, active, SubgroupSize, true)
            : inAnyLane;
    for (const auto &[term, own] : parts.shared) {
      if (term->monomial.size() != 1 || parts.noLeast > own.isUnboundedBelow)
        continue;
      SymbolId s = term->monomial[0];
      const auto &rest = Symbols[s].isVarying() ? inAnyLane : inSubgroups;
      if (!rest)
        continue;
      SymbolRange range = Symbols.range(s);
      narrow(range, term->coefficient.uniformValue(),
             own.min - parts.leastShared - *rest);
      (*ranges)[s] = range;
    }
    addWork(active.size() + kRangeCost * parts.shared.size());
  }
  while (ranges->size() > kMaxRanges)
    ranges->erase(ranges->begin());
  addWork(kRangeCost * ranges->size());
  return ranges;
}

RangesPtr wglint::unionOfRanges(const RangesPtr &a, const RangesPtr &b) {
  if (a == b)
    return a;
  if (!a || !b)
    return nullptr;
  auto both = std::make_shared<SymbolRanges>();
  for (const auto &[symbol, range] : *a) {
    auto other = b->find(symbol);
    if (other == b->end())
      continue;
    (*both)[symbol] = {std::min(range.min, other->second.min),
                       std::max(range.max, other->second.max),
                       range.isUnbounded || other->second.isUnbounded,
                       range.assumption ? range.assumption
                                        : other->second.assumption};
  }
  return both->empty() ? nullptr : both;
}

std::optional<Interval> wglint::boundsOf(const LaneValue &v,
                                         const LaneSet &lanes,
                                         const SymbolTable &symbols,
                                         unsigned laneCount) {
  if (v.type.kind != NumType::Int || v.type.widthBits > 32)
    return std::nullopt;
  Interval range = rangeOver(v, symbols, laneCount, &lanes);
  // Numbers are kept sign-extended: of an unsigned one the sign is no sign.
  bool isInType = range.min >= (v.type.isSigned ? INT32_MIN : 0) &&
                  range.max <= (v.type.isSigned ? INT32_MAX : UINT32_MAX);
  if (range.isUnboundedAbove || range.isUnboundedBelow || !isInType)
    return std::nullopt;
  return range;
}

std::optional<Interval> wglint::boundsOfEither(const ValueOnPath &a,
                                               const ValueOnPath &b,
                                               SymbolTable &symbols,
                                               unsigned laneCount) {
  bool isCapped = a.value.isConstant() != b.value.isConstant();
  if (!isCapped || (!a.ranges && !b.ranges))
    return std::nullopt;
  RangesPtr known = symbols.ranges();
  symbols.setRanges(a.ranges);
  auto first = boundsOf(a.value, a.lanes, symbols, laneCount);
  symbols.setRanges(b.ranges);
  auto second = boundsOf(b.value, b.lanes, symbols, laneCount);
  symbols.setRanges(known);
  if (!first || !second)
    return std::nullopt;
  return Interval{std::min(first->min, second->min),
                  std::max(first->max, second->max), false, false};
}
