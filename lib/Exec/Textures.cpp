// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Textures.h"
#include "Context.h"
#include <epoxy/gl.h>

using namespace wglint;
using Dim = ImageInterface::Dim;

namespace {

/// How one GLSL image format is stored and handed over. Transfers have the
/// format's own components, so that no bit is converted.
struct TexelFormat {
  const char *name;
  GLenum internal;
  GLenum transfer;
  GLenum type;
  unsigned bytes;
};

} // namespace

// OpenGL 4.6, table 8.26 (image unit formats), with the matching rows of tables
// 8.3 and 8.8 (pixel transfers).
static const TexelFormat kFormats[] = {
    {"rgba32f", GL_RGBA32F, GL_RGBA, GL_FLOAT, 16},
    {"rgba16f", GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, 8},
    {"rg32f", GL_RG32F, GL_RG, GL_FLOAT, 8},
    {"rg16f", GL_RG16F, GL_RG, GL_HALF_FLOAT, 4},
    {"r11f_g11f_b10f", GL_R11F_G11F_B10F, GL_RGB,
     GL_UNSIGNED_INT_10F_11F_11F_REV, 4},
    {"r32f", GL_R32F, GL_RED, GL_FLOAT, 4},
    {"r16f", GL_R16F, GL_RED, GL_HALF_FLOAT, 2},
    {"rgba32ui", GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, 16},
    {"rgba16ui", GL_RGBA16UI, GL_RGBA_INTEGER, GL_UNSIGNED_SHORT, 8},
    {"rgb10_a2ui", GL_RGB10_A2UI, GL_RGBA_INTEGER,
     GL_UNSIGNED_INT_2_10_10_10_REV, 4},
    {"rgba8ui", GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, 4},
    {"rg32ui", GL_RG32UI, GL_RG_INTEGER, GL_UNSIGNED_INT, 8},
    {"rg16ui", GL_RG16UI, GL_RG_INTEGER, GL_UNSIGNED_SHORT, 4},
    {"rg8ui", GL_RG8UI, GL_RG_INTEGER, GL_UNSIGNED_BYTE, 2},
    {"r32ui", GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, 4},
    {"r16ui", GL_R16UI, GL_RED_INTEGER, GL_UNSIGNED_SHORT, 2},
    {"r8ui", GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, 1},
    {"rgba32i", GL_RGBA32I, GL_RGBA_INTEGER, GL_INT, 16},
    {"rgba16i", GL_RGBA16I, GL_RGBA_INTEGER, GL_SHORT, 8},
    {"rgba8i", GL_RGBA8I, GL_RGBA_INTEGER, GL_BYTE, 4},
    {"rg32i", GL_RG32I, GL_RG_INTEGER, GL_INT, 8},
    {"rg16i", GL_RG16I, GL_RG_INTEGER, GL_SHORT, 4},
    {"rg8i", GL_RG8I, GL_RG_INTEGER, GL_BYTE, 2},
    {"r32i", GL_R32I, GL_RED_INTEGER, GL_INT, 4},
    {"r16i", GL_R16I, GL_RED_INTEGER, GL_SHORT, 2},
    {"r8i", GL_R8I, GL_RED_INTEGER, GL_BYTE, 1},
    {"rgba16", GL_RGBA16, GL_RGBA, GL_UNSIGNED_SHORT, 8},
    {"rgb10_a2", GL_RGB10_A2, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, 4},
    {"rgba8", GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 4},
    {"rg16", GL_RG16, GL_RG, GL_UNSIGNED_SHORT, 4},
    {"rg8", GL_RG8, GL_RG, GL_UNSIGNED_BYTE, 2},
    {"r16", GL_R16, GL_RED, GL_UNSIGNED_SHORT, 2},
    {"r8", GL_R8, GL_RED, GL_UNSIGNED_BYTE, 1},
    {"rgba16_snorm", GL_RGBA16_SNORM, GL_RGBA, GL_SHORT, 8},
    {"rgba8_snorm", GL_RGBA8_SNORM, GL_RGBA, GL_BYTE, 4},
    {"rg16_snorm", GL_RG16_SNORM, GL_RG, GL_SHORT, 4},
    {"rg8_snorm", GL_RG8_SNORM, GL_RG, GL_BYTE, 2},
    {"r16_snorm", GL_R16_SNORM, GL_RED, GL_SHORT, 2},
    {"r8_snorm", GL_R8_SNORM, GL_RED, GL_BYTE, 1},
};

/// Depth textures, which shadow samplers compare with, hold floats.
static const TexelFormat kDepthFormat = {"r32f", GL_DEPTH_COMPONENT32F,
                                         GL_DEPTH_COMPONENT, GL_FLOAT, 4};

static const TexelFormat *formatOf(const BoundImage &image) {
  if (image.interface.isShadow)
    return image.format == kDepthFormat.name ? &kDepthFormat : nullptr;
  for (const TexelFormat &format : kFormats)
    if (image.format == format.name)
      return &format;
  return nullptr;
}

/// The texture target, which the dimension and the layers decide.
static GLenum targetOf(const ImageInterface &interface) {
  switch (interface.dim) {
  case Dim::Dim1D:
    return interface.isArrayed ? GL_TEXTURE_1D_ARRAY : GL_TEXTURE_1D;
  case Dim::Dim2D:
    return interface.isArrayed ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D;
  case Dim::Dim3D:
    return GL_TEXTURE_3D;
  case Dim::Cube:
    return interface.isArrayed ? GL_TEXTURE_CUBE_MAP_ARRAY
                               : GL_TEXTURE_CUBE_MAP;
  case Dim::Buffer:
    return GL_TEXTURE_BUFFER;
  }
  llvm_unreachable("all dimensions are above");
}

/// The most texels in each direction that a device takes.
static std::array<uint64_t, 3> mostTexels(const ImageInterface &interface,
                                          const DeviceLimits &limits) {
  uint64_t edge = limits.maxTextureSize, layers = limits.maxTextureLayers;
  switch (targetOf(interface)) {
  case GL_TEXTURE_BUFFER:
    return {limits.maxTexelBufferTexels, 1, 1};
  case GL_TEXTURE_1D:
    return {edge, 1, 1};
  case GL_TEXTURE_1D_ARRAY:
    return {edge, layers, 1};
  case GL_TEXTURE_2D:
    return {edge, edge, 1};
  case GL_TEXTURE_3D:
    return {limits.maxTexture3dSize, limits.maxTexture3dSize,
            limits.maxTexture3dSize};
  case GL_TEXTURE_CUBE_MAP:
    return {edge, edge, 6};
  default:
    return {edge, edge, layers};
  }
}

std::optional<std::string>
wglint::findImageProblem(const BoundImage &image, const DeviceLimits &limits) {
  std::string subject = "image '" + image.interface.name + "' ";
  if (image.interface.isMultisampled)
    return subject + "is multisampled, and OpenGL cannot fill such images from "
                     "memory";
  const TexelFormat *format = formatOf(image);
  if (!format)
    return subject + "has the format '" + image.format +
           "', which OpenGL has not" +
           (image.interface.isShadow ? " for depth comparisons; use r32f" : "");
  std::array<uint64_t, 3> most = mostTexels(image.interface, limits);
  for (unsigned i = 0; i < 3; ++i)
    if (image.size[i] > most[i])
      return subject + "has " + std::to_string(image.size[i]) + " texels in " +
             "xyz"[i] + "; the device takes " + std::to_string(most[i]);
  bool isCube = image.interface.dim == Dim::Cube;
  if (isCube && (image.size[0] != image.size[1] || image.size[2] % 6 != 0))
    return subject + "is a cube, whose faces are square and come in sixes";
  assert(image.contents.size() == uint64_t(image.size[0]) * image.size[1] *
                                      image.size[2] * format->bytes &&
         "contents are tightly packed texels");
  return std::nullopt;
}

static llvm::Error makeTexelBuffer(const BoundImage &image,
                                   const TexelFormat &format,
                                   GlTexture &texture) {
  glCreateBuffers(1, &texture.buffer);
  glNamedBufferData(texture.buffer,
                    static_cast<GLsizeiptr>(image.contents.size()),
                    image.contents.data(), GL_DYNAMIC_COPY);
  glTextureBuffer(texture.texture, format.internal, texture.buffer);
  return checkGl("making texel buffer '" + image.interface.name + "'");
}

static void allocate(GLuint texture, GLenum target, const TexelFormat &format,
                     std::array<GLsizei, 3> size) {
  switch (target) {
  case GL_TEXTURE_1D:
    return glTextureStorage1D(texture, 1, format.internal, size[0]);
  case GL_TEXTURE_1D_ARRAY:
  case GL_TEXTURE_2D:
  case GL_TEXTURE_CUBE_MAP:
    return glTextureStorage2D(texture, 1, format.internal, size[0], size[1]);
  default:
    return glTextureStorage3D(texture, 1, format.internal, size[0], size[1],
                              size[2]);
  }
}

static void fill(GLuint texture, GLenum target, const TexelFormat &format,
                 std::array<GLsizei, 3> size, const uint8_t *texels) {
  switch (target) {
  case GL_TEXTURE_1D:
    return glTextureSubImage1D(texture, 0, 0, size[0], format.transfer,
                               format.type, texels);
  case GL_TEXTURE_1D_ARRAY:
  case GL_TEXTURE_2D:
    return glTextureSubImage2D(texture, 0, 0, 0, size[0], size[1],
                               format.transfer, format.type, texels);
  default:
    // The faces of a cube are layers here.
    return glTextureSubImage3D(texture, 0, 0, 0, 0, size[0], size[1], size[2],
                               format.transfer, format.type, texels);
  }
}

static llvm::Error makeTexture(const BoundImage &image,
                               const TexelFormat &format, GLuint texture) {
  GLenum target = targetOf(image.interface);
  std::array<GLsizei, 3> size;
  for (unsigned i = 0; i < 3; ++i)
    size[i] = static_cast<GLsizei>(image.size[i]);
  allocate(texture, target, format, size);
  if (llvm::Error error =
          checkGl("making image '" + image.interface.name + "'"))
    return error;
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  fill(texture, target, format, size, image.contents.data());
  glTextureParameteri(texture, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTextureParameteri(texture, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  for (GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R})
    glTextureParameteri(texture, wrap, GL_CLAMP_TO_EDGE);
  if (image.interface.isShadow)
    glTextureParameteri(texture, GL_TEXTURE_COMPARE_MODE,
                        GL_COMPARE_REF_TO_TEXTURE);
  return checkGl("filling image '" + image.interface.name + "'");
}

llvm::Expected<GlTexture> wglint::makeImage(const BoundImage &image) {
  const TexelFormat &format = *formatOf(image);
  GlTexture texture;
  glCreateTextures(targetOf(image.interface), 1, &texture.texture);
  if (llvm::Error error = image.interface.dim == Dim::Buffer
                              ? makeTexelBuffer(image, format, texture)
                              : makeTexture(image, format, texture.texture))
    return error;
  return texture;
}

void wglint::bindImage(const BoundImage &image, const GlTexture &texture) {
  GLuint unit = image.interface.glBinding + image.arrayIndex;
  if (image.interface.isSampled)
    glBindTextureUnit(unit, texture.texture);
  else
    glBindImageTexture(unit, texture.texture, 0, /*layered=*/GL_TRUE, 0,
                       GL_READ_WRITE, formatOf(image)->internal);
}

llvm::Error wglint::readImage(const BoundImage &image, const GlTexture &texture,
                              uint8_t *out) {
  auto size = static_cast<GLsizei>(image.contents.size());
  const TexelFormat &format = *formatOf(image);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  if (image.interface.dim == Dim::Buffer)
    glGetNamedBufferSubData(texture.buffer, 0, size, out);
  else
    glGetTextureImage(texture.texture, 0, format.transfer, format.type, size,
                      out);
  return checkGl("reading image '" + image.interface.name + "' back");
}
