// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds loads of texels that each invocation of a wide workgroup makes so
/// often that a tile in shared memory has been measured to be faster.
#include "wglint/Check/Findings.h"
#include "wglint/Check/Reuse.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

/// Loads of each invocation; 0 where it is not known.
static double loadsPerInvocation(const EntryPointFacts &facts,
                                 const AccessFact &access) {
  if (access.costs.empty())
    return 0;
  const DeviceCost &cost = access.costs.front();
  const MaybeCount &requests = cost.perWorkgroup.requests;
  return requests
             ? double(requests->min) / double(subgroupCount(facts, cost.config))
             : 0;
}

static bool isRepeated(const EntryPointFacts &facts, const AccessFact &access) {
  return access.space == MemorySpace::Image && access.op == AccessOp::Load &&
         access.loopDepth > 1 &&
         loadsPerInvocation(facts, access) >= kMinLoadsForTile;
}

static void runRepeatedTexelLoads(const CheckContext &context,
                                  DiagnosticSink &sink) {
  const EntryPointFacts &facts = context.facts;
  if (facts.workgroupSize[0] < kMinTileRow || facts.workgroupSize[1] == 1)
    return;
  for (const AccessFact &access : facts.accesses) {
    if (!isRepeated(facts, access))
      continue;
    double loads = loadsPerInvocation(facts, access);
    Diagnostic &finding = addAccessFinding(
        context, sink, {&access}, /*config=*/nullptr,
        llvm::formatv("{0} is executed {1:f0} times by each invocation, in a "
                      "loop within a loop",
                      accessText(access), loads),
        "where neighbours load the same texels, load these and a border into "
        "shared memory once for the workgroup (stage-halo)");
    addMeasurement(finding, "loadsPerInvocation", loads, "loads");
  }
}

WGLINT_DEFINE_CHECK(RepeatedTexelLoads,
                    {"repeated-texel-loads",
                     "each invocation loads a large neighbourhood of texels",
                     CheckCategory::GlobalMemory, Severity::Remark,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

Loads from an image or a texture in a loop within a loop, by which each invocation of a
workgroup with rows of 32 or more takes at least 81 texels: blurs and other filters over
large neighbourhoods.

## Why it costs

The cache of textures serves neighbours well, but each texel goes through the texture
units, which serve four lanes at a time. A tile in shared memory is filled once for the
workgroup. A box blur of 8192 x 8192 texels in workgroups of 32 x 8 takes on an H200:

| radius | imageLoad() | texelFetch() | from a tile |
|---|---|---|---|
| 4 | 5453 us | 3914 us | 2825 us |
| 8 | 19649 us | | 9648 us |

## When to leave it

Where neighbouring invocations load other texels, or the filter interpolates. Therefore it is a
remark; `stage-halo` looks at the coordinates and applies what it has proved.

## Limits

How often a loop runs has to be known.

## References

NVIDIA, CUDA C++ Programming Guide, "Texture and Surface Memory".
)",
                     runRepeatedTexelLoads})
