// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Types as the oracle sees them: a flat list of scalars in registers, a tree
/// of byte offsets in memory.
#ifndef WGLINT_TEST_ORACLE_LAYOUT_H
#define WGLINT_TEST_ORACLE_LAYOUT_H

#include "wglint/SPIRV/Module.h"
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace wglint::oracle {

enum class ScalarKind { Bool, SInt, UInt, Float, Pointer };

struct ScalarType {
  ScalarKind kind = ScalarKind::UInt;
  unsigned width = 32; ///< bits; 1 for Bool, 64 for Pointer
  /// Bytes in memory. GLSL's bool takes a word.
  unsigned bytes() const { return kind == ScalarKind::Bool ? 4 : width / 8; }
};

/// How one type lies in memory. A leaf is a scalar or a vector whose components
/// stand side by side: what a lane can touch in one access.
struct Layout {
  spirv::Id type = spirv::Id::None;
  uint64_t sizeBytes = 0; ///< 0 for runtime arrays
  uint64_t alignBytes = 1;
  uint64_t strideBytes = 0; ///< Array, Matrix, Vector: between its elements
  uint64_t count = 0;       ///< Array, Matrix, Vector: elements
  bool isVector = false;
  std::vector<uint64_t> offsets;        ///< Struct: of its members
  std::vector<const Layout *> children; ///< Struct: members; else one element
};

/// Types of one module. Lengths of arrays come from \p constantValue, which
/// knows the specialization.
class TypeTable {
public:
  TypeTable(const spirv::Module &module,
            std::function<uint64_t(spirv::Id)> constantValue)
      : M(module), ConstantValue(std::move(constantValue)) {}

  /// The scalars that a value of the type is made of, in order. Opaque types
  /// have none.
  const std::vector<ScalarType> &scalars(spirv::Id type);
  /// Number of the first scalar of element \p index.
  size_t scalarOffset(spirv::Id type, uint32_t index);
  spirv::Id elementType(spirv::Id type, uint32_t index) const;

  /// Explicit where the module decorates the type, else by the rules of std430.
  const Layout *layout(spirv::Id type);
  uint64_t arrayLength(const spirv::Type &type) {
    return ConstantValue(type.lengthId);
  }

private:
  const Layout *structLayout(const spirv::Type &type);
  const Layout *matrixLayout(spirv::Id type, const spirv::MemberLayout &member);
  const Layout *memberLayout(const spirv::Type &parent, unsigned member);
  const Layout *keep(Layout layout);

  const spirv::Module &M;
  std::function<uint64_t(spirv::Id)> ConstantValue;
  std::map<uint32_t, std::vector<ScalarType>> Scalars;
  std::map<uint32_t, const Layout *> Layouts;
  std::vector<std::unique_ptr<Layout>> Kept;
};

} // namespace wglint::oracle

#endif // WGLINT_TEST_ORACLE_LAYOUT_H
