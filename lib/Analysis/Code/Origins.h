// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a value is computed from, read off the instructions of its function:
/// through arithmetic, and through function variables to all that is stored to
/// them. It ends at parameters and results of calls.
#ifndef WGLINT_LIB_ANALYSIS_CODE_ORIGINS_H
#define WGLINT_LIB_ANALYSIS_CODE_ORIGINS_H

#include "wglint/SPIRV/Module.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <set>
#include <vector>

namespace wglint {

/// See the file comment. One object serves one function.
class Origins {
public:
  /// Cost: linear in the instructions of \p function.
  Origins(const spirv::Module &module, const spirv::Function &function);

  /// Calls \p visit with every instruction that \p id is computed from, the one
  /// of \p id first. Where it returns false, nothing behind that instruction is
  /// visited. Cost: linear in the instructions that are visited.
  void visit(spirv::Id id,
             llvm::function_ref<bool(const spirv::Instruction &)> visit) const;

  /// The built-in variables (spv::BuiltIn) among the origins of \p id.
  std::set<uint32_t> builtIns(spirv::Id id) const;

  /// All values that are stored to \p variable as a whole; nullptr if it is no
  /// variable of the function.
  const std::vector<spirv::Id> *storedTo(spirv::Id variable) const;

private:
  void addOperands(const spirv::Instruction &inst,
                   std::vector<spirv::Id> &work) const;

  const spirv::Module &M;
  std::map<uint32_t, std::vector<spirv::Id>> Stores;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_ORIGINS_H
