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
#include "wglint/Rewrite/Fold.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/SourceText.h"
#include "wglint/Rewrite/Staging.h"
#include "wglint/Rewrite/Trial.h"
#include "wglint/Rewrite/WorkgroupSize.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;
using namespace wglint::syntax;

/// A loop of fewer iterations gains nothing by a tile. Chosen, not measured: so
/// few loads hardly pay for filling it and for two barriers.
static constexpr int64_t kMinIterations = 8;
/// The same for a loop over neighbours: a convolution of 64 taps gains 1.45
/// (H200, docs/Measurements.md, "Rewrites"); fewer were not measured.
static constexpr int64_t kMinNeighbours = 64;
/// Longer chunks gain nothing more and take other workgroups' shared memory: a
/// barrier for each 256 steps costs at most 0.7 % (H100, docs/Measurements.md,
/// "A barrier in a loop over tiles").
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

static llvm::Expected<StagingPlan> planReuse(const RewriteContext &context,
                                             IndexForms &forms,
                                             const Diagnostic &finding,
                                             unsigned mostChunk = kMaxChunk) {
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
  plan.loops.chunk =
      std::min(mostChunk, chunkFor(context, forms, plan.site, loop));
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

static std::string reuseMessage(const StagingPlan &plan, unsigned chunk) {
  std::string names;
  for (const StagedExpr &tile : plan.tiles)
    names += (names.empty() ? "'" : ", '") + tile.name + "'";
  return llvm::formatv("reads {0} iterations at a time into shared memory, "
                       "into {1}",
                       chunk, names);
}

static std::string reuseMessage(const StagingPlan &plan) {
  return reuseMessage(plan, plan.loops.chunk);
}

static std::optional<FixOffer> prepareStageReuse(const RewriteContext &context,
                                                 const Diagnostic &finding) {
  IndexForms forms(context.tree, context.analysis.facts.workgroupSize);
  return offerStaging(planReuse(context, forms, finding), reuseMessage);
}

/// The axis along which an invocation takes \p parts outputs, such that some
/// tile serves them all with one read; the lanes' own axis last.
/// \param mustDivide the workgroup becomes smaller by as much.
static std::optional<unsigned> axisFor(const RewriteContext &context,
                                       const StagingPlan &plan, unsigned parts,
                                       bool mustDivide) {
  constexpr unsigned kLeastInvocations = 32; // a subgroup of most devices
  const WorkgroupSize &size = context.analysis.facts.workgroupSize;
  if (mustDivide && size[0] * size[1] * size[2] < kLeastInvocations * parts)
    return std::nullopt;
  for (unsigned axis : {1u, 2u, 0u}) {
    bool isServed = llvm::any_of(plan.tiles, [&](const StagedExpr &tile) {
      return llvm::none_of(
          tile.dims, [&](const TileDim &dim) { return dim.axis == axis; });
    });
    if (isServed && size[axis] > 1 && (!mustDivide || size[axis] % parts == 0))
      return axis;
  }
  return std::nullopt;
}

/// What \p write makes of the file as it is after \p edits.
static llvm::Expected<std::string>
afterEdits(const RewriteContext &context,
           llvm::Expected<std::vector<TextEdit>> edits,
           llvm::function_ref<
               llvm::Expected<std::string>(const RewriteContext &edited)>
               write) {
  if (!edits)
    return edits.takeError();
  llvm::Expected<std::string> text = applyEdits(mainText(context), *edits);
  if (!text)
    return text.takeError();
  std::string written;
  auto visit = [&](const RewriteContext &edited) {
    return write(edited).moveInto(written);
  };
  if (llvm::Error error = context.reread(*text, visit))
    return error;
  return written;
}

/// Text of the whole file, for \p finding staged and folded by \p fold.
static llvm::Expected<std::string> foldedText(const RewriteContext &context,
                                              const Diagnostic &finding,
                                              const Fold &fold,
                                              unsigned chunk) {
  IndexForms forms(context.tree, context.analysis.facts.workgroupSize);
  llvm::Expected<StagingPlan> plan = planReuse(context, forms, finding, chunk);
  if (!plan)
    return plan.takeError();
  return afterEdits(
      context, editStaging(context, forms, *plan),
      [&](const RewriteContext &staged) -> llvm::Expected<std::string> {
        auto edits = editFold(staged, fold);
        if (!edits)
          return edits.takeError();
        return applyEdits(mainText(staged), *edits);
      });
}

/// The same for a workgroup that first becomes \p size.
static llvm::Expected<std::string> widenedText(const RewriteContext &context,
                                               const Diagnostic &finding,
                                               const WorkgroupSize &size,
                                               const Fold &by, unsigned chunk) {
  if (std::string word = sizeDependence(context); !word.empty())
    return refusal("what the shader does depends on the workgroup's size: it "
                   "uses '" +
                   word + "'");
  EditSet resized(context);
  editWorkgroupSize(context, size, resized);
  llvm::Expected<std::vector<TextEdit>> edits = resized.take();
  if (!edits)
    return edits.takeError();
  for (const TextEdit &edit : *edits)
    if (edit.range.begin.line == finding.range.begin.line)
      return refusal("the workgroup's size stands in the line of the load");
  return afterEdits(context, std::move(edits), [&](const RewriteContext &wide) {
    return foldedText(wide, finding, by, chunk);
  });
}

/// Each invocation takes \p parts outputs: in a workgroup that is smaller by as
/// much, or, with \p isWider, in one that takes as many times of the grid.
static llvm::Expected<Fix> makeFolded(const RewriteContext &context,
                                      const StagingPlan &plan,
                                      const Diagnostic &finding, unsigned parts,
                                      bool isWider) {
  std::optional<unsigned> axis = axisFor(context, plan, parts, !isWider);
  if (!axis || !context.reread)
    return refusal("no side of the workgroup can be divided so");
  const WorkgroupSize &size = context.analysis.facts.workgroupSize;
  WorkgroupSize held = size, left = size;
  (isWider ? held[*axis] *= parts : left[*axis] /= parts);
  Fold by{*axis, parts};
  unsigned chunk = plan.loops.chunk;
  if (!numberOption(context, "stage-reuse.chunk"))
    chunk = std::min(chunk, std::max(1u, kMaxChunk / parts));
  llvm::Expected<std::string> text =
      isWider ? widenedText(context, finding, held, by, chunk)
              : foldedText(context, finding, by, chunk);
  if (!text)
    return text.takeError();
  Fix fix;
  fix.message = llvm::formatv(
      "{0}; an invocation takes {1} outputs along {2}, in {6}workgroups of "
      "{3} x {4} x {5}",
      reuseMessage(plan, chunk), parts, "xyz"[*axis], left[0], left[1], left[2],
      isWider ? "" : "as many ");
  fix.applicability =
      isWider ? Applicability::Unsafe : Applicability::NeedsValidation;
  if (isWider)
    fix.dispatchChange =
        coarserDispatch(size, held) +
        "; ids that are added at the edges have to be harmless";
  fix.workgroupCovers = held;
  fix.edits = editsBetween(mainText(context), *text, context.mainFile);
  return fix;
}

static llvm::Expected<std::vector<Fix>>
applyStageReuse(const RewriteContext &context, const Diagnostic &finding) {
  IndexForms forms(context.tree, context.analysis.facts.workgroupSize);
  llvm::Expected<StagingPlan> plan = planReuse(context, forms, finding);
  if (!plan)
    return plan.takeError();
  std::vector<Fix> fixes;
  std::string refused;
  unsigned parts = numberOption(context, "stage-reuse.outputs").value_or(1);
  for (bool isWider : {true, false}) {
    if (parts < 2)
      break;
    llvm::Expected<Fix> fix =
        makeFolded(context, *plan, finding, parts, isWider);
    if (fix)
      fixes.push_back(std::move(*fix));
    else
      refused = llvm::toString(fix.takeError());
  }
  llvm::Expected<std::vector<Fix>> plain =
      applyStaging(context, forms, std::move(plan), reuseMessage);
  if (!plain)
    return plain.takeError();
  if (!refused.empty())
    plain->front().message += "; not with several outputs: " + refused;
  llvm::append_range(fixes, *plain);
  return fixes;
}

static constexpr llvm::StringRef kStageReuseMends[] = {"redundant-global-load"};

static constexpr RewriteOption kStageReuseOptions[] = {{"stage-reuse.chunk"},
                                                       {"stage-reuse.outputs"}};

WGLINT_DEFINE_REWRITE(
    StageReuse,
    {"stage-reuse",
     "loads what the invocations of a workgroup share into shared memory",
     Applicability::NeedsValidation, kStageReuseMends, /*claimsSpeed=*/true,
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

`--rewrite-option stage-reuse.outputs=N` lets each invocation take N outputs, such that what
a tile gives serves all of them:

```
for (uint k = 0u; k < 16u; ++k) {
  float bTileRead = bTile[k][gl_LocalInvocationID.x];
  for (uint part = 0u; part < 4u; ++part)
    sum[part] += aTile[gl_LocalInvocationID.y + 4u * part][k] * bTileRead;
}
```

The workgroup becomes smaller by as much, 16 x 4 here, so that the host dispatches as many as
before. With `--unsafe-fixes` the workgroup stays as large and takes N times the outputs, and the
dispatch shrinks. Refused where a function reads an id, a global variable would keep its value from
one output to the next, N does not divide the side, or less than a subgroup would be left.

## When it is refused

The loop does not simply count, is left early, or runs differently often within a
workgroup; an index is not known; memory is written in front of the loop or in it; the
tiles do not fit into shared memory.

## References

NVIDIA, CUDA C++ Best Practices Guide, "Shared Memory in Matrix Multiplication".
)",
     prepareStageReuse, applyStageReuse, /*mendsUndefined=*/false,
     /*changesOrder=*/false,
     /*stagesInShared=*/true,
     /*notBeside=*/{}, kStageReuseOptions})
