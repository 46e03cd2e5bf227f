// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds two-dimensional neighbourhoods that are read from buffers.
#include "wglint/Check/Findings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

// A cross or a square of 3 x 3: fewer loads are no neighbourhood.
static constexpr double kLeastNeighbours = 5;
// Chosen, not measured: what is loaded less than twice has no reuse to gain.
static constexpr double kLeastNeighbourReuse = 2;

/// Neighbours overlap from one load to the next, rather than lanes sharing the
/// bytes of one.
static bool isNeighbourhood(const ReuseFact &reuse) {
  return !reuse.isPerIteration &&
         reuse.distinctPerExecutionBytes == reuse.requestedBytes &&
         reuse.reuseFactor() >= kLeastNeighbourReuse &&
         reuse.loadsPerInvocation >= kLeastNeighbours;
}

static bool isReadOnly(const EntryPointFacts &facts, const ReuseFact &reuse) {
  return llvm::any_of(
      facts.resources.storageBlocks, [&](const StorageBlockFact &block) {
        return isSameVariable(block.variableId, reuse.variableId) &&
               !block.isWritten && !block.isAliasDeclared;
      });
}

static void runBufferNeighbourhood(const CheckContext &context,
                                   DiagnosticSink &sink) {
  const EntryPointFacts &facts = context.facts;
  bool isTwoDimensional =
      facts.workgroupSize[0] > 1 && facts.workgroupSize[1] > 1;
  if (!isTwoDimensional)
    return;
  for (const ReuseFact &reuse : facts.reuses) {
    if (!isNeighbourhood(reuse) || !isReadOnly(facts, reuse))
      continue;
    llvm::SmallVector<const AccessFact *, 4> accesses;
    for (uint32_t index : reuse.accesses)
      accesses.push_back(&facts.accesses[index]);
    Diagnostic &finding = addAccessFinding(
        context, sink, accesses, /*config=*/nullptr,
        llvm::formatv("{0} takes part in {1:f0} loads of each invocation from "
                      "around its own place in two dimensions",
                      accessText(*accesses.front()), reuse.loadsPerInvocation),
        "a texture keeps neighbours of both dimensions together in its cache, "
        "and has rules for the border: texelFetch() or texture()",
        "takes part too");
    addMeasurement(finding, "loadsPerInvocation", reuse.loadsPerInvocation,
                   "loads");
  }
}

WGLINT_DEFINE_CHECK(BufferNeighbourhood,
                    {"buffer-neighbourhood",
                     "a neighbourhood of two dimensions is read from a buffer",
                     CheckCategory::GlobalMemory, Severity::Remark,
                     /*enabledByDefault=*/false,
                     R"(## What it flags

Reads of a storage buffer that nothing stores to, by which each invocation of a
two-dimensional workgroup takes at least five elements, most of which its neighbours take
too: blurs, stencils, median filters.

## Why it costs

The rows of an image in a buffer are far apart, and each is a request of its own. Textures
are laid out so that neighbours of both dimensions share a line of the cache, and reading
outside of them is defined: no comparisons at the border.

## When to leave it

When the data comes from a shader that stores to a buffer, and copying it costs more than
it saves; when the elements are not of a texture's formats. Which is faster depends on
the device: measure. Therefore it is a remark, and off by default.

## Limits

Loops whose length is not known are left out. Wide neighbourhoods are
`redundant-global-load`'s: a tile in shared memory serves them better.

## References

NVIDIA, CUDA C++ Programming Guide, "Texture and Surface Memory".
)",
                     runBufferNeighbourhood})
