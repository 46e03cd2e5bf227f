// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The rules that every row of the tables of devices and APIs keeps.
#include "wglint/Target/DeviceProfile.h"
#include "gtest/gtest.h"
#include <algorithm>

using namespace wglint;

// A number without a source cannot be reviewed, and is worth nothing in a
// finding.
TEST(Target, EveryRowHasASource) {
  for (const DeviceProfile &device : deviceProfiles()) {
    EXPECT_FALSE(device.source.trim().empty()) << device.name.str();
    for (const ComputeUnit &unit : device.computeUnits)
      EXPECT_FALSE(unit.source.trim().empty()) << device.name.str();
  }
  for (const ApiProfile &api : apiProfiles())
    EXPECT_FALSE(api.source.trim().empty()) << api.name.str();
}

TEST(Target, RowsAreSortedAndFoundByName) {
  llvm::StringRef previous;
  for (const DeviceProfile &device : deviceProfiles()) {
    EXPECT_LT(previous.str(), device.name.str());
    EXPECT_EQ(findDeviceProfile(device.name), &device);
    previous = device.name;
  }
  previous = "";
  for (const ApiProfile &api : apiProfiles()) {
    EXPECT_LT(previous.str(), api.name.str());
    EXPECT_EQ(findApiProfile(api.name), &api);
    previous = api.name;
  }
  EXPECT_EQ(findDeviceProfile("nvidia"), nullptr);
  EXPECT_EQ(findApiProfile(""), nullptr);
}

// Cost rules divide by these.
TEST(Target, SizesArePowersOfTwo) {
  auto isPowerOfTwo = [](unsigned n) { return n != 0 && (n & (n - 1)) == 0; };
  for (const DeviceProfile &device : deviceProfiles()) {
    EXPECT_FALSE(device.subgroupSizes.empty());
    for (unsigned lanes : device.subgroupSizes)
      EXPECT_TRUE(isPowerOfTwo(lanes)) << device.name.str();
    EXPECT_TRUE(isPowerOfTwo(device.sectorBytes.value_or(1)));
    EXPECT_TRUE(!device.sharedBanks ||
                isPowerOfTwo(device.sharedBanks->bankCount));
    EXPECT_FALSE(!device.hasSharedMemory && device.sharedBanks);
  }
}

// Paddings are tried for these, whatever the device.
TEST(Target, NoDeviceHasMoreOrWiderBanks) {
  unsigned bankCount = 0;
  for (const DeviceProfile &device : deviceProfiles()) {
    if (!device.sharedBanks)
      continue;
    bankCount = std::max(bankCount, device.sharedBanks->bankCount);
    EXPECT_EQ(device.sharedBanks->bankBytes, kBankBytes) << device.name.str();
  }
  EXPECT_EQ(bankCount, kMaxBankCount);
}

TEST(Target, GenericIsWhatTheDefaultPromises) {
  std::vector<std::pair<std::string, unsigned>> seen;
  for (const DeviceConfig &config : deviceConfigs("generic"))
    seen.push_back({config.device->name.str(), config.subgroupSize});
  std::vector<std::pair<std::string, unsigned>> expected = {
      {"nvidia-ampere", 32},
      {"amd-rdna2", 32},
      {"amd-rdna2", 64},
      {"intel-xe", 16},
      {"intel-xe", 32}};
  EXPECT_EQ(seen, expected);
  EXPECT_EQ(deviceConfigs("nvidia-hopper").size(), 1u);
  EXPECT_TRUE(deviceConfigs("no-such-device").empty());
}
