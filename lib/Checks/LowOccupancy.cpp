// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds shared memory so large, or registers so many, that they leave at least
/// half of a compute unit's subgroups out.
#include "wglint/Check/Findings.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

/// Shared memory or registers alone take away at least half of what would be
/// resident.
static bool isHalved(const OccupancyFact &fact) {
  return (fact.limiter == OccupancyLimiter::SharedMemory ||
          fact.limiter == OccupancyLimiter::Registers) &&
         2 * fact.residentSubgroups <= fact.residentSubgroupsUnshared;
}

/// Not even one workgroup fits: shared-memory-over-limit.
static bool isOverLimit(const ResourceFacts &resources,
                        const OccupancyFact &fact) {
  const std::optional<uint64_t> &limit = fact.config.device->maxSharedBytes;
  return limit && resources.usedSharedBytes > *limit;
}

/// The fact with the most resident subgroups, if all of them are halved.
static const OccupancyFact *judge(const ResourceFacts &resources) {
  const OccupancyFact *best = nullptr;
  for (const OccupancyFact &fact : resources.occupancies) {
    if (!isHalved(fact) || isOverLimit(resources, fact))
      return nullptr;
    if (!best || fact.occupancyFraction() > best->occupancyFraction())
      best = &fact;
  }
  return best;
}

static std::string count(uint64_t n, llvm::StringRef what) {
  return llvm::formatv("{0} {1}{2}", n, what, n == 1 ? "" : "s").str();
}

/// "16640 bytes of shared memory", "128 registers of each invocation (RGA)".
static std::string limiterText(const CheckContext &context,
                               const OccupancyFact &fact) {
  if (fact.limiter == OccupancyLimiter::SharedMemory)
    return llvm::formatv("{0} bytes of shared memory",
                         context.facts.resources.usedSharedBytes);
  const CompilerReport &report = *context.options.compilerReport;
  if (!report.registersPerInvocation)
    return "the registers of each invocation (" + report.tool + ")";
  return llvm::formatv("{0} registers of each invocation ({1})",
                       *report.registersPerInvocation, report.tool);
}

static llvm::StringRef advice(OccupancyLimiter limiter) {
  return limiter == OccupancyLimiter::SharedMemory
             ? "a smaller tile, or a larger workgroup around the same one, "
               "brings more subgroups onto each compute unit"
             : "fewer values that are alive at a time bring more subgroups "
               "onto each compute unit: less work for each invocation, or "
               "shorter unrolled loops";
}

static void runLowOccupancy(const CheckContext &context, DiagnosticSink &sink) {
  if (context.facts.sizeSource == SizeSource::Assumed)
    return; // it is not the host's
  const EntryPointFacts &facts = context.facts;
  const OccupancyFact *fact = judge(facts.resources);
  if (!fact || fact->residentWorkgroups == 0)
    return; // what does not fit at all is shared-memory-over-limit's
  bool isShared = fact->limiter == OccupancyLimiter::SharedMemory;
  std::string message = llvm::formatv(
      "{0} leave room for {1} on a compute unit: at most {2} of {3} subgroups "
      "are resident, {4} without them",
      limiterText(context, *fact), count(fact->residentWorkgroups, "workgroup"),
      fact->residentSubgroups, fact->maxSubgroups,
      fact->residentSubgroupsUnshared);
  Diagnostic &finding = addFinding(
      context, sink,
      isShared ? sharedMemoryLocation(context) : workgroupSizeLocation(context),
      &fact->config, std::move(message), advice(fact->limiter));
  if (isShared)
    addMeasurement(finding, "sharedBytes",
                   double(facts.resources.usedSharedBytes), "bytes");
  addMeasurement(finding, "residentWorkgroups",
                 double(fact->residentWorkgroups), "workgroups");
  addMeasurement(finding, "occupancyFraction", fact->occupancyFraction(),
                 "fraction");
}

WGLINT_DEFINE_CHECK(
    LowOccupancy,
    {"low-occupancy",
     "shared memory or registers keep half of a compute unit's subgroups out",
     CheckCategory::SharedMemory, Severity::Remark, /*enabledByDefault=*/true,
     R"(## What it flags

Workgroups whose shared variables, or whose registers, leave at most half as many
subgroups resident on a compute unit as there would be without them, on every device of
the target of which the numbers are documented. What the subgroup slots and workgroup
slots allow is counted without a finding. Registers count only where the report of a
vendor's compiler gives their number (`--resource-report`).

## Why it costs

While one subgroup waits for memory a compute unit works on another; with few of
them it waits too. A loop over a buffer in workgroups of 128 invocations takes, on
an H200:

| shared bytes | us |
|---|---|
| 1024 | 379 |
| 8192 | 651 |
| 16384 | 1087 |
| 24576 | 1513 |
| 49152 | 2623 |

## When to leave it

When what is kept in shared memory saves more than the empty slots cost: tiles of
matrix products are often best at a low occupancy. Therefore it is a remark.

## Limits

An upper bound. Without a report registers are not counted, because no analysis of the
source knows how many a compiler uses, and a driver may keep a part of a compute unit's
shared memory for its cache: the times above begin to rise before the count does. Devices
whose compute units are not documented take no part.

## References

The compute units and their sources: docs/Targets.md. NVIDIA, CUDA C++ Best
Practices Guide, "Calculating Occupancy"; AMD GPUOpen, "Occupancy explained".
)",
     runLowOccupancy})
