// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds accesses of two invocations of a workgroup that no barrier orders.
#include "wglint/Check/RaceFindings.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

static llvm::StringRef adviceFor(MemorySpace space) {
  switch (space) {
  case MemorySpace::Shared:
    return "a barrier() between the two, which all invocations reach, orders "
           "them";
  case MemorySpace::Image:
    return "memoryBarrierImage() and barrier() between the two, and a coherent "
           "image, order them";
  default:
    return "memoryBarrierBuffer() and barrier() between the two, and a "
           "coherent buffer, order them";
  }
}

static void run(const CheckContext &context, DiagnosticSink &sink) {
  for (const RaceFact &race : context.facts.synchronization.races) {
    if (race.missing != RaceFact::Missing::Barrier || race.isSameValue)
      continue;
    addRaceFinding(
        context, sink, race,
        llvm::formatv("data race: {0} {1} {2}, which {3} {4} with no barrier "
                      "in between",
                      invocationText(context.facts, race.second.invocation),
                      verbText(race.second.op), placeText(race),
                      invocationText(context.facts, race.first.invocation),
                      verbText(race.first.op)),
        adviceFor(race.space));
  }
}

WGLINT_DEFINE_CHECK(
    DataRace,
    {"data-race",
     "two invocations touch the same bytes, one stores, and no barrier orders "
     "them",
     CheckCategory::SharedMemory, Severity::Warning, /*enabledByDefault=*/true,
     R"(## What it flags

Two accesses of different invocations of a workgroup to the same bytes of shared
memory, a buffer or an image, of which at least one stores, not both are atomic, and
between which no barrier stands. The message names two invocations that really do it
and the byte; the note names the other place. The addresses of all invocations are
computed, so the finding holds for every value of what is not known.

Iterations of a loop are compared with each other: the barrier at the end of the body
that keeps the next iteration's stores from this one's loads is missed as often as
the first one.

## Why it matters

What is loaded depends on which invocation happened to be faster: the result is
undefined, and changes with the device, the driver and the load.

## When to leave it

Never. That the invocations of one subgroup often run in lockstep orders nothing: the
compiler may move the accesses, and newer devices do not keep the lockstep. Where the
subgroup is meant, `subgroupMemoryBarrier()` and `subgroupBarrier()` say so.

## Limits

Addresses and conditions that depend on data are left out: a scatter through an index
buffer is neither found nor cleared. So is what invocations order by waiting for
atomics.

## References

OpenGL Shading Language 4.60, 8.16 and 8.17; The Vulkan Memory Model, "Data Race".
)",
     run})
