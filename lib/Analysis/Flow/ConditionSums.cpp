// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Flow/ConditionSums.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <optional>

using namespace wglint;

void wglint::addConditionSums(std::vector<LaneValue> &sums,
                              ConditionOutcome outcome, const LaneMath &math) {
  if (const ConditionInfo *info = math.condition(outcome.symbol))
    llvm::append_range(sums, outcome.side ? info->whenTrue : info->whenFalse);
}

bool wglint::excludeLane(llvm::ArrayRef<LaneValue> sums,
                         const SymbolTable &symbols, unsigned lane,
                         bool isOfLane) {
  struct Bounds {
    std::optional<__int128> least, most;
  };
  std::map<SymbolId, Bounds> known;
  auto boundsOf = [&](SymbolId symbol) -> Bounds & {
    auto [it, isNew] = known.try_emplace(symbols.firstOfPlace(symbol));
    if (isNew && isOfLane && !symbols[symbol].mostInLane.empty())
      it->second.most = symbols[symbol].mostInLane[lane];
    return it->second;
  };
  for (const LaneValue &sum : sums) {
    Interval whole = rangeInLane(sum, symbols, lane);
    if (!whole.isUnboundedBelow && whole.min > 0)
      return true;
    for (size_t t = 0; t < sum.terms.size(); ++t) {
      const Term &term = sum.terms[t];
      int64_t coefficient = term.coefficient[lane];
      // Numbers of iterations are not the same in all comparisons.
      if (term.monomial.size() != 1 ||
          (coefficient != 1 && coefficient != -1) ||
          symbols[term.monomial[0]].kind == Symbol::Kind::LoopIteration)
        continue;
      LaneValue rest = sum;
      rest.terms.erase(rest.terms.begin() + t);
      Interval r = rangeInLane(rest, symbols, lane);
      if (r.isUnboundedBelow)
        continue;
      auto &[least, most] = boundsOf(term.monomial[0]);
      if (coefficient > 0)
        most = std::min(most.value_or(-r.min), -r.min);
      else
        least = std::max(least.value_or(r.min), r.min);
      if (least && most && *least > *most)
        return true;
    }
  }
  return false;
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
    bool isNobodys = true;
    for (unsigned lane = 0; lane < math.laneCount() && isNobodys; ++lane)
      isNobodys = excludeLane(sums, symbols, lane, /*isOfLane=*/false);
    if (isNobodys)
      return false;
  }
  return true;
}
