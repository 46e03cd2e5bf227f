// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What becomes of a value that is loaded: the stores and atomics of the same
/// function, or of those that it returns to, that depend on it, by their
/// operands or by conditions. Read off the instructions.
#ifndef WGLINT_LIB_ANALYSIS_CODE_LOADEFFECTS_H
#define WGLINT_LIB_ANALYSIS_CODE_LOADEFFECTS_H

#include "Code/Operands.h"
#include <set>

namespace wglint {

/// See the file comment.
class LoadEffects {
public:
  explicit LoadEffects(const spirv::Module &module) : M(module) {}

  /// Instructions (indices into the module), between an execution of \p load
  /// and the next one by the same invocation, without which what \p load has
  /// loaded would make no difference. It is followed through the function's
  /// variables, and through what it returns to its callers, between a call and
  /// the next one. Empty where it may make one otherwise (in what is called, in
  /// the next iteration of a loop, for whether barriers are reached), where it
  /// makes one right there, in the block of \p load, and where it makes none at
  /// all.
  /// Cost: linear in the instructions of the module once; for each load, once,
  /// in those of the function (of the module, where it returns what depends on
  /// \p load) and in pairs of stores to and loads from the
  /// local variables that come to depend on it.
  const std::set<uint32_t> &of(uint32_t load);

  /// Whether of(load) are some that its function returns to: another call may
  /// load before they come.
  bool isReturned(uint32_t load) const { return Returned.count(load) != 0; }

  /// Stores, likewise, if nothing depends on what \p load has loaded but values
  /// that these store: no branch, and no address. Cost: likewise.
  const std::optional<std::set<uint32_t>> &storesOf(uint32_t load);

private:
  struct Followed {
    const spirv::Function &function; ///< of the load
    std::set<uint32_t> effects;
  };
  std::optional<Followed> follow(uint32_t load, bool byValueAlone);
  bool followReturned(const spirv::Function &from, std::set<uint32_t> &effects,
                      unsigned depth);

  const spirv::Module &M;
  std::optional<UsersById> Users; ///< made when first asked for
  std::map<uint32_t, std::set<uint32_t>> Known;
  std::set<uint32_t> Returned; ///< loads
  std::map<uint32_t, std::optional<std::set<uint32_t>>> KnownStores;
};

/// What \p access, a load or an atomic, yields is stored to memory that others
/// see, or decides which way its block branches, before the block ends: the
/// invocation that goes on has its value. Cost: linear in the block.
bool isAwaited(const spirv::Module &module, uint32_t access);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_LOADEFFECTS_H
