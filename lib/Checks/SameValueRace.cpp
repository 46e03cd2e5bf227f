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
    addRaceFinding(
        context, sink, race,
        llvm::formatv("{0} and {1}{2} store the same value to {3} with "
                      "nothing to order them",
                      invocationText(context.facts, race.first.invocation),
                      invocationText(context.facts, race.second.invocation),
                      isAcross ? " of neighbouring workgroups" : "",
                      placeText(race)),
        "let one invocation store it, or use an atomic");
  }
}

WGLINT_DEFINE_CHECK(
    SameValueRace,
    {"same-value-race",
     "several invocations store the same value to the same bytes unordered",
     CheckCategory::SharedMemory, Severity::Remark, /*enabledByDefault=*/true,
     R"(## What it flags

Stores of several invocations to the same bytes, with no barrier between them, of a
value that is provably the same: `if (found) flag = 1u;`, or all invocations setting a
counter to 0.

## Why it matters

The memory models of Vulkan and OpenGL call this a race like any other. Devices do
what is meant, and the stores cost the time of one each: a remark.

## When to leave it

Where the shader runs on devices only, and no validation tool has to pass.

## Limits

Values are compared as far as they are known: equal constants, and equal expressions
of ids and uniforms.

## References

The Vulkan Memory Model, "Data Race".
)",
     run})
