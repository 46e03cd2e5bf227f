// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Code/Images.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Type;
using spirv::TypeKind;

namespace {
/// What an OpTypeImage format holds in each texel.
struct TexelFormat {
  unsigned components = 0;
  unsigned componentBytes = 0; ///< 0 where they are not bytes each, or rare
  bool isNormalized = false;
};
} // namespace

/// No components: Unknown, and what is rare.
static TexelFormat texelFormat(uint32_t format) {
  switch (format) {
  case spv::ImageFormatRgba32f:
  case spv::ImageFormatRgba32i:
  case spv::ImageFormatRgba32ui:
    return {4, 4};
  case spv::ImageFormatRgba16f:
  case spv::ImageFormatRgba16i:
  case spv::ImageFormatRgba16ui:
    return {4, 2};
  case spv::ImageFormatRgba16:
  case spv::ImageFormatRgba16Snorm:
    return {4, 2, true};
  case spv::ImageFormatRgba8i:
  case spv::ImageFormatRgba8ui:
    return {4, 1};
  case spv::ImageFormatRgba8:
  case spv::ImageFormatRgba8Snorm:
    return {4, 1, true};
  case spv::ImageFormatRgb10a2ui:
    return {4};
  case spv::ImageFormatR11fG11fB10f:
    return {3};
  case spv::ImageFormatRg32f:
  case spv::ImageFormatRg32i:
  case spv::ImageFormatRg32ui:
    return {2, 4};
  case spv::ImageFormatRg16f:
  case spv::ImageFormatRg16i:
  case spv::ImageFormatRg16ui:
    return {2, 2};
  case spv::ImageFormatRg8i:
  case spv::ImageFormatRg8ui:
    return {2, 1};
  case spv::ImageFormatRg8:
    return {2, 1, true};
  case spv::ImageFormatR32f:
  case spv::ImageFormatR32i:
  case spv::ImageFormatR32ui:
    return {1, 4};
  case spv::ImageFormatR16f:
  case spv::ImageFormatR16i:
  case spv::ImageFormatR16ui:
    return {1, 2};
  case spv::ImageFormatR8i:
  case spv::ImageFormatR8ui:
    return {1, 1};
  case spv::ImageFormatR8:
    return {1, 1, true};
  default:
    return {};
  }
}

unsigned wglint::texelBytes(uint32_t format) {
  TexelFormat texel = texelFormat(format);
  return texel.components * texel.componentBytes;
}

unsigned wglint::exactComponents(uint32_t format) {
  TexelFormat texel = texelFormat(format);
  return texel.isNormalized ? 0 : texel.components;
}

const Type *wglint::imageTypeOf(const spirv::Module &m, Id variable) {
  const Type *t = variable == Id::None ? nullptr : m.typeOf(variable);
  while (t && t->kind != TypeKind::Image) {
    bool isWrapper =
        t->kind == TypeKind::Pointer || t->kind == TypeKind::Array ||
        t->kind == TypeKind::RuntimeArray || t->kind == TypeKind::SampledImage;
    t = isWrapper ? m.typeOrNull(t->element) : nullptr;
  }
  return t;
}
