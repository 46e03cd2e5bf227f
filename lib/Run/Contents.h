// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The bytes that buffers and images start with, and files of such bytes.
/// Random numbers are a hash of seed and place (SplitMix64): the same on every
/// machine, and a longer buffer begins like a shorter one.
#ifndef WGLINT_LIB_RUN_CONTENTS_H
#define WGLINT_LIB_RUN_CONTENTS_H

#include "Components.h"
#include "wglint/Run/RunSpec.h"

namespace wglint {

/// A piece of memory that consists of numbers: a block of \p type or an image.
struct TypedMemory {
  const MemoryType *type = nullptr; ///< of a block; else `image` is set
  const ImageSpec *image = nullptr;
  uint64_t lengthBytes = 0;

  void forEach(llvm::function_ref<void(const Component &)> visit) const;
  std::optional<NamedComponent> at(uint64_t offsetBytes) const;
};

/// The bytes that \p contents describes. Padding is zero.
/// Errors: an unreadable file, or one that does not fit the memory.
/// Cost: linear in the bytes.
llvm::Expected<std::vector<uint8_t>> makeContents(const TypedMemory &memory,
                                                  const ContentSpec &contents,
                                                  uint64_t runSeed);

/// The bytes of a file of expected values, raw or .npy by its name.
/// Errors: as makeContents().
llvm::Expected<std::vector<uint8_t>> readExpected(const TypedMemory &memory,
                                                  llvm::StringRef file);

/// \p bytes of \p memory as a .npy file: an array of the components where all
/// are of one type, else of the bytes.
std::string toNpyFile(const TypedMemory &memory, llvm::ArrayRef<uint8_t> bytes);

} // namespace wglint

#endif // WGLINT_LIB_RUN_CONTENTS_H
