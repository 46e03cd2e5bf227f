// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Byte layout of types. Blocks have an explicit one (Offset, ArrayStride,
/// MatrixStride); shared and private memory without it gets the layout of the
/// std430 rules.
///
/// Caveat: without an explicit layout a driver may place things differently.
/// NVIDIA's OpenGL compiler uses a stride of 16 bytes for shared arrays of
/// vec3, as std430 does (docs/analyses/Layout.md).
#ifndef WGLINT_LIB_ANALYSIS_LANES_LAYOUT_H
#define WGLINT_LIB_ANALYSIS_LANES_LAYOUT_H

#include "Lanes/Constants.h"
#include "wglint/SPIRV/Module.h"

namespace wglint {

/// Sizes and offsets in bytes, by SPIR-V type.
class Layout {
public:
  Layout(const spirv::Module &module, Constants &constants);

  /// Bytes from one element of an array type to the next.
  uint64_t arrayStride(const spirv::Type &array);
  /// Bytes from one column of a matrix (or row, if it is stored by rows) to the
  /// next. \p explicitBytes is what its block says; 0: it says nothing.
  uint64_t matrixStride(const spirv::Type &matrix, uint64_t explicitBytes);
  /// Number of elements; std::nullopt where that is not known.
  std::optional<uint64_t> arrayLength(const spirv::Type &array) const {
    return Consts.arrayLength(array);
  }
  /// Offset of a member within \p structure.
  uint64_t memberOffset(const spirv::Type &structure, unsigned member);
  /// Size of a value of \p type; a runtime array counts as empty.
  uint64_t size(const spirv::Type &type);
  uint64_t alignment(const spirv::Type &type);
  /// Bytes of the scalars of \p type, without the padding between them.
  uint64_t dataBytes(const spirv::Type &type);
  /// Size of one scalar; booleans count as 4 bytes.
  uint64_t scalarBytes(const spirv::Type &scalar) const;

private:
  struct Extent {
    uint64_t size = 0;
    uint64_t alignment = 1;
  };
  Extent extent(const spirv::Type &type);
  Extent structExtent(const spirv::Type &type);

  const spirv::Module &M;
  Constants &Consts;
  std::map<uint32_t, Extent> Known;
  /// For each structure that is an element of arrays: the strides of these
  /// arrays, combined by bitwise or.
  std::map<uint32_t, uint64_t> ElementStrides;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_LANES_LAYOUT_H
