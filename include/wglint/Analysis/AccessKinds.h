// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What kinds of memory and of accesses to it are told apart.
#ifndef WGLINT_ANALYSIS_ACCESSKINDS_H
#define WGLINT_ANALYSIS_ACCESSKINDS_H

namespace wglint {

enum class MemorySpace {
  Global,  ///< storage buffers, physical storage buffers
  Shared,  ///< GLSL `shared`, SPIR-V Workgroup
  Private, ///< Function and Private variables; only arrays are listed
  Image,   ///< storage images, sampled images, texel buffers
  Uniform, ///< uniform blocks and push constants
};
enum class AccessOp { Load, Store, Atomic };

/// As reports write them: `shared`, `load`.
const char *toString(MemorySpace space);
const char *toString(AccessOp op);

} // namespace wglint

#endif // WGLINT_ANALYSIS_ACCESSKINDS_H
