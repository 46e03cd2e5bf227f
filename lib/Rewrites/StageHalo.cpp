// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Lets the neighbourhoods that stencils and blurs read go through a tile with
/// a halo.
///
///     for (y = -4; y <= 4; ++y)        fill tile[16][40] together
///       for (x = -4; x <= 4; ++x)      barrier();
///         s += at(p + ivec2(x, y));    for (y = -4; y <= 4; ++y)
///                                        for (x = -4; x <= 4; ++x)
///                                          s += tile[ly + y + 4][lx + x + 4];
#include "wglint/Check/Reuse.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/Staging.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;
using namespace wglint::syntax;

/// The tile holds all iterations: their number has to be known, and each has to
/// move along an axis of the workgroup.
static llvm::Error takeLoops(StagingPlan &plan) {
  int64_t reads = 1;
  for (const CountedLoop *loop : plan.site.dependent) {
    std::optional<int64_t> count = loop->count();
    if (!count || *count < 1 || *count > 256)
      return refusal("how many neighbours are read is not fixed in the text");
    reads *= *count;
    plan.loops.whole.push_back(loop);
  }
  if (reads < kMinLoadsForTile)
    return refusal("so few neighbours come from the cache as fast");
  plan.region = plan.site.dependent.back()->loop;
  return llvm::Error::success();
}

static llvm::Expected<StagingPlan> planHalo(const RewriteContext &context,
                                            IndexForms &forms,
                                            const Diagnostic &finding) {
  StagingPlan plan;
  llvm::Expected<StagingSite> site = findStagingSite(context, forms, finding);
  if (!site)
    return site.takeError();
  plan.site = std::move(*site);
  if (context.analysis.facts.workgroupSize[0] < kMinTileRow)
    return refusal("the rows of the workgroup are too short to gain");
  if (llvm::Error error = takeLoops(plan))
    return error;
  if (llvm::Error error = planTiles(context, forms, plan))
    return error;
  for (const StagedExpr &tile : plan.tiles)
    for (const TileDim &dim : tile.dims)
      if (dim.loop && !dim.axis)
        return refusal("a loop does not move along the workgroup");
  return plan;
}

static std::string haloMessage(const StagingPlan &plan) {
  const StagedExpr &tile = plan.tiles.front();
  std::string sizes;
  for (const TileDim &dim : tile.dims)
    sizes += (sizes.empty() ? "" : " x ") + std::to_string(dim.size);
  return llvm::formatv("reads the workgroup's elements and their neighbours "
                       "({0}) into shared memory first",
                       sizes);
}

static std::optional<FixOffer> prepareStageHalo(const RewriteContext &context,
                                                const Diagnostic &finding) {
  IndexForms forms(context.tree, context.analysis.facts.workgroupSize);
  return offerStaging(planHalo(context, forms, finding), haloMessage);
}

static llvm::Expected<std::vector<Fix>>
applyStageHalo(const RewriteContext &context, const Diagnostic &finding) {
  IndexForms forms(context.tree, context.analysis.facts.workgroupSize);
  return applyStaging(context, forms, planHalo(context, forms, finding),
                      haloMessage);
}

static constexpr llvm::StringRef kStageHaloMends[] = {"redundant-global-load",
                                                      "repeated-texel-loads"};

WGLINT_DEFINE_REWRITE(
    StageHalo,
    {"stage-halo",
     "loads a neighbourhood into a tile with a halo in shared memory",
     Applicability::NeedsValidation, kStageHaloMends, /*claimsSpeed=*/true,
     R"(## What it does

```
for (int y = -4; y <= 4; ++y)
  for (int x = -4; x <= 4; ++x)
    sum += at(p + ivec2(x, y));
```

becomes, in a workgroup of 32 x 8,

```
shared float atTile[16][40];
...
for (uint element = gl_LocalInvocationIndex; element < 640u; element += 256u) {
  ... atTile[tileY][tileX] = at(pFilled + ivec2((-4), (-4)));
}
barrier();
for (int y = -4; y <= 4; ++y)
  for (int x = -4; x <= 4; ++x)
    sum += atTile[gl_LocalInvocationID.y + uint(y + 4)][gl_LocalInvocationID.x + uint(x + 4)];
```

The expression may be an element of a buffer, a texel, or a call of a function that
reads; it has to depend on the ids and on the loops' variables only through their sums.
At the edges it is evaluated only for elements that some invocation reads.

## When it is refused

Where it does not pay: fewer than 81 reads for each invocation, or rows of fewer than 32
invocations (measured on an H200: radius 1 and 2 lose, radius 4 gains in a workgroup of
32 x 8 and loses in one of 16 x 16; texels alike; rows of three and stars of 17, written out, lose). Where the loops do not simply count or memory is
written in front of them or in them.

## References

NVIDIA, "Finite Difference Methods in CUDA C/C++".
)",
     prepareStageHalo, applyStageHalo, /*mendsUndefined=*/false,
     /*changesOrder=*/false,
     /*stagesInShared=*/true})
