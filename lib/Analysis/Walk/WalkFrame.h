// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The place of a walk: the function that it executes, and the loop in there.
#ifndef WGLINT_LIB_ANALYSIS_WALK_WALKFRAME_H
#define WGLINT_LIB_ANALYSIS_WALK_WALKFRAME_H

#include "Flow/Flow.h"
#include "wglint/SPIRV/Module.h"
#include "llvm/ADT/DenseMap.h"

namespace wglint {

/// One activation of a function.
struct WalkFrame {
  const spirv::Function *function = nullptr;
  /// What to subtract from an id's instruction for its slot.
  uint32_t firstInst = 0;
  std::vector<Value> values;
  llvm::DenseMap<uint32_t, uint32_t> objects;       ///< variable id to object
  llvm::DenseMap<uint32_t, uint32_t> escapeObjects; ///< slot to object
  std::vector<std::optional<Incoming>> pending;     ///< by block
  std::optional<Incoming> returned; ///< phis[0]: the return value
  std::vector<uint32_t> callChain;
  unsigned outerLoopDepth = 0;
  ContextPtr entryContext; ///< open conditions around the call
  uint32_t currentBlock = 0;
};

/// A loop that is being walked.
struct LoopRun {
  uint32_t header = 0;     ///< block
  size_t from = 0, to = 0; ///< positions in the function's order
  ContextPtr entryContext;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_WALK_WALKFRAME_H
