// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What goes into a walk, and what comes out besides its accesses.
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

/// What a walk is for.
struct WalkInput {
  const spirv::Module &module;
  const spirv::EntryPoint &entry;
  const AnalysisOptions &options;
  const StoredVariables &stored;
  std::array<uint32_t, 3> workgroupSize;
  unsigned subgroupSize;
  /// All with this subgroup size; none where nothing is counted.
  llvm::SmallVector<DeviceConfig, 6> configs;
  std::optional<WorkgroupBox> box;    ///< set with a dispatch
  std::set<uint32_t> summarizedLoops; ///< headers not to be executed
  /// Accesses of which only the costs are wanted: a walk for another subgroup
  /// size tells the rest. Empty: none.
  std::function<bool(const AccessRecorder::Key &)> isDescribed;
  /// Lanes hold the invocations in falling order: what is known of both orders
  /// does not rest on one.
  bool isReversed = false;
  /// Operations after which a loop is summarised, where nobody observes the
  /// walk; 0: none is for that.
  uint64_t loopCap = 0;
};

/// Copying one assumption of a flow, in lane operations.
constexpr uint64_t kAssumptionCost = 64;

/// Level of a function's end; see LaneWalk::blockLevel.
constexpr int kReturnEscapeLevel = -1;

enum class WalkOutcome {
  Complete,
  Split,      ///< a decision needs `split`
  OverBudget, ///< `hottestLoop` names a loop to summarise, if any
};

/// What a walk notes of the conditional branches that it executes, by the
/// number of an instruction.
struct BranchNotes {
  /// Subgroups whose lanes a branch parts, in the execution that parts most.
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
  /// Keeps, for each branch, the execution that parts most.
  void noteParting(uint32_t branch, const Parting &parting);

  std::map<uint32_t, Parting> partings; ///< by the branch
  std::map<uint32_t, Bound> bounds;     ///< by the comparison
};

/// A private array as met in a walk: a variable, or a member of one.
struct PrivateArrayUse {
  MemberPath array;
  PrivateArrayFact::Index index = PrivateArrayFact::Index::Constant;
  uint32_t firstInstruction = 0;
};

/// By variable and members.
using PrivateArrayUses =
    std::map<std::pair<uint32_t, std::vector<uint32_t>>, PrivateArrayUse>;

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_WALK_WALKINPUT_H
