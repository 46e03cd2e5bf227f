// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How many workgroups a compute unit holds: the least that its subgroup slots,
/// workgroup slots and shared memory allow. Source of the method: CUDA C++ Best
/// Practices Guide, "Calculating Occupancy"; GPUOpen, "Occupancy explained".
#include "Resources.h"
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
  return "";
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

std::vector<OccupancyFact>
wglint::computeOccupancy(const EntryPointFacts &facts,
                         const DeviceConfig &config) {
  std::vector<OccupancyFact> all;
  uint64_t invocations = uint64_t(facts.workgroupSize[0]) *
                         facts.workgroupSize[1] * facts.workgroupSize[2];
  if (invocations == 0)
    return all;
  uint64_t perWorkgroup = llvm::divideCeil(invocations, config.subgroupSize);
  for (const ComputeUnit &unit : config.device->computeUnits) {
    std::optional<uint64_t> slots = subgroupSlots(unit, config.subgroupSize);
    // A workgroup that does not fit at all has no occupancy but an error.
    if (!slots || perWorkgroup > *slots)
      continue;
    OccupancyFact fact;
    fact.config = config;
    fact.unit = &unit;
    fact.maxSubgroups = *slots;
    uint64_t workgroups = *slots / perWorkgroup;
    if (unit.maxWorkgroups && *unit.maxWorkgroups < workgroups) {
      workgroups = *unit.maxWorkgroups;
      fact.limiter = OccupancyLimiter::WorkgroupSlots;
    }
    fact.residentSubgroupsUnshared = workgroups * perWorkgroup;
    if (facts.sharedBytes > 0) {
      if (!unit.sharedBytes)
        continue;
      uint64_t byShared =
          *unit.sharedBytes / (facts.sharedBytes + unit.reservedSharedBytes);
      if (byShared < workgroups) {
        workgroups = byShared;
        fact.limiter = OccupancyLimiter::SharedMemory;
      }
    }
    fact.residentWorkgroups = workgroups;
    fact.residentSubgroups = workgroups * perWorkgroup;
    all.push_back(fact);
  }
  return all;
}
