// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What conditions that hold together leave of the numbers which they compare:
/// ConditionInfo::whenTrue and whenFalse, sums that are not positive then.
#ifndef WGLINT_LIB_ANALYSIS_FLOW_CONDITIONSUMS_H
#define WGLINT_LIB_ANALYSIS_FLOW_CONDITIONSUMS_H

#include "Flow/Flow.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace wglint {

/// Adds what \p outcome says to \p sums; nothing where that is not known.
void addConditionSums(std::vector<LaneValue> &sums, ConditionOutcome outcome,
                      const LaneMath &math);

/// Whether \p sums, none of them positive in \p lane, leave no value to some
/// unknown. \p isOfLane: what unknowns are at most in that lane counts.
bool excludeLane(llvm::ArrayRef<LaneValue> sums, const SymbolTable &symbols,
                 unsigned lane, bool isOfLane);

/// Whether \p guard may come out either way for some lane where \p sums, which
/// are the same for all of them, are not positive: `id < count` does not where
/// count is 0. Cost: \p sums for each lane.
bool mayPart(const OpenCondition &guard, std::vector<LaneValue> sums,
             const LaneMath &math, const SymbolTable &symbols);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_FLOW_CONDITIONSUMS_H
