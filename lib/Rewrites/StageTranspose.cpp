// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Lets a strided access of a buffer go through a tile in shared memory.
///
/// A strided store:
///
///     v = src[y * w + x];              v = src[y * w + x];
///     dst[x * h + y] = v;              tile[ly][lx] = v;
///                                      barrier();
///                                      // ly runs fastest among (lx', ly')
///                                      dst[x' * h + y'] = tile[ly'][lx'];
///
/// A strided load is the same from behind: the tile is filled first, by
/// invocations with other roles, then read.
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Transpose.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

static std::string messageOf(const TransposePlan &plan,
                             const TransposeVariant &variant) {
  std::string message =
      llvm::formatv("{0}s '{1}' through a shared tile, so that neighbouring "
                    "lanes {0} neighbouring elements",
                    plan.assignment ? "store" : "load", plan.variable);
  if (variant.turnsWorkgroups)
    message += ", as neighbouring workgroups do";
  if (variant.takesSeveral(plan))
    message += llvm::formatv("; a workgroup takes {0} x {1} x {2} elements",
                             variant.held[0], variant.held[1], variant.held[2]);
  return message;
}

static std::optional<FixOffer>
prepareStageTranspose(const RewriteContext &context,
                      const Diagnostic &finding) {
  IndexForms forms(context.tree, context.analysis.facts.workgroupSize);
  auto plan = llvm::expectedToOptional(planTranspose(context, forms, finding));
  if (!plan)
    return std::nullopt;
  return FixOffer{messageOf(*plan, {false, plan->size}),
                  Applicability::NeedsValidation};
}

static llvm::Expected<std::vector<Fix>>
applyStageTranspose(const RewriteContext &context, const Diagnostic &finding) {
  IndexForms forms(context.tree, context.analysis.facts.workgroupSize);
  llvm::Expected<TransposePlan> plan = planTranspose(context, forms, finding);
  if (!plan)
    return plan.takeError();
  std::optional<unsigned> rows = numberOption(context, "stage-transpose.rows");
  if (rows && *rows < 2)
    rows.reset();
  std::vector<Fix> fixes;
  llvm::Error refusals = llvm::Error::success();
  for (const TransposeVariant &variant :
       transposeVariants(context, *plan, rows)) {
    llvm::Expected<std::vector<TextEdit>> edits =
        editTranspose(context, forms, *plan, variant);
    if (!edits) {
      refusals = llvm::joinErrors(std::move(refusals), edits.takeError());
      continue;
    }
    Fix fix;
    fix.message = messageOf(*plan, variant);
    fix.dispatchChange = dispatchText(*plan, variant);
    if (variant.takesSeveral(*plan))
      fix.workgroupCovers = variant.held;
    fix.applicability = variant.takesSeveral(*plan)
                            ? Applicability::Unsafe
                            : Applicability::NeedsValidation;
    fix.edits = std::move(*edits);
    fixes.push_back(std::move(fix));
  }
  if (fixes.empty())
    return refusals;
  llvm::consumeError(std::move(refusals));
  return fixes;
}

static constexpr llvm::StringRef kStageTransposeMends[] = {
    "strided-global-access", "uncoalesced-global-access"};

static constexpr RewriteOption kStageTransposeOptions[] = {
    {"stage-transpose.rows"}};

WGLINT_DEFINE_REWRITE(
    StageTranspose,
    {"stage-transpose",
     "routes a strided access to a buffer through a tile in shared memory",
     Applicability::NeedsValidation, kStageTransposeMends, /*claimsSpeed=*/true,
     R"(## What it does

    uvec2 p = gl_GlobalInvocationID.xy;
    dst[p.x * height + p.y] = src[p.y * width + p.x];

becomes

    shared float dstTile[8][36];
    ...
    uvec2 p = gl_GlobalInvocationID.xy;
    dstTile[gl_LocalInvocationID.y][gl_LocalInvocationID.x] = src[p.y * width + p.x];
    barrier();
    uvec3 turned = uvec3(gl_LocalInvocationIndex / 8u, gl_LocalInvocationIndex % 8u, 0u);
    uvec3 turnedGlobal = gl_WorkGroupID * gl_WorkGroupSize + turned;
    uvec2 pTurned = turnedGlobal.xy;
    dst[pTurned.x * height + pTurned.y] = dstTile[turned.y][turned.x];

Each value is stored by another invocation of the same workgroup, one whose
neighbours store next to it. Workgroup and dispatch stay. Where the stores of one
workgroup are shorter than 64 bytes, as here, the first version that is tried
also turns the order of the workgroups, so that those that run together fill the same
lines: measured on an H200, a transpose of 8192 x 8192 floats takes 1638 us as it is
written here, 977 us through the tile, 333 us with the workgroups turned too.
`--unsafe-fixes` adds a version in which each invocation takes several elements and
the dispatch shrinks (287 us); `--rewrite-option stage-transpose.rows=N` asks for it.
A strided load fills the tile first. The tile's rows are as long as the cost model finds best for both
accesses. Early returns become conditions, because all invocations have to come to
the barrier.

## When it is refused

The access is in a loop or in a function; its index or a condition in front of it
cannot be evaluated for another invocation; memory is accessed between the old and
the new place of the access; the buffer is coherent or volatile; no component of
the id other than that along which the lanes run walks the buffer in order; the
tile does not fit. In rows of fewer than 16 invocations it does not pay: 784 us became
982 us in workgroups of 8 x 8.

## References

NVIDIA, "An Efficient Matrix Transpose in CUDA C/C++".
)",
     prepareStageTranspose, applyStageTranspose, /*mendsUndefined=*/false,
     /*changesOrder=*/false,
     /*stagesInShared=*/true,
     /*notBeside=*/{}, kStageTransposeOptions})
