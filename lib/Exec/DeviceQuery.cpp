// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DeviceQuery.h"
#include "TimerProbe.h"
#include <epoxy/gl.h>

using namespace wglint;
using llvm::StringRef;
namespace json = llvm::json;

static std::string stringOf(GLenum name) {
  const auto *text = reinterpret_cast<const char *>(glGetString(name));
  return json::fixUTF8(text ? text : "");
}

template <typename T>
static void query(GLenum name, T &out) {
  GLint64 value = 0;
  glGetInteger64v(name, &value);
  // A driver without a limit may say the greatest number it has.
  uint64_t most = std::numeric_limits<T>::max();
  out = static_cast<T>(
      std::min(static_cast<uint64_t>(std::max<GLint64>(0, value)), most));
}

static DeviceLimits queryLimits() {
  DeviceLimits limits;
  for (unsigned i = 0; i < 3; ++i) {
    GLint value = 0;
    glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, i, &value);
    limits.maxWorkgroupCount[i] = static_cast<uint32_t>(value);
    glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_SIZE, i, &value);
    limits.maxWorkgroupSize[i] = static_cast<uint32_t>(value);
  }
  query(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS, limits.maxWorkgroupInvocations);
  query(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE, limits.maxSharedBytes);
  query(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, limits.maxStorageBlockBytes);
  query(GL_MAX_UNIFORM_BLOCK_SIZE, limits.maxUniformBlockBytes);
  query(GL_MAX_TEXTURE_BUFFER_SIZE, limits.maxTexelBufferTexels);
  query(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS, limits.maxStorageBlocks);
  query(GL_MAX_COMPUTE_UNIFORM_BLOCKS, limits.maxUniformBlocks);
  query(GL_MAX_COMPUTE_IMAGE_UNIFORMS, limits.maxImages);
  query(GL_MAX_COMPUTE_TEXTURE_IMAGE_UNITS, limits.maxTextures);
  query(GL_MAX_TEXTURE_SIZE, limits.maxTextureSize);
  query(GL_MAX_3D_TEXTURE_SIZE, limits.maxTexture3dSize);
  query(GL_MAX_ARRAY_TEXTURE_LAYERS, limits.maxTextureLayers);
  return limits;
}

/// "llvmpipe (LLVM 15.0.6, 256 bits)" to "llvmpipe", "NVIDIA H200/PCIe/SSE2" to
/// "NVIDIA H200".
static std::string shortName(StringRef renderer) {
  return renderer.take_until([](char c) { return c == '(' || c == '/'; })
      .trim()
      .str();
}

DeviceInfo wglint::queryDevice(unsigned index) {
  DeviceInfo device;
  device.index = index;
  device.renderer = stringOf(GL_RENDERER);
  device.name = shortName(device.renderer);
  device.vendor = stringOf(GL_VENDOR);
  device.version = stringOf(GL_VERSION);
  device.isSoftware = device.name == "llvmpipe" || device.name == "softpipe";
  device.limits = queryLimits();
  GLint count = 0;
  glGetIntegerv(GL_NUM_EXTENSIONS, &count);
  for (GLint i = 0; i < count; ++i)
    device.extensions.emplace_back(reinterpret_cast<const char *>(
        glGetStringi(GL_EXTENSIONS, static_cast<GLuint>(i))));
  device.hasTimer = timerCounts();
  return device;
}

/// Calls \p visit for each number of \p limits with its name.
template <typename Limits, typename Visitor>
static void visitLimits(Limits &limits, Visitor visit) {
  visit("maxWorkgroupInvocations", limits.maxWorkgroupInvocations);
  visit("maxSharedBytes", limits.maxSharedBytes);
  visit("maxStorageBlockBytes", limits.maxStorageBlockBytes);
  visit("maxUniformBlockBytes", limits.maxUniformBlockBytes);
  visit("maxTexelBufferTexels", limits.maxTexelBufferTexels);
  visit("maxStorageBlocks", limits.maxStorageBlocks);
  visit("maxUniformBlocks", limits.maxUniformBlocks);
  visit("maxImages", limits.maxImages);
  visit("maxTextures", limits.maxTextures);
  visit("maxTextureSize", limits.maxTextureSize);
  visit("maxTexture3dSize", limits.maxTexture3dSize);
  visit("maxTextureLayers", limits.maxTextureLayers);
  visit("maxWorkgroupCountX", limits.maxWorkgroupCount[0]);
  visit("maxWorkgroupCountY", limits.maxWorkgroupCount[1]);
  visit("maxWorkgroupCountZ", limits.maxWorkgroupCount[2]);
  visit("maxWorkgroupSizeX", limits.maxWorkgroupSize[0]);
  visit("maxWorkgroupSizeY", limits.maxWorkgroupSize[1]);
  visit("maxWorkgroupSizeZ", limits.maxWorkgroupSize[2]);
}

json::Value wglint::toJson(const DeviceInfo &device) {
  json::Object limits;
  visitLimits(device.limits,
              [&](StringRef name, auto value) { limits[name] = value; });
  return json::Object{
      {"index", device.index},
      {"name", device.name},
      {"renderer", device.renderer},
      {"vendor", device.vendor},
      {"version", device.version},
      {"isSoftware", device.isSoftware},
      {"hasTimer", device.hasTimer},
      {"limits", std::move(limits)},
      {"extensions", json::Array(device.extensions)},
  };
}

bool wglint::fromJson(const json::Value &value, DeviceInfo &device,
                      json::Path path) {
  json::ObjectMapper mapper(value, path);
  uint64_t index = 0;
  if (!mapper || !mapper.map("index", index) ||
      !mapper.map("name", device.name) ||
      !mapper.map("renderer", device.renderer) ||
      !mapper.map("vendor", device.vendor) ||
      !mapper.map("version", device.version) ||
      !mapper.map("isSoftware", device.isSoftware) ||
      !mapper.map("hasTimer", device.hasTimer) ||
      !mapper.map("extensions", device.extensions))
    return false;
  device.index = static_cast<unsigned>(index);
  const json::Object *limits = value.getAsObject()->getObject("limits");
  if (!limits)
    return false;
  bool isComplete = true;
  visitLimits(device.limits, [&](StringRef name, auto &out) {
    std::optional<uint64_t> number =
        limits->get(name) ? limits->get(name)->getAsUINT64() : std::nullopt;
    isComplete &= number.has_value();
    out =
        static_cast<std::remove_reference_t<decltype(out)>>(number.value_or(0));
  });
  return isComplete;
}
