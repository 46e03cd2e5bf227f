// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What is known of devices, as plain tables: units in the names, a source for
/// each number, std::nullopt for what is not documented. Nothing here computes.
#ifndef WGLINT_TARGET_DEVICEPROFILE_H
#define WGLINT_TARGET_DEVICEPROFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <optional>

namespace wglint {

/// How a device splits 8- and 16-byte shared-memory accesses into passes.
enum class WideSharedAccess {
  /// Not documented: the cost of wide accesses is unknown.
  Unknown,
  /// NVIDIA: halves of 16 lanes for 8 bytes, quarters of 8 lanes for 16 bytes,
  /// merged for loads whose neighbouring lanes share an address. Confirmed by
  /// the counters of an H200 (docs/analyses/SharedBanks.md).
  NvidiaHalves,
  /// AMD: ds_*_b128 in groups of 8 lanes, ds_*_b64 in halves.
  AmdGroups,
};

/// Banks of shared memory.
struct SharedBanks {
  unsigned bankCount = 0;
  unsigned bankBytes = 0;
  WideSharedAccess wide = WideSharedAccess::Unknown;
  /// Intel: writes to one bank conflict also when they go to one address.
  bool sameAddressWritesConflict = false;
};

/// Of the device profiles with most banks, and how wide a bank is in all of
/// them; the profiles say where they have it from.
constexpr unsigned kMaxBankCount = 32;
constexpr unsigned kBankBytes = 4;

/// Order in which a workgroup's invocations fill its subgroups.
enum class LaneOrder {
  LinearIndex,  ///< lane l of subgroup s is gl_LocalInvocationIndex s*size + l
  DriverChoice, ///< the driver may choose blocks or another order
};

/// The registers of a compute unit. A subgroup has its own in one of several
/// files, in whole granules. All numbers are 32-bit registers of single lanes.
struct RegisterFiles {
  unsigned fileCount = 0;
  unsigned registersPerFile = 0;
  unsigned granule = 0;   ///< of one subgroup
  llvm::StringRef source; ///< never empty
};

/// What one compute unit holds at a time.
struct ComputeUnit {
  llvm::StringRef name; ///< of the members of the family that have it
  std::optional<uint64_t> sharedBytes;
  uint64_t reservedSharedBytes = 0; ///< taken by the system, per workgroup
  std::optional<unsigned> maxSubgroups;
  std::optional<unsigned> maxInvocations;
  std::optional<unsigned> maxWorkgroups;
  llvm::StringRef source; ///< never empty
  std::optional<RegisterFiles> registers;
};

/// What requests cost beside sectors and wavefronts, in wavefronts of shared
/// memory that take as long.
struct RequestRates {
  double issueWavefronts = 0; ///< a request to a buffer, with its address
  /// How many lanes of a load of texels are served at a time; each turn takes
  /// a wavefront.
  unsigned texelLanesAtATime = 1;
  llvm::StringRef source; ///< never empty
};

/// One device family.
struct DeviceProfile {
  llvm::StringRef name;                   ///< as given to --target
  llvm::StringRef displayName;            ///< as shown in messages
  llvm::ArrayRef<unsigned> subgroupSizes; ///< all that a dispatch may run with
  /// Smallest piece of global memory that moves: a sector where the device has
  /// them, else its transaction or line.
  std::optional<unsigned> sectorBytes;
  std::optional<unsigned> lineBytes;
  bool hasSharedMemory = true; ///< false: shared variables live in ordinary RAM
  std::optional<SharedBanks> sharedBanks;
  std::optional<RequestRates> requestRates; ///< where they were measured
  std::optional<unsigned> maxWorkgroupInvocations;
  std::optional<std::array<unsigned, 3>> maxWorkgroupSize;
  std::optional<uint64_t>
      maxSharedBytes; ///< for one workgroup, under GL or Vulkan
  /// One for each kind of member; empty where nothing is documented.
  llvm::ArrayRef<ComputeUnit> computeUnits;
  std::optional<unsigned> registersPerInvocationLimit; ///< 32-bit registers
  LaneOrder laneOrder = LaneOrder::LinearIndex;
  llvm::StringRef source; ///< where the numbers are from; never empty
};

/// Workgroups in each direction that every API allows on every device: at least
/// so many are guaranteed by OpenGL 4.3 and OpenGL ES 3.1
/// (GL_MAX_COMPUTE_WORK_GROUP_COUNT) and Vulkan (maxComputeWorkGroupCount).
constexpr unsigned kGuaranteedWorkgroupCount = 65535;

/// The guaranteed minima of an API.
struct ApiProfile {
  llvm::StringRef name;
  llvm::StringRef displayName;
  std::array<unsigned, 3> maxWorkgroupSize;
  unsigned maxWorkgroupInvocations;
  uint64_t maxSharedBytes;
  std::array<unsigned, 3> maxWorkgroupCount;
  unsigned maxStorageBlocks; ///< of one compute shader
  bool sharedStartsZeroed = false;
  llvm::StringRef source;
};

/// All device profiles, sorted by name.
llvm::ArrayRef<DeviceProfile> deviceProfiles();
/// All API profiles, sorted by name.
llvm::ArrayRef<ApiProfile> apiProfiles();

/// nullptr where there is none of that name.
const DeviceProfile *findDeviceProfile(llvm::StringRef name);
const ApiProfile *findApiProfile(llvm::StringRef name);

/// A device together with one of its subgroup sizes: what a cost is computed
/// for.
struct DeviceConfig {
  const DeviceProfile *device = nullptr;
  unsigned subgroupSize = 0;
};

/// The configurations behind a --target name: one per subgroup size of a
/// device; for "generic" those of nvidia-ampere (32), amd-rdna2 (32, 64) and
/// intel-xe (16, 32), in that order. Empty where the name is unknown.
llvm::SmallVector<DeviceConfig, 6> deviceConfigs(llvm::StringRef targetName);

} // namespace wglint

#endif // WGLINT_TARGET_DEVICEPROFILE_H
