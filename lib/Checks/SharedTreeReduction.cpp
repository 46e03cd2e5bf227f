// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds reductions in shared memory whose last steps a subgroup operation
/// replaces.
#include "wglint/Check/Findings.h"
#include "wglint/Check/Limits.h"
#include "wglint/Check/Scans.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace wglint;

static std::string advice(const ReductionFact &reduction, bool ofScan,
                          unsigned steps) {
  if (ofScan)
    return llvm::formatv("subgroupInclusive{0}() does {1} steps or more in "
                         "registers; then the last invocation of each subgroup "
                         "stores its result, and after one barrier each "
                         "subgroup combines its own with those before it",
                         reduction.operation, steps);
  return llvm::formatv("value = subgroup{0}(value) does {1} steps or more in "
                       "registers; then one invocation of each subgroup stores "
                       "to {2}[gl_SubgroupID], and after one barrier the first "
                       "subgroup combines these",
                       reduction.operation, steps, reduction.variable);
}

static void runSharedTreeReduction(const CheckContext &context,
                                   DiagnosticSink &sink) {
  if (!hasSubgroupOperations(context))
    return;
  unsigned steps = llvm::Log2_32(smallestSubgroup(context));
  for (const ReductionFact &reduction : context.facts.resources.reductions) {
    const AccessFact *store = storeOf(context.facts, reduction);
    bool ofScan = isScan(context.facts, reduction) &&
                  isReadByLanes(context.facts, *store);
    Diagnostic &finding = addFinding(
        context, sink, context.sourceMap.resolve(reduction.key),
        /*config=*/nullptr,
        llvm::formatv("each step of the {0} in '{1}' goes through shared "
                      "memory and a barrier",
                      ofScan ? "scan" : "reduction", reduction.variable),
        advice(reduction, ofScan, steps));
    addMeasurement(finding, "steps", steps, "");
  }
}

WGLINT_DEFINE_CHECK(SharedTreeReduction,
                    {"shared-tree-reduction",
                     "a reduction goes through shared memory where a subgroup "
                     "operation would do",
                     CheckCategory::SharedMemory, Severity::Remark,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

Reductions and scans step by step in shared memory, with a barrier after each of them, in a shader
whose API has subgroup operations (`GL_KHR_shader_subgroup_arithmetic`).

## Why it costs

A step costs two loads, a store and a barrier that all subgroups wait for. Within a
subgroup the lanes exchange values through registers, and nobody has to wait.

## When to leave it

When devices without subgroup operations have to run the shader too: it is a remark. A
reduction is mostly limited by reading its input, so measure.

## Limits

The steps must be of the form `s[i] = op(s[j], s[k])`, as `interleaved-reduction` has it. A
scan is told by steps that do not halve the lanes that work, or by a way down in another loop, and by lanes that load each its own result. The
lanes of a subgroup are added in an order of the device's choice, which changes the
rounding of floats.

## References

Khronos, "Vulkan Subgroup Tutorial"; GL_KHR_shader_subgroup.
)",
                     runSharedTreeReduction})
