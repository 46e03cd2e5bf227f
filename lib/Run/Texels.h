// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a texel of an image format consists of.
#ifndef WGLINT_LIB_RUN_TEXELS_H
#define WGLINT_LIB_RUN_TEXELS_H

#include "Components.h"
#include "wglint/Run/RunSpec.h"

namespace wglint {

/// A format of GLSL's layout qualifiers. Packed formats (11, 11 and 10 bits)
/// are one component of 32 bits here.
struct TexelFormat {
  llvm::StringLiteral name;
  ComponentKind kind; ///< of a component in memory
  unsigned bits;      ///< of a component
  unsigned componentCount;
  bool isNormalized; ///< integers in memory that the shader sees as [-1, 1]
  bool isPacked;

  uint64_t sizeBytes() const { return bits / 8 * componentCount; }
};

/// The format of that name; nullptr where there is none.
const TexelFormat *findTexelFormat(llvm::StringRef name);

/// Bytes of an image. Unknown formats have none.
uint64_t imageBytes(const ImageSpec &image);

/// "[3, 7]" and component of a byte of an image, as NamedComponent.
std::optional<NamedComponent> texelAt(const ImageSpec &image,
                                      uint64_t offsetBytes);

/// Bytes of all that \p spec binds.
uint64_t boundBytes(const RunSpec &spec);

} // namespace wglint

#endif // WGLINT_LIB_RUN_TEXELS_H
