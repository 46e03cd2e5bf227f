// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the lane analysis keeps of a condition that it could not decide, for
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

/// One way that a branch on an undecided condition may go.
struct ConditionOutcome {
  SymbolId symbol; ///< the condition
  bool side;

  bool operator==(const ConditionOutcome &o) const {
    return symbol == o.symbol && side == o.side;
  }
};
using ConditionOutcomes = llvm::SmallVector<ConditionOutcome, 1>;

/// Of \p parted, where something that \p scope agrees on may decide as well:
/// each workgroup alike no more, if workgroups may differ in it.
PartedWorkgroups partedBeside(PartedWorkgroups parted, UniformityScope scope);

/// What is known of an undecided condition. Sums in whenTrue and whenFalse are
/// 64 bits wide and not positive where the condition holds or does not.
struct ConditionInfo {
  /// A comparison of something that rises with the lane with a uniform bound:
  /// in the interior of a dispatch all lanes of a subgroup take `interior`.
  bool isGuard = false;
  bool interior = true;
  /// Of a guard: all invocations of a workgroup are on one side of it, as of
  /// `gl_GlobalInvocationID.x < 64` where workgroups are 8 wide.
  bool partsNoWorkgroup = false;
  PartedWorkgroups partedWorkgroups = PartedWorkgroups::Last; ///< of a guard
  /// Of a guard: its other side is one that no subgroup takes as a whole, as
  /// that of `i < 3`.
  bool isNarrow = false;
  /// Of no guard, `id % 2 == turn`, where some of each subgroup are on either
  /// side, whichever they are: a lane of the true side, and one of the false
  /// side, where it is as the text says.
  struct Parted {
    uint32_t whenTrue, whenFalse;
    std::string text;
  };
  std::optional<Parted> parted;
  /// Two guards that keep lanes within a window which moves with a loop, `k <=
  /// id && id < k + n`: how many lanes are in it is not known, or less than a
  /// subgroup, and this is no guard.
  bool isMovingWindow = false;
  /// Of a guard: the bound is read from memory, so that it is no dispatch's.
  bool isOfData = false;
  /// Of a guard whose bound is a power of two, where a workgroup covers one as
  /// well: in words, that it is smaller. Else it parts no workgroup.
  std::string smallText;
  std::string text; ///< of a guard: what the interior stands for
  /// In workgroups of one invocation, where nothing is a guard: the outcome for
  /// those within the dispatch's bound, of `gl_WorkGroupID.x < n`.
  std::optional<bool> withinBound;
  /// Of a guard that && or || has joined with conditions that are no guards:
  /// who agrees on those.
  std::optional<UniformityScope> beside;
  /// Of such a guard: where one of these is otherwise, it parts no lanes.
  ConditionOutcomes partsWhere;
  /// Of a guard, and of what is the same for all: the unknown that is the
  /// opposite, so that it is the same one each time; kNoSymbol where none has
  /// been asked for.
  SymbolId opposite = kNoSymbol;
  /// The condition in words, "n < 64", where it can be said; and its opposite.
  std::string trueText, falseText;
  llvm::SmallVector<LaneValue, 1> whenTrue, whenFalse;
  /// By side: those sums say all that the condition does there.
  std::array<bool, 2> isWhole = {false, false};
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_LANES_CONDITIONINFO_H
