// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the lane analysis knows about a condition that it could not decide, for
/// the branches on it.
#ifndef WGLINT_LIB_ANALYSIS_LANES_CONDITIONINFO_H
#define WGLINT_LIB_ANALYSIS_LANES_CONDITIONINFO_H

#include "Lanes/LaneValue.h"
#include "Lanes/Symbols.h"
#include "wglint/Analysis/Synchronization.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <optional>
#include <string>

namespace wglint {

/// One side of an undecided condition.
struct ConditionOutcome {
  SymbolId symbol; ///< the condition
  bool side;

  bool operator==(const ConditionOutcome &o) const {
    return symbol == o.symbol && side == o.side;
  }
};
using ConditionOutcomes = llvm::SmallVector<ConditionOutcome, 1>;

/// Which workgroups a guard divides that by itself divides \p parted, if
/// another condition, on which \p scope agrees, may decide as well. Where
/// workgroups may differ in that condition, Each does not remain.
PartedWorkgroups partedBeside(PartedWorkgroups parted, UniformityScope scope);

/// What is known about an undecided condition. The sums in whenTrue and
/// whenFalse are 64 bits wide; they are not positive where the condition is
/// true or false.
struct ConditionInfo {
  /// The condition compares a number that rises with the lane with a uniform
  /// bound. In the interior of a dispatch all lanes of a subgroup take the side
  /// `interior`.
  bool isGuard = false;
  bool interior = true;
  /// Only for guards: all invocations of a workgroup are on one side, as with
  /// `gl_GlobalInvocationID.x < 64` in workgroups that are 8 wide.
  bool partsNoWorkgroup = false;
  /// Only for guards: the workgroups that the bound divides.
  PartedWorkgroups partedWorkgroups = PartedWorkgroups::Last;
  /// Only for guards: no subgroup takes the other side as a whole, as with `i <
  /// 3`.
  bool isNarrow = false;
  /// Only for conditions that are no guards: some lanes of each subgroup are on
  /// either side, as with `id % 2 == turn`. This holds a lane of the true side
  /// and one of the false side for the case that `text` describes.
  struct Parted {
    uint32_t whenTrue, whenFalse;
    std::string text;
  };
  std::optional<Parted> parted;
  /// Two guards, joined, keep lanes within a window that moves with a loop, `k
  /// <= id && id < k + n`. As it is not known how many lanes are inside, or
  /// they are less than a subgroup, this is no guard.
  bool isMovingWindow = false;
  /// Only for guards: the bound is read from memory, so it does not come from
  /// the dispatch.
  bool isOfData = false;
  /// Only for guards whose bound is a power of two, in workgroups that cover
  /// one as well: the condition in words that the bound is the smaller one. If
  /// it is not, no workgroup is divided.
  std::string smallText;
  std::string text; ///< only for guards: what the interior stands for
  /// Only in workgroups of one invocation, where no condition is a guard: the
  /// side that workgroups within the dispatch's bound take, as with
  /// `gl_WorkGroupID.x < n`.
  std::optional<bool> withinBound;
  /// Only for guards that && or || joins with conditions that are no guards:
  /// who agrees on those.
  std::optional<UniformityScope> beside;
  /// Only for such joined guards: unless all of these outcomes hold, the guard
  /// divides no lanes.
  ConditionOutcomes partsWhere;
  /// Only for guards and uniform conditions: the symbol of the opposite, so
  /// that it is the same each time; kNoSymbol while nobody has asked for it.
  SymbolId opposite = kNoSymbol;
  /// The condition and its opposite in words, "n < 64"; empty where there are
  /// none.
  std::string trueText, falseText;
  llvm::SmallVector<LaneValue, 1> whenTrue, whenFalse;
  /// By side: the sums say all that the condition means there.
  std::array<bool, 2> isWhole = {false, false};
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_LANES_CONDITIONINFO_H
