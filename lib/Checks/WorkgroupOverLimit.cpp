// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Holds the workgroup's size against what the API guarantees and what the
/// devices of the target allow.
#include "wglint/Check/Findings.h"
#include "wglint/Check/Limits.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

static std::string advice(const CheckContext &context,
                          const BrokenLimit &limit) {
  if (limit.isOnlyPortability)
    return "a device may allow more: ask it for its limit before the dispatch";
  if (!context.facts.sharedVariables.empty())
    return llvm::formatv("give the workgroup at most {0} invocations, and the "
                         "shared arrays that it fills the size of it",
                         limit.value);
  return llvm::formatv("a workgroup within {0}, and as many more workgroups, "
                       "covers the same ids (resize-workgroup)",
                       limit.value);
}

static void report(const CheckContext &context, DiagnosticSink &sink,
                   const std::string &what, uint64_t value,
                   const BrokenLimit &limit) {
  Diagnostic &finding =
      addWorkgroupFinding(context, sink, /*config=*/nullptr,
                          llvm::formatv("{0} is over the {1} that {2}", what,
                                        limit.value, limit.owners),
                          advice(context, limit));
  setMinor(finding, limit.isOnlyPortability ? kOnlyPortability : "");
  addMeasurement(finding, "workgroupSize", double(value), "invocations");
  addMeasurement(finding, "limit", double(limit.value), "invocations");
}

static void runWorkgroupOverLimit(const CheckContext &context,
                                  DiagnosticSink &sink) {
  if (context.facts.sizeSource == SizeSource::Assumed)
    return; // it is not the host's
  const EntryPointFacts &facts = context.facts;
  std::optional<BrokenLimit> overCount = brokenLimit(
      context, invocationCount(facts),
      [](const ApiProfile &api) { return api.maxWorkgroupInvocations; },
      [](const DeviceProfile &device) -> std::optional<uint64_t> {
        return device.maxWorkgroupInvocations;
      });
  if (overCount) {
    report(context, sink,
           "workgroup of " + workgroupText(facts.workgroupSize) +
               " invocations",
           invocationCount(facts), *overCount);
    return; // limits of one dimension: mostly the same fact once more
  }
  for (unsigned i = 0; i < 3; ++i) {
    uint32_t size = facts.workgroupSize[i];
    std::optional<BrokenLimit> overSize = brokenLimit(
        context, size,
        [i](const ApiProfile &api) { return api.maxWorkgroupSize[i]; },
        [i](const DeviceProfile &device) -> std::optional<uint64_t> {
          if (!device.maxWorkgroupSize)
            return std::nullopt;
          return (*device.maxWorkgroupSize)[i];
        });
    if (overSize)
      report(
          context, sink,
          llvm::formatv("workgroup size of {0} in {1}", size, "xyz"[i]).str(),
          size, *overSize);
  }
}

WGLINT_DEFINE_CHECK(
    WorkgroupOverLimit,
    {"workgroup-over-limit",
     "a workgroup is larger than an API guarantees or a device allows",
     CheckCategory::Workgroup, Severity::Warning, /*enabledByDefault=*/true,
     R"(## What it flags

Workgroups with more invocations, or larger in one dimension, than the API of the
shader guarantees on every device, or than the devices of the target allow. The
message says which limit it is and whose.

An ES 3.10 source is held against OpenGL ES 3.1 and WebGL 2 compute, a desktop
source against OpenGL 4.3. Vulkan's guarantee of 128 invocations is exceeded by
most shaders and allowed by most devices (Vulkan 1.4 guarantees 256), so that it is
a remark there.

## Why it costs

Above a device's limit the program or pipeline is not created at all; some drivers
end the process instead.

## When to leave it

When the program asks the device for its limit first and takes another shader where
it is lower.

## Limits

Shared memory is the matter of `shared-memory-over-limit`. A workgroup size that comes from
specialization constants is judged at its defaults, and the finding says so.

## References

The limits and their sources: docs/Targets.md.
)",
     runWorkgroupOverLimit})
