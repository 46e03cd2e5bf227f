// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Loads whose value a compare-and-swap of the same place checks before
/// anything is done with it, and that are repeated if it has changed. Read off
/// the instructions of one function, through its variables.
#ifndef WGLINT_LIB_ANALYSIS_CODE_RETRIEDLOADS_H
#define WGLINT_LIB_ANALYSIS_CODE_RETRIEDLOADS_H

#include "wglint/SPIRV/Module.h"
#include <set>

namespace wglint {

/// See the file comment.
class RetriedLoads {
public:
  /// Cost: linear in the instructions of \p module; of functions that swap,
  /// for each swap and load of its place.
  explicit RetriedLoads(const spirv::Module &module);

  /// Whether \p load (an index into the module) is such a load: what it has
  /// loaded is used only for a swap at the place that it came from, for
  /// deciding not to try that, and after the swap has succeeded; and the swap
  /// is repeated until it does.
  bool contains(uint32_t load) const { return Loads.count(load) != 0; }

private:
  std::set<uint32_t> Loads;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_RETRIEDLOADS_H
