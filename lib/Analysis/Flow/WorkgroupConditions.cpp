// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Flow/WorkgroupConditions.h"
#include "Flow/Flow.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;

/// \p sum in \p lane of the workgroup \p id; std::nullopt where it has other
/// unknowns.
static std::optional<__int128>
sumInWorkgroup(const LaneValue &sum, uint32_t lane,
               const std::array<SymbolId, 3> &ids,
               const std::array<uint32_t, 3> &id) {
  __int128 value = sum.constant[lane];
  for (const Term &t : sum.terms) {
    __int128 product = t.coefficient[lane];
    bool isKnown = true;
    for (SymbolId symbol : t.monomial) {
      auto it = llvm::find(ids, symbol);
      if (it == ids.end())
        isKnown = false;
      else
        product *= id[it - ids.begin()];
    }
    if (!isKnown && product != 0)
      return std::nullopt;
    value += product;
  }
  return value;
}

/// The sums of the side of \p info that they say all of.
static const llvm::SmallVector<LaneValue, 1> *
wholeSums(const ConditionInfo &info, bool &isTrueSide) {
  for (bool side : {true, false})
    if (info.isWhole[side]) {
      isTrueSide = side;
      return side ? &info.whenTrue : &info.whenFalse;
    }
  return nullptr;
}

std::optional<bool> wglint::isTaken(const ConditionInfo &info, bool side,
                                    uint32_t lane,
                                    const std::array<SymbolId, 3> &ids,
                                    const std::array<uint32_t, 3> &id) {
  bool isTrueSide = true;
  const auto *sums = wholeSums(info, isTrueSide);
  if (!sums)
    return std::nullopt;
  bool holds = true;
  for (const LaneValue &sum : *sums) {
    std::optional<__int128> value = sumInWorkgroup(sum, lane, ids, id);
    if (!value)
      return std::nullopt;
    holds &= *value <= 0;
  }
  return holds == (isTrueSide == side);
}

bool wglint::isOfIds(const Context &context, const LaneMath &math,
                     const std::array<SymbolId, 3> &ids) {
  const OpenCondition &condition = *context.condition;
  const ConditionInfo *info = math.condition(condition.symbol);
  bool isTrueSide = true;
  const auto *sums = info ? wholeSums(*info, isTrueSide) : nullptr;
  return sums && condition.kind == OpenCondition::Kind::Uniform &&
         !condition.isSwitch && llvm::all_of(*sums, [&](const LaneValue &sum) {
           return everySymbol(sum, [&](SymbolId symbol) {
             return llvm::is_contained(ids, symbol);
           });
         });
}
