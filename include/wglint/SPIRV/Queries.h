// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Small questions about a module that several parts ask.
#ifndef WGLINT_SPIRV_QUERIES_H
#define WGLINT_SPIRV_QUERIES_H

#include "wglint/SPIRV/Module.h"
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace wglint::spirv {

/// A number of one word that is written in \p module; std::nullopt: \p value is
/// none, or a host may replace it.
std::optional<uint32_t> constantWord(const Module &module, Id value);

/// The element of \p type's innermost array, with a length or without; \p type
/// where it is no array.
const Type &withoutArrays(const Module &module, const Type &type);

using FunctionList = std::vector<const Function *>;

/// The functions that \p entry calls, directly or not, and its own, by their
/// ids. Cost: linear in their instructions.
FunctionList reachedFunctions(const Module &module, const EntryPoint &entry);
/// Those that any entry point reaches: not what came in a file of functions and
/// is not called.
FunctionList reachedFunctions(const Module &module);

/// The names by which a host can give values.
struct HostNames {
  /// Variables that a host fills, and members of structures; how they are
  /// nested is not said.
  std::set<std::string> uniforms;
  std::set<std::string> constants; ///< of specialization, with their numbers
};

/// Cost: linear in the module.
HostNames hostNames(const Module &module);

} // namespace wglint::spirv

#endif // WGLINT_SPIRV_QUERIES_H
