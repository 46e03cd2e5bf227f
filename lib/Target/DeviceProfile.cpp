// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The table of devices. A number stands here only if it holds for every member
/// of the family and its source says so; numbers on which the members differ,
/// and numbers that are merely remembered, are left out.
#include "wglint/Target/DeviceProfile.h"

using namespace wglint;

static constexpr unsigned kLanes16[] = {16};
static constexpr unsigned kLanes32[] = {32};
static constexpr unsigned kLanes64[] = {64};
static constexpr unsigned kLanes32And64[] = {32, 64};
static constexpr unsigned kLanes64And128[] = {64, 128};
static constexpr unsigned kLanes8To32[] = {8, 16, 32};

// What all NVIDIA rows say. 49152 bytes are what GL and Vulkan expose; CUDA's
// opt-in limits cannot be reached from them.
#define WGLINT_NVIDIA_SOURCE                                                   \
  "CUDA C++ Programming Guide, technical specifications by compute "           \
  "capability, "                                                               \
  "and CCCL arch_traits.h; banks of wide accesses as counted on an H200 "      \
  "(sm_90, driver 580); 49152 bytes: limit reported under OpenGL and Vulkan"

#define WGLINT_NVIDIA_UNIT_SOURCE                                              \
  "CUDA C++ Programming Guide, technical specifications by compute "           \
  "capability"

static constexpr RegisterFiles kNvidiaRegisters = {
    4, 64 * 1024 / 4, 256,
    "CUDA C++ Programming Guide: 64 Ki registers; cuda_occupancy.h: 4 parts, "
    "256 registers at a time for a subgroup"};

// The members of a family that differ stand side by side. From sm_80 on the
// system takes 1 KiB of shared memory for each workgroup.
static constexpr ComputeUnit kTuringUnits[] = {{"sm_75", 64 * 1024, 0, 32, 1024,
                                                16, WGLINT_NVIDIA_UNIT_SOURCE,
                                                kNvidiaRegisters}};
static constexpr ComputeUnit kAmpereUnits[] = {
    {"sm_80", 164 * 1024, 1024, 64, 2048, 32, WGLINT_NVIDIA_UNIT_SOURCE,
     kNvidiaRegisters},
    {"sm_86", 100 * 1024, 1024, 48, 1536, 16, WGLINT_NVIDIA_UNIT_SOURCE,
     kNvidiaRegisters}};
static constexpr ComputeUnit kAdaUnits[] = {
    {"sm_89", 100 * 1024, 1024, 48, 1536, 24, WGLINT_NVIDIA_UNIT_SOURCE,
     kNvidiaRegisters}};
static constexpr ComputeUnit kHopperUnits[] = {
    {"sm_90", 228 * 1024, 1024, 64, 2048, 32, WGLINT_NVIDIA_UNIT_SOURCE,
     kNvidiaRegisters}};

// In 32-bit registers of single lanes: 1024 of 32 lanes are 512 of 64.
static constexpr RegisterFiles kRdnaRegisters = {
    4, 1024 * 32, 16 * 32,
    "LLVM AMDGPUBaseInfo.cpp: 1024 vector registers of 32 lanes in a SIMD, 16 "
    "at a time from gfx1030 on"};
static constexpr RegisterFiles kRdnaLargeRegisters = {
    4, 1536 * 32, 24 * 32,
    "LLVM AMDGPUBaseInfo.cpp: 1536 vector registers of 32 lanes in a SIMD, 24 "
    "at a time"};

#define WGLINT_RDNA_UNIT_SOURCE                                                \
  "LLVM AMDGPUBaseInfo.cpp: 16 subgroups for each of 4 SIMDs from gfx1030 "    \
  "on; RDNA ISA documents: 128 KiB of LDS"

// A workgroup processor; half of one, as some drivers use it, has half of
// everything. Its number of workgroups depends on their size: not stated.
static constexpr ComputeUnit kRdna2Units[] = {
    {"workgroup processor", 128 * 1024, 0, 64, std::nullopt, std::nullopt,
     WGLINT_RDNA_UNIT_SOURCE, kRdnaRegisters}};
static constexpr ComputeUnit kRdna3Units[] = {
    {"workgroup processor of gfx1100 and gfx1101", 128 * 1024, 0, 64,
     std::nullopt, std::nullopt, WGLINT_RDNA_UNIT_SOURCE, kRdnaLargeRegisters},
    {"workgroup processor of gfx1102 and gfx1103", 128 * 1024, 0, 64,
     std::nullopt, std::nullopt, WGLINT_RDNA_UNIT_SOURCE, kRdnaRegisters}};

static constexpr ComputeUnit kCdnaUnits[] = {
    {"gfx908", 64 * 1024, 0, 40, std::nullopt, std::nullopt,
     "LLVM AMDGPUBaseInfo.cpp: 10 subgroups for each of 4 SIMDs",
     RegisterFiles{4, 256 * 64, 4 * 64,
                   "LLVM AMDGPUBaseInfo.cpp: 256 vector registers of 64 lanes "
                   "in a SIMD, 4 at a time"}},
    {"gfx90a and gfx942", 64 * 1024, 0, 32, std::nullopt, std::nullopt,
     "LLVM AMDGPUBaseInfo.cpp: 8 subgroups for each of 4 SIMDs",
     RegisterFiles{4, 512 * 64, 8 * 64,
                   "LLVM AMDGPUBaseInfo.cpp: 512 vector registers of 64 lanes "
                   "in a SIMD, 8 at a time"}}};

// Metal gives no subgroup slots.
static constexpr ComputeUnit kAppleUnits[] = {
    {"core of Apple 7 and 8", std::nullopt, 0, std::nullopt, 3072, std::nullopt,
     "metal-benchmarks: at most 3072 invocations a core", std::nullopt}};

#define WGLINT_VALHALL_UNIT_SOURCE                                             \
  "shaderWarpsPerCore of VK_ARM_shader_core_builtins, as vulkan.gpuinfo.org "  \
  "lists it"

static constexpr ComputeUnit kValhallUnits[] = {
    {"core of G78", std::nullopt, 0, 32, 512, std::nullopt,
     WGLINT_VALHALL_UNIT_SOURCE, std::nullopt},
    {"core of G615, G710 and G715", std::nullopt, 0, 64, 1024, std::nullopt,
     WGLINT_VALHALL_UNIT_SOURCE, std::nullopt}};

static DeviceProfile nvidia(llvm::StringRef name, llvm::StringRef displayName,
                            llvm::StringRef source) {
  DeviceProfile p;
  p.name = name;
  p.displayName = displayName;
  p.subgroupSizes = kLanes32;
  p.sectorBytes = 32;
  p.lineBytes = 128;
  p.sharedBanks = SharedBanks{/*bankCount=*/32, /*bankBytes=*/4,
                              WideSharedAccess::NvidiaHalves,
                              /*sameAddressWritesConflict=*/false};
  p.requestRates = RequestRates{
      /*issueWavefronts=*/2, /*texelLanesAtATime=*/4,
      "measured on an H200 (docs/Measurements.md), and taken for its family: "
      "1.149 ns of a request to 0.562 ns of a wavefront (Throughput.cpp); four "
      "texture units of a lane each, 8.4 wavefronts for imageLoad() and 6.0 "
      "for texelFetch() in 32 lanes"};
  p.maxWorkgroupInvocations = 1024;
  p.maxSharedBytes = 49152;
  p.registersPerInvocationLimit = 255;
  p.source = source;
  return p;
}

static DeviceProfile nvidiaTuring() {
  DeviceProfile p =
      nvidia("nvidia-turing", "NVIDIA Turing", WGLINT_NVIDIA_SOURCE "; sm_75");
  p.computeUnits = kTuringUnits;
  return p;
}

static DeviceProfile nvidiaAmpere() {
  DeviceProfile p = nvidia("nvidia-ampere", "NVIDIA Ampere",
                           WGLINT_NVIDIA_SOURCE "; sm_80 and sm_86");
  p.computeUnits = kAmpereUnits;
  return p;
}

static DeviceProfile nvidiaAda() {
  DeviceProfile p =
      nvidia("nvidia-ada", "NVIDIA Ada", WGLINT_NVIDIA_SOURCE "; sm_89");
  p.computeUnits = kAdaUnits;
  return p;
}

static DeviceProfile nvidiaHopper() {
  DeviceProfile p =
      nvidia("nvidia-hopper", "NVIDIA Hopper",
             WGLINT_NVIDIA_SOURCE
             "; sm_90, workgroup limits as the H200 reports them");
  p.maxWorkgroupSize = {1024, 1024, 64};
  p.computeUnits = kHopperUnits;
  return p;
}

// A subgroup sees 32 banks, though a workgroup processor has 64 in two sets.
static constexpr SharedBanks kAmdBanks = {/*bankCount=*/32, /*bankBytes=*/4,
                                          WideSharedAccess::AmdGroups,
                                          /*sameAddressWritesConflict=*/false};

static DeviceProfile amdRdna(llvm::StringRef name, llvm::StringRef displayName,
                             llvm::ArrayRef<ComputeUnit> computeUnits,
                             llvm::StringRef source) {
  DeviceProfile p;
  p.name = name;
  p.displayName = displayName;
  p.subgroupSizes = kLanes32And64;
  p.lineBytes = 128;
  p.sharedBanks = kAmdBanks;
  p.maxSharedBytes = 64 * 1024;
  p.computeUnits = computeUnits;
  p.laneOrder = LaneOrder::DriverChoice;
  p.source = source;
  return p;
}

static DeviceProfile amdCdna() {
  DeviceProfile p;
  p.name = "amd-cdna";
  p.displayName = "AMD CDNA 1 to 3";
  p.subgroupSizes = kLanes64;
  p.sectorBytes = 64;
  p.lineBytes = 64;
  p.sharedBanks = kAmdBanks;
  p.maxSharedBytes = 64 * 1024;
  p.computeUnits = kCdnaUnits;
  p.laneOrder = LaneOrder::DriverChoice;
  p.source =
      "rocprofiler-compute performance model (vL1D lines of 64 bytes, LDS "
      "of 32 banks); gfx950, which has 64 banks, is not meant";
  return p;
}

static DeviceProfile intelXe() {
  DeviceProfile p;
  p.name = "intel-xe";
  p.displayName = "Intel Xe";
  p.subgroupSizes = kLanes8To32;
  p.sectorBytes = 64;
  p.lineBytes = 64;
  p.sharedBanks =
      SharedBanks{/*bankCount=*/16, /*bankBytes=*/4, WideSharedAccess::Unknown,
                  /*sameAddressWritesConflict=*/true};
  p.maxSharedBytes = 64 * 1024;
  // Mesa lays lanes out in blocks once a shader uses an image or a texture.
  p.laneOrder = LaneOrder::DriverChoice;
  p.source =
      "Intel OpenCL optimization guide for Gen9 and later (shared local "
      "memory: 16 banks of 4 bytes, writes to one address conflict, 64 KiB for "
      "a workgroup); Mesa intel_device_info.c; Xe 2 has no subgroups of 8";
  return p;
}

static DeviceProfile maliValhall() {
  DeviceProfile p;
  p.name = "mali-valhall";
  p.displayName = "Arm Mali Valhall";
  p.subgroupSizes = kLanes16;
  p.sectorBytes = 64;
  p.lineBytes = 64;
  p.hasSharedMemory = false;
  p.computeUnits = kValhallUnits;
  p.registersPerInvocationLimit = 64;
  p.laneOrder = LaneOrder::DriverChoice;
  p.source =
      "Arm OpenCL developer guide 101574 (shared variables lie in ordinary "
      "memory); Arm's guide to the Valhall shader core, 102203 (warps of 16, "
      "64-byte lines); Mesa panfrost (64 registers)";
  return p;
}

static DeviceProfile adreno() {
  DeviceProfile p;
  p.name = "adreno";
  p.displayName = "Qualcomm Adreno 6xx and 7xx";
  p.subgroupSizes = kLanes64And128;
  p.maxSharedBytes = 32 * 1024;
  p.laneOrder = LaneOrder::DriverChoice;
  p.source =
      "Mesa freedreno_devices.py; A605 to A612 have 16 KiB of shared memory, "
      "so that the limit is one for the others";
  return p;
}

static DeviceProfile apple() {
  DeviceProfile p;
  p.name = "apple";
  p.displayName = "Apple 7 to 9";
  p.subgroupSizes = kLanes32;
  p.sectorBytes = 128;
  p.lineBytes = 128;
  p.maxWorkgroupInvocations = 1024;
  p.maxSharedBytes = 32 * 1024;
  p.computeUnits = kAppleUnits;
  p.laneOrder = LaneOrder::DriverChoice;
  p.source = "Metal Feature Set Tables (1024 invocations, 32 KiB); "
             "metal-benchmarks (128-byte lines, Apple 7 and 8)";
  return p;
}

llvm::ArrayRef<DeviceProfile> wglint::deviceProfiles() {
  static const DeviceProfile kProfiles[] = {
      adreno(),
      amdCdna(),
      amdRdna(
          "amd-rdna2", "AMD RDNA 2", kRdna2Units,
          "RDNA 2 ISA and Mesa ac_gpu_info (128-byte lines, 64 KiB of LDS for "
          "a workgroup, 128 KiB in a workgroup processor)"),
      amdRdna(
          "amd-rdna3", "AMD RDNA 3", kRdna3Units,
          "RDNA 3 ISA section 12.1 (128 KiB of LDS in a workgroup processor, "
          "64 KiB for a workgroup); Mesa ac_gpu_info"),
      apple(),
      intelXe(),
      maliValhall(),
      nvidiaAda(),
      nvidiaAmpere(),
      nvidiaHopper(),
      nvidiaTuring(),
  };
  return kProfiles;
}

const DeviceProfile *wglint::findDeviceProfile(llvm::StringRef name) {
  for (const DeviceProfile &profile : deviceProfiles())
    if (profile.name == name)
      return &profile;
  return nullptr;
}

llvm::SmallVector<DeviceConfig, 6>
wglint::deviceConfigs(llvm::StringRef targetName) {
  if (targetName == "generic") {
    const DeviceProfile *ampere = findDeviceProfile("nvidia-ampere");
    const DeviceProfile *rdna2 = findDeviceProfile("amd-rdna2");
    const DeviceProfile *xe = findDeviceProfile("intel-xe");
    return {{ampere, 32}, {rdna2, 32}, {rdna2, 64}, {xe, 16}, {xe, 32}};
  }
  llvm::SmallVector<DeviceConfig, 6> configs;
  if (const DeviceProfile *profile = findDeviceProfile(targetName))
    for (unsigned subgroupSize : profile->subgroupSizes)
      configs.push_back({profile, subgroupSize});
  return configs;
}
