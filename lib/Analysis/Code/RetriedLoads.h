// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Loads whose value an atomic compare and exchange of the same place checks
/// before anything is done with it, and that are tried again where it has
/// changed: read off the instructions of one function, through its variables.
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

  /// What \p load (an index into the module) has loaded is used for nothing but
  /// a swap of what it was loaded from, for deciding not to try it, and where
  /// the swap has succeeded; and the swap is repeated until it does.
  bool contains(uint32_t load) const { return Loads.count(load) != 0; }

private:
  std::set<uint32_t> Loads;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_RETRIEDLOADS_H
