// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// SPIR-V types as MemoryType: with the layout of a block's decorations, or the
/// natural one of variables that have none.
#ifndef WGLINT_LIB_REFLECT_MEMORYTYPES_H
#define WGLINT_LIB_REFLECT_MEMORYTYPES_H

#include "wglint/Reflect/ShaderInterface.h"
#include "wglint/SPIRV/Module.h"
#include "llvm/Support/Error.h"

namespace wglint {

enum class MemoryLayout {
  Explicit, ///< as Offset, ArrayStride and MatrixStride say
  Natural,  ///< scalar alignment, no padding; a boolean takes 4 bytes
  Widened,  ///< as Natural, but nothing is narrower than 32 bits
};

/// The memory type of \p type in a module whose constants are literals.
/// Errors: a type that cannot lie in memory (by name), an array whose length is
/// not a literal. Structures nest at most 255 deep (SPIR-V 1.6, 2.17), which
/// bounds the recursion.
llvm::Expected<MemoryType> memoryType(const spirv::Module &module,
                                      const spirv::Type &type,
                                      MemoryLayout layout);

/// Length of an array type; 0 for a runtime array. Errors: no literal.
llvm::Expected<uint64_t> arrayLength(const spirv::Module &module,
                                     const spirv::Type &array);

} // namespace wglint

#endif // WGLINT_LIB_REFLECT_MEMORYTYPES_H
