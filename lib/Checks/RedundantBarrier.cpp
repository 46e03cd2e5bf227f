// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds barriers that separate nothing.
#include "wglint/Check/RaceFindings.h"

using namespace wglint;

static void run(const CheckContext &context, DiagnosticSink &sink) {
  for (const BarrierFact &barrier : context.facts.synchronization.barriers) {
    if (!barrier.isRedundant)
      continue;
    std::vector<std::string> assumptions;
    if (barrier.restsOnLaneOrder)
      assumptions.push_back(
          "subgroups hold the invocations in the order of their indices");
    Diagnostic &finding = addSyncFinding(
        context, sink, barrier.key, {}, assumptions,
        "this barrier orders nothing: no invocation touches after it what "
        "another one stores before it, or the other way round",
        "leave it out (remove-barrier)");
    if (barrier.restsOnLaneOrder)
      finding.severity = Severity::Remark;
  }
}

WGLINT_DEFINE_CHECK(
    RedundantBarrier,
    {"redundant-barrier",
     "no bytes that one invocation stores are touched by another across a "
     "barrier",
     CheckCategory::SharedMemory, Severity::Warning, /*enabledByDefault=*/true,
     R"(## What it flags

A barrier() across which no two invocations conflict, in shared memory, buffers and
images: each reads only what it wrote itself, or another barrier that stays orders the
same accesses. Several redundant barriers of a shader can be left out together.

It is only said where all addresses that matter are known: an access that depends on
data is taken to touch all of its variable. Where it holds only if the first lane of the
first subgroup is invocation 0, and so on, it is a remark that says so: no API states in
which order subgroups hold the invocations.

## Why it costs

All subgroups of the workgroup wait for the slowest, and the loads and stores of one
side cannot hide the latency of the other's.

## When to leave it

Where the barrier is there to keep the invocations of a workgroup close to each other,
for the sake of the cache.

## Limits

Buffers may be one and the same unless they are `restrict`: behind a memory barrier for
buffers, accesses to different buffers count as conflicts.

## References

OpenGL Shading Language 4.60, 8.16 "Shader Invocation Control Functions".
)",
     run})
