// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// OpenGL devices without a display. Hardware is found through EGL's device
/// platform, Mesa's software renderer through its surfaceless platform. Each
/// device is opened in a forked child under limits, so a driver that crashes or
/// hangs costs that device and nothing else.
#ifndef WGLINT_EXEC_DEVICE_H
#define WGLINT_EXEC_DEVICE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wglint {

/// What a driver says a compute shader may use. 0 where it did not answer.
struct DeviceLimits {
  std::array<uint32_t, 3> maxWorkgroupCount = {0, 0, 0};
  std::array<uint32_t, 3> maxWorkgroupSize = {0, 0, 0};
  uint32_t maxWorkgroupInvocations = 0;
  uint64_t maxSharedBytes = 0;
  uint64_t maxStorageBlockBytes = 0;
  uint64_t maxUniformBlockBytes = 0;
  uint64_t maxTexelBufferTexels = 0;
  uint32_t maxStorageBlocks = 0; ///< of a compute shader, as the next three
  uint32_t maxUniformBlocks = 0;
  uint32_t maxImages = 0;
  uint32_t maxTextures = 0;
  uint32_t maxTextureSize = 0;   ///< texels in x and y
  uint32_t maxTexture3dSize = 0; ///< texels in each direction
  uint32_t maxTextureLayers = 0;
};

/// One device that runs OpenGL 4.5 or newer.
struct DeviceInfo {
  /// Its number for --device. Stays the same while the drivers do; devices that
  /// cannot run leave gaps.
  unsigned index = 0;
  std::string name;     ///< GL_RENDERER, shortened: "llvmpipe", "NVIDIA H200"
  std::string renderer; ///< GL_RENDERER as it is
  std::string vendor;   ///< GL_VENDOR
  std::string version;  ///< GL_VERSION with the driver's version in it
  bool isSoftware = false; ///< Mesa's llvmpipe or softpipe
  /// GL_TIME_ELAPSED counts: it has bits, and it saw about as much time pass as
  /// a steady clock while a probe ran. Mesa's llvmpipe answers 0 or 1 ns.
  bool hasTimer = false;
  std::vector<std::string> extensions;
  DeviceLimits limits;
};

/// All devices that run OpenGL 4.5 or newer: hardware first, in EGL's order,
/// then Mesa's software renderer.
/// Errors: no libEGL, no libOpenGL, or no device that works; with what each
/// candidate answered and the package to install.
/// Cost: a child, a context and a short probe for each candidate (tenths of a
/// second).
llvm::Expected<std::vector<DeviceInfo>> listDevices();

/// \p wanted is "auto" (the first hardware device, else the software renderer),
/// "llvmpipe" (which leaves hardware alone), an index, or part of a name in any
/// case. Errors: as listDevices(); none or several match.
llvm::Expected<DeviceInfo> findDevice(llvm::StringRef wanted);

/// The driver's part of DeviceInfo::version: "Mesa 22.3.6", "NVIDIA
/// 580.159.04".
std::string driverOf(const DeviceInfo &device);

/// Bytes of the last-level cache between shaders and memory: a buffer should be
/// larger for its time to be that of memory. For a software renderer the
/// processor's; unknown for GPUs, of which OpenGL does not say it.
std::optional<uint64_t> lastLevelCacheBytes(const DeviceInfo &device);

/// All that is known of \p device, named as its members are.
llvm::json::Value toJson(const DeviceInfo &device);

} // namespace wglint

#endif // WGLINT_EXEC_DEVICE_H
