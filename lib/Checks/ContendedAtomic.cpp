// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds atomics that all lanes of a subgroup issue on one address.
#include "wglint/Check/Findings.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

/// Lanes of the first request; 0 where it is not known which take part.
static unsigned activeLanes(const AccessFact &access) {
  const MaybeCount &requests = access.costs.front().perWorkgroup.requests;
  if (access.evidence == FactEvidence::Unknown || !requests ||
      !requests->isExact())
    return 0; // under a condition that depends on data, for one
  const std::optional<Witness> &first = access.costs.front().first;
  return first ? llvm::popcount(first->activeMask) : 0;
}

static const AtomicFact *orderFreeAtomic(const CheckContext &context,
                                         const AccessFact &access) {
  for (const AtomicFact &atomic : context.facts.resources.atomics)
    if (atomic.instruction == access.instruction)
      return &atomic;
  return nullptr;
}

static void run(const CheckContext &context, DiagnosticSink &sink) {
  for (const AccessFact &access : context.facts.accesses) {
    const AtomicFact *atomic = orderFreeAtomic(context, access);
    if (!atomic || !access.isSubgroupUniform || access.costs.empty() ||
        (access.space != MemorySpace::Global &&
         access.space != MemorySpace::Shared))
      continue;
    unsigned lanes = activeLanes(access);
    if (lanes < 2)
      continue;
    Diagnostic &finding = addAccessFinding(
        context, sink, {&access}, &access.costs.front().config,
        llvm::formatv("{0} goes to one address from all {1} lanes of a "
                      "subgroup",
                      accessText(access), lanes),
        atomic->isResultUsed
            ? "let one invocation reserve room for all, and give each its part "
              "of it by an exclusive scan"
            : "combine the values within the subgroup or in shared memory "
              "first, and let one invocation issue the atomic "
              "(privatize-atomics)");
    addMeasurement(finding, "lanes", lanes, "lanes");
  }
}

WGLINT_DEFINE_CHECK(ContendedAtomic,
                    {"contended-atomic",
                     "all lanes of a subgroup use an atomic on one address",
                     CheckCategory::GlobalMemory, Severity::Warning,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

Atomic sums, minima, maxima and bit operations that at least two lanes of a subgroup
issue on the same address at once: a counter that every invocation increments.

## Why it costs

Atomics on one address are carried out one after the other, over all workgroups.
Measured on an H200, the extreme case of a histogram of 2^26 values in 256 bins takes
17277 us with atomics on the buffer and 192 us if each workgroup counts in shared
memory first.

## When to leave it

When few invocations come there. Some compilers combine the lanes of a subgroup by
themselves if the value is the same for all and the result is not used.

## Limits

Only where it is known which lanes take part: under a condition that depends on data
the lanes may be few. Exchanges and compare-and-swap are not meant: their order
matters.

## References

NVIDIA, "CUDA Pro Tip: Optimized Filtering with Warp-Aggregated Atomics"; Khronos,
"Vulkan Subgroup Tutorial".
)",
                     run})
