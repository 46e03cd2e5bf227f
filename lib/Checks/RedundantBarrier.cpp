// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds barriers that separate nothing.
#include "wglint/Check/Findings.h"
#include "wglint/Check/RaceFindings.h"
#include "wglint/Check/Share.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <set>

using namespace wglint;

/// The part of the barriers that a workgroup executes from which on one of them
/// is worth a warning: a barrier costs little beside three others. It left 10
/// useful findings of 55 and none of 8 useless ones (docs/evidence/Samples.md,
/// "What is a remark since that sample").
static constexpr double kMaterialBarriers = 0.25;

/// How often \p barrier is executed, where loops have no known length.
static double executions(const BarrierFact &barrier) {
  return std::pow(kTypicalIterations, barrier.loopDepth);
}

static bool isMaterial(const CheckContext &context,
                       const BarrierFact &barrier) {
  double all = 0;
  for (const BarrierFact &other : context.facts.synchronization.barriers)
    all += executions(other);
  return executions(barrier) >= kMaterialBarriers * all;
}

/// Of six shaders that were timed with and without one barrier outside of loops
/// none took longer with it in workgroups of 64 and of 128 invocations, and
/// those with a loop or shared memory up to 9 % in workgroups of this size
/// (docs/Measurements.md).
static constexpr uint64_t kCostlyInvocations = 256;

/// Executed once, in a shader like those in which it has cost nothing: in a
/// small workgroup, or without loops and shared memory. Where it stands between
/// a store and a load of what is not shared, who wrote it meant that to be.
static bool isCheap(const EntryPointFacts &facts, const BarrierFact &barrier) {
  bool isSmall = !isSpecialized(facts.sizeSource) &&
                 invocationCount(facts) < kCostlyInvocations;
  bool isPlain =
      !facts.resources.hasLoop && facts.resources.usedSharedBytes == 0;
  return barrier.loopDepth == 0 && (isSmall || isPlain) &&
         barrier.unsharedVariables.empty();
}

/// A third barrier in a loop over tiles has cost at most 1.4 % where a tile
/// took this many steps, of one load from shared memory each
/// (docs/Measurements.md).
static constexpr double kManyInnerAccesses = 64;

/// In a loop with so much inside of it that the barrier is a small part.
static bool isBesideLongLoops(const EntryPointFacts &facts,
                              const BarrierFact &barrier) {
  double executions = 0, innerAccesses = 0;
  for (const AccessFact &access : facts.accesses)
    if (access.loopDepth == barrier.loopDepth)
      executions = std::max(executions, access.visits);
    else if (access.loopDepth > barrier.loopDepth)
      innerAccesses += access.visits;
  return barrier.loopDepth > 0 && executions > 0 &&
         innerAccesses >= kManyInnerAccesses * executions;
}

/// A function changes a copy of a shared array, which its author takes for the
/// array: what the barriers are to order is not what the shader does.
static bool changesCopies(const CheckContext &context) {
  return llvm::any_of(
      context.facts.synchronization.races,
      [&](const RaceFact &race) { return isPassedBack(context, race); });
}

/// Why it is true but not worth a warning; see the documentation below.
static MinorReason whyMinor(const CheckContext &context,
                            const BarrierFact &barrier) {
  if (barrier.restsOnLaneOrder)
    return "no API says in which order subgroups hold the invocations";
  // Behind the last access an invocation waits for nothing but its end, in
  // front of the first one all have just begun; of a skeleton, what the barrier
  // is to order is not written yet.
  if (!barrier.isFollowed || !barrier.isPreceded)
    return "nobody waits long at the shader's start and end";
  // Devices with narrower subgroups than the first still have few of them.
  if (subgroupCount(context.facts, context.options.configs.front()) == 1)
    return "one subgroup waits for nobody";
  if (changesCopies(context))
    return "the shader changes a copy of what it is to order";
  if (isCheap(context.facts, barrier) ||
      isBesideLongLoops(context.facts, barrier))
    return "it takes little of the shader's time";
  return isMaterial(context, barrier)
             ? ""
             : "other barriers are executed much more often";
}

static std::string advice(const BarrierFact &barrier) {
  const std::vector<std::string> &unshared = barrier.unsharedVariables;
  if (unshared.empty())
    return "leave it out (remove-barrier)";
  std::string names = "'" + llvm::join(unshared, "', '") + "'";
  return llvm::formatv("leave it out (remove-barrier); no invocation touches "
                       "what another one has in {0}: a local variable would do",
                       names);
}

static void runRedundantBarrier(const CheckContext &context,
                                DiagnosticSink &sink) {
  std::set<std::vector<std::string>> known; // variables that need not be shared
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
        advice(barrier));
    const std::vector<std::string> &unshared = barrier.unsharedVariables;
    bool isRepeated = !unshared.empty() && known.count(unshared);
    MinorReason why = isRepeated ? "another one stands for the same variables"
                                 : whyMinor(context, barrier);
    setMinor(finding, why);
    if (why.empty())
      known.insert(unshared);
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
same accesses. Atomics of one variable conflict as well, unless they are of one kind that
may come in any order and nobody reads what they return. Several redundant barriers of a shader can be left out together.

It is only said where all addresses that matter are known: an access that depends on
data is taken to touch all of its variable.

## When it is a remark

- It is redundant only if the first lane of the first subgroup is invocation 0, and so on: no API states in which
  order subgroups hold the invocations. The remark says so.
- It stands behind the last access to memory, where invocations wait for nothing but their end, or in front of the
  first one, where all have just begun.
- The workgroup is one subgroup, which waits for nobody.
- A function hands back the copy of a shared array that it was passed, which is a race: the shader does something else
  than it is meant to.
- It stands outside of loops, and the workgroup has less than 256 invocations or the shader neither a loop nor shared
  memory. It stays a warning where it stands between stores to and loads from a shared variable of which each
  invocation only ever touches elements of its own: that one need not be shared, and the finding names it.
- It is less than a quarter of the barriers that a workgroup executes, where a loop counts as 32 iterations: one of
  many saves nothing that can be measured (of 12 findings that independent readers judged, eight were of no use for
  that; docs/evidence/Samples.md).
- It is in a loop inside of which other loops make 64 accesses or more for each time that it is executed.
- A redundant barrier in front of it stands for the same shared variables that need not be shared.

## Why it costs

All subgroups of the workgroup wait for the slowest, and the loads and stores of one
side cannot hide the latency of the other's. Measured on an H100 (six kernels, one barrier outside
of loops; docs/Measurements.md): nothing in workgroups of 64 and 128 invocations and in kernels that only
move data; beside loops or shared memory up to 9 % of the time in workgroups of 256, 16 % in those of 512
and 21 % in those of 1024. A third barrier in a loop over tiles: 5 to 14 % beside 4 steps for each tile, at most 1.4 % beside 64, nothing that can
be measured beside 1024.

## When to leave it

Where the barrier is there to keep the invocations of a workgroup close to each other,
for the sake of the cache.

## Limits

Buffers may be one and the same unless they are `restrict`: behind a memory barrier for
buffers, accesses to different buffers count as conflicts. Nothing is said where a
specialization constant that is not given is the length of a shared array.

## References

OpenGL Shading Language 4.60, 8.16 "Shader Invocation Control Functions".
)",
     runRedundantBarrier})
