// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Layout.h"
#include <algorithm>

namespace wglint::oracle {

using spirv::Id;
using spirv::Type;
using spirv::TypeKind;

// An array of blocks is a row of objects: stepping to the next element is
// stepping to the next object of an address (Memory.h).
static constexpr uint64_t blockArrayStride = uint64_t(1) << 40;

static uint64_t roundUp(uint64_t value, uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

const std::vector<ScalarType> &TypeTable::scalars(Id id) {
  auto found = Scalars.find(raw(id));
  if (found != Scalars.end())
    return found->second;
  std::vector<ScalarType> list;
  const Type &type = M.type(id);
  auto repeat = [&](Id element, uint64_t count) {
    const std::vector<ScalarType> one = scalars(element);
    for (uint64_t i = 0; i < count; ++i)
      list.insert(list.end(), one.begin(), one.end());
  };
  switch (type.kind) {
  case TypeKind::Bool:
    list = {{ScalarKind::Bool, 1}};
    break;
  case TypeKind::Int:
    list = {
        {type.isSigned ? ScalarKind::SInt : ScalarKind::UInt, type.bitWidth}};
    break;
  case TypeKind::Float:
    list = {{ScalarKind::Float, type.bitWidth}};
    break;
  case TypeKind::Pointer:
    list = {{ScalarKind::Pointer, 64}};
    break;
  case TypeKind::Vector:
  case TypeKind::Matrix:
    repeat(type.element, type.count);
    break;
  case TypeKind::Array:
    repeat(type.element, arrayLength(type));
    break;
  case TypeKind::Struct:
    for (Id member : type.members)
      repeat(member, 1);
    break;
  default:
    break;
  }
  return Scalars[raw(id)] = std::move(list);
}

Id TypeTable::elementType(Id id, uint32_t index) const {
  const Type &type = M.type(id);
  if (type.kind == TypeKind::Struct)
    return index < type.members.size() ? type.members[index] : Id::None;
  return type.element;
}

size_t TypeTable::scalarOffset(Id id, uint32_t index) {
  const Type &type = M.type(id);
  if (type.kind != TypeKind::Struct)
    return index * scalars(type.element).size();
  size_t offset = 0;
  for (uint32_t i = 0; i < index && i < type.members.size(); ++i)
    offset += scalars(type.members[i]).size();
  return offset;
}

const Layout *TypeTable::keep(Layout layout) {
  Kept.push_back(std::make_unique<Layout>(std::move(layout)));
  return Kept.back().get();
}

const Layout *TypeTable::layout(Id id) {
  auto found = Layouts.find(raw(id));
  if (found != Layouts.end())
    return found->second;
  const Type &type = M.type(id);
  Layout result;
  result.type = id;
  switch (type.kind) {
  case TypeKind::Struct:
    return Layouts[raw(id)] = structLayout(type);
  case TypeKind::Matrix:
    return Layouts[raw(id)] = matrixLayout(id, spirv::MemberLayout());
  case TypeKind::Vector: {
    const Layout *element = layout(type.element);
    result.isVector = true;
    result.children = {element};
    result.count = type.count;
    result.strideBytes = element->sizeBytes;
    result.sizeBytes = element->sizeBytes * type.count;
    result.alignBytes = element->sizeBytes * (type.count == 3 ? 4 : type.count);
    break;
  }
  case TypeKind::Array:
  case TypeKind::RuntimeArray: {
    const Layout *element = layout(type.element);
    result.children = {element};
    result.count = type.kind == TypeKind::Array ? arrayLength(type) : 0;
    result.strideBytes = type.arrayStrideBytes
                             ? type.arrayStrideBytes
                             : roundUp(element->sizeBytes, element->alignBytes);
    if (M.type(element->type).isBlock || M.type(element->type).isBufferBlock)
      result.strideBytes = blockArrayStride;
    result.sizeBytes = result.count * result.strideBytes;
    result.alignBytes = element->alignBytes;
    break;
  }
  default: {
    const std::vector<ScalarType> &list = scalars(id);
    result.sizeBytes = list.empty() ? 0 : list[0].bytes();
    result.alignBytes = std::max<uint64_t>(1, result.sizeBytes);
    break;
  }
  }
  return Layouts[raw(id)] = keep(std::move(result));
}

/// Columns of a matrix; in row-major order a column's components lie a matrix
/// stride apart and columns side by side.
const Layout *TypeTable::matrixLayout(Id id,
                                      const spirv::MemberLayout &member) {
  const Type &type = M.type(id);
  Layout column = *layout(type.element);
  const uint64_t scalarBytes = column.strideBytes;
  uint64_t stride = member.matrixStrideBytes.value_or(
      roundUp(column.sizeBytes, column.alignBytes));
  Layout matrix;
  matrix.type = id;
  matrix.count = type.count;
  matrix.alignBytes = column.alignBytes;
  matrix.strideBytes = member.isRowMajor ? scalarBytes : stride;
  matrix.sizeBytes = stride * (member.isRowMajor ? column.count : type.count);
  if (member.isRowMajor)
    column.strideBytes = stride;
  matrix.children = {keep(std::move(column))};
  return keep(std::move(matrix));
}

/// A member's matrix decorations hold for matrices in arrays, too.
const Layout *TypeTable::memberLayout(const Type &parent, unsigned member) {
  const spirv::MemberLayout &decorations = M.memberLayout(parent.id, member);
  Id id = parent.members[member];
  const Layout *plain = layout(id);
  std::vector<const Layout *> arrays;
  while (M.type(id).kind == TypeKind::Array ||
         M.type(id).kind == TypeKind::RuntimeArray) {
    arrays.push_back(layout(id));
    id = M.type(id).element;
  }
  if (M.type(id).kind != TypeKind::Matrix || !decorations.matrixStrideBytes)
    return plain;
  const Layout *inner = matrixLayout(id, decorations);
  for (size_t i = arrays.size(); i-- > 0;) {
    Layout array = *arrays[i];
    array.children = {inner};
    inner = keep(std::move(array));
  }
  return inner;
}

const Layout *TypeTable::structLayout(const Type &type) {
  Layout result;
  result.type = type.id;
  uint64_t end = 0;
  for (unsigned i = 0; i < type.members.size(); ++i) {
    const Layout *child = memberLayout(type, i);
    uint64_t offset = roundUp(end, child->alignBytes);
    offset = M.memberLayout(type.id, i).offsetBytes.value_or(offset);
    result.offsets.push_back(offset);
    result.children.push_back(child);
    end = std::max(end, offset + child->sizeBytes);
    result.alignBytes = std::max(result.alignBytes, child->alignBytes);
  }
  result.sizeBytes = roundUp(end, result.alignBytes);
  return keep(std::move(result));
}

} // namespace wglint::oracle
