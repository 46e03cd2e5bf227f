// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds accesses to buffers that touch too many sectors without one distance
/// between neighbouring lanes: two-dimensional workgroups, masks, xor, modulo.
#include "wglint/Check/Findings.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

/// What to do, as far as the workgroup's shape tells; the lanes of a request
/// stay in one row only if the rows are as long as a subgroup.
static std::string advice(const CheckContext &context,
                          const DeviceConfig &config) {
  if (context.facts.workgroupSize[0] < config.subgroupSize &&
      invocationCount(context.facts) > context.facts.workgroupSize[0])
    return llvm::formatv("in a workgroup at least {0} wide in x the lanes of a "
                         "request share a row",
                         config.subgroupSize);
  return "let neighbouring invocations take neighbouring elements";
}

static bool hasOneStride(const AccessFact &access) {
  return access.laneStrideBytes || !access.laneStrideText.empty();
}

static void run(const CheckContext &context, DiagnosticSink &sink) {
  for (const AccessGroup &group : groupGlobalAccesses(context.facts)) {
    const AccessFact &access = *group.members.front();
    if (hasOneStride(access))
      continue; // strided-global-access
    std::optional<CostVerdict> verdict = judgeSectors(group);
    if (!verdict)
      continue;
    const DeviceConfig &config = verdict->numbers->config;
    std::string message = llvm::formatv(
        "{0} touches {1} sectors per request where {2} would do: the distance "
        "between neighbouring lanes is not the same for all of them",
        accessText(access), countText(verdict->perRequest),
        countText(verdict->idealPerRequest));
    Diagnostic &finding =
        addAccessFinding(context, sink, group.members, &config,
                         std::move(message), advice(context, config));
    addSectorMeasurements(finding, access, *verdict);
  }
}

WGLINT_DEFINE_CHECK(UncoalescedGlobalAccess,
                    {"uncoalesced-global-access",
                     "the lanes of a request are scattered over more sectors "
                     "than their bytes need",
                     CheckCategory::GlobalMemory, Severity::Warning,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

Loads, stores and atomics on storage buffers that touch at least twice the sectors
that their bytes need, where the distance between neighbouring lanes is not one
number: the rows of a two-dimensional workgroup lie far apart, or the index goes
through a mask, a shift, xor, `/` or `%`. Where there is one distance,
`strided-global-access` says so instead.

## Why it costs

Each sector that a request touches moves as a whole. Lanes in small pieces far
apart move bytes that nobody uses: a naive transpose in an 8x8 workgroup takes
761 us on an H200, a tiled one 260 us.

## When to leave it

When other requests of the same workgroup use the rest of the sectors soon, so
that the cache serves them, or when the access runs rarely.

## Limits

Counts are per access as written. Devices whose order of lanes is the driver's
choice, or whose sector size is not documented, are not judged by guesses.

## References

NVIDIA, CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory".
)",
                     run})
