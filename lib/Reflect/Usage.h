// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What an entry point does with the module's global variables: which it
/// touches, reads and writes, through calls and pointers that functions are
/// handed.
#ifndef WGLINT_LIB_REFLECT_USAGE_H
#define WGLINT_LIB_REFLECT_USAGE_H

#include "wglint/SPIRV/Module.h"
#include <map>
#include <set>

namespace wglint {

struct VariableUse {
  bool isRead = false;
  bool isWritten = false;
};

/// Computes: the functions that the entry point reaches, and for each global
/// variable that they name what is done with it. An instruction that is not
/// known to only read or only write counts as both.
/// Cost: instructions times depth of calls.
struct Usage {
  Usage(const spirv::Module &module, const spirv::EntryPoint &entry);

  std::set<uint32_t> functions; ///< raw ids, reached from the entry point
  std::map<uint32_t, VariableUse> variables;  ///< raw ids; absent: never named
  std::map<uint32_t, VariableUse> parameters; ///< of functions, as pointers

  bool isUsed(spirv::Id variable) const {
    return variables.count(spirv::raw(variable)) != 0;
  }
};

/// The variable or function parameter that \p pointer, or the image, texture or
/// sampler that \p pointer names, leads to; Id::None where it leads to neither.
spirv::Id rootOf(const spirv::Module &module, spirv::Id pointer);

} // namespace wglint

#endif // WGLINT_LIB_REFLECT_USAGE_H
