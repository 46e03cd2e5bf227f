// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What conditions that hold at the same time leave of the numbers that they
/// compare. They are given as ConditionInfo::whenTrue and whenFalse, sums that
/// are not positive.
#ifndef WGLINT_LIB_ANALYSIS_FLOW_CONDITIONSUMS_H
#define WGLINT_LIB_ANALYSIS_FLOW_CONDITIONSUMS_H

#include "Flow/Flow.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace wglint {

/// Adds the sums of \p outcome to \p sums; nothing where none are known.
void addConditionSums(std::vector<LaneValue> &sums, ConditionOutcome outcome,
                      const LaneMath &math);

/// Whether \p sums, none of them positive in \p lane, leave no value to some
/// unknown, so that the lane cannot be there. \p isOfLane: bounds of unknowns
/// that hold only in that lane count as well.
bool excludeLane(llvm::ArrayRef<LaneValue> sums, const SymbolTable &symbols,
                 unsigned lane, bool isOfLane);

/// Whether \p guard may divide lanes although \p sums, which are the same for
/// all of them, are not positive: `id < count` does not where count is 0. Cost:
/// \p sums for each lane.
bool mayPart(const OpenCondition &guard, std::vector<LaneValue> sums,
             const LaneMath &math, const SymbolTable &symbols);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_FLOW_CONDITIONSUMS_H
