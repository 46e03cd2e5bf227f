// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds branches whose two sides both cost something, and that part the lanes
/// of a subgroup.
#include "wglint/Check/Findings.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

// A subgroup that parts executes the shorter side in addition. Below so many
// operations that is a few cycles, and compilers select instead of branching.
// Chosen, not measured: about where a side costs more than the branch itself.
static constexpr unsigned kCostlyOperations = 16;

static void runDivergentBranch(const CheckContext &context,
                               DiagnosticSink &sink) {
  for (const DivergentBranchFact &fact :
       context.facts.idioms.divergentBranches) {
    if (fact.operations[0] < kCostlyOperations ||
        fact.operations[1] < kCostlyOperations)
      continue;
    const DeviceConfig &config = context.options.configs.front();
    Diagnostic &finding = addFinding(
        context, sink, context.sourceMap.resolve(fact.key), &config,
        llvm::formatv("{0} of {1} subgroups execute both sides of this branch, "
                      "{2} and {3} operations: its condition differs between "
                      "their lanes",
                      fact.partedSubgroups, fact.subgroups, fact.operations[0],
                      fact.operations[1]),
        "let whole subgroups take one side: decide by the workgroup, or by "
        "gl_LocalInvocationIndex divided by the size of a subgroup");
    addMeasurement(finding, "partedSubgroups", fact.partedSubgroups,
                   "subgroups");
  }
}

WGLINT_DEFINE_CHECK(
    DivergentBranch,
    {"divergent-branch",
     "lanes of a subgroup take both sides of a branch, and both cost",
     CheckCategory::Workgroup, Severity::Remark, /*enabledByDefault=*/true,
     R"(## What it flags

`if` and `else` whose condition is known for each invocation and differs between lanes of
a subgroup, where both sides have at least 16 operations and memory accesses, on every
device of the target: even and odd lanes, the left and the right half of a tile.

## Why it costs

The lanes of a subgroup execute together. Where they part, the subgroup executes one side
with some lanes idle and then the other: the time of both.

## When to leave it

When the sides are seldom taken, or the data lies so that they cannot be told apart
otherwise. Therefore it is a remark.

## Limits

Conditions that depend on data part lanes as well, but how often is not known: they are
left out, and so is an `if` without `else`, whose other lanes only wait. Operations are
counted as written; those of a loop count once.

## References

NVIDIA, CUDA C++ Best Practices Guide, "Branching and Divergence".
)",
     runDivergentBranch})
