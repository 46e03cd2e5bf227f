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

/// The limit that \p value breaks on every device of the target for which it is
/// known; the device that is named is the first.
static std::optional<BrokenLimit> brokenOnDevices(
    const CheckContext &context, uint64_t value,
    llvm::function_ref<std::optional<uint64_t>(const DeviceProfile &)>
        limitOf) {
  std::optional<BrokenLimit> limit;
  for (const DeviceConfig &config : context.options.configs) {
    std::optional<uint64_t> allowed = limitOf(*config.device);
    if (!allowed)
      continue;
    if (value <= *allowed)
      return std::nullopt;
    if (!limit)
      limit = BrokenLimit{
          *allowed, (config.device->displayName + " allows").str(), false};
  }
  return limit;
}

std::vector<BrokenLimit> wglint::brokenLimits(
    const CheckContext &context, uint64_t value,
    llvm::function_ref<uint64_t(const ApiProfile &)> ofApi,
    llvm::function_ref<std::optional<uint64_t>(const DeviceProfile &)>
        ofDevice) {
  std::vector<BrokenLimit> limits;
  if (ofDevice)
    if (std::optional<BrokenLimit> limit =
            brokenOnDevices(context, value, ofDevice))
      limits.push_back(*limit);
  std::map<uint64_t, std::vector<llvm::StringRef>> ownersByLimit;
  for (const ApiProfile *api : context.apis)
    if (value > ofApi(*api))
      ownersByLimit[ofApi(*api)].push_back(api->displayName);
  bool isOnlyVulkan = llvm::all_of(context.apis, [](const ApiProfile *api) {
    return api->name == "vulkan";
  });
  for (const auto &[limit, names] : ownersByLimit)
    limits.push_back({limit,
                      llvm::join(names, " and ") +
                          (names.size() == 1 ? " guarantees" : " guarantee"),
                      isOnlyVulkan});
  return limits;
}
