// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Prints the tables of devices and APIs as docs/Targets.md, so that the page
/// is what the program knows.
#include "Actions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace wglint;

static constexpr llvm::StringLiteral kIntroduction =
    R"(# Targets

Made by `wglint-opt --print=targets` from the tables in lib/Target; do not edit.

A number stands here only if it holds for every member of the family and has a
source. `?` is not documented: nothing is concluded from it, and a finding that
would need it does not take that device into account. Bytes throughout.

`--target=generic`, the default, judges nvidia-ampere with 32 lanes, amd-rdna2 with
32 and 64, and intel-xe with 16 and 32; a finding fires where all of those that have
the resource agree.

)";

template <typename T>
static std::string cell(const std::optional<T> &value) {
  return value ? std::to_string(*value) : "?";
}

static std::string banksCell(const DeviceProfile &device) {
  if (!device.hasSharedMemory)
    return "none";
  if (!device.sharedBanks)
    return "?";
  const SharedBanks &banks = *device.sharedBanks;
  return std::to_string(banks.bankCount) + " x " +
         std::to_string(banks.bankBytes);
}

static llvm::StringRef wideCell(const DeviceProfile &device) {
  if (!device.sharedBanks)
    return device.hasSharedMemory ? "?" : "-";
  switch (device.sharedBanks->wide) {
  case WideSharedAccess::Unknown:
    return "?";
  case WideSharedAccess::NvidiaHalves:
    return "halves, quarters";
  case WideSharedAccess::AmdGroups:
    return "halves, groups of 8";
  }
  llvm_unreachable("unknown rule");
}

static std::string sizesCell(llvm::ArrayRef<unsigned> sizes) {
  std::string text;
  for (unsigned size : sizes)
    text += (text.empty() ? "" : ", ") + std::to_string(size);
  return text;
}

static std::string sizeCell(const std::array<unsigned, 3> &size) {
  return sizesCell({size.data(), size.size()});
}

static void printDevices(llvm::raw_ostream &out) {
  out << "## Devices\n\n"
         "| target | device | lanes | order of lanes | sector | line | banks x "
         "bytes "
         "| 8 and 16 bytes wide | same-address writes conflict |\n"
         "|---|---|---|---|---|---|---|---|---|\n";
  for (const DeviceProfile &device : deviceProfiles())
    out << "| " << device.name << " | " << device.displayName << " | "
        << sizesCell(device.subgroupSizes) << " | "
        << (device.laneOrder == LaneOrder::LinearIndex ? "linear"
                                                       : "the driver's")
        << " | " << cell(device.sectorBytes) << " | " << cell(device.lineBytes)
        << " | " << banksCell(device) << " | " << wideCell(device) << " | "
        << (!device.sharedBanks                             ? "-"
            : device.sharedBanks->sameAddressWritesConflict ? "yes"
                                                            : "no")
        << " |\n";
  out << "\n| target | invocations of a workgroup | size | shared bytes of a "
         "workgroup | registers of an invocation |\n"
         "|---|---|---|---|---|\n";
  for (const DeviceProfile &device : deviceProfiles())
    out << "| " << device.name << " | " << cell(device.maxWorkgroupInvocations)
        << " | "
        << (device.maxWorkgroupSize ? sizeCell(*device.maxWorkgroupSize) : "?")
        << " | " << cell(device.maxSharedBytes) << " | "
        << cell(device.registersPerInvocationLimit) << " |\n";
  out << "\nSources:\n\n";
  for (const DeviceProfile &device : deviceProfiles())
    out << "- " << device.name << ": " << device.source << "\n";
}

static void printComputeUnits(llvm::raw_ostream &out) {
  out << "\n## Compute units\n\nWhat one of them holds at a time. Families "
         "that are not listed document nothing.\n\n"
         "| target | members | shared bytes | of these taken for each "
         "workgroup "
         "| subgroups | invocations | workgroups | source |\n"
         "|---|---|---|---|---|---|---|---|\n";
  for (const DeviceProfile &device : deviceProfiles())
    for (const ComputeUnit &unit : device.computeUnits)
      out << "| " << device.name << " | " << unit.name << " | "
          << cell(unit.sharedBytes) << " | " << unit.reservedSharedBytes
          << " | " << cell(unit.maxSubgroups) << " | "
          << cell(unit.maxInvocations) << " | " << cell(unit.maxWorkgroups)
          << " | " << unit.source << " |\n";
}

static void printRegisters(llvm::raw_ostream &out) {
  out << "\nTheir registers, in registers of 32 bits of single lanes. They "
         "count "
         "only where\na compiler's report says how many an invocation takes "
         "(docs/ResourceReports.md).\n\n"
         "| target | members | files | registers of a file | granule of a "
         "subgroup | source |\n|---|---|---|---|---|---|\n";
  for (const DeviceProfile &device : deviceProfiles())
    for (const ComputeUnit &unit : device.computeUnits)
      if (unit.registers)
        out << "| " << device.name << " | " << unit.name << " | "
            << unit.registers->fileCount << " | "
            << unit.registers->registersPerFile << " | "
            << unit.registers->granule << " | " << unit.registers->source
            << " |\n";
}

static void printApis(llvm::raw_ostream &out) {
  out << "\n## APIs\n\nWhat each guarantees on every device.\n\n"
         "| --api | API | workgroup size | invocations | shared bytes | "
         "workgroups | storage blocks | "
         "shared memory starts as zero | source |\n"
         "|---|---|---|---|---|---|---|---|---|\n";
  for (const ApiProfile &api : apiProfiles())
    out << "| " << api.name << " | " << api.displayName << " | "
        << sizeCell(api.maxWorkgroupSize) << " | "
        << api.maxWorkgroupInvocations << " | " << api.maxSharedBytes << " | "
        << sizeCell(api.maxWorkgroupCount) << " | " << api.maxStorageBlocks
        << " | " << (api.sharedStartsZeroed ? "yes" : "no") << " | "
        << api.source << " |\n";
}

void opt::printTargets(llvm::raw_ostream &out) {
  out << kIntroduction;
  printDevices(out);
  printComputeUnits(out);
  printRegisters(out);
  printApis(out);
}
