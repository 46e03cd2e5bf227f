// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What conditions that hold at the same time leave of the numbers that they
/// compare. They are given as ConditionInfo::whenTrue and whenFalse, sums that
/// are not positive.
#ifndef WGLINT_LIB_ANALYSIS_FLOW_CONDITIONSUMS_H
#define WGLINT_LIB_ANALYSIS_FLOW_CONDITIONSUMS_H

#include "Flow/Flow.h"
#include "Lanes/LaneValue.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <utility>
#include <vector>

namespace wglint {

/// Adds the sums of \p outcome to \p sums; nothing where none are known.
void addConditionSums(std::vector<LaneValue> &sums, ConditionOutcome outcome,
                      const LaneMath &math);

/// Sums of which none is positive: whether that leaves no value to some unknown
/// in a lane, so that the lane cannot be there. What is the same for all lanes
/// is worked out once.
class LaneExclusion {
public:
  /// Keeps references to \p sums. \p isOfLane: bounds of unknowns that hold
  /// only in one lane count as well. Cost: the terms of \p sums.
  LaneExclusion(llvm::ArrayRef<LaneValue> sums, const SymbolTable &symbols,
                bool isOfLane);

  /// Whether lane \p lane cannot be there. Cost: the terms of those sums that
  /// are not the same for all lanes.
  bool excludes(unsigned lane) const;

private:
  struct Part {
    const Term *term;
    Interval monomial; ///< without the coefficient
    /// Index into `Common` where the term is one unknown that has the same
    /// value in all sums.
    std::optional<size_t> unknown;
  };
  struct Sum {
    const Lanes *constant;
    llvm::SmallVector<Part, 4> parts;
  };
  struct Bounds {
    std::optional<__int128> least, most;
    bool areEmpty() const { return least && most && *least > *most; }
  };

  static bool narrow(const Sum &sum, unsigned lane,
                     std::vector<Bounds> &bounds);

  std::vector<Bounds> Common; ///< by unknown, in all lanes
  /// Unknowns with their greatest numbers by lane.
  std::vector<std::pair<size_t, const std::vector<int64_t> *>> OfLanes;
  std::vector<Sum> Varying;  ///< those that differ between lanes
  bool IsImpossible = false; ///< no lane can be there
};

/// Whether \p guard may divide lanes although \p sums, which are the same for
/// all of them, are not positive: `id < count` does not where count is 0. Cost:
/// \p sums for each lane.
bool mayPart(const OpenCondition &guard, std::vector<LaneValue> sums,
             const LaneMath &math, const SymbolTable &symbols);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_FLOW_CONDITIONSUMS_H
