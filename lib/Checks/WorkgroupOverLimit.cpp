// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Holds the workgroup's size against what the API guarantees and what the
/// devices of the target allow.
#include "wglint/Check/Findings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace wglint;

/// A limit, and whose it is.
namespace {
struct Limit {
  uint64_t value = 0;
  std::string owners; ///< "OpenGL ES 3.1 and WebGL 2 compute guarantee"
};
} // namespace

/// The APIs of the context that guarantee less than \p value, by their limit.
static std::vector<Limit>
brokenGuarantees(const CheckContext &context, uint64_t value,
                 llvm::function_ref<unsigned(const ApiProfile &)> limitOf) {
  std::map<uint64_t, std::vector<llvm::StringRef>> ownersByLimit;
  for (const ApiProfile *api : context.apis)
    if (value > limitOf(*api))
      ownersByLimit[limitOf(*api)].push_back(api->displayName);
  std::vector<Limit> limits;
  for (const auto &[limit, names] : ownersByLimit)
    limits.push_back(
        {limit, llvm::join(names, " and ") +
                    (names.size() == 1 ? " guarantees" : " guarantee")});
  return limits;
}

/// The limit that \p value breaks on every device of the target for which it is
/// known; the device that is named is the first.
static std::optional<Limit> brokenOnDevices(
    const CheckContext &context, uint64_t value,
    llvm::function_ref<std::optional<unsigned>(const DeviceProfile &)>
        limitOf) {
  std::optional<Limit> limit;
  for (const DeviceConfig &config : context.options.configs) {
    std::optional<unsigned> allowed = limitOf(*config.device);
    if (!allowed)
      continue;
    if (value <= *allowed)
      return std::nullopt;
    if (!limit)
      limit = Limit{*allowed, (config.device->displayName + " allows").str()};
  }
  return limit;
}

// Vulkan guarantees less than nearly every device allows, and programs ask the
// device: there it is a matter of portability alone.
static bool isOnlyVulkan(const CheckContext &context) {
  return llvm::all_of(context.apis, [](const ApiProfile *api) {
    return api->name == "vulkan";
  });
}

static void report(const CheckContext &context, DiagnosticSink &sink,
                   const std::string &what, uint64_t value, const Limit &limit,
                   bool isRemark) {
  Diagnostic &finding = addWorkgroupFinding(
      context, sink, /*config=*/nullptr,
      llvm::formatv("{0} is over the {1} that {2}", what, limit.value,
                    limit.owners),
      isRemark
          ? "a device may allow more: ask it for its limit before the dispatch"
          : "");
  if (isRemark)
    finding.severity = Severity::Remark;
  addMeasurement(finding, "workgroupSize", double(value), "invocations");
  addMeasurement(finding, "limit", double(limit.value), "invocations");
}

/// \returns whether anything was reported.
static bool
checkLimit(const CheckContext &context, DiagnosticSink &sink,
           const std::string &what, uint64_t value,
           llvm::function_ref<unsigned(const ApiProfile &)> ofApi,
           llvm::function_ref<std::optional<unsigned>(const DeviceProfile &)>
               ofDevice) {
  std::optional<Limit> onDevices = brokenOnDevices(context, value, ofDevice);
  if (onDevices)
    report(context, sink, what, value, *onDevices, /*isRemark=*/false);
  std::vector<Limit> guarantees = brokenGuarantees(context, value, ofApi);
  for (const Limit &limit : guarantees)
    report(context, sink, what, value, limit, isOnlyVulkan(context));
  return onDevices || !guarantees.empty();
}

static void run(const CheckContext &context, DiagnosticSink &sink) {
  const EntryPointFacts &facts = context.facts;
  bool isCountOver = checkLimit(
      context, sink,
      "workgroup of " + workgroupText(facts.workgroupSize) + " invocations",
      invocationCount(facts),
      [](const ApiProfile &api) { return api.maxWorkgroupInvocations; },
      [](const DeviceProfile &device) {
        return device.maxWorkgroupInvocations;
      });
  if (isCountOver)
    return; // mostly the same fact once more
  for (unsigned i = 0; i < 3; ++i)
    checkLimit(
        context, sink,
        llvm::formatv("workgroup size of {0} in {1}", facts.workgroupSize[i],
                      "xyz"[i])
            .str(),
        facts.workgroupSize[i],
        [i](const ApiProfile &api) { return api.maxWorkgroupSize[i]; },
        [i](const DeviceProfile &device) -> std::optional<unsigned> {
          if (!device.maxWorkgroupSize)
            return std::nullopt;
          return (*device.maxWorkgroupSize)[i];
        });
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

Shared memory over a limit is another matter. A workgroup size that comes from
specialization constants is judged at its defaults, and the finding says so.

## References

The limits and their sources: docs/Targets.md.
)",
     run})
