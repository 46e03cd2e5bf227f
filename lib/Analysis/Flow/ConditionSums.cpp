// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Flow/ConditionSums.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <map>

using namespace wglint;

void wglint::addConditionSums(std::vector<LaneValue> &sums,
                              ConditionOutcome outcome, const LaneMath &math) {
  if (const ConditionInfo *info = math.condition(outcome.symbol))
    llvm::append_range(sums, outcome.side ? info->whenTrue : info->whenFalse);
}

LaneExclusion::LaneExclusion(llvm::ArrayRef<LaneValue> sums,
                             const SymbolTable &symbols, bool isOfLane) {
  std::map<SymbolId, size_t> unknowns;
  auto unknownOf = [&](const Term &term) -> std::optional<size_t> {
    // Numbers of iterations are not the same in all comparisons.
    if (term.monomial.size() != 1 ||
        symbols[term.monomial[0]].kind == Symbol::Kind::LoopIteration)
      return std::nullopt;
    SymbolId symbol = term.monomial[0];
    auto [it, isNew] =
        unknowns.try_emplace(symbols.firstOfPlace(symbol), unknowns.size());
    Common.resize(unknowns.size());
    if (isOfLane && !symbols[symbol].mostInLane.empty())
      OfLanes.emplace_back(it->second, &symbols[symbol].mostInLane);
    return it->second;
  };
  for (const LaneValue &value : sums) {
    Sum sum{&value.constant, {}};
    bool isUniform = value.constant.isUniform();
    for (const Term &term : value.terms) {
      sum.parts.push_back(
          {&term, monomialRange(term.monomial, symbols), unknownOf(term)});
      isUniform &= term.coefficient.isUniform();
    }
    if (isUniform)
      IsImpossible |= narrow(sum, 0, Common);
    else
      Varying.push_back(std::move(sum));
  }
}

/// Narrows \p bounds by what \p sum says in \p lane; true if nothing is left.
bool LaneExclusion::narrow(const Sum &sum, unsigned lane,
                           std::vector<Bounds> &bounds) {
  llvm::SmallVector<Interval, 8> ranges;
  Interval whole{(*sum.constant)[lane], 0, false, false};
  unsigned unboundedCount = 0;
  for (const Part &part : sum.parts) {
    Interval range = scaled(part.monomial, part.term->coefficient[lane]);
    whole.min += range.min;
    unboundedCount += range.isUnboundedBelow;
    ranges.push_back(range);
  }
  if (unboundedCount == 0 && whole.min > 0)
    return true;
  for (const auto &[part, range] : llvm::zip(sum.parts, ranges)) {
    int64_t coefficient = part.term->coefficient[lane];
    if (!part.unknown || (coefficient != 1 && coefficient != -1) ||
        unboundedCount > range.isUnboundedBelow)
      continue;
    __int128 restLeast = whole.min - range.min;
    auto &[least, most] = bounds[*part.unknown];
    if (coefficient > 0)
      most = std::min(most.value_or(-restLeast), -restLeast);
    else
      least = std::max(least.value_or(restLeast), restLeast);
    if (bounds[*part.unknown].areEmpty())
      return true;
  }
  return false;
}

bool LaneExclusion::excludes(unsigned lane) const {
  if (IsImpossible || (Varying.empty() && OfLanes.empty()))
    return IsImpossible;
  std::vector<Bounds> bounds = Common;
  for (auto [unknown, numbers] : OfLanes) {
    std::optional<__int128> &most = bounds[unknown].most;
    most =
        std::min<__int128>(most.value_or((*numbers)[lane]), (*numbers)[lane]);
    if (bounds[unknown].areEmpty())
      return true;
  }
  return llvm::any_of(
      Varying, [&](const Sum &sum) { return narrow(sum, lane, bounds); });
}

bool wglint::mayPart(const OpenCondition &guard, std::vector<LaneValue> sums,
                     const LaneMath &math, const SymbolTable &symbols) {
  const ConditionInfo *info = math.condition(boundIn(guard));
  if (!info || guard.kind != OpenCondition::Kind::Guard)
    return true;
  size_t others = sums.size();
  for (const auto *side : {&info->whenTrue, &info->whenFalse}) {
    sums.resize(others);
    llvm::append_range(sums, *side);
    LaneExclusion exclusion(sums, symbols, /*isOfLane=*/false);
    if (llvm::all_of(llvm::seq(0U, math.laneCount()),
                     [&](unsigned lane) { return exclusion.excludes(lane); }))
      return false;
  }
  return true;
}
