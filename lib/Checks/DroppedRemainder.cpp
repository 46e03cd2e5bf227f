// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds dispatches that were rounded down: less than a workgroup is missing at
/// the end of an array.
#include "wglint/Check/Findings.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

static constexpr llvm::StringLiteral kAdvice =
    "round the number of workgroups up, and return early in the invocations "
    "that have no element";

/// Elements behind the last one that \p access stores to; 0 unless the lanes
/// lie side by side from the beginning on and fewer are missing than a
/// workgroup has invocations.
static uint64_t missingElements(const CheckContext &context,
                                const AccessFact &access,
                                const StorageBlockFact &block) {
  bool isDense = access.op == AccessOp::Store && access.elementBytes > 0 &&
                 access.laneStrideBytes == int64_t(access.elementBytes) &&
                 access.evidence == FactEvidence::Exact && access.loop == 0;
  if (!isDense || !access.reachedBytes || access.reachedBytes->begin != 0 ||
      access.reachedBytes->end >= int64_t(*block.fixedBytes))
    return 0;
  uint64_t missing =
      (*block.fixedBytes - access.reachedBytes->end) / access.elementBytes;
  return missing < invocationCount(context.facts) ? missing : 0;
}

/// A bound that the shader compares its ids with, and that the dispatch does
/// not reach by less than a workgroup: `if (i < count)`.
static void checkBounds(const CheckContext &context, DiagnosticSink &sink) {
  for (const DispatchBoundFact &fact : context.facts.idioms.dispatchBounds) {
    int64_t missing = fact.bound - fact.covered;
    if (missing <= 0 || missing >= fact.perWorkgroup)
      continue;
    Diagnostic &finding = addFinding(
        context, sink, context.sourceMap.resolve(fact.key), /*config=*/nullptr,
        llvm::formatv("the dispatch covers {0} of the {1} that this comparison "
                      "lets through: it drops the remainder",
                      fact.covered, fact.bound),
        kAdvice);
    addMeasurement(finding, "missingElements", double(missing), "elements");
  }
}

static void runDroppedRemainder(const CheckContext &context,
                                DiagnosticSink &sink) {
  if (!context.facts.dispatch ||
      context.facts.sizeSource == SizeSource::Assumed)
    return;
  checkBounds(context, sink);
  for (const AccessFact &access : context.facts.accesses) {
    const StorageBlockFact *block = fixedBlock(context.facts, access);
    if (access.space != MemorySpace::Global || !block)
      continue;
    uint64_t missing = missingElements(context, access, *block);
    if (missing == 0)
      continue;
    Diagnostic &finding = addAccessFinding(
        context, sink, {&access}, /*config=*/nullptr,
        llvm::formatv("{0} leaves out the last {1} of {2} elements: the "
                      "dispatch drops the remainder",
                      accessText(access), missing,
                      *block->fixedBytes / access.elementBytes),
        kAdvice);
    addMeasurement(finding, "missingElements", double(missing), "elements");
  }
}

WGLINT_DEFINE_CHECK(
    DroppedRemainder,
    {"dropped-remainder",
     "the dispatch leaves the last elements of a known number out",
     CheckCategory::Workgroup, Severity::Warning,
     /*enabledByDefault=*/true,
     R"(## What it flags

With `--dispatch`: stores that fill a storage block of known size from its beginning on,
lane beside lane, and stop less than one workgroup before its end; and comparisons of
`gl_GlobalInvocationID` with a number or a uniform of known value (`--assume`) that the
dispatch misses by less than a workgroup. Dividing the number of elements by the size of a
workgroup has dropped the remainder.

## Why it costs

The last elements are never computed: a wrong result, and only for sizes that are no
multiple of the workgroup's.

## When to leave it

When what is left out is padding.

## Limits

Only blocks of a declared length and stores of which every address is known, or bounds of
which the value is known. A loop that strides over the rest has no finding.

## References

`width / localSizeX` in the host's `glDispatchCompute` is the usual reason.
)",
     runDroppedRemainder})
