// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds accesses that a given dispatch leads past the end of their buffer.
#include "wglint/Check/Findings.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

/// Every request of the dispatch is known, and so are the ends that they reach.
static bool isDecided(const CheckContext &context, const AccessFact &access) {
  if (!context.facts.dispatch || access.costs.empty() || !access.reachedBytes ||
      !access.reachIsTight || access.evidence != FactEvidence::Exact)
    return false;
  const std::optional<CostTotals> &totals = access.costs.front().dispatch;
  return totals && totals->requests && totals->requests->isExact();
}

static void runAccessPastArray(const CheckContext &context,
                               DiagnosticSink &sink) {
  for (const AccessFact &access : context.facts.accesses) {
    const StorageBlockFact *block = fixedBlock(context.facts, access);
    if (access.space != MemorySpace::Global || !block ||
        !isDecided(context, access) ||
        access.reachedBytes->end <= int64_t(*block->fixedBytes))
      continue;
    Diagnostic &finding = addAccessFinding(
        context, sink, {&access}, /*config=*/nullptr,
        llvm::formatv("{0} reaches byte {1} of a buffer of {2} bytes: the "
                      "dispatch covers more than there is",
                      accessText(access), access.reachedBytes->end - 1,
                      *block->fixedBytes),
        "return early in the invocations that have no element");
    addMeasurement(finding, "reachedBytes", double(access.reachedBytes->end),
                   "bytes");
    addMeasurement(finding, "bufferBytes", double(*block->fixedBytes), "bytes");
  }
}

WGLINT_DEFINE_CHECK(
    AccessPastArray,
    {"access-past-array",
     "the dispatch reaches past the end of a buffer of known length",
     CheckCategory::GlobalMemory, Severity::Error,
     /*enabledByDefault=*/true,
     R"(## What it flags

With `--dispatch`: loads, stores and atomics on a storage block of known size that some
invocation of the dispatch makes behind the end of the block. Mostly the number of
workgroups was rounded up and nothing holds back the invocations that are too many.

## Why it costs

What is read there is undefined unless the API was asked for robust access, and what is
stored may end the program or lie in the next buffer.

## When to leave it

Never, unless the API discards such stores (robust buffer access) and the program counts
on it.

## Limits

Blocks that end in an array without a length have no end that a shader knows. Only
accesses of which every address is known.

## References

OpenGL specification, "Robust buffer access"; Vulkan specification, `robustBufferAccess`.
)",
     runAccessPastArray})
