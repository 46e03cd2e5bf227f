// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Lets rows of which each invocation reads its own in a loop go through a tile
/// in shared memory, which the workgroup fills side by side.
///
///     for (k = 0; k < n; ++k)      for (kTile = 0; kTile < n; kTile += 32) {
///       s += w[row * n + k];         for (element = index; ...)
///                                      wTile[element % 32][element / 32] =
///                                      ...;
///                                    barrier();
///                                    for (k = 0; k < 32; ++k)
///                                      s += wTile[k][lx];
///                                    barrier();
///                                  }
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/Staging.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;
using namespace wglint::syntax;

/// Iterations at a time: of numbers, 32 are the line that a request fills.
static constexpr unsigned kMaxChunk = 32;
/// Fewer are no more than a sector.
static constexpr unsigned kMinChunk = 8;
/// A tile of this size leaves room for several workgroups.
static constexpr unsigned kMaxTileBytes = 16384;

/// As long a part of the rows as leaves room for other workgroups.
static unsigned chunkFor(const RewriteContext &context) {
  const auto &size = context.analysis.facts.workgroupSize;
  constexpr unsigned kElementBytes = 4;
  unsigned chunk = kMaxChunk;
  while (chunk > 1 &&
         size[0] * size[1] * size[2] * chunk * kElementBytes > kMaxTileBytes)
    chunk /= 2;
  return numberOption(context, "stage-rows.chunk").value_or(chunk);
}

/// Whether the read of the finding is a row that no other invocation reads.
static bool isOwnRow(const RewriteContext &context, const StagingPlan &plan) {
  return llvm::any_of(plan.tiles, [&](const StagedExpr &tile) {
    return llvm::is_contained(tile.exprs, plan.site.expr) &&
           tile.isRowOfEach() &&
           !tile.isReused(context.analysis.facts.workgroupSize);
  });
}

static llvm::Expected<StagingPlan> planWith(const RewriteContext &context,
                                            IndexForms &forms,
                                            const Diagnostic &finding,
                                            unsigned chunk) {
  StagingPlan plan;
  llvm::Expected<StagingSite> site = findStagingSite(context, forms, finding);
  if (!site)
    return site.takeError();
  plan.site = std::move(*site);
  const CountedLoop &loop = *plan.site.dependent.front();
  plan.region = loop.loop;
  plan.takesRows = true;
  plan.loops.chunked = &loop;
  plan.loops.chunk = chunk;
  std::optional<int64_t> count = loop.count();
  if (chunk < kMinChunk || (count && *count < 2 * kMinChunk))
    return refusal("so short a part of the rows gains nothing");
  if (count)
    plan.loops.chunk = std::min<int64_t>(chunk, *count);
  std::string variable = context.tree.name(*loop.variable).str();
  plan.loops.firstName = freshName(context, variable + "Tile");
  if (!count || *count % plan.loops.chunk)
    plan.loops.countName = freshName(context, variable + "Count");
  if (llvm::Error error = planTiles(context, forms, plan))
    return error;
  if (!isOwnRow(context, plan))
    return refusal("the loop does not walk a row of the invocation's own");
  return plan;
}

/// With half as long a part where shared memory has no room for more.
static llvm::Expected<StagingPlan> makePlan(const RewriteContext &context,
                                            IndexForms &forms,
                                            const Diagnostic &finding) {
  unsigned chunk = chunkFor(context);
  llvm::Expected<StagingPlan> plan = planWith(context, forms, finding, chunk);
  if (plan || chunk < 2 * kMinChunk)
    return plan;
  llvm::consumeError(plan.takeError());
  return planWith(context, forms, finding, chunk / 2);
}

static std::string messageOf(const StagingPlan &plan) {
  std::string names;
  for (const StagedExpr &tile : plan.tiles)
    names += (names.empty() ? "'" : ", '") + tile.name + "'";
  return llvm::formatv("reads {0} elements of each row at a time side by side "
                       "into shared memory, into {1}",
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

static constexpr llvm::StringRef kMendedChecks[] = {
    "strided-global-access", "uncoalesced-global-access"};

WGLINT_DEFINE_REWRITE(
    StageRows,
    {"stage-rows",
     "read rows, of which each invocation has its own, side by side into "
     "shared memory",
     Applicability::NeedsValidation, kMendedChecks, /*claimsSpeed=*/true,
     R"(## What it does

```
for (uint k = 0u; k < n; ++k)
  sum += weights[row * n + k] * x[k];
```

becomes, in a workgroup of 64,

```
for (uint kTile = 0u; kTile < n; kTile += 32u) {
  uint kCount = min(32u, n - kTile);
  for (uint element = gl_LocalInvocationIndex; element < 2048u; element += 64u)
    weightsTile[element % 32u][element / 32u] = ...;
  ...
  barrier();
  for (uint k = 0u; k < kCount; ++k)
    sum += weightsTile[k][gl_LocalInvocationID.x] * xTile[k];
  barrier();
}
```

Neighbouring lanes load neighbouring elements of one row into a tile, and each reads its own
row from there, in the same order as before, so that floating-point results stay the same bit
by bit. What all invocations read goes through a tile of its own, as stage-reuse would have it.

`--rewrite-option stage-rows.chunk=N` sets how much of a row is read at a time.

## When it is refused

The loop does not simply count, is left early, or runs differently often within a
workgroup; its variable does not walk the row in steps of one; memory is written in front of the
loop or in it; other invocations read the same row, a case for stage-reuse.

## References

NVIDIA, CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory", "Shared Memory".
)",
     prepare, apply, /*mendsUndefined=*/false, /*changesOrder=*/false,
     /*stagesInShared=*/true})
