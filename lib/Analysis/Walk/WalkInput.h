// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a walk is given, and what it returns besides its accesses.
#ifndef WGLINT_LIB_ANALYSIS_WALK_WALKINPUT_H
#define WGLINT_LIB_ANALYSIS_WALK_WALKINPUT_H

#include "Code/MemberPaths.h"
#include "Costs/AccessRecorder.h"
#include "Lanes/Constants.h"
#include "wglint/Analysis/Facts.h"
#include "wglint/SPIRV/Module.h"
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace wglint {

class StoredVariables;

/// What a walk is given.
struct WalkInput {
  const spirv::Module &module;
  const spirv::EntryPoint &entry;
  const AnalysisOptions &options;
  const StoredVariables &stored;
  std::array<uint32_t, 3> workgroupSize;
  unsigned subgroupSize;
  /// Configurations to count costs for, all with this subgroup size; empty
  /// where nothing is counted.
  llvm::SmallVector<DeviceConfig, 6> configs;
  std::optional<WorkgroupBox> box; ///< set with a dispatch
  /// Headers of loops that are not executed.
  std::set<uint32_t> summarizedLoops;
  /// Says for which accesses only the costs are wanted, as a walk with another
  /// subgroup size describes them. Empty: for none.
  std::function<bool(const AccessRecorder::Key &)> isDescribed;
  /// Lanes hold the invocations in descending order. What is found in both
  /// orders does not rest on one.
  bool isReversed = false;
  /// Number of operations after which a loop is summarised, in a walk without
  /// an observer; 0: there is no limit.
  uint64_t loopCap = 0;
};

/// Cost of copying one assumption of a flow, in lane operations.
constexpr uint64_t kAssumptionCost = 64;

/// The level of a function's end; see LaneWalk::blockLevel.
constexpr int kReturnEscapeLevel = -1;

/// How a walk ended.
enum class WalkOutcome {
  Complete,
  Split,      ///< a decision needs LaneWalk::split()
  OverBudget, ///< LaneWalk::hottestLoop() should be summarised, if any
};

/// What a walk records about the conditional branches that it executes, by the
/// index of an instruction.
struct BranchNotes {
  /// How many of the subgroups that come to a branch it divides, in the
  /// execution that divides most.
  struct Parting {
    unsigned partedSubgroups = 0;
    unsigned subgroups = 0;
  };
  /// A comparison of invocation ids with a bound; see DispatchBoundFact.
  struct Bound {
    int64_t covered = 0;
    int64_t bound = 0;
    int64_t perWorkgroup = 0;
    bool isKnown = true;
  };
  /// Records an execution of \p branch; the one that divides most is kept.
  void noteParting(uint32_t branch, const Parting &parting);

  std::map<uint32_t, Parting> partings; ///< by the branch
  std::map<uint32_t, Bound> bounds;     ///< by the comparison
};

/// How a walk uses a private array: a variable, or a member of one.
struct PrivateArrayUse {
  MemberPath array;
  PrivateArrayFact::Index index = PrivateArrayFact::Index::Constant;
  uint32_t firstInstruction = 0;
};

/// These uses by variable and members.
using PrivateArrayUses =
    std::map<std::pair<uint32_t, std::vector<uint32_t>>, PrivateArrayUse>;

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_WALK_WALKINPUT_H
