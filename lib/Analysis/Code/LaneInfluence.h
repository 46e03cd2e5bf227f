// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which coordinates of an invocation within its workgroup influence a value. A
/// value that does not depend on x is the same for all invocations of a row,
/// however it was computed.
#ifndef WGLINT_LIB_ANALYSIS_CODE_LANEINFLUENCE_H
#define WGLINT_LIB_ANALYSIS_CODE_LANEINFLUENCE_H

#include "Code/StoredVariables.h"
#include "wglint/SPIRV/Module.h"
#include <array>
#include <map>
#include <set>
#include <vector>

namespace wglint {

/// A set of influences. Bits 0 to 2 are the coordinates of
/// gl_LocalInvocationID.
using Influences = uint8_t;
/// Shared memory: the value is the same for all that load from one place at one
/// time.
constexpr Influences kSharedInfluence = 8;
/// Anything else that may differ between two invocations: subgroups, atomics,
/// buffers that the shader stores to.
constexpr Influences kOtherInfluence = 16;
constexpr Influences kAllInfluences = 31;

/// The influences on every value of a module, for invocations that execute one
/// instruction together. A value is influenced by what it is computed from, and
/// by the branches that decide whether and how often it is computed. Neither
/// the order of stores to local variables nor the call that a value comes from
/// is considered, so an influence that is not stated does not exist, but one
/// that is stated need not.
class LaneInfluence {
public:
  /// \p together is the index of that instruction. Cost: some passes over the
  /// module.
  LaneInfluence(const spirv::Module &module, const StoredVariables &stored,
                uint32_t together);

  /// The influences on \p value, all of its components together.
  Influences of(spirv::Id value) const;

private:
  /// Influences by component of a vector; for other types all are equal.
  using Parts = std::array<Influences, 4>;

  void noteCalls();
  void noteAgreed(uint32_t together);
  void passOver(const spirv::Function &function);
  void look(const spirv::Function &function, uint32_t block,
            const spirv::Instruction &inst);
  void branch(const spirv::Function &function, uint32_t block);
  void endBlock(const spirv::Function &function, uint32_t block);
  void call(const spirv::Instruction &inst, Influences control);
  void store(spirv::Id pointer, const Parts &value);
  Parts &heldBy(spirv::Id variable);
  Parts resultOf(const spirv::Instruction &inst);
  Parts loadFrom(spirv::Id pointer);
  Parts phi(const spirv::Instruction &inst,
            const spirv::Function &function) const;
  std::optional<unsigned> componentAt(spirv::Id pointer) const;
  Parts unionOf(const spirv::Instruction &inst) const;
  void add(Parts &to, const Parts &more);
  void add(Influences &to, Influences more);

  const spirv::Module &M;
  const StoredVariables &Stored;
  /// By id: the influences on a value; for pointers on where they point to.
  std::vector<Parts> Values;
  std::map<spirv::Id, Parts> Held; ///< on the content of private variables
  std::set<spirv::Id> Called;      ///< functions
  /// Labels of branches that all invocations take alike.
  std::set<uint32_t> Agreed;
  /// By label: the influences on whether a block is executed.
  std::map<uint32_t, Influences> Blocks;
  /// By the header's label: the influences on how often a loop is executed.
  std::map<uint32_t, Influences> Loops;
  /// The influences on whether a function is left early.
  std::map<spirv::Id, Influences> Returns;
  bool IsChanged = false;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_LANEINFLUENCE_H
