// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Holds the bytes of shared memory against what the API guarantees and what
/// the devices of the target allow.
#include "wglint/Check/Findings.h"
#include "wglint/Check/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

static bool dependsOnSpecialization(const EntryPointFacts &facts) {
  return llvm::any_of(facts.sharedVariables,
                      [](const SharedVariableFact &variable) {
                        return variable.dependsOnSpecialization;
                      });
}

static void runSharedMemoryOverLimit(const CheckContext &context,
                                     DiagnosticSink &sink) {
  uint64_t bytes = context.facts.sharedBytes;
  if (std::optional<BrokenLimit> limit = brokenLimit(
          context, bytes,
          [](const ApiProfile &api) { return api.maxSharedBytes; },
          [](const DeviceProfile &device) { return device.maxSharedBytes; })) {
    Diagnostic &finding = addFinding(
        context, sink, sharedMemoryLocation(context), /*config=*/nullptr,
        llvm::formatv("shared variables take {0} bytes, over the {1} that {2}",
                      bytes, limit->value, limit->owners),
        limit->isOnlyPortability
            ? "a device may allow more: ask it for its limit before the "
              "dispatch"
            : "a smaller tile, or a narrower type, fits");
    setMinor(finding, limit->isOnlyPortability ? kOnlyPortability
                      : dependsOnSpecialization(context.facts)
                          ? "specialization constants set its size"
                          : "");
    addMeasurement(finding, "sharedBytes", double(bytes), "bytes");
    addMeasurement(finding, "limit", double(limit->value), "bytes");
  }
}

WGLINT_DEFINE_CHECK(
    SharedMemoryOverLimit,
    {"shared-memory-over-limit",
     "shared variables take more bytes than an API guarantees or a device "
     "allows",
     CheckCategory::SharedMemory, Severity::Warning, /*enabledByDefault=*/true,
     R"(## What it flags

Shaders whose shared variables together take more bytes than the API of the shader
guarantees on every device, or than the devices of the target allow one workgroup.
The finding stands at the largest of them.

An ES 3.10 source is held against OpenGL ES 3.1 and WebGL 2 compute (16384 bytes), a
desktop source against OpenGL 4.3 (32768 bytes). Vulkan's guarantee of 16384 bytes is
exceeded by many shaders and by nearly every device's limit, so that it is a remark
there; so is a size that specialization constants give.

## Why it costs

Above a device's limit the program or pipeline is not created. Below it, large
shared variables may still leave a compute unit empty: `low-occupancy`.

## When to leave it

When the program asks the device for its limit first and takes another shader where
it is lower.

## Limits

Bytes are laid out as std430 would; a driver may pad otherwise, and may take some
for itself.

## References

The limits and their sources: docs/Targets.md.
)",
     runSharedMemoryOverLimit})
