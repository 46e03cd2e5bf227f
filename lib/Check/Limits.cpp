// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Check/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace wglint;

bool wglint::hasSubgroupOperations(const CheckContext &context) {
  return llvm::none_of(context.apis, [](const ApiProfile *api) {
    return api->name == "gles31" || api->name == "webgl2-compute";
  });
}

unsigned wglint::smallestSubgroup(const CheckContext &context) {
  unsigned smallest = context.options.configs.front().subgroupSize;
  for (const DeviceConfig &config : context.options.configs)
    smallest = std::min(smallest, config.subgroupSize);
  return smallest;
}

unsigned wglint::largestSubgroup(const CheckContext &context) {
  unsigned largest = 0;
  for (const DeviceConfig &config : context.options.configs)
    largest = std::max(largest, config.subgroupSize);
  return largest;
}

uint64_t wglint::sharedBytesLimit(const CheckContext &context) {
  uint64_t limit = UINT64_MAX;
  for (const ApiProfile *api : context.apis)
    limit = std::min(limit, api->maxSharedBytes);
  for (const DeviceConfig &config : context.options.configs)
    if (config.device->maxSharedBytes)
      limit = std::min(limit, *config.device->maxSharedBytes);
  return limit;
}

bool WorkgroupLimits::allow(const std::array<uint32_t, 3> &size) const {
  return invocationCount(size) <= maxInvocations && size[0] <= maxSize[0] &&
         size[1] <= maxSize[1] && size[2] <= maxSize[2];
}

WorkgroupLimits wglint::workgroupLimits(const CheckContext &context) {
  WorkgroupLimits limits;
  auto add = [&](uint64_t maxInvocations, llvm::ArrayRef<unsigned> maxSize) {
    limits.maxInvocations = std::min(limits.maxInvocations, maxInvocations);
    for (unsigned axis = 0; axis < maxSize.size(); ++axis)
      limits.maxSize[axis] = std::min(limits.maxSize[axis], maxSize[axis]);
  };
  for (const ApiProfile *api : context.apis)
    add(api->maxWorkgroupInvocations, api->maxWorkgroupSize);
  for (const DeviceConfig &config : context.options.configs) {
    const DeviceProfile &device = *config.device;
    add(device.maxWorkgroupInvocations.value_or(UINT64_MAX),
        device.maxWorkgroupSize ? llvm::ArrayRef(*device.maxWorkgroupSize)
                                : llvm::ArrayRef<unsigned>());
  }
  return limits;
}

/// The devices' limit that \p value breaks on every one for which it is known;
/// the device that is named is the first.
static std::optional<std::pair<uint64_t, llvm::StringRef>> brokenOnDevices(
    const CheckContext &context, uint64_t value,
    llvm::function_ref<std::optional<uint64_t>(const DeviceProfile &)>
        limitOf) {
  std::optional<std::pair<uint64_t, llvm::StringRef>> limit;
  for (const DeviceConfig &config : context.options.configs) {
    std::optional<uint64_t> allowed = limitOf(*config.device);
    if (!allowed)
      continue;
    if (value <= *allowed)
      return std::nullopt;
    if (!limit)
      limit = {*allowed, config.device->displayName};
  }
  return limit;
}

std::optional<BrokenLimit> wglint::brokenLimit(
    const CheckContext &context, uint64_t value,
    llvm::function_ref<uint64_t(const ApiProfile &)> ofApi,
    llvm::function_ref<std::optional<uint64_t>(const DeviceProfile &)>
        ofDevice) {
  // By limit, whose it is; "A and B guarantee and C allows".
  std::map<uint64_t, std::string> owners;
  bool isOnlyVulkan = llvm::all_of(context.apis, [](const ApiProfile *api) {
    return api->name == "vulkan";
  });
  auto ofDevices =
      ofDevice ? brokenOnDevices(context, value, ofDevice) : std::nullopt;
  std::map<uint64_t, std::vector<llvm::StringRef>> apisByLimit;
  for (const ApiProfile *api : context.apis)
    if (value > ofApi(*api) && !(isOnlyVulkan && ofDevices))
      apisByLimit[ofApi(*api)].push_back(api->displayName);
  for (const auto &[limit, names] : apisByLimit)
    owners[limit] = llvm::join(names, " and ") +
                    (names.size() == 1 ? " guarantees" : " guarantee");
  if (ofDevices) {
    std::string &text = owners[ofDevices->first];
    text +=
        (text.empty() ? "" : " and ") + (ofDevices->second + " allows").str();
  }
  if (owners.empty())
    return std::nullopt;
  BrokenLimit broken{owners.begin()->first, owners.begin()->second,
                     isOnlyVulkan && !ofDevices};
  for (const auto &[limit, names] : llvm::drop_begin(owners))
    broken.owners += " and the " + std::to_string(limit) + " that " + names;
  return broken;
}
