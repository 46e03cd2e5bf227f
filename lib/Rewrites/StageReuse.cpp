// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Lets what the invocations of a workgroup read again and again in a loop go
/// through tiles in shared memory.
///
///     for (k = 0; k < n; ++k)      for (kTile = 0; kTile < n; kTile += 16) {
///       s += a[row * n + k];         aTile[ly][lx] = a[row * n + kTile + lx];
///                                    barrier();
///                                    for (k = 0; k < 16; ++k)
///                                      s += aTile[ly][k];
///                                    barrier();
///                                  }
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/Staging.h"
#include "wglint/Rewrite/Variables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;
using namespace wglint::syntax;

/// A loop of fewer iterations gains nothing by a tile.
static constexpr int64_t kMinIterations = 8;
/// The same for a loop over neighbours.
static constexpr int64_t kMinNeighbours = 64;
/// Longer chunks gain nothing more and take other workgroups' shared memory.
static constexpr unsigned kMaxChunk = 256;

/// Iterations at a time such that each invocation fills in one element of the
/// smallest tile.
static unsigned chunkFor(const RewriteContext &context, IndexForms &forms,
                         const StagingSite &site, const CountedLoop &loop) {
  const auto &size = context.analysis.facts.workgroupSize;
  unsigned chunk = 1;
  AtomId variable = forms.loopVariable(*loop.variable);
  walk(*loop.loop->body, [&](const Node &n) {
    const auto *expr = llvm::dyn_cast<Expr>(&n);
    if (!expr || !llvm::isa<IndexExpr, CallExpr>(expr))
      return true;
    IndexValue value = forms.evaluate(*expr);
    if (forms.isUnknown(value) || !forms.dependsOn(value, variable))
      return true;
    unsigned others = 1;
    for (unsigned axis = 0; axis < 3; ++axis)
      if (!forms.dependsOn(value, forms.localId(axis)))
        others *= size[axis];
    chunk = std::max(chunk, others);
    return true;
  });
  chunk = std::clamp(numberOption(context, "stage-reuse.chunk").value_or(chunk),
                     1u, kMaxChunk);
  if (std::optional<int64_t> count = loop.count())
    chunk = std::min<int64_t>(chunk, *count);
  return chunk;
}

/// Whether all that is reused are neighbours, which the cache serves well.
static bool holdsNeighboursOnly(const StagingPlan &plan) {
  return llvm::all_of(plan.tiles, [](const StagedExpr &tile) {
    return llvm::any_of(
        tile.dims, [](const TileDim &dim) { return dim.axis && dim.loop; });
  });
}

static llvm::Expected<StagingPlan> makePlan(const RewriteContext &context,
                                            IndexForms &forms,
                                            const Diagnostic &finding) {
  StagingPlan plan;
  llvm::Expected<StagingSite> site = findStagingSite(context, forms, finding);
  if (!site)
    return site.takeError();
  plan.site = std::move(*site);
  const CountedLoop &loop = *plan.site.dependent.front();
  std::optional<int64_t> count = loop.count();
  if (count && *count < kMinIterations)
    return refusal("the loop has few iterations");
  plan.region = loop.loop;
  plan.loops.chunked = &loop;
  plan.loops.chunk = chunkFor(context, forms, plan.site, loop);
  std::string variable = context.tree.name(*loop.variable).str();
  plan.loops.firstName = freshName(context, variable + "Tile");
  if (!count || *count % plan.loops.chunk)
    plan.loops.countName = freshName(context, variable + "Count");
  if (llvm::Error error = planTiles(context, forms, plan))
    return error;
  if (count && *count < kMinNeighbours && holdsNeighboursOnly(plan))
    return refusal("the loop reads few neighbours: a case for stage-halo");
  return plan;
}

static std::string messageOf(const StagingPlan &plan) {
  std::string names;
  for (const StagedExpr &tile : plan.tiles)
    names += (names.empty() ? "'" : ", '") + tile.name + "'";
  return llvm::formatv("reads {0} iterations at a time into shared memory, "
                       "into {1}",
                       plan.loops.chunk, names);
}

static std::optional<FixOffer> prepare(const RewriteContext &context,
                                       const Diagnostic &finding) {
  IndexForms forms(context.tree, context.analysis.facts.workgroupSize);
  return offerStaging(makePlan(context, forms, finding), messageOf);
}

static llvm::Expected<std::vector<Fix>> apply(const RewriteContext &context,
                                              const Diagnostic &finding) {
  IndexForms forms(context.tree, context.analysis.facts.workgroupSize);
  return applyStaging(context, forms, makePlan(context, forms, finding),
                      messageOf);
}

static constexpr llvm::StringRef kMendedChecks[] = {"redundant-global-load"};

WGLINT_DEFINE_REWRITE(
    StageReuse,
    {"stage-reuse",
     "read what the invocations of a workgroup share through shared memory",
     Applicability::NeedsValidation, kMendedChecks, /*claimsSpeed=*/true,
     R"(## What it does

```
for (uint k = 0u; k < n; ++k)
  sum += a[row * n + k] * b[k * m + column];
```

becomes, in a workgroup of 16 x 16,

```
for (uint kTile = 0u; kTile < n; kTile += 16u) {
  uint kCount = min(16u, n - kTile);
  aTile[gl_LocalInvocationID.y][gl_LocalInvocationID.x] = ...;
  bTile[gl_LocalInvocationID.y][gl_LocalInvocationID.x] = ...;
  barrier();
  for (uint k = 0u; k < kCount; ++k)
    sum += aTile[gl_LocalInvocationID.y][k] * bTile[k][gl_LocalInvocationID.x];
  barrier();
}
```

The loop is cut into chunks. For each, the workgroup loads what its invocations are
going to read, each element once and side by side, into tiles. The values are used in
the same order as before, so that floating-point results stay the same bit by bit.
Early returns in front of the loop become a variable, because all invocations have to
come to the barriers; elements that no invocation reads at an edge are not loaded.

`--rewrite-option stage-reuse.chunk=N` sets the iterations at a time.

## When it is refused

The loop does not simply count, is left early, or runs differently often within a
workgroup; an index is not known; memory is written in front of the loop or in it; the
tiles do not fit into shared memory.

## References

NVIDIA, CUDA C++ Best Practices Guide, "Shared Memory in Matrix Multiplication".
)",
     prepare, apply})
