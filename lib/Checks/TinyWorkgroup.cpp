// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds workgroups that do not even fill one subgroup.
#include "wglint/Check/Findings.h"
#include "wglint/Check/Share.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;

/// Whether data streams from one buffer or image into another: what is only
/// filled or changed in place is as often a few elements.
static bool movesData(const EntryPointFacts &facts) {
  auto isTouched = [&](const AccessFact &of, AccessOp op) {
    return llvm::any_of(facts.accesses, [&](const AccessFact &access) {
      return access.op == op && access.variableId == of.variableId;
    });
  };
  auto isMemory = [](const AccessFact &access) {
    return access.space == MemorySpace::Global ||
           access.space == MemorySpace::Image;
  };
  bool reads = false, writes = false;
  for (const AccessFact &access : facts.accesses) {
    if (!isMemory(access))
      continue;
    reads |= access.op == AccessOp::Load && !isTouched(access, AccessOp::Store);
    // Where data picks the place, it is mostly a list of what was found.
    bool isPicked =
        access.unknown && access.unknown->kind == UnknownKind::DataDependent;
    writes |= access.op == AccessOp::Store && !isPicked &&
              !isTouched(access, AccessOp::Load);
  }
  return reads && writes;
}

/// Whether all of \p access's texels are one that the shader names: a result,
/// not a picture.
static bool isFixedTexel(const AccessFact &access) {
  return !access.texel.empty() &&
         llvm::all_of(access.texel, [](const TexelCoordinate &coordinate) {
           return coordinate.unknownBase.empty() &&
                  llvm::all_equal(coordinate.lanes);
         });
}

/// Whether an invocation does more than move an element or two, or there is one
/// for each texel of an image: idle lanes cost where there is much to do.
/// Single invocations that only copy texels, or join two, are trials of an API.
static bool doesMuch(const EntryPointFacts &facts) {
  bool isTrial = invocationCount(facts) == 1 && facts.idioms.onlyCopies;
  return llvm::any_of(facts.accesses, [=](const AccessFact &access) {
    bool isBuffer = access.space == MemorySpace::Global;
    bool isImage = access.space == MemorySpace::Image;
    return ((isBuffer || isImage) && access.loopDepth > 0) ||
           (isImage && access.op == AccessOp::Store && !isTrial &&
            !isFixedTexel(access));
  });
}

/// Whether each invocation makes a texel in a loop, or of several others: there
/// are as many of them as the image has texels.
static bool makesTexels(const EntryPointFacts &facts) {
  constexpr unsigned kSeveral = 3;
  auto goesOver = [&](AccessOp op) {
    return llvm::count_if(facts.accesses, [&](const AccessFact &access) {
      return access.space == MemorySpace::Image && access.op == op &&
             !isFixedTexel(access);
    });
  };
  return goesOver(AccessOp::Store) > 0 &&
         (facts.idioms.hasLoops || goesOver(AccessOp::Load) >= kSeveral);
}

/// Workgroups that take 10 us to start, on an H200 one at a time: 2^26 of them
/// copy one float each in 40353 us.
static constexpr uint64_t kManyWorkgroups = 16384;

/// Whether the dispatch is known, and to be no small one.
static bool startsMany(const EntryPointFacts &facts) {
  return facts.dispatch && workgroupCount(*facts.dispatch) >= kManyWorkgroups;
}

static void runTinyWorkgroup(const CheckContext &context,
                             DiagnosticSink &sink) {
  const EntryPointFacts &facts = context.facts;
  uint64_t count = invocationCount(facts);
  // Without an invocation's id it is housekeeping: a counter, a dispatch size.
  // If no workgroup asks which one it is, or all but one have nothing to do,
  // it is a serial program.
  if (count == 0 || !facts.dependsOnInvocationId ||
      !facts.resources.usesWorkgroupId || isSingleWorkgroup(facts))
    return;
  ConfigVerdict verdict = judgeAcrossDevices(
      context.options.configs,
      [&](const DeviceConfig &config) { return count < config.subgroupSize; });
  if (verdict.agreement == Agreement::None)
    return;
  Diagnostic &finding =
      addIdleLanesFinding(context, sink, verdict,
                          "workgroup of " + workgroupText(facts.workgroupSize) +
                              (count == 1 ? " invocation" : " invocations") +
                              " is smaller than a subgroup");
  bool isPlaceholder = count == 1 && context.sourceMap.isWorkgroupSizeOpen();
  bool isOfData = makesTexels(facts) || (movesData(facts) && doesMuch(facts));
  setMinor(finding, isPlaceholder ? kOpenSize
                    : isOfData || startsMany(facts)
                        ? ""
                        : "nothing says that there is much to do");
}

WGLINT_DEFINE_CHECK(
    TinyWorkgroup,
    {"tiny-workgroup",
     "a workgroup has fewer invocations than a subgroup has lanes",
     CheckCategory::Workgroup, Severity::Warning, /*enabledByDefault=*/true,
     R"(## What it flags

Workgroups with fewer invocations than a subgroup has lanes. It is a warning if
this holds on every device of the target, and a remark if it holds on some of them:
16 invocations leave half of an NVIDIA subgroup idle and fill an Intel one of 16
lanes. It is a warning where `--dispatch` starts 16384 such workgroups or more; otherwise
it is also a remark in the cases that are listed at the end of this page.

## Why it costs

A subgroup runs as a whole: lanes without an invocation do nothing, and a compute
unit holds only so many workgroups. Measured on an H200, a copy of 8192 x 8192
floats takes 40353 us with 1x1, 2530 us with 4x4, 638 us with 8x8 and 331 us with
256x1. 2048 multiplications by each of 2^20 invocations take 2099 us in workgroups of
one on an H100, and 71 us in workgroups of 32.

## What to do

Give the workgroup more invocations, at least as many as the largest subgroup has
lanes (docs/Targets.md), and dispatch fewer workgroups for it.

## When to leave it

When the dispatch is so small that it does not matter.

## Limits

A workgroup size that comes from specialization constants is judged at its
defaults, and the finding says so.

## When it is a remark

- No data streams from one buffer or image into another. Of the shaders in public projects
  that only fill a buffer or change it in place with such workgroups, all nine were tests and
  demonstrations of an API (docs/Evidence.md). A store to a place that data picks, as at the end
  of a list, is not taken to stream. How much each invocation computes makes no difference: of 22
  remarks where it was 600 numbers and more, 16 were of use by the text and 10 with the host at
  hand. But it is a warning where each invocation stores a texel that it makes in a loop, or out
  of three others and more: of eight such findings readers with the host at hand called six
  useful, those of the text alone seven.
- An invocation neither loops over memory nor stores to an image, or it always stores to the
  same texel: one element for each is a small dispatch as often as not.
- Single invocations only copy texels or join two, as trials of an API do.
- There is a single invocation, and its size is given by a macro or a constant rather than by
  numbers, or by nothing at all: hosts put theirs in its place, as that of ncnn does, whose
  shaders have no `local_size_x`.

## When nothing is said

- The shader never uses an invocation's id. It is housekeeping: it sets a counter, or the size of
  the next dispatch.
- It never asks which workgroup it is in. All of its workgroups would do the same, and one is all
  that is dispatched.
- A condition keeps all workgroups but one away from memory
  (`if (gl_GlobalInvocationID.x > 0u) return;`). It is a serial program, which more lanes do not
  make faster.

## References

The subgroup sizes of the devices: docs/Targets.md.
)",
     runTinyWorkgroup})
