// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The table of APIs: what each guarantees on every device.
#include "wglint/Target/DeviceProfile.h"

using namespace wglint;

static constexpr std::array<unsigned, 3> kWorkgroupCount = {
    kGuaranteedWorkgroupCount, kGuaranteedWorkgroupCount,
    kGuaranteedWorkgroupCount};

static const ApiProfile kApiProfiles[] = {
    {"gl43",
     "OpenGL 4.3",
     {1024, 1024, 64},
     1024,
     32 * 1024,
     kWorkgroupCount,
     /*maxStorageBlocks=*/8,
     /*sharedStartsZeroed=*/false,
     "ARB_compute_shader, implementation dependent state"},
    {"gles31",
     "OpenGL ES 3.1",
     {128, 128, 64},
     128,
     16 * 1024,
     kWorkgroupCount,
     /*maxStorageBlocks=*/4,
     /*sharedStartsZeroed=*/false,
     "OpenGL ES 3.1 specification, table 20.45"},
    {"vulkan",
     "Vulkan",
     {128, 128, 64},
     128,
     16 * 1024,
     kWorkgroupCount,
     /*maxStorageBlocks=*/4,
     /*sharedStartsZeroed=*/false,
     "Vulkan specification, required limits (core 1.0)"},
    {"webgl2-compute",
     "WebGL 2 compute",
     {128, 128, 64},
     128,
     16 * 1024,
     kWorkgroupCount,
     /*maxStorageBlocks=*/4,
     /*sharedStartsZeroed=*/true,
     "WebGL 2.0 Compute specification; limits of OpenGL ES 3.1"},
    {"webgpu",
     "WebGPU",
     {256, 256, 64},
     256,
     16 * 1024,
     kWorkgroupCount,
     /*maxStorageBlocks=*/8,
     /*sharedStartsZeroed=*/true,
     "WebGPU specification, default limits"},
};

llvm::ArrayRef<ApiProfile> wglint::apiProfiles() { return kApiProfiles; }

const ApiProfile *wglint::findApiProfile(llvm::StringRef name) {
  for (const ApiProfile &profile : kApiProfiles)
    if (profile.name == name)
      return &profile;
  return nullptr;
}
