// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// GL devices without a display, and compute dispatches on them. Everything
/// that talks to a driver runs in a forked child under limits (Exec/Isolation.h
/// inside the library): a driver that crashes or hangs costs one answer.
#ifndef WGLINT_EXEC_DEVICE_H
#define WGLINT_EXEC_DEVICE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace wglint {

/// One device that EGL offers.
struct DeviceInfo {
  unsigned index = 0;      ///< position in listDevices()
  std::string name;        ///< GL_RENDERER, shortened: "llvmpipe", "NVIDIA H200"
  std::string renderer;    ///< GL_RENDERER as it is
  std::string vendor;      ///< GL_VENDOR
  std::string version;     ///< GL_VERSION with the driver's version in it
  bool isSoftware = false; ///< Mesa's llvmpipe or softpipe
  /// GL_TIME_ELAPSED counts: it has bits and a dispatch that takes milliseconds
  /// was seen to take more than a microsecond.
  bool hasTimer = false;
  std::vector<std::string> extensions;
  std::array<uint32_t, 3> maxWorkgroupCount = {0, 0, 0};
  std::array<uint32_t, 3> maxWorkgroupSize = {0, 0, 0};
  uint32_t maxWorkgroupInvocations = 0;
  uint64_t maxSharedBytes = 0;
  uint64_t maxStorageBlockBytes = 0;
  uint32_t maxStorageBlocks = 0; ///< of a compute shader
};

/// All devices that run OpenGL 4.3 or newer: hardware first (platform device),
/// then Mesa's software renderer (platform surfaceless).
/// Errors: no libEGL or no device, with the package to install.
llvm::Expected<std::vector<DeviceInfo>> listDevices();

/// \p wanted is "auto" (the first hardware device, else llvmpipe), "llvmpipe",
/// an index, or part of a name (any case; ambiguous is an error).
llvm::Expected<DeviceInfo> findDevice(llvm::StringRef wanted);

} // namespace wglint

#endif // WGLINT_EXEC_DEVICE_H
