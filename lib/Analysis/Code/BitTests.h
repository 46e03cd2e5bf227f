// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Words that are arrays of flags: which bits of a load are looked at, and
/// which an atomic changes, read off the instructions around the two.
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

  /// Nothing is done with what \p load has loaded but to look at some of its
  /// bits, and \p atomic sets, clears or flips some. Both are known and apart,
  /// or both are chosen by each invocation for itself, `1u << (id & 31u)`. Both
  /// are indices into the module.
  bool mayBeOthers(uint32_t load, uint32_t atomic);

private:
  /// Bits of a word.
  struct Bits {
    uint32_t known = 0;   ///< these
    bool isOwn = false;   ///< and such as each invocation chooses
    bool isOther = false; ///< and what is neither
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
  unsigned Steps = 0;         ///< of one question
  std::set<uint32_t> Visited; ///< variables, by comesFromOwn()
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_BITTESTS_H
