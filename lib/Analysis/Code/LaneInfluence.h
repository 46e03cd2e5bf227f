// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which coordinates of an invocation within its workgroup have an influence on
/// a value: what does not depend on x is the same for all invocations of a row,
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

/// Influences: bits 0 to 2, the coordinates of gl_LocalInvocationID.
using Influences = uint8_t;
/// What is loaded from shared memory: the same for all that load from one place
/// at one time.
constexpr Influences kSharedInfluence = 8;
/// Anything else that may differ between two invocations: subgroups, atomics,
/// buffers that the shader stores to.
constexpr Influences kOtherInfluence = 16;
constexpr Influences kAllInfluences = 31;

/// The influences on every value of a module for invocations that execute one
/// instruction together: on what it is made of, and on the branches that decide
/// whether and how often it is made. Does not look at the order of stores to
/// local variables, nor at which call a value comes from: what is said to have
/// no influence has none, the opposite may be wrong.
class LaneInfluence {
public:
  /// \p together: the instruction's number. Cost: some passes over the module.
  LaneInfluence(const spirv::Module &module, const StoredVariables &stored,
                uint32_t together);

  /// On \p value, all of its components.
  Influences of(spirv::Id value) const;

private:
  /// Of a vector by component; of everything else all are the same.
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
  std::vector<Parts> Values;             ///< by id; of pointers: where to
  std::map<spirv::Id, Parts> Held;       ///< by private variables
  std::set<spirv::Id> Called;            ///< functions
  std::set<uint32_t> Agreed;             ///< labels of branches all take alike
  std::map<uint32_t, Influences> Blocks; ///< by label: on being executed
  std::map<uint32_t, Influences> Loops;  ///< by header's label: how often
  std::map<spirv::Id, Influences> Returns; ///< on leaving a function early
  bool IsChanged = false;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_LANEINFLUENCE_H
