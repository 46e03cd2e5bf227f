// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds code that means subgroups of 32 (or 64) lanes and does not say so.
#include "wglint/Check/Findings.h"
#include "wglint/Check/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

/// A configuration for which \p lanes is wrong: smaller subgroups always,
/// larger ones where the workgroup has lanes to fill them.
static const DeviceConfig *contradicting(const CheckContext &context,
                                         unsigned lanes) {
  uint64_t invocations = invocationCount(context.facts);
  auto found =
      llvm::find_if(context.options.configs, [&](const DeviceConfig &config) {
        return (config.subgroupSize < lanes && invocations > 1) ||
               (config.subgroupSize > lanes && invocations > lanes);
      });
  return found == context.options.configs.end() ? nullptr : &*found;
}

static std::string whatItMeans(const SubgroupSizeUse &use) {
  switch (use.kind) {
  case SubgroupSizeUse::Kind::Shuffle:
    return llvm::formatv("shuffles over distances up to {0} combine {1} lanes",
                         use.lanes / 2, use.lanes);
  case SubgroupSizeUse::Kind::Quotient:
    return llvm::formatv("this takes the local index divided by {0} for the "
                         "number of the subgroup",
                         use.lanes);
  case SubgroupSizeUse::Kind::Remainder:
    return llvm::formatv("this takes the local index modulo {0} for the lane",
                         use.lanes);
  case SubgroupSizeUse::Kind::LastLane:
    return llvm::formatv("this takes lane {0} for the last one", use.lanes - 1);
  }
  llvm_unreachable("unknown kind");
}

static llvm::StringRef adviceFor(SubgroupSizeUse::Kind kind) {
  switch (kind) {
  case SubgroupSizeUse::Kind::Shuffle:
    return "start at gl_SubgroupSize / 2, or use subgroupAdd() and its like; "
           "or demand the size from the API (VK_EXT_subgroup_size_control)";
  case SubgroupSizeUse::Kind::Quotient:
    return "gl_SubgroupID is its number; or demand the size from the API "
           "(VK_EXT_subgroup_size_control)";
  case SubgroupSizeUse::Kind::Remainder:
    return "gl_SubgroupInvocationID is the lane; or demand the size from the "
           "API (VK_EXT_subgroup_size_control)";
  case SubgroupSizeUse::Kind::LastLane:
    return "gl_SubgroupSize - 1 is the last lane of a full subgroup; or demand "
           "the size from the API (VK_EXT_subgroup_size_control)";
  }
  llvm_unreachable("unknown kind");
}

static void runAssumedSubgroupSize(const CheckContext &context,
                                   DiagnosticSink &sink) {
  for (const SubgroupSizeUse &use : context.facts.idioms.subgroupSizeUses) {
    const DeviceConfig *config = contradicting(context, use.lanes);
    if (!config)
      continue;
    Diagnostic &finding = addFinding(
        context, sink, context.sourceMap.resolve(use.key), /*config=*/nullptr,
        llvm::formatv("{0}, and a subgroup of {1} may have {2}",
                      whatItMeans(use), config->device->displayName,
                      config->subgroupSize),
        adviceFor(use.kind));
    addMeasurement(finding, "meantLanes", use.lanes, "lanes");
  }
}

WGLINT_DEFINE_CHECK(AssumedSubgroupSize,
                    {"assumed-subgroup-size",
                     "code means subgroups of 32 or 64 lanes without saying so",
                     CheckCategory::Workgroup, Severity::Remark,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

In shaders that use subgroup operations and never ask for `gl_SubgroupSize`,
`gl_SubgroupID` or `gl_NumSubgroups`, where the target has devices with other subgroups:

- shuffles by constant distances of which the largest is 16 or 32
  (`for (d = 16; d > 0; d /= 2) v += subgroupShuffleDown(v, d)`, or doubled from 1 on
  while `d < 32`);
- `gl_LocalInvocationIndex / 32` or `>> 5`, and `% 32` or `& 31`, or the same with 64;
- `gl_SubgroupInvocationID == 31` or 63.

Ballots of which only 32 lanes are read are `narrow-subgroup-ballot`'s. Steps of a
reduction that leave the barrier out because a subgroup runs in step are data races:
`data-race`.

## Why it matters

With 64 lanes a sum over distances up to 16 leaves two halves, with 16 lanes it reads
lanes that do not exist. The result is right on the device it was written on.

## When to leave it

When the program sets the size, or asks for it and picks another shader: name the devices
with `--target`. It is a remark, since a shader does not show that.

## Limits

A size that is a specialization constant is taken to be said.

## References

GL_KHR_shader_subgroup; VK_EXT_subgroup_size_control.
)",
                     runAssumedSubgroupSize})
