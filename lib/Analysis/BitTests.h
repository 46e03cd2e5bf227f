// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Words that are arrays of bits: which bits of a load are looked at, and which
/// an atomic changes, read off the instructions around the two.
#ifndef WGLINT_LIB_ANALYSIS_BITTESTS_H
#define WGLINT_LIB_ANALYSIS_BITTESTS_H

#include "wglint/SPIRV/Module.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace wglint {

/// See the file comment.
class BitTests {
public:
  /// Cost: linear in the instructions of \p module.
  explicit BitTests(const spirv::Module &module);

  /// Nothing is done with what \p load has loaded but to look at some of its
  /// bits, `w >> i & 1u`, \p atomic sets, clears or flips some, and it is not
  /// known that they share one. Both are indices into the module.
  bool mayBeOthers(uint32_t load, uint32_t atomic) const;

private:
  /// Bits of a word.
  struct Bits {
    uint64_t known = 0;  ///< these
    bool isOpen = false; ///< and some, not known which
    bool isAll = false;
  };
  Bits usedOf(spirv::Id value) const;
  Bits usedBy(const spirv::Instruction &user, spirv::Id value) const;
  Bits usedOfShifted(const spirv::Instruction &shift) const;
  Bits changedBy(const spirv::Instruction &atomic) const;
  std::optional<uint64_t> numberOf(spirv::Id value) const;

  const spirv::Module &M;
  llvm::DenseMap<uint32_t, llvm::SmallVector<uint32_t, 2>> Users; ///< by id
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_BITTESTS_H
