// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The variables that some instruction which an entry point reaches may store
/// to: what is only ever loaded cannot race.
#ifndef WGLINT_LIB_ANALYSIS_CODE_STOREDVARIABLES_H
#define WGLINT_LIB_ANALYSIS_CODE_STOREDVARIABLES_H

#include "wglint/SPIRV/Module.h"
#include <map>
#include <set>

namespace wglint {

/// An atomic that only stores: `atomicAnd(x, 0)` gives 0 whatever x was, as
/// does `atomicMin(x, 0u)`.
bool readsNothing(const spirv::Module &module, const spirv::Instruction &inst);

/// See the file comment. Atomics count as stores, those that only load too.
class StoredVariables {
public:
  explicit StoredVariables(const spirv::Module &module);

  /// \p variable, or Id::None for memory behind a computed address, may be
  /// stored to.
  bool mayBeStored(spirv::Id variable) const {
    return IsAny || variable == spirv::Id::None ||
           Stored.count(spirv::raw(variable)) ||
           Aliased.count(spirv::raw(variable));
  }
  /// The same of one of its members, if it is a block; -1: of all of it. By
  /// other variables of the same binding as well.
  bool mayBeStored(spirv::Id variable, int member) const {
    if (IsAny || variable == spirv::Id::None ||
        Aliased.count(spirv::raw(variable)))
      return true;
    auto it = Stored.find(spirv::raw(variable));
    return it != Stored.end() &&
           (member < 0 || it->second.count(-1) || it->second.count(member));
  }
  /// The same of stores that do not depend on what was there before: atomics
  /// that add, for instance, are none.
  bool mayBeAssigned(spirv::Id variable) const {
    return IsAny || Assigned.count(spirv::raw(variable));
  }

  /// Something is executed of which nobody knows what it loads and stores:
  /// spirv::mayAccessUnseen().
  bool hasUnseen() const { return HasUnseen; }

private:
  void noteStore(const spirv::Module &module, const spirv::Instruction &inst);
  void noteAliases(const spirv::Module &module);

  /// Members that are stored to, by variable; -1 where it may be any.
  std::map<uint32_t, std::set<int>> Stored;
  std::set<uint32_t> Assigned, Aliased;
  bool HasUnseen = false;
  bool IsAny = false; ///< something is stored nobody knows where
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_STOREDVARIABLES_H
