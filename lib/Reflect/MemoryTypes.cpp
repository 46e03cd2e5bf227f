// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MemoryTypes.h"
#include "wglint/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Type;
using spirv::TypeKind;

llvm::Expected<uint64_t> wglint::arrayLength(const spirv::Module &module,
                                             const Type &array) {
  if (array.kind == TypeKind::RuntimeArray)
    return 0;
  const spirv::Instruction *length = module.def(array.lengthId);
  if (!length || length->opcode != spv::OpConstant)
    return makeError("an array's length is computed in a way that is not "
                     "understood");
  return length->operands[0];
}

uint64_t wglint::extentBytes(const MemoryType &type) {
  if (type.arrayCounts.empty())
    return type.sizeBytes;
  return type.arrayCounts.front() * type.arrayStridesBytes.front();
}

namespace {

class TypeBuilder {
public:
  TypeBuilder(const spirv::Module &module, MemoryLayout layout)
      : M(module), Layout(layout) {}

  llvm::Expected<MemoryType> build(const Type &type,
                                   const spirv::MemberLayout &member) {
    MemoryType out;
    const Type *element = &type;
    while (element->kind == TypeKind::Array ||
           element->kind == TypeKind::RuntimeArray) {
      auto length = arrayLength(M, *element);
      if (!length)
        return length.takeError();
      out.arrayCounts.push_back(*length);
      out.arrayStridesBytes.push_back(element->arrayStrideBytes);
      element = &M.type(element->element);
    }
    if (llvm::Error error = element->kind == TypeKind::Struct
                                ? addMembers(*element, out)
                                : addNumeric(*element, member, out))
      return error;
    if (Layout != MemoryLayout::Explicit)
      addNaturalStrides(out);
    return out;
  }

private:
  uint64_t componentBytes(const MemoryType &type) const {
    if (type.component == ComponentKind::Bool)
      return 4;
    uint64_t bytes = type.componentBits / 8;
    return Layout == MemoryLayout::Widened ? std::max<uint64_t>(bytes, 4)
                                           : bytes;
  }

  llvm::Error addScalar(const Type &scalar, MemoryType &out) {
    switch (scalar.kind) {
    case TypeKind::Bool:
      out.component = ComponentKind::Bool;
      return llvm::Error::success();
    case TypeKind::Int:
      out.component =
          scalar.isSigned ? ComponentKind::Int : ComponentKind::Uint;
      break;
    case TypeKind::Float:
      out.component = ComponentKind::Float;
      break;
    case TypeKind::Pointer:
      return makeError("OpenGL has no buffer references");
    default:
      return makeError(
          "a block or uniform holds a type that OpenGL cannot have "
          "in memory");
    }
    out.componentBits = scalar.bitWidth;
    if (Layout == MemoryLayout::Widened)
      out.componentBits = std::max(out.componentBits, 32u);
    return llvm::Error::success();
  }

  llvm::Error addNumeric(const Type &type, const spirv::MemberLayout &member,
                         MemoryType &out) {
    const Type *scalar = &type;
    if (scalar->kind == TypeKind::Matrix) {
      out.columnCount = scalar->count;
      scalar = &M.type(scalar->element);
    }
    if (scalar->kind == TypeKind::Vector) {
      out.rowCount = scalar->count;
      scalar = &M.type(scalar->element);
    }
    if (llvm::Error error = addScalar(*scalar, out))
      return error;
    uint64_t vectorBytes = componentBytes(out) * out.rowCount;
    out.sizeBytes = vectorBytes;
    if (out.columnCount == 1)
      return llvm::Error::success();
    out.isRowMajor = member.isRowMajor;
    if (out.isRowMajor)
      vectorBytes = componentBytes(out) * out.columnCount;
    out.matrixStrideBytes = member.matrixStrideBytes.value_or(vectorBytes);
    unsigned vectors = out.isRowMajor ? out.rowCount : out.columnCount;
    out.sizeBytes = out.matrixStrideBytes * (vectors - 1) + vectorBytes;
    return llvm::Error::success();
  }

  llvm::Error addMembers(const Type &structure, MemoryType &out) {
    for (unsigned i = 0; i < structure.members.size(); ++i) {
      const spirv::MemberLayout &layout = M.memberLayout(structure.id, i);
      auto type = build(M.type(structure.members[i]), layout);
      if (!type)
        return type.takeError();
      MemoryType::Member member;
      member.name = layout.name;
      member.offsetBytes = Layout == MemoryLayout::Explicit
                               ? layout.offsetBytes.value_or(0)
                               : llvm::alignTo(out.sizeBytes, alignment(*type));
      out.sizeBytes =
          std::max(out.sizeBytes, member.offsetBytes + extentBytes(*type));
      member.type = std::move(*type);
      out.members.push_back(std::move(member));
    }
    return llvm::Error::success();
  }

  uint64_t alignment(const MemoryType &type) const {
    if (type.members.empty())
      return componentBytes(type);
    uint64_t most = 1;
    for (const MemoryType::Member &member : type.members)
      most = std::max(most, alignment(member.type));
    return most;
  }

  void addNaturalStrides(MemoryType &out) const {
    uint64_t stride = llvm::alignTo(out.sizeBytes, alignment(out));
    for (unsigned i = out.arrayCounts.size(); i-- > 0;) {
      out.arrayStridesBytes[i] = stride;
      stride *= out.arrayCounts[i];
    }
  }

  const spirv::Module &M;
  MemoryLayout Layout;
};

} // namespace

llvm::Expected<MemoryType> wglint::memoryType(const spirv::Module &module,
                                              const Type &type,
                                              MemoryLayout layout) {
  return TypeBuilder(module, layout).build(type, spirv::MemberLayout());
}
