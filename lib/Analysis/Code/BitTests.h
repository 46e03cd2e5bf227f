// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Words that are arrays of flags: which bits of a loaded word are looked at,
/// and which an atomic changes, read off the instructions around the two.
#ifndef WGLINT_LIB_ANALYSIS_CODE_BITTESTS_H
#define WGLINT_LIB_ANALYSIS_CODE_BITTESTS_H

#include "Code/Operands.h"
#include <set>

namespace wglint {

/// See the file comment.
class BitTests {
public:
  /// Cost: linear in the instructions of \p module.
  explicit BitTests(const spirv::Module &module)
      : M(module), Users(usersById(module)) {}

  /// Whether \p load and \p atomic (indices into the module) may concern
  /// different bits: only some bits of what was loaded are looked at, and the
  /// atomic sets, clears or flips some. Either both sets are known and have no
  /// bit in common, or each invocation chooses both for itself, as with `1u <<
  /// (id & 31u)`.
  bool mayBeOthers(uint32_t load, uint32_t atomic);

private:
  /// A set of bits of a word.
  struct Bits {
    uint32_t known = 0;   ///< these bits
    bool isOwn = false;   ///< and bits that each invocation chooses
    bool isOther = false; ///< and bits of which nothing is known
    void add(Bits more);
  };
  Bits usedOf(spirv::Id value);
  Bits usedBy(const spirv::Instruction &user, spirv::Id value);
  Bits usedOfShifted(const spirv::Instruction &shift);
  Bits usedOfField(const spirv::Instruction &field);
  Bits changedBy(const spirv::Instruction &atomic);
  Bits bitsOf(spirv::Id mask);
  Bits bitsOfLoaded(spirv::Id pointer);
  bool isOwnNumber(spirv::Id value);
  bool comesFromOwn(spirv::Id value);
  bool isOwnLoad(spirv::Id pointer);

  const spirv::Module &M;
  UsersById Users;
  unsigned Steps = 0;         ///< spent on the current question
  std::set<uint32_t> Visited; ///< variables that comesFromOwn() has visited
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_BITTESTS_H
