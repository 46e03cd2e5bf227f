// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Holding a number of a shader against what APIs guarantee and devices allow.
#ifndef WGLINT_CHECK_LIMITS_H
#define WGLINT_CHECK_LIMITS_H

#include "wglint/Check/Check.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace wglint {

/// Whether all APIs of \p context have subgroup operations. OpenGL ES and its
/// relatives have none in compute shaders.
bool hasSubgroupOperations(const CheckContext &context);

/// Number of lanes of the smallest and of the largest subgroup of the target's
/// devices.
unsigned smallestSubgroup(const CheckContext &context);
unsigned largestSubgroup(const CheckContext &context);

/// Bytes of shared memory that a workgroup may use on all devices and APIs of
/// the target.
uint64_t sharedBytesLimit(const CheckContext &context);

/// The sizes that a workgroup may have on all devices and APIs of the target.
struct WorkgroupLimits {
  uint64_t maxInvocations = UINT64_MAX;
  /// The size in x, y and z.
  std::array<uint32_t, 3> maxSize = {UINT32_MAX, UINT32_MAX, UINT32_MAX};

  /// Whether \p size, in x, y and z, is within them.
  bool allow(const std::array<uint32_t, 3> &size) const;
};

WorkgroupLimits workgroupLimits(const CheckContext &context);

/// The limits that a number exceeds, for one message.
struct BrokenLimit {
  uint64_t value = 0; ///< the smallest of them
  /// Who sets them: "OpenGL 4.3 guarantees", "OpenGL 4.3 guarantees and the
  /// 49152 that NVIDIA Ampere allows".
  std::string owners;
  /// Only Vulkan guarantees so little. Nearly every device allows more, and
  /// programs ask it, so this is a matter of portability only.
  bool isOnlyPortability = false;
};

/// The limits that \p value exceeds: those of the context's APIs, and that of
/// the target's devices if it exceeds all of these that are known. What Vulkan
/// guarantees is not named beside what a device allows. \p ofApi and \p
/// ofDevice say the limit of one API or device; \p ofDevice may be null.
std::optional<BrokenLimit>
brokenLimit(const CheckContext &context, uint64_t value,
            llvm::function_ref<uint64_t(const ApiProfile &)> ofApi,
            llvm::function_ref<std::optional<uint64_t>(const DeviceProfile &)>
                ofDevice);

} // namespace wglint

#endif // WGLINT_CHECK_LIMITS_H
