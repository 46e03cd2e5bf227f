// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tiles in shared memory that rewrites add: how long their rows should be, how
/// they are declared and indexed.
#ifndef WGLINT_REWRITE_SHAREDTILE_H
#define WGLINT_REWRITE_SHAREDTILE_H

#include "wglint/Analysis/Facts.h"
#include "wglint/Rewrite/Rewrite.h"
#include <array>
#include <string>
#include <vector>

namespace wglint {

/// Where the invocations of a workgroup, by their linear index, access a
/// tile.
struct TileAccess {
  AccessOp op = AccessOp::Load;
  struct Element {
    unsigned row = 0, column = 0;
  };
  std::vector<Element> elements;
};

/// The length of a tile's rows, in elements, at which \p accesses take the
/// fewest wavefronts on the first device whose banks are known; the smallest
/// of those, and \p columns where no device's are.
/// Cost: some thousand address counts.
unsigned bestPitch(llvm::ArrayRef<DeviceConfig> configs, unsigned columns,
                   unsigned elementBytes, llvm::ArrayRef<TileAccess> accesses);

/// The least that the selected APIs guarantee for a workgroup's shared memory,
/// and that the selected devices have, less what the shader has.
uint64_t freeSharedBytes(const RewriteContext &context);

/// The ids of invocation \p index of a workgroup if \p order says which axis
/// varies fastest, next and slowest.
std::array<unsigned, 3> idsOf(unsigned index,
                              const std::array<uint32_t, 3> &size,
                              const std::array<unsigned, 3> &order);

/// The same as an expression in GLSL of type uvec3, of the linear index
/// \p index.
std::string idsText(llvm::StringRef index, const std::array<uint32_t, 3> &size,
                    const std::array<unsigned, 3> &order);

/// Inserts a declaration of shared memory in front of \p function.
/// `float`, `tile`, {8, 33} give `shared float tile[8][33];`.
std::string sharedDeclaration(llvm::StringRef type, llvm::StringRef name,
                              llvm::ArrayRef<unsigned> sizes);

} // namespace wglint

#endif // WGLINT_REWRITE_SHAREDTILE_H
