// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds ballots of which only 32 lanes are looked at, where subgroups may
/// have 64.
#include "wglint/Check/Findings.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

static void runNarrowSubgroupBallot(const CheckContext &context,
                                    DiagnosticSink &sink) {
  constexpr unsigned kLanesPerWord = 32;
  const DeviceConfig *wide = nullptr;
  for (const DeviceConfig &config : context.options.configs)
    if (config.subgroupSize > kLanesPerWord && !wide)
      wide = &config;
  // A workgroup of 32 has no lane beyond the first word.
  if (!wide || invocationCount(context.facts) <= kLanesPerWord)
    return;
  for (const DebugKey &key : context.facts.resources.narrowBallots) {
    Diagnostic &finding = addFinding(
        context, sink, context.sourceMap.resolve(key), wide,
        llvm::formatv("only 32 lanes of this ballot are read, and a subgroup "
                      "may have {0}",
                      wide->subgroupSize),
        "subgroupBallotBitCount() and its like read all lanes; or demand "
        "subgroups of 32 from the API");
    addMeasurement(finding, "subgroupLanes", wide->subgroupSize, "lanes");
  }
}

WGLINT_DEFINE_CHECK(NarrowSubgroupBallot,
                    {"narrow-subgroup-ballot",
                     "only the first 32 lanes of a ballot are read",
                     CheckCategory::Workgroup, Severity::Remark,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

`subgroupBallot()` of which the shader only reads the first of the four words, at once or
from a variable of the function, where the
target has devices whose subgroups have 64 lanes or more and the workgroup is larger than
32 invocations.

## Why it costs

The lanes from 32 on are lost: counts are too small and offsets overlap. It is right on
the devices that the code was written on.

## When to leave it

When the program sets the subgroup size (VK_EXT_subgroup_size_control) or runs on devices
with 32 lanes only: name them with `--target`. It is a remark, since of three in public
projects two were known to their authors or asked lanes below 32 alone (docs/Evidence.md).

## Limits

Of the ways to rely on 32 lanes this is the one that a shader shows plainly. A ballot that is
passed to a function is not followed.

## References

GL_KHR_shader_subgroup, "subgroupBallot".
)",
                     runNarrowSubgroupBallot})
