// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The variables that some instruction reachable from an entry point may store
/// to: memory that is only ever loaded cannot race.
#ifndef WGLINT_LIB_ANALYSIS_CODE_STOREDVARIABLES_H
#define WGLINT_LIB_ANALYSIS_CODE_STOREDVARIABLES_H

#include "wglint/SPIRV/Module.h"
#include <map>
#include <set>

namespace wglint {

/// Whether the atomic \p inst gives the same result whatever the memory held,
/// and so only stores: `atomicAnd(x, 0)`, `atomicMin(x, 0u)`.
bool readsNothing(const spirv::Module &module, const spirv::Instruction &inst);

/// See the file comment. Atomics count as stores, even those that only load.
class StoredVariables {
public:
  explicit StoredVariables(const spirv::Module &module);

  /// Whether \p variable, or Id::None for memory behind a computed address, may
  /// be stored to.
  bool mayBeStored(spirv::Id variable) const {
    return IsAny || variable == spirv::Id::None ||
           Stored.count(spirv::raw(variable)) ||
           Aliased.count(spirv::raw(variable));
  }
  /// Whether one \p member of the block \p variable may be stored to, also
  /// through another variable of the same binding; -1: any of them.
  bool mayBeStored(spirv::Id variable, int member) const {
    if (IsAny || variable == spirv::Id::None ||
        Aliased.count(spirv::raw(variable)))
      return true;
    auto it = Stored.find(spirv::raw(variable));
    return it != Stored.end() &&
           (member < 0 || it->second.count(-1) || it->second.count(member));
  }
  /// Whether there may be a store that does not depend on the previous content,
  /// as an atomic addition does.
  bool mayBeAssigned(spirv::Id variable) const {
    return IsAny || Assigned.count(spirv::raw(variable));
  }

  /// Whether something is executed whose loads and stores nobody knows:
  /// spirv::mayAccessUnseen().
  bool hasUnseen() const { return HasUnseen; }

private:
  void noteStore(const spirv::Module &module, const spirv::Instruction &inst);
  void noteAliases(const spirv::Module &module);

  /// By variable, the members that are stored to; -1 where it may be any.
  std::map<uint32_t, std::set<int>> Stored;
  std::set<uint32_t> Assigned, Aliased;
  bool HasUnseen = false;
  bool IsAny = false; ///< some store may go anywhere
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_STOREDVARIABLES_H
