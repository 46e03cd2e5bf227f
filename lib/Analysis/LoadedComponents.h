// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which components of a vector that is loaded something is done with: read off
/// the instructions, through private variables and calls, whatever the order in
/// which they are executed.
#ifndef WGLINT_LIB_ANALYSIS_LOADEDCOMPONENTS_H
#define WGLINT_LIB_ANALYSIS_LOADEDCOMPONENTS_H

#include "wglint/SPIRV/Module.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

namespace wglint {

/// The operands of \p inst that are ids of values. There may be too many: a
/// literal that is taken for one.
llvm::SmallVector<unsigned, 4> valueOperands(const spirv::Instruction &inst);

/// Bit i: component i of a vector; of a scalar: bit 0.
using ComponentSet = uint8_t;
constexpr ComponentSet kAllComponents = 0xF;

/// See the file comment.
class LoadedComponents {
public:
  /// Cost: linear in the instructions of \p module.
  explicit LoadedComponents(const spirv::Module &module);

  /// What is used of the result of \p instruction, executed under \p callChain
  /// (calls as indices into the module, the innermost first). All, where that
  /// is not known. Cost: linear in the instructions that the result comes
  /// through, a few times over.
  ComponentSet used(uint32_t instruction, llvm::ArrayRef<uint32_t> callChain);

private:
  using Calls = std::vector<uint32_t>;
  ComponentSet usedOf(spirv::Id value, const Calls &calls);
  ComponentSet usedBy(uint32_t user, spirv::Id value, const Calls &calls);
  ComponentSet usedByShuffle(const spirv::Instruction &inst, spirv::Id value,
                             const Calls &calls);
  ComponentSet usedByStore(spirv::Id pointer, const Calls &calls);
  ComponentSet usedByCall(uint32_t call, spirv::Id argument,
                          const Calls &calls);
  ComponentSet usedBehind(spirv::Id pointer, const Calls &calls);
  ComponentSet usedThrough(uint32_t user, spirv::Id pointer,
                           const Calls &calls);
  ComponentSet usedOfComponent(const spirv::Instruction &chain,
                               const Calls &calls);
  spirv::Id argumentFor(spirv::Id parameter, const Calls &calls) const;

  const spirv::Module &M;
  /// Instructions that may take a result, by its id.
  llvm::DenseMap<uint32_t, llvm::SmallVector<uint32_t, 2>> Users;
  /// What is known by now of private variables, under which calls.
  std::map<std::pair<uint32_t, Calls>, ComponentSet> Private;
  std::map<std::pair<uint32_t, Calls>, bool> IsVisited; ///< in this round
  unsigned Steps = 0;                                   ///< of one question
  bool HasGrown = false;                                ///< `Private`, lately
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_LOADEDCOMPONENTS_H
