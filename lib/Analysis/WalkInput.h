// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What goes into a walk, and what comes out besides its accesses.
#ifndef WGLINT_LIB_ANALYSIS_WALKINPUT_H
#define WGLINT_LIB_ANALYSIS_WALKINPUT_H

#include "AccessRecorder.h"
#include "Constants.h"
#include "wglint/Analysis/Facts.h"
#include "wglint/SPIRV/Module.h"
#include <set>

namespace wglint {

/// What a walk is for.
struct WalkInput {
  const spirv::Module &module;
  Constants &constants;
  const spirv::EntryPoint &entry;
  const AnalysisOptions &options;
  std::array<uint32_t, 3> workgroupSize;
  unsigned subgroupSize;
  llvm::ArrayRef<DeviceConfig> configs;      ///< all with this subgroup size
  std::optional<WorkgroupBox> box;           ///< set with a dispatch
  const std::set<uint32_t> &summarizedLoops; ///< headers not to be executed
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

/// A private array as met in a walk.
struct PrivateArrayUse {
  spirv::Id variable = spirv::Id::None;
  PrivateArrayFact::Index index = PrivateArrayFact::Index::Constant;
  uint32_t firstInstruction = 0;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_WALKINPUT_H
