// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Guards: comparisons of lanes with a uniform bound, of which the interior of
/// a dispatch takes one side.
#include "Lanes/LaneMath.h"
#include "Lanes/LaneNames.h"
#include "Lanes/ScalarOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>
#include <set>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

/// Whether in each subgroup some lane of \p v, whose unknown part rises with
/// the lanes if at all, is \p bound or more above another one.
static bool exceedInEachSubgroup(const LaneValue &v, int64_t bound,
                                 unsigned laneCount, unsigned subgroupSize) {
  for (unsigned begin = 0; begin < laneCount; begin += subgroupSize) {
    int64_t least = v.constant[begin], most = least;
    for (unsigned i = begin; i < std::min(laneCount, begin + subgroupSize); ++i)
      least = std::min(least, v.constant[i]),
      most = std::max(most, v.constant[i]);
    if (most - least < bound)
      return false;
  }
  return true;
}

/// How many numbers the lanes of a subgroup have: as many as there are lanes
/// in each subgroup, one in each, or neither.
enum class Numbers { AllDiffer, AllEqual, SomeEqual };

static Numbers numbersOfSubgroups(const LaneValue &v, unsigned laneCount,
                                  unsigned subgroupSize) {
  bool differ = true, areEqual = true;
  for (unsigned begin = 0; begin < laneCount; begin += subgroupSize) {
    unsigned end = std::min(laneCount, begin + subgroupSize);
    std::set<int64_t> met;
    for (unsigned i = begin; i < end; ++i)
      met.insert(v.constant[i]);
    differ &= met.size() == end - begin;
    areEqual &= met.size() == 1;
  }
  return differ     ? Numbers::AllDiffer
         : areEqual ? Numbers::AllEqual
                    : Numbers::SomeEqual;
}

/// Whether \p v is the rest of a division by rows of which each subgroup is in
/// several: `(n + id) % 2`.
static bool isRestInRows(const LaneValue &v, const SymbolTable &symbols) {
  return llvm::any_of(v.terms, [&](const Term &t) {
    int64_t rowLength =
        t.monomial.size() == 1 ? symbols[t.monomial[0]].rowLength : 0;
    return rowLength != 0 && t.coefficient[0] == -rowLength;
  });
}

/// Whether \p v starts anew in each row of something, as `id % width` does.
static bool startsAnew(const LaneValue &v, const SymbolTable &symbols) {
  return anySymbol(
      v, [&](SymbolId s) { return symbols[s].isRow || symbols[s].remainder; });
}

static bool dependsOnWorkgroup(const LaneValue &v, const SymbolTable &symbols) {
  return anySymbol(v, [&](SymbolId s) {
    return symbols[s].tellsWorkgroups() ||
           symbols[s].kind == Symbol::Kind::Loaded;
  });
}

/// Whether each workgroup has loaded \p v, or what it is made of, for itself:
/// from a place that nothing stores to.
static bool isLoadedByWorkgroup(const LaneValue &v,
                                const SymbolTable &symbols) {
  return anySymbol(v, [&](SymbolId s) {
    return symbols[s].kind == Symbol::Kind::Loaded &&
           symbols[s].scope == UniformityScope::Workgroup;
  });
}

/// Some power of two, whatever the unknowns are.
static bool isPowerOfTwo(const LaneValue &v, const SymbolTable &symbols) {
  if (!v.constant.isZero() || v.terms.size() != 1)
    return false;
  const Term &t = v.terms.front();
  return t.coefficient.isUniform() && t.coefficient[0] > 0 &&
         llvm::isPowerOf2_64(t.coefficient[0]) &&
         llvm::all_of(t.monomial,
                      [&](SymbolId s) { return symbols[s].isPowerOfTwo; });
}

/// The distance of neighbouring workgroups, if \p v counts up from 0 and the
/// lanes of each stay below the numbers of the next.
static std::optional<int64_t> coveredByWorkgroup(const LaneValue &v,
                                                 const SymbolTable &symbols,
                                                 unsigned laneCount) {
  if (v.terms.size() != 1 || !v.terms[0].coefficient.isUniform() ||
      v.terms[0].monomial.size() != 1 ||
      symbols[v.terms[0].monomial[0]].kind != Symbol::Kind::WorkgroupId)
    return std::nullopt;
  int64_t covered = v.terms[0].coefficient[0];
  for (unsigned lane = 0; lane < laneCount; ++lane)
    if (v.constant[lane] < 0 || v.constant[lane] >= covered)
      return std::nullopt;
  return covered;
}

/// `v <= 0` or `v > 0`, which part the numbers behind 0.
static bool isZeroBelow(unsigned op) {
  return op == spv::OpULessThanEqual || op == spv::OpSLessThanEqual ||
         op == spv::OpUGreaterThan || op == spv::OpSGreaterThan;
}

/// Whether a comparison of \p compared with 0 is the same for all lanes of \p
/// active, whatever the unknowns are. What is added to a multiple of g comes to
/// the other side of 0 at multiples of g only.
static bool isSameByDifference(unsigned opcode, const LaneValue &compared,
                               const LaneSet &active,
                               const SymbolTable &symbols) {
  uint64_t ofRests = 0;
  LaneValue difference =
      withDividends(compared, symbols, ofRests,
                    [](const Term &, const Remainder &) { return true; });
  std::optional<uint64_t> ofTerms = stepOfTerms(difference, symbols);
  if (!ofTerms)
    return false;
  uint64_t ofAll = std::gcd(*ofTerms, ofRests);
  if (ofAll == 0 || ofAll > uint64_t(INT32_MAX))
    return false;
  auto step = int64_t(ofAll);
  // 0 itself is on the lower side, or on the upper one.
  int64_t lower = isZeroBelow(opcode) ? 1 : 0;
  std::optional<int64_t> common;
  for (unsigned i : active.set_bits()) {
    int64_t above = difference.constant[i] - lower;
    int64_t rest = (above % step + step) % step;
    if (common && *common != above - rest)
      return false;
    common = above - rest;
  }
  return true;
}

/// The same of `a op b` where either may wrap around: by a power of two g that
/// both are multiples of, but for a rest. They do so at multiples of g, and
/// beside those the rests decide, if at all.
static bool isSameByRests(unsigned opcode, const LaneValue &a,
                          const LaneValue &b, const LaneSet &active,
                          const SymbolTable &symbols) {
  std::optional<uint64_t> ofA = stepOfTerms(a, symbols),
                          ofB = stepOfTerms(b, symbols);
  uint64_t common = ofA && ofB ? std::gcd(*ofA, *ofB) : 0;
  if (common == 0 || a.type.kind != NumType::Int || a.type.widthBits != 32)
    return false;
  int64_t step = std::min<uint64_t>(common & (0 - common), 1u << 31);
  auto rowOf = [&](const LaneValue &v, unsigned lane) {
    return llvm::divideFloorSigned(v.constant[lane], step);
  };
  std::optional<bool> isHeld;
  int first = active.find_first();
  for (unsigned i : active.set_bits()) {
    int64_t rowA = rowOf(a, i), rowB = rowOf(b, i);
    int64_t restA = a.constant[i] - rowA * step,
            restB = b.constant[i] - rowB * step;
    bool holds =
        isLess(opcode)
            ? restA < restB || (restA == restB && isZeroBelow(opcode))
            : restA > restB || (restA == restB && !isZeroBelow(opcode));
    if (rowA != rowOf(a, first) || rowB != rowOf(b, first) ||
        holds != isHeld.value_or(holds))
      return false;
    isHeld = holds;
  }
  return true;
}

/// Whether a comparison of the two is the same for all lanes of a workgroup.
/// \p isReadable: neither wraps around.
bool LaneMath::partsNoWorkgroup(unsigned opcode, const LaneValue &a,
                                const LaneValue &b, bool isReadable) const {
  if (!(isLess(opcode) || isGreater(opcode)))
    return false;
  LaneValue difference = subtractValues(a, b);
  if (isReadable)
    return scopeOf(difference, Symbols) >= UniformityScope::Workgroup &&
           isSameByDifference(opcode, difference, *Active, Symbols);
  return std::min(scopeOf(a, Symbols), scopeOf(b, Symbols)) >=
             UniformityScope::Workgroup &&
         isSameByRests(opcode, a, b, *Active, Symbols);
}

PartedWorkgroups wglint::partedBeside(PartedWorkgroups parted,
                                      UniformityScope scope) {
  bool areAlike = scope == UniformityScope::Dispatch;
  return parted == PartedWorkgroups::Each && !areAlike ? PartedWorkgroups::Last
                                                       : parted;
}

/// Whether \p v rises with an id of the workgroup.
static bool risesWithWorkgroup(const LaneValue &v, const SymbolTable &symbols) {
  return llvm::any_of(v.terms, [&](const Term &t) {
    return t.monomial.size() == 1 && t.coefficient[0] > 0 &&
           symbols[t.monomial[0]].kind == Symbol::Kind::WorkgroupId;
  });
}

/// Where workgroups are single invocations, marks a comparison of them with a
/// bound that is the same for the dispatch, and not known to be small.
void LaneMath::noteBoundOfOne(ConditionInfo &info, unsigned opcode,
                              const LaneValue &a, const LaneValue &b) const {
  if (LaneCount != 1 || (!isLess(opcode) && !isGreater(opcode)))
    return;
  bool isFirst = risesWithWorkgroup(a, Symbols);
  const LaneValue &bound = isFirst ? b : a;
  if (!risesWithWorkgroup(isFirst ? a : b, Symbols) || bound.isConcrete() ||
      scopeOf(bound, Symbols) != UniformityScope::Dispatch)
    return;
  info.withinBound = isLess(opcode) == isFirst;
}

/// Whether no lane of \p v is above \p most where all unknowns, which the host
/// gives and none of which counts workgroups, are 1 or what is least above it.
static bool startsBelow(const LaneValue &v, int64_t most,
                        const SymbolTable &symbols, unsigned laneCount) {
  std::vector<__int128> least(laneCount);
  for (unsigned lane = 0; lane < laneCount; ++lane)
    least[lane] = v.constant[lane];
  for (const Term &t : v.terms) {
    __int128 unit = 1;
    for (SymbolId s : t.monomial) {
      if (symbols[s].kind != Symbol::Kind::Uniform || symbols.range(s).max < 1)
        return false;
      unit *= std::max<int64_t>(1, symbols.range(s).min);
    }
    for (unsigned lane = 0; lane < laneCount; ++lane)
      least[lane] += unit * t.coefficient[lane];
  }
  return llvm::all_of(least, [&](__int128 value) { return value <= most; });
}

/// Whether no unknown but the workgroup's id is in \p v.
static bool countsOnlyWorkgroups(const LaneValue &v,
                                 const SymbolTable &symbols) {
  return everySymbol(v, [&](SymbolId s) {
    return symbols[s].kind == Symbol::Kind::WorkgroupId;
  });
}

/// Two lanes that `(x + y) % 2 == turn` parts where the bound is the first
/// one's number, if it can be.
static std::optional<ConditionInfo::Parted>
partedLanes(const LaneMath &math, const LaneValue &number,
            const LaneValue &bound, const SymbolTable &symbols,
            unsigned laneCount) {
  unsigned other = 1;
  while (other < laneCount && number.constant[other] == number.constant[0])
    ++other;
  int64_t met = number.constant[0];
  Interval range = rangeInLane(bound, symbols, 0);
  if (other >= laneCount || (!range.isUnboundedBelow && met < range.min) ||
      (!range.isUnboundedAbove && met > range.max))
    return std::nullopt;
  return ConditionInfo::Parted{
      0, other, math.format(bound) + " = " + std::to_string(met)};
}

/// Marks a comparison of lanes with a uniform bound as a guard.
void LaneMath::noteGuard(ConditionInfo &info, unsigned opcode,
                         const LaneValue &a, const LaneValue &b) const {
  if (hasVarying(a, Symbols) || hasVarying(b, Symbols))
    return;
  bool aUniform = isUniformValue(a, Symbols),
       bUniform = isUniformValue(b, Symbols);
  if (aUniform && bUniform) {
    noteBoundOfOne(info, opcode, a, b);
    return;
  }
  const LaneValue &bound = bUniform ? b : a, &number = bUniform ? a : b;
  bool isLimit = isLess(opcode) || isGreater(opcode);
  if (!isLimit && isRestInRows(number, Symbols))
    return; // some lanes of each subgroup are equal, wherever rows begin
  if (!isLimit && (hasAddress(number, Symbols) || hasAddress(bound, Symbols)))
    return; // what lies where is nothing that ids come to
  Numbers numbers = numbersOfSubgroups(number, LaneCount, SubgroupSize);
  if (!isLimit && number.isConcrete() && !bound.isConcrete() &&
      numbers == Numbers::SomeEqual) {
    info.parted = partedLanes(*this, number, bound, Symbols, LaneCount);
    if (info.parted && opcode == spv::OpINotEqual)
      std::swap(info.parted->whenTrue, info.parted->whenFalse);
    return;
  }
  info.isGuard = true;
  // A bound without unknowns is small next to an id, an unknown one is large.
  int64_t lowerSide =
      bound.constant[0] - (leavesOutBound(opcode, bUniform) ? 1 : 0);
  bool boundIsLarge =
      !bound.isConcrete() || startsBelow(number, lowerSide, Symbols, LaneCount);
  bool lessSide = isLess(opcode) == bUniform;
  if (isLimit)
    info.interior = lessSide == boundIsLarge;
  else
    info.interior = opcode == spv::OpINotEqual;
  info.isOfData = anySymbol(bound, [&](SymbolId s) {
    return Symbols[s].kind == Symbol::Kind::Loaded;
  });
  bool isOfRow = startsAnew(number, Symbols);
  bool areAlike =
      number.isConcrete() || (isOfRow && !dependsOnWorkgroup(number, Symbols));
  if (areAlike && scopeOf(bound, Symbols) == UniformityScope::Dispatch)
    info.partedWorkgroups = PartedWorkgroups::Each;
  else if (isOfRow && !areAlike)
    info.partedWorkgroups = PartedWorkgroups::Rows;
  else if (bound.isConcrete() && countsOnlyWorkgroups(number, Symbols))
    info.partedWorkgroups = PartedWorkgroups::OfBound;
  else if (isLimit && (isLoadedByWorkgroup(number, Symbols) ||
                       isLoadedByWorkgroup(bound, Symbols)))
    info.partedWorkgroups = PartedWorkgroups::Own;
  if (leavesOutBound(opcode, bUniform) && isPowerOfTwo(bound, Symbols))
    if (auto covered = coveredByWorkgroup(number, Symbols, LaneCount);
        covered && llvm::isPowerOf2_64(*covered))
      info.smallText = "the bound " + format(bound) +
                       ", a power of two, is less than the " +
                       std::to_string(*covered) + " that a workgroup covers";
  // Of lanes that all have another number one at most is equal to the bound.
  bool isSmall =
      bound.isConcrete() && bound.constant[0] < int64_t(SubgroupSize);
  if (isLimit || isSmall)
    info.isNarrow =
        isSmall &&
        exceedInEachSubgroup(
            number, isLimit ? std::max<int64_t>(1, bound.constant[0]) + 1 : 1,
            LaneCount, SubgroupSize);
  else
    info.isNarrow = numbers == Numbers::AllDiffer;
  std::string text = bound.isConcrete() ? std::to_string(bound.constant[0])
                                        : briefText(*this, bound);
  bool countsIterations = anySymbol(bound, [&](SymbolId s) {
    return Symbols[s].kind == Symbol::Kind::LoopIteration;
  });
  info.text = countsIterations
                  ? "all invocations of a subgroup make the same number of "
                    "iterations"
              : !isLimit && info.isNarrow
                  ? "no invocation of a subgroup meets the value " + text
                  : "no subgroup straddles the bound " + text;
}
