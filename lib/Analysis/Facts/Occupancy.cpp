// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How many workgroups a compute unit holds: the least that its subgroup slots,
/// workgroup slots and shared memory allow. Source of the method: CUDA C++ Best
/// Practices Guide, "Calculating Occupancy"; GPUOpen, "Occupancy explained".
#include "Facts/Resources.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace wglint;

const char *wglint::toString(OccupancyLimiter limiter) {
  switch (limiter) {
  case OccupancyLimiter::SubgroupSlots:
    return "subgroup slots";
  case OccupancyLimiter::WorkgroupSlots:
    return "workgroup slots";
  case OccupancyLimiter::SharedMemory:
    return "shared memory";
  case OccupancyLimiter::Registers:
    return "registers";
  }
  llvm_unreachable("a limiter without a name");
}

/// Subgroups that \p unit holds; std::nullopt where it is not documented.
static std::optional<uint64_t> subgroupSlots(const ComputeUnit &unit,
                                             unsigned subgroupSize) {
  std::optional<uint64_t> slots;
  if (unit.maxSubgroups)
    slots = *unit.maxSubgroups;
  if (unit.maxInvocations) {
    uint64_t byInvocations = *unit.maxInvocations / subgroupSize;
    slots = slots ? std::min(*slots, byInvocations) : byInvocations;
  }
  return slots;
}

/// Whether \p report is about \p config's device.
static bool speaksFor(const std::optional<CompilerReport> &report,
                      const DeviceConfig &config) {
  return report && config.device->name.starts_with(report->profilePrefix);
}

/// Subgroups that the registers in \p report leave room for; std::nullopt where
/// neither it nor the table says.
static std::optional<uint64_t>
subgroupsByRegisters(const CompilerReport &report, const ComputeUnit &unit,
                     const DeviceConfig &config, uint64_t slots) {
  if (report.registersPerInvocation && *report.registersPerInvocation > 0 &&
      unit.registers) {
    uint64_t perSubgroup = llvm::alignTo(
        uint64_t(*report.registersPerInvocation) * config.subgroupSize,
        unit.registers->granule);
    return unit.registers->fileCount *
           (unit.registers->registersPerFile / perSubgroup);
  }
  if (report.occupancyFraction)
    return uint64_t(*report.occupancyFraction * double(slots));
  return std::nullopt;
}

/// Lowers the workgroups of \p fact to \p count, if it is less.
static void limitTo(OccupancyFact &fact, uint64_t count,
                    OccupancyLimiter limiter) {
  if (count >= fact.residentWorkgroups)
    return;
  fact.residentWorkgroups = count;
  fact.limiter = limiter;
}

std::vector<OccupancyFact>
wglint::computeOccupancy(const EntryPointFacts &facts, uint64_t sharedBytes,
                         const DeviceConfig &config,
                         const std::optional<CompilerReport> &report) {
  std::vector<OccupancyFact> all;
  uint64_t invocations = invocationCount(facts);
  bool isReported = speaksFor(report, config);
  // Compiled for subgroups of another size, the shader does not run like this.
  bool isOtherSize = isReported && report->subgroupSize &&
                     *report->subgroupSize != config.subgroupSize;
  if (invocations == 0 || isOtherSize)
    return all;
  uint64_t perWorkgroup = llvm::divideCeil(invocations, config.subgroupSize);
  for (const ComputeUnit &unit : config.device->computeUnits) {
    std::optional<uint64_t> slots = subgroupSlots(unit, config.subgroupSize);
    // A workgroup that does not fit at all has no occupancy but an error.
    if (!slots || perWorkgroup > *slots)
      continue;
    if (sharedBytes > 0 && !unit.sharedBytes)
      continue;
    OccupancyFact fact;
    fact.config = config;
    fact.unit = &unit;
    fact.maxSubgroups = *slots;
    fact.residentWorkgroups = *slots / perWorkgroup;
    if (unit.maxWorkgroups)
      limitTo(fact, *unit.maxWorkgroups, OccupancyLimiter::WorkgroupSlots);
    fact.residentSubgroupsUnshared = fact.residentWorkgroups * perWorkgroup;
    if (sharedBytes > 0)
      limitTo(fact,
              *unit.sharedBytes / (sharedBytes + unit.reservedSharedBytes),
              OccupancyLimiter::SharedMemory);
    std::optional<uint64_t> byRegisters;
    if (isReported)
      byRegisters = subgroupsByRegisters(*report, unit, config, *slots);
    if (byRegisters)
      limitTo(fact, *byRegisters / perWorkgroup, OccupancyLimiter::Registers);
    fact.countsRegisters = byRegisters.has_value();
    fact.residentSubgroups = fact.residentWorkgroups * perWorkgroup;
    all.push_back(fact);
  }
  return all;
}
