// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Lanes/Layout.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Type;
using spirv::TypeKind;

Layout::Layout(const spirv::Module &module, Constants &constants)
    : M(module), Consts(constants) {
  for (const spirv::Instruction &inst : M.instructions()) {
    if (inst.opcode == spv::OpFunction)
      break;
    if (inst.opcode != spv::OpTypeArray &&
        inst.opcode != spv::OpTypeRuntimeArray)
      continue;
    const Type &array = M.type(inst.result);
    ElementStrides[spirv::raw(array.element)] |= array.arrayStrideBytes;
  }
}

uint64_t Layout::scalarBytes(const Type &scalar) const {
  return scalar.kind == TypeKind::Bool ? 4 : std::max(1u, scalar.bitWidth / 8);
}

uint64_t Layout::size(const Type &type) { return extent(type).size; }
uint64_t Layout::alignment(const Type &type) { return extent(type).alignment; }

uint64_t Layout::arrayStride(const Type &array) {
  if (array.arrayStrideBytes)
    return array.arrayStrideBytes;
  Extent e = extent(M.type(array.element));
  return llvm::alignTo(e.size, e.alignment);
}

uint64_t Layout::matrixStride(const Type &matrix, uint64_t explicitBytes) {
  if (explicitBytes)
    return explicitBytes;
  Extent column = extent(M.type(matrix.element));
  return llvm::alignTo(column.size, column.alignment);
}

uint64_t Layout::memberOffset(const Type &structure, unsigned member) {
  if (auto offset = M.memberLayout(structure.id, member).offsetBytes)
    return *offset;
  uint64_t at = 0;
  for (unsigned i = 0; i <= member; ++i) {
    Extent e = extent(M.type(structure.members[i]));
    at = llvm::alignTo(at, e.alignment);
    if (i < member)
      at += e.size;
  }
  return at;
}

uint64_t Layout::dataBytes(const Type &type) {
  switch (type.kind) {
  case TypeKind::Array:
    return dataBytes(M.type(type.element)) *
           Consts.arrayLength(type).value_or(0);
  case TypeKind::Matrix:
    return size(M.type(type.element)) * type.count;
  case TypeKind::Struct: {
    uint64_t sum = 0;
    for (spirv::Id member : type.members)
      sum += dataBytes(M.type(member));
    return sum;
  }
  default:
    return size(type);
  }
}

Layout::Extent Layout::structExtent(const Type &type) {
  Extent out;
  // GL_EXT_scalar_block_layout puts members, and elements of arrays, where
  // std430 would not: what divides all offsets, sizes and distances is as far
  // as the structure is aligned then.
  auto stride = ElementStrides.find(spirv::raw(type.id));
  uint64_t places = stride == ElementStrides.end() ? 0 : stride->second;
  uint64_t strides = places;
  bool isScalarLayout = false;
  for (unsigned i = 0; i < type.members.size(); ++i) {
    const Type &member = M.type(type.members[i]);
    Extent e = extent(member);
    const spirv::MemberLayout &layout = M.memberLayout(type.id, i);
    // A matrix member takes its explicit stride for each column or row.
    if (member.kind == TypeKind::Matrix && layout.matrixStrideBytes)
      e.size =
          uint64_t(*layout.matrixStrideBytes) *
          (layout.isRowMajor ? M.type(member.element).count : member.count);
    uint64_t offset = memberOffset(type, i);
    out.size = std::max(out.size, offset + e.size);
    out.alignment = std::max(out.alignment, e.alignment);
    isScalarLayout |= offset % e.alignment != 0;
    places |= offset | e.size;
  }
  isScalarLayout |= strides % out.alignment != 0;
  if (isScalarLayout && places != 0)
    out.alignment = uint64_t(1) << llvm::countr_zero(places);
  return out;
}

Layout::Extent Layout::extent(const Type &type) {
  auto it = Known.find(spirv::raw(type.id));
  if (it != Known.end())
    return it->second;
  Extent out;
  switch (type.kind) {
  case TypeKind::Bool:
  case TypeKind::Int:
  case TypeKind::Float:
    out.size = out.alignment = scalarBytes(type);
    break;
  case TypeKind::Vector: {
    uint64_t scalar = size(M.type(type.element));
    out.size = scalar * type.count;
    out.alignment = scalar * llvm::PowerOf2Ceil(type.count); // vec3 as vec4
    break;
  }
  case TypeKind::Matrix: {
    Extent column = extent(M.type(type.element));
    out.alignment = column.alignment;
    out.size = llvm::alignTo(column.size, column.alignment) * type.count;
    break;
  }
  case TypeKind::Array:
    out.alignment = alignment(M.type(type.element));
    out.size = arrayStride(type) * Consts.arrayLength(type).value_or(0);
    break;
  case TypeKind::RuntimeArray:
    out.alignment = alignment(M.type(type.element));
    break;
  case TypeKind::Struct:
    out = structExtent(type);
    out.size = llvm::alignTo(out.size, out.alignment);
    break;
  case TypeKind::Pointer: // a buffer reference
    out.size = out.alignment = 8;
    break;
  default:
    break;
  }
  Known[spirv::raw(type.id)] = out;
  return out;
}
