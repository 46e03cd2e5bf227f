// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which components of a loaded vector, alone or in a structure, are used: read
/// off the instructions, through private variables and calls, whatever the
/// order in which they are executed.
#ifndef WGLINT_LIB_ANALYSIS_CODE_LOADEDCOMPONENTS_H
#define WGLINT_LIB_ANALYSIS_CODE_LOADEDCOMPONENTS_H

#include "Code/Operands.h"
#include "wglint/SPIRV/Queries.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace wglint {

/// A set of components: bit i is component i of a vector; a scalar is bit 0.
using ComponentSet = uint8_t;
constexpr ComponentSet kAllComponents = 0xF;

/// The path from a value, or from what a pointer points to, to a part of it: an
/// index per level, of structures, arrays and matrices.
using PartPath = llvm::SmallVector<uint32_t, 2>;
/// In a path: some element, it is not known which.
constexpr uint32_t kAnyElement = ~0u;

/// The names of the members on the way from \p type, as ".position", if they
/// have names.
std::string partName(const spirv::Module &module, const spirv::Type *type,
                     const PartPath &part);

/// The type that \p part leads to from \p type; nullptr if there is none.
const spirv::Type *partType(const spirv::Module &module,
                            const spirv::Type *type, const PartPath &part);

/// See the file comment.
class LoadedComponents {
public:
  /// Cost: linear in the instructions of \p module.
  explicit LoadedComponents(const spirv::Module &module);

  /// Which components are used of the vector or scalar that \p part leads to in
  /// the result of \p instruction. \p callChain has the calls that led there as
  /// indices into the module, the innermost first.
  ///
  /// All components, where that is not known. All, too, where a load has no use
  /// at all, unless it is a part of something else that is used. Cost: linear
  /// in the instructions that the result comes through, a few times over.
  ComponentSet used(uint32_t instruction, llvm::ArrayRef<uint32_t> callChain,
                    const PartPath &part);

private:
  using Calls = std::vector<uint32_t>;
  ComponentSet settled(llvm::function_ref<ComponentSet()> question);
  bool isPartOfUsed(spirv::Id value, const Calls &calls);
  // Each asks for what \p part leads to, of a value or behind a pointer.
  ComponentSet usedOf(spirv::Id value, const PartPath &part,
                      const Calls &calls);
  ComponentSet usedBy(uint32_t user, spirv::Id value, const PartPath &part,
                      const Calls &calls);
  ComponentSet usedByExtract(const spirv::Instruction &inst,
                             const PartPath &part, const Calls &calls);
  ComponentSet usedByInsert(const spirv::Instruction &inst, spirv::Id value,
                            const PartPath &part, const Calls &calls);
  ComponentSet usedByConstruct(const spirv::Instruction &inst, spirv::Id value,
                               const PartPath &part, const Calls &calls);
  ComponentSet usedByShuffle(const spirv::Instruction &inst, spirv::Id value,
                             const Calls &calls);
  ComponentSet usedByStore(spirv::Id pointer, PartPath part,
                           const Calls &calls);
  ComponentSet usedByCall(uint32_t call, spirv::Id argument,
                          const PartPath &part, const Calls &calls);
  ComponentSet usedBehind(spirv::Id pointer, const PartPath &part,
                          const Calls &calls);
  ComponentSet usedThrough(uint32_t user, spirv::Id pointer,
                           const PartPath &part, const Calls &calls);
  ComponentSet usedByChain(const spirv::Instruction &chain,
                           const PartPath &part, const Calls &calls);
  PartPath indicesOf(const spirv::Instruction &chain) const;
  spirv::Id argumentFor(spirv::Id parameter, const Calls &calls) const;

  const spirv::Module &M;
  UsersById Users;
  struct Place {
    uint32_t pointer; ///< id
    std::vector<uint32_t> part;
    Calls calls;
    bool operator<(const Place &o) const {
      return std::tie(pointer, part, calls) <
             std::tie(o.pointer, o.part, o.calls);
    }
  };
  /// What is known so far of private variables under chains of calls.
  std::map<Place, ComponentSet> Private;
  std::set<Place> Visited; ///< in this round
  unsigned Steps = 0;      ///< spent on the current question
  bool HasGrown = false;   ///< `Private` has, lately
};

/// LoadedComponents::used(), which is computed once for each question.
class UsedComponents {
public:
  explicit UsedComponents(const spirv::Module &module) : M(module) {}
  ComponentSet of(uint32_t instruction, llvm::ArrayRef<uint32_t> callChain,
                  const PartPath &part);

private:
  const spirv::Module &M;
  std::optional<LoadedComponents> Loaded; ///< made when first asked for
  std::map<std::tuple<uint32_t, std::vector<uint32_t>, std::vector<uint32_t>>,
           ComponentSet>
      Known; ///< by instruction, calls and part
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_LOADEDCOMPONENTS_H
