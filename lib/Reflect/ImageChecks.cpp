// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ImageChecks.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Instruction;
using spirv::raw;
using spirv::Type;
using spirv::TypeKind;

/// Components of imageSize(); 0 where there is none.
static unsigned sizeCount(const Type &image) {
  if (image.imageMultisampled)
    return 0;
  unsigned layers = image.imageArrayed ? 1 : 0;
  switch (image.imageDim) {
  case spv::Dim1D:
    return 1 + layers;
  case spv::Dim2D:
  case spv::DimCube: // of one face
    return 2 + layers;
  case spv::Dim3D:
    return 3;
  case spv::DimBuffer:
    return 1;
  default:
    return 0;
  }
}

/// Components of a coordinate: a cube's third is the face, or, of an array, six
/// times the layer and the face.
static unsigned coordinateCount(const Type &image) {
  return image.imageDim == spv::DimCube && sizeCount(image) ? 3
                                                            : sizeCount(image);
}

const Type *ImageChecks::imageType(const Instruction &access) const {
  const Type *type = M.typeOf(access.idOperand(0));
  if (access.opcode == spv::OpImageTexelPointer && type)
    type = M.typeOrNull(type->element);
  return type && type->kind == TypeKind::Image ? type : nullptr;
}

bool ImageChecks::canCheck(uint32_t index) const {
  const Instruction &access = M.instructions()[index];
  if (access.opcode != spv::OpImageRead && access.opcode != spv::OpImageWrite &&
      access.opcode != spv::OpImageFetch &&
      access.opcode != spv::OpImageTexelPointer)
    return false;
  const Type *image = imageType(access);
  const Type *coordinate = M.typeOf(access.idOperand(1));
  unsigned count = image ? coordinateCount(*image) : 0;
  if (count == 0 || !coordinate)
    return false;
  bool isVector = coordinate->kind == TypeKind::Vector;
  const Type &scalar = isVector ? M.type(coordinate->element) : *coordinate;
  return scalar.kind == TypeKind::Int && scalar.bitWidth == 32 &&
         (isVector ? coordinate->count : 1) >= count;
}

/// The id of the level of detail of an OpImageFetch.
static uint32_t levelOf(ModuleEditor &editor, const Instruction &fetch) {
  constexpr unsigned kMask = 2;
  bool hasLevel = fetch.operands.size() > kMask + 1 &&
                  (fetch.operands[kMask] & spv::ImageOperandsLodMask) != 0;
  return hasLevel ? fetch.operands[kMask + 1] : editor.uintConstant(0);
}

/// The id of the image's size.
uint32_t ImageChecks::insertSize(uint32_t index, const Type &image) {
  const Instruction &access = M.instructions()[index];
  if (!HasCapability && !M.hasCapability(spv::CapabilityImageQuery))
    Editor.insertBefore(0, spv::OpCapability, {spv::CapabilityImageQuery});
  HasCapability = true;
  unsigned count = sizeCount(image);
  uint32_t type = Editor.uintType();
  if (count > 1)
    type = Editor.type(spv::OpTypeVector, {type, count});
  uint32_t value = access.operands[0];
  if (access.opcode == spv::OpImageTexelPointer)
    value =
        Editor.insertValueBefore(index, spv::OpLoad, raw(image.id), {value});
  if (access.opcode == spv::OpImageFetch && image.imageDim != spv::DimBuffer)
    return Editor.insertValueBefore(index, spv::OpImageQuerySizeLod, type,
                                    {value, levelOf(Editor, access)});
  return Editor.insertValueBefore(index, spv::OpImageQuerySize, type, {value});
}

/// The id of what component \p component of a coordinate must stay below.
uint32_t ImageChecks::lengthOf(uint32_t index, const Type &image, uint32_t size,
                               unsigned component) {
  constexpr uint32_t kFaces = 6;
  bool isFace = image.imageDim == spv::DimCube && component == 2;
  if (isFace && !image.imageArrayed)
    return Editor.uintConstant(kFaces);
  uint32_t number = Editor.uintType();
  uint32_t length =
      sizeCount(image) == 1
          ? size
          : Editor.insertValueBefore(index, spv::OpCompositeExtract, number,
                                     {size, component});
  return isFace
             ? Editor.insertValueBefore(index, spv::OpIMul, number,
                                        {length, Editor.uintConstant(kFaces)})
             : length;
}

/// The id of component \p component of the coordinate, as a uint.
uint32_t ImageChecks::coordinateOf(uint32_t index, unsigned component) {
  const Instruction &access = M.instructions()[index];
  const Type &type = *M.typeOf(access.idOperand(1));
  bool isVector = type.kind == TypeKind::Vector;
  const Type &scalar = isVector ? M.type(type.element) : type;
  uint32_t value = access.operands[1];
  if (isVector)
    value = Editor.insertValueBefore(index, spv::OpCompositeExtract,
                                     raw(scalar.id), {value, component});
  return scalar.isSigned ? Editor.insertValueBefore(index, spv::OpBitcast,
                                                    Editor.uintType(), {value})
                         : value;
}

void ImageChecks::add(uint32_t index, uint32_t site) {
  const Type &image = *imageType(M.instructions()[index]);
  uint32_t size = insertSize(index, image);
  for (unsigned i = 0; i < coordinateCount(image); ++i)
    Editor.insertValueBefore(index, spv::OpFunctionCall, Editor.uintType(),
                             {CheckFunction, coordinateOf(index, i),
                              lengthOf(index, image, size, i),
                              Editor.uintConstant(site)});
}
