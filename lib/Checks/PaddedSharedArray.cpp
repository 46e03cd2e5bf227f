// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds shared arrays of three-component vectors, whose elements are padded to
/// four.
#include "wglint/Check/Findings.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

static void runPaddedSharedArray(const CheckContext &context,
                                 DiagnosticSink &sink) {
  for (const SharedUseFact &variable : context.facts.resources.sharedUses) {
    if (variable.paddingBytes == 0 || !variable.isUsed)
      continue;
    Diagnostic &finding = addFinding(
        context, sink, sharedVariableLocation(context, variable),
        /*config=*/nullptr,
        llvm::formatv("{0} of the {1} bytes of shared array '{2}' are padding "
                      "behind its elements",
                      variable.paddingBytes, variable.bytes, variable.variable),
        "keep the components in arrays of their own, or something useful in "
        "the fourth");
    addMeasurement(finding, "paddingBytes", double(variable.paddingBytes),
                   "bytes");
  }
}

WGLINT_DEFINE_CHECK(PaddedSharedArray,
                    {"padded-shared-array",
                     "the elements of a shared array are padded",
                     CheckCategory::SharedMemory, Severity::Remark,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

Shared arrays of `vec3`, `ivec3`, `uvec3`: their elements are aligned to 16 bytes, and a
quarter of each is padding.

## Why it costs

The padding counts against the shared memory of a workgroup and of a compute unit, and a
store of three components is two requests (docs/analyses/Layout.md).

## When to leave it

When shared memory is plentiful: it is a remark.

## Limits

GLSL leaves the layout of shared variables open. NVIDIA's OpenGL compiler has been seen
to pad as said; another may pack.

## References

docs/analyses/Layout.md.
)",
                     runPaddedSharedArray})
