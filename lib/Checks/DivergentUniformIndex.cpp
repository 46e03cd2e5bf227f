// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds reads of uniform blocks whose lanes want different addresses.
#include "wglint/Check/Findings.h"
#include "llvm/Support/FormatVariadic.h"
#include <set>

using namespace wglint;

/// How many addresses the lanes of \p request want.
static unsigned distinctAddresses(const Witness &request) {
  std::set<int64_t> addresses;
  for (unsigned lane = 0; lane < request.laneAddressBytes.size(); ++lane)
    if (request.activeMask >> lane & 1)
      addresses.insert(request.laneAddressBytes[lane]);
  return addresses.size();
}

static void runDivergentUniformIndex(const CheckContext &context,
                                     DiagnosticSink &sink) {
  for (const AccessFact &access : context.facts.accesses) {
    if (access.space != MemorySpace::Uniform || access.isSubgroupUniform ||
        access.evidence == FactEvidence::Unknown)
      continue;
    const DeviceCost &cost = access.costs.front();
    if (!cost.worst || distinctAddresses(*cost.worst) < 2)
      continue;
    unsigned count = distinctAddresses(*cost.worst);
    Diagnostic &finding = addAccessFinding(
        context, sink, {&access}, &cost.config,
        llvm::formatv("{0}, a uniform block, wants {1} addresses in one "
                      "request: the index differs between the lanes",
                      accessText(access), count),
        "keep data that lanes index for themselves in a storage buffer or in "
        "shared memory");
    addMeasurement(finding, "addressesPerRequest", count, "addresses");
  }
}

WGLINT_DEFINE_CHECK(DivergentUniformIndex,
                    {"divergent-uniform-index",
                     "the lanes of a request index a uniform block apart",
                     CheckCategory::GlobalMemory, Severity::Remark,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

Reads of a uniform block or of push constants in which the lanes of one request want
different addresses.

## Why it costs

Uniform blocks are served by a cache that gives one address to all lanes of a
subgroup at a time; lanes that want different ones wait for each other on NVIDIA
(constant cache): on an H100 a block of 16 elements that lanes pick from takes 12.6 times as
long as with one element for all (docs/Measurements.md, "Constant tables"). Other devices may
read uniform blocks like buffers.

## When to leave it

When the block is read rarely, or the device reads uniform blocks like any buffer:
therefore it is a remark.

## Limits

An index that depends on loaded data is not known to differ, and nothing is said.

## References

NVIDIA, CUDA C++ Best Practices Guide, "Constant Memory": accesses to different
addresses by the lanes of a subgroup are serialized.
)",
                     runDivergentUniformIndex, /*options=*/{},
                     /*needs=*/DeviceNumber::SectorBytes})
