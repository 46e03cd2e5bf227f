// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds accesses whose lanes lie side by side but off the sector grid, so that
/// every request touches one sector more than its bytes need.
#include "wglint/Check/Findings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstdlib>

using namespace wglint;

/// The lanes lie side by side, and every request of every configuration touches
/// exactly one sector more than needed. Sets \p numbers to the first of these.
static bool isMisaligned(const AccessFact &access, const DeviceCost *&numbers) {
  numbers = nullptr;
  if (access.space != MemorySpace::Global || !access.laneStrideBytes ||
      std::llabs(*access.laneStrideBytes) != access.elementBytes)
    return false;
  if (access.evidence != FactEvidence::Exact &&
      access.evidence != FactEvidence::Assumed)
    return false;
  for (const DeviceCost &cost : access.costs) {
    if (!cost.config.device->sectorBytes)
      continue;
    const MaybeCount &sectors = cost.sectorsPerRequest;
    const MaybeCount &ideal = cost.idealSectorsPerRequest;
    if (!sectors || !ideal || sectors->min != ideal->max + 1 ||
        sectors->max != ideal->min + 1)
      return false;
    if (!numbers)
      numbers = &cost;
  }
  return numbers != nullptr;
}

static void runMisalignedGlobalAccess(const CheckContext &context,
                                      DiagnosticSink &sink) {
  // Requests of a few lanes are the smaller matter: tiny-workgroup.
  if (invocationCount(context.facts) <
      context.options.configs.front().subgroupSize)
    return;
  for (const AccessFact &access : context.facts.accesses) {
    const DeviceCost *numbers;
    if (!isMisaligned(access, numbers))
      continue;
    CostVerdict verdict{numbers, *numbers->sectorsPerRequest,
                        *numbers->idealSectorsPerRequest, std::nullopt};
    unsigned sectorBytes = *numbers->config.device->sectorBytes;
    std::string message =
        llvm::formatv("{0} touches {1} sectors per request where {2} would do: "
                      "its first byte lies "
                      "off the grid of {3}-byte sectors in every request",
                      accessText(access), countText(verdict.perRequest),
                      countText(verdict.idealPerRequest), sectorBytes);
    Diagnostic &finding = addAccessFinding(
        context, sink, {&access}, &numbers->config, std::move(message),
        llvm::formatv("start rows and tiles at multiples of {0} elements",
                      sectorBytes / std::max(access.elementBytes, 1u))
            .str());
    addSectorNumbers(finding, access, verdict);
    if (access.misalignmentBytes)
      addMeasurement(finding, "misalignmentBytes", *access.misalignmentBytes,
                     "bytes");
  }
}

WGLINT_DEFINE_CHECK(
    MisalignedGlobalAccess,
    {"misaligned-global-access",
     "lanes are side by side, but every request starts off the sector grid",
     CheckCategory::GlobalMemory, Severity::Remark, /*enabledByDefault=*/true,
     R"(## What it flags

Loads and stores whose lanes lie side by side, so that one more sector than needed
would do no harm if it were for once, but whose first byte lies off the sector grid
in every request: 5 sectors instead of 4 for 32 floats. It is a remark: a quarter more
sectors at most, most of which a cache serves, and none of the five that readers met in
public projects was of use to them (docs/Evidence.md).

## Why it costs

The sectors at both ends move as a whole and are used in part. The next request
touches the same sector again, so that for loads the cache often serves it; a store
that writes half a sector may have to read the rest. Counted on an H200: a stencil
with an offset of one element and a row pitch of 1028 makes each store touch 5
sectors.

## When to leave it

For loads of a stencil or a halo. The difference is one sector in five for 4-byte
elements, and less for wider ones.

## Limits

Only accesses whose alignment is known for every request. A pitch that the host
gives is not; `--assume N=1028` makes it known. Bases of buffers are taken to be
aligned as the API demands.

## References

NVIDIA, CUDA C++ Best Practices Guide, "Effects of Misaligned Accesses".
)",
     runMisalignedGlobalAccess, /*options=*/{},
     /*needs=*/DeviceNumber::SectorBytes})
