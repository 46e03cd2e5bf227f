// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Texels.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;

// OpenGL 4.6 core specification, table 8.26 (formats of image units).
static constexpr ComponentKind kFloat = ComponentKind::Float;
static constexpr ComponentKind kInt = ComponentKind::Int;
static constexpr ComponentKind kUint = ComponentKind::Uint;
static constexpr TexelFormat kFormats[] = {
    {"rgba32f", kFloat, 32, 4, false, false},
    {"rgba16f", kFloat, 16, 4, false, false},
    {"rg32f", kFloat, 32, 2, false, false},
    {"rg16f", kFloat, 16, 2, false, false},
    {"r11f_g11f_b10f", kUint, 32, 1, true, true},
    {"r32f", kFloat, 32, 1, false, false},
    {"r16f", kFloat, 16, 1, false, false},
    {"rgba32ui", kUint, 32, 4, false, false},
    {"rgba16ui", kUint, 16, 4, false, false},
    {"rgb10_a2ui", kUint, 32, 1, false, true},
    {"rgba8ui", kUint, 8, 4, false, false},
    {"rg32ui", kUint, 32, 2, false, false},
    {"rg16ui", kUint, 16, 2, false, false},
    {"rg8ui", kUint, 8, 2, false, false},
    {"r32ui", kUint, 32, 1, false, false},
    {"r16ui", kUint, 16, 1, false, false},
    {"r8ui", kUint, 8, 1, false, false},
    {"rgba32i", kInt, 32, 4, false, false},
    {"rgba16i", kInt, 16, 4, false, false},
    {"rgba8i", kInt, 8, 4, false, false},
    {"rg32i", kInt, 32, 2, false, false},
    {"rg16i", kInt, 16, 2, false, false},
    {"rg8i", kInt, 8, 2, false, false},
    {"r32i", kInt, 32, 1, false, false},
    {"r16i", kInt, 16, 1, false, false},
    {"r8i", kInt, 8, 1, false, false},
    {"rgba16", kUint, 16, 4, true, false},
    {"rgb10_a2", kUint, 32, 1, true, true},
    {"rgba8", kUint, 8, 4, true, false},
    {"rg16", kUint, 16, 2, true, false},
    {"rg8", kUint, 8, 2, true, false},
    {"r16", kUint, 16, 1, true, false},
    {"r8", kUint, 8, 1, true, false},
    {"rgba16_snorm", kInt, 16, 4, true, false},
    {"rgba8_snorm", kInt, 8, 4, true, false},
    {"rg16_snorm", kInt, 16, 2, true, false},
    {"rg8_snorm", kInt, 8, 2, true, false},
    {"r16_snorm", kInt, 16, 1, true, false},
    {"r8_snorm", kInt, 8, 1, true, false},
};

const TexelFormat *wglint::findTexelFormat(llvm::StringRef name) {
  const auto *it = llvm::find_if(
      kFormats, [&](const TexelFormat &format) { return format.name == name; });
  return it == std::end(kFormats) ? nullptr : it;
}

uint64_t wglint::imageBytes(const ImageSpec &image) {
  const TexelFormat *format = findTexelFormat(image.format);
  return format ? format->sizeBytes() * image.size[0] * image.size[1] *
                      image.size[2]
                : 0;
}

std::optional<NamedComponent> wglint::texelAt(const ImageSpec &image,
                                              uint64_t offsetBytes) {
  const TexelFormat *format = findTexelFormat(image.format);
  if (!format)
    return std::nullopt;
  uint64_t texel = offsetBytes / format->sizeBytes();
  uint64_t component = offsetBytes % format->sizeBytes() / (format->bits / 8);
  std::string path = "[" + std::to_string(texel % image.size[0]);
  if (image.size[1] > 1 || image.size[2] > 1)
    path += ", " + std::to_string(texel / image.size[0] % image.size[1]);
  if (image.size[2] > 1)
    path += ", " + std::to_string(texel / image.size[0] / image.size[1]);
  path += "]";
  if (format->componentCount > 1)
    path += std::string(".") + "xyzw"[component];
  uint64_t begin = texel * format->sizeBytes() + component * (format->bits / 8);
  return NamedComponent{std::move(path), {begin, format->kind, format->bits}};
}

uint64_t wglint::boundBytes(const RunSpec &spec) {
  uint64_t bytes = 0;
  for (const BufferSpec &buffer : spec.buffers)
    bytes += buffer.lengthBytes;
  for (const ImageSpec &image : spec.images)
    bytes += imageBytes(image);
  return bytes;
}
