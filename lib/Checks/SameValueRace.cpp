// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds bytes that several invocations store the same value to.
#include "wglint/Check/RaceFindings.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

static void run(const CheckContext &context, DiagnosticSink &sink) {
  for (const RaceFact &race : context.facts.synchronization.races) {
    if (!race.isSameValue)
      continue;
    bool isAcross = race.missing == RaceFact::Missing::Everything;
    Diagnostic &finding = addRaceFinding(
        context, sink, race,
        llvm::formatv("{0} and {1}{2} store the same value to {3} with "
                      "nothing to order them",
                      invocationText(context.facts, race.first.invocation),
                      invocationText(context.facts, race.second.invocation),
                      isAcross ? " of neighbouring workgroups" : "",
                      placeText(race)),
        "let one invocation store it, or use an atomic");
    // A flag or a result that all workgroups agree on is the common case in
    // buffers; in shared memory, a counter that all set before a barrier.
    if (race.space != MemorySpace::Shared || context.facts.hasBarrier)
      finding.severity = Severity::Remark;
  }
}

WGLINT_DEFINE_CHECK(
    SameValueRace,
    {"same-value-race",
     "several invocations store the same value to the same bytes unordered",
     CheckCategory::SharedMemory, Severity::Warning, /*enabledByDefault=*/true,
     R"(## What it flags

Stores of several invocations to the same bytes, with no barrier between them, of a
value that is provably the same: `if (found) flag = 1u;`, or all invocations setting a
counter to 0.

## Why it matters

The memory models of Vulkan and OpenGL call this a race like any other, and the tools
that look for races while a shader runs stop at it. A warning in shared memory of a
shader without barriers. Elsewhere a remark: flags that many invocations raise are common
in buffers and images, and so are counters in shared memory that all invocations set
before a barrier. Of 35 of those in public shaders readers found none worth a warning
(docs/Evidence.md).

## When to leave it

Where no validation tool has to pass: the devices known today do what is meant.

## Limits

Values are compared as far as they are known: equal constants, and equal expressions
of ids and uniforms.

## References

The Vulkan Memory Model, "Data Race".
)",
     run})
