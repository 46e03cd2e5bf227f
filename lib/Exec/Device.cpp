// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Exec/Device.h"
#include "DeviceQuery.h"
#include "llvm/ADT/StringExtras.h"
#include <unistd.h>

using namespace wglint;
using llvm::StringRef;
namespace json = llvm::json;
using Kind = DispatchFailure::Kind;

static const char *const kSoftwareName = "llvmpipe";

/// A driver that does not even start should not keep anyone waiting.
static WorkerLimits listingLimits() {
  WorkerLimits limits = defaultDispatchLimits();
  limits.wallSeconds = 20;
  return limits;
}

static llvm::Expected<unsigned> countCandidates() {
  auto count = runIsolated(
      [](StageAnnouncer announce) -> llvm::Expected<json::Value> {
        announce("listing EGL's devices");
        if (llvm::Error error = checkGlLibraries())
          return error;
        // And Mesa's software renderer.
        return countHardwareDevices() + 1;
      },
      listingLimits());
  if (!count)
    return count.takeError();
  return static_cast<unsigned>(*count->getAsInteger());
}

static llvm::Expected<DeviceInfo> openDevice(unsigned index) {
  auto answer = runIsolated(
      [&](StageAnnouncer announce) -> llvm::Expected<json::Value> {
        announce("opening device " + std::to_string(index));
        if (llvm::Error error = openContext(index, {}))
          return error;
        return toJson(queryDevice(index));
      },
      listingLimits());
  if (!answer)
    return answer.takeError();
  DeviceInfo device;
  json::Path::Root root;
  bool isRead = fromJson(*answer, device, root);
  assert(isRead && "the child writes what the parent reads");
  (void)isRead;
  return device;
}

static llvm::Error noDevice(llvm::ArrayRef<std::string> answers) {
  return dispatchError(
      Kind::NoDevice,
      "no device runs OpenGL 4.5; install Mesa's software renderer "
      "(libgl1-mesa-dri and libegl-mesa0 on Debian). What EGL's devices "
      "answered: " +
          llvm::join(answers, "; "));
}

/// Opens the candidates for which \p isWanted, until \p isEnough.
static llvm::Expected<std::vector<DeviceInfo>>
openDevices(unsigned firstIndex, unsigned candidateCount, bool wantsOne) {
  std::vector<DeviceInfo> devices;
  std::vector<std::string> answers;
  for (unsigned index = firstIndex; index < candidateCount; ++index) {
    llvm::Expected<DeviceInfo> device = openDevice(index);
    if (!device) {
      answers.push_back("device " + std::to_string(index) + ": " +
                        llvm::toString(device.takeError()));
      continue;
    }
    devices.push_back(std::move(*device));
    if (wantsOne)
      break;
  }
  if (devices.empty())
    return noDevice(answers);
  return devices;
}

llvm::Expected<std::vector<DeviceInfo>> wglint::listDevices() {
  llvm::Expected<unsigned> count = countCandidates();
  if (!count)
    return count.takeError();
  return openDevices(0, *count, /*wantsOne=*/false);
}

static llvm::Expected<DeviceInfo> findByName(StringRef wanted,
                                             unsigned candidateCount) {
  auto devices = openDevices(0, candidateCount, /*wantsOne=*/false);
  if (!devices)
    return devices.takeError();
  const DeviceInfo *found = nullptr;
  std::vector<std::string> names;
  for (const DeviceInfo &device : *devices) {
    names.push_back(std::to_string(device.index) + " (" + device.name + ")");
    if (!StringRef(device.renderer).contains_insensitive(wanted))
      continue;
    // One device may be offered twice, and equal ones are as good.
    if (found && found->renderer == device.renderer)
      continue;
    if (found)
      return dispatchError(
          Kind::NoDevice,
          "several devices match '" + wanted +
              "'; say which by its number: " + std::to_string(found->index) +
              " or " + std::to_string(device.index));
    found = &device;
  }
  if (!found)
    return dispatchError(Kind::NoDevice, "there is no device '" + wanted +
                                             "'; there are " +
                                             llvm::join(names, ", "));
  return *found;
}

llvm::Expected<DeviceInfo> wglint::findDevice(StringRef wanted) {
  llvm::Expected<unsigned> count = countCandidates();
  if (!count)
    return count.takeError();
  unsigned index = 0;
  bool isIndex = !wanted.getAsInteger(10, index);
  if (!isIndex && wanted != "auto" && wanted != kSoftwareName)
    return findByName(wanted, *count);
  if (isIndex && index >= *count)
    return dispatchError(Kind::NoDevice, "there is no device " + wanted +
                                             "; the last is " +
                                             std::to_string(*count - 1));
  if (wanted == kSoftwareName)
    index = *count - 1;
  auto devices =
      openDevices(index, wanted == "auto" ? *count : index + 1, true);
  if (!devices)
    return devices.takeError();
  return std::move(devices->front());
}

std::string wglint::driverOf(const DeviceInfo &device) {
  // "4.5 (Core Profile) Mesa 22.3.6"
  StringRef text = device.version;
  text = text.drop_while([](char c) { return c != ' '; }).trim();
  if (text.consume_front("("))
    text = text.split(')').second.trim();
  return text.str();
}

std::optional<uint64_t> wglint::lastLevelCacheBytes(const DeviceInfo &device) {
#if defined(_SC_LEVEL3_CACHE_SIZE) && defined(_SC_LEVEL2_CACHE_SIZE)
  if (device.isSoftware)
    for (int level : {_SC_LEVEL3_CACHE_SIZE, _SC_LEVEL2_CACHE_SIZE})
      if (long bytes = sysconf(level); bytes > 0)
        return static_cast<uint64_t>(bytes);
#endif
  return std::nullopt;
}
