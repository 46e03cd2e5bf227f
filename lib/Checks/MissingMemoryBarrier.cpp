// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds exchanges through buffers and images that only barrier() stands
/// between.
#include "wglint/Check/RaceFindings.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

static llvm::StringRef functionFor(MemorySpace space) {
  switch (space) {
  case MemorySpace::Shared:
    return "memoryBarrierShared()";
  case MemorySpace::Image:
    return "memoryBarrierImage()";
  default:
    return "memoryBarrierBuffer()";
  }
}

static void run(const CheckContext &context, DiagnosticSink &sink) {
  for (const RaceFact &race : context.facts.synchronization.races) {
    if (race.missing != RaceFact::Missing::MemoryBarrier || race.isSameValue)
      continue;
    Diagnostic &finding = addRaceFinding(
        context, sink, race,
        meetingText(context, race) +
            " before a barrier() that does not order this memory",
        llvm::formatv("put {0} before the barrier() and declare the variable "
                      "coherent",
                      functionFor(race.space))
            .str());
    // The load is over when its invocation comes to the barrier().
    if (race.isLoadThenStore)
      finding.severity = Severity::Remark;
  }
}

WGLINT_DEFINE_CHECK(
    MissingMemoryBarrier,
    {"missing-memory-barrier",
     "barrier() alone stands between accesses to a buffer or an image",
     CheckCategory::GlobalMemory, Severity::Warning, /*enabledByDefault=*/true,
     R"(## What it flags

Two accesses of different invocations of a workgroup to the same bytes of a buffer or
the same texel of an image, at least one of them a store, between which a barrier()
stands but no memory barrier for that kind of memory, and whose variable is not
`coherent`. If the load always comes first, it is a remark: an invocation has its value
before it comes to the barrier, so that only the letter of the language is missed.

## Why it matters

barrier() waits for the other invocations, and makes their stores to shared variables
visible. Stores to buffers and images may still be on their way, or the load may find
an old value in a cache: the language asks for memoryBarrierBuffer(),
memoryBarrierImage(), memoryBarrier() or groupMemoryBarrier() besides.

## When to leave it

Never: on most devices the barrier costs nothing where the stores have arrived.

## Limits

Addresses and conditions that depend on data are left out. A memory barrier on either
side of the barrier() is taken to be enough.

## References

OpenGL Shading Language 4.60, 8.16 "Shader Invocation Control Functions" and 8.17
"Shader Memory Control Functions".
)",
     run})
