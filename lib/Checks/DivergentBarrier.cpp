// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds barriers that some invocations of the workgroup do not reach.
#include "wglint/Check/RaceFindings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>
#include <tuple>

using namespace wglint;

static Diagnostic &report(const CheckContext &context, DiagnosticSink &sink,
                          const BarrierFact &barrier, std::string message,
                          llvm::ArrayRef<std::string> assumptions = {}) {
  return addSyncFinding(
      context, sink, barrier.key, barrier.callChain, assumptions,
      std::move(message),
      "move the barrier out of the condition, and keep invocations "
      "that have nothing to do instead of returning early");
}

/// A power of two is a multiple of the workgroup's size unless it is smaller.
static Diagnostic &reportBound(const CheckContext &context,
                               DiagnosticSink &sink,
                               const BarrierFact &barrier) {
  if (barrier.divergence == Divergence::Guarded && barrier.isInEachWorkgroup)
    return report(context, sink, barrier,
                  "a bound keeps some invocations of each workgroup away from "
                  "this barrier",
                  {"the bound lies between the numbers of invocations that are "
                   "compared with it"});
  if (barrier.divergence == Divergence::Guarded)
    return report(context, sink, barrier,
                  "a bound keeps some invocations of the last workgroup away "
                  "from this barrier",
                  // Else the host has rounded it up.
                  {"the bound is no multiple of the workgroup's size"});
  Diagnostic &finding = report(
      context, sink, barrier,
      "a bound keeps some invocations of the first workgroup away from this "
      "barrier",
      {barrier.condition});
  finding.severity = Severity::Remark;
  return finding;
}

/// Where invocations part ways before \p barrier.
static void addPlaces(const CheckContext &context, const BarrierFact &barrier,
                      Diagnostic &finding) {
  if (barrier.bound)
    finding.notes.push_back({context.sourceMap.resolve(*barrier.bound).range,
                             "the bound is in this condition"});
  if (barrier.dataDecision)
    finding.notes.push_back(
        {context.sourceMap.resolve(*barrier.dataDecision).range,
         "besides, data decides here whether an invocation comes to it"});
}

/// One bound keeps invocations away from all barriers behind it: the first is
/// the finding, the others are notes of it.
static void reportBounds(const CheckContext &context, DiagnosticSink &sink) {
  using Bound =
      std::tuple<Divergence, std::string, bool, std::optional<DebugKey>>;
  std::map<Bound, std::vector<const BarrierFact *>> behind;
  for (const BarrierFact &barrier : context.facts.synchronization.barriers)
    if (barrier.divergence == Divergence::Guarded ||
        barrier.divergence == Divergence::SmallBound)
      behind[{barrier.divergence, barrier.condition, barrier.isInEachWorkgroup,
              barrier.bound}]
          .push_back(&barrier);
  for (const auto &[bound, barriers] : behind) {
    Diagnostic &finding = reportBound(context, sink, *barriers.front());
    addPlaces(context, *barriers.front(), finding);
    for (const BarrierFact *other : llvm::drop_begin(barriers))
      finding.notes.push_back(
          {context.sourceMap.resolve(other->key).range,
           "the same bound keeps them away from this one as well"});
  }
}

static void run(const CheckContext &context, DiagnosticSink &sink) {
  for (const BarrierFact &barrier : context.facts.synchronization.barriers) {
    if (barrier.divergence == Divergence::Proved)
      addPlaces(context, barrier,
                report(context, sink, barrier,
                       llvm::formatv(
                           "{0} reaches this barrier and {1} does not",
                           invocationText(context.facts, barrier.arriving),
                           invocationText(context.facts, barrier.missing))));
    else if (barrier.divergence == Divergence::Data)
      sink.add(context.sourceMap.resolve(barrier.key).range,
               "whether an invocation reaches this barrier depends on data (" +
                   barrier.condition + ")")
          .severity = Severity::Remark;
  }
  reportBounds(context, sink);
}

WGLINT_DEFINE_CHECK(
    DivergentBarrier,
    {"divergent-barrier",
     "some invocations of a workgroup reach a barrier and others do not",
     CheckCategory::SharedMemory, Severity::Error, /*enabledByDefault=*/true,
     R"(## What it flags

A barrier() in control flow that is not the same for all invocations of the workgroup:
inside `if (gl_LocalInvocationID.x < 32u)`, in a loop that runs a different number of
times for each invocation, or behind a return that only some of them take.

A guard counts as well: after `if (gl_GlobalInvocationID.x >= N) return;` the last
workgroup of a dispatch that is rounded up has invocations on both sides, unless `N` is
a multiple of the workgroup's size, which the finding assumes that it is not. A bound of the
local id does so in each workgroup, where it lies between the numbers that are compared with it,
which the finding assumes. All barriers that one guard keeps
invocations from are one finding, which names the guard. A bound that is known to be such a multiple, as 64 is where
workgroups are 8 wide, parts no workgroup; the default of a specialization constant is not
known to stay one.

A bound of the form `1 << n` is a multiple of a workgroup's size that is a power of two,
unless it is smaller than that: such a guard is a remark.

A condition that depends on data gives a remark: it may be the same for all.

## Why it matters

The language leaves it undefined. Devices hang, or let the others pass too early, so
that the barrier orders nothing.

## When to leave it

A guard is harmless if the host makes sure that the bound is a multiple of the
workgroup's size; `--assume N=1024` says so.

## Limits

Conditions that are the same for all invocations but unknown are trusted.

## References

OpenGL Shading Language 4.60, 8.16: "For compute shaders, the barrier() function may
be placed within flow control, but that flow control must be uniform flow control."
)",
     run})
