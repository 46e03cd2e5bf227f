// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The variables that some instruction of a module may store to: what is only
/// ever loaded cannot race.
#ifndef WGLINT_LIB_ANALYSIS_STOREDVARIABLES_H
#define WGLINT_LIB_ANALYSIS_STOREDVARIABLES_H

#include "wglint/SPIRV/Module.h"
#include <set>

namespace wglint {

/// See the file comment. Atomics count as stores, those that only load too.
class StoredVariables {
public:
  explicit StoredVariables(const spirv::Module &module);

  /// \p variable, or Id::None for memory behind a computed address, may be
  /// stored to.
  bool mayBeStored(spirv::Id variable) const {
    return IsAny || variable == spirv::Id::None ||
           Stored.count(spirv::raw(variable));
  }

private:
  std::set<uint32_t> Stored;
  bool IsAny = false; ///< something is stored nobody knows where
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_STOREDVARIABLES_H
