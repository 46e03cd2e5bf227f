// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What becomes of a loaded value: the stores and atomics that depend on it, by
/// their operands or by conditions, in the same function or in those that it
/// returns to. Read off the instructions.
#ifndef WGLINT_LIB_ANALYSIS_CODE_LOADEFFECTS_H
#define WGLINT_LIB_ANALYSIS_CODE_LOADEFFECTS_H

#include "Code/Operands.h"
#include <set>

namespace wglint {

/// See the file comment.
class LoadEffects {
public:
  explicit LoadEffects(const spirv::Module &module) : M(module) {}

  /// The effects of \p load as indices into the module: the instructions
  /// between one execution of it and the next by the same invocation without
  /// which the loaded value would make no difference. It is followed through
  /// the function's variables, and through what the function returns to its
  /// callers, up to the next call.
  ///
  /// The set is empty where the value has no effect at all, where it has one
  /// right there, in the block of \p load, and where it may have others: in a
  /// called function that is not isLocal(), in the next iteration of a loop, on
  /// whether barriers are reached.
  ///
  /// Cost: linear in the instructions of the module once. For each load, once,
  /// linear in those of the function (of the module if what depends on \p load
  /// is returned) and in pairs of stores to and loads from the local variables
  /// that depend on it.
  const std::set<uint32_t> &of(uint32_t load);

  /// Whether the effects in of(load) are in functions that its function returns
  /// to. Another call may then load before they come.
  bool isReturned(uint32_t load) const { return Returned.count(load) != 0; }

  /// The stores whose value depends on what \p load has loaded, if nothing else
  /// does, no branch and no address; else std::nullopt. Cost: as of().
  const std::optional<std::set<uint32_t>> &storesOf(uint32_t load);

private:
  struct Followed {
    const spirv::Function &function; ///< that contains the load
    std::set<uint32_t> effects;
  };
  std::optional<Followed> follow(uint32_t load, bool byValueAlone);
  bool followReturned(const spirv::Function &from, std::set<uint32_t> &effects,
                      unsigned depth);

  const spirv::Module &M;
  std::optional<UsersById> Users;  ///< made when first asked for
  std::map<spirv::Id, bool> Local; ///< isLocal(), by function
  std::map<uint32_t, std::set<uint32_t>> Known;
  std::set<uint32_t> Returned; ///< loads
  std::map<uint32_t, std::optional<std::set<uint32_t>>> KnownStores;
};

/// Whether an invocation that continues surely has the value of \p access, a
/// load or an atomic: before its block ends, the value is stored to memory that
/// others see, or decides how the block branches. Cost: linear in the block.
bool isAwaited(const spirv::Module &module, uint32_t access);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_LOADEFFECTS_H
