// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Puts a check in front of every index into memory.
///
/// Each OpAccessChain whose index may lie outside calls a function with the
/// index, the length (OpArrayLength, or the constant) and the number of the
/// site; the function reports an index outside in a storage block and returns 0
/// in its place. The call is straight-line code: control flow stays as it is.
/// Coordinates of imageLoad() and imageStore() are reported in the same way,
/// but stay as they are.
#ifndef WGLINT_LIB_REFLECT_BOUNDSCHECKS_H
#define WGLINT_LIB_REFLECT_BOUNDSCHECKS_H

#include "ModuleEditor.h"
#include "Usage.h"
#include "wglint/Reflect/Runnable.h"

namespace wglint {

struct CheckedModule {
  SpirvWords words;
  uint32_t reportVariable = 0; ///< id of the report block's variable
  std::vector<BoundsSite> sites;
};

/// \p module with checks in the functions that \p usage reaches.
///
/// Not checked: 64-bit indices, coordinates of cubes and of atomics, and
/// runtime arrays in blocks that a function is handed by pointer (GLSL has
/// none).
CheckedModule checkBounds(const spirv::Module &module, const Usage &usage);

} // namespace wglint

#endif // WGLINT_LIB_REFLECT_BOUNDSCHECKS_H
