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

/// Whom a bound keeps away from \p barrier, and on what that rests. A power of
/// two is a multiple of the workgroup's size unless it is smaller. An unknown
/// bound that is one has been rounded up by the host.
static std::pair<const char *, std::string>
boundTexts(const BarrierFact &barrier) {
  if (barrier.divergence == Divergence::SmallBound)
    return {"the first workgroup", barrier.condition};
  switch (barrier.partedWorkgroups) {
  case PartedWorkgroups::Last:
    return {"the last workgroup",
            "the bound is no multiple of the workgroup's size"};
  case PartedWorkgroups::Each:
    return {"each workgroup", "the bound lies between the numbers of "
                              "invocations that are compared with it"};
  case PartedWorkgroups::Rows:
    return {"the workgroups at ends of rows", "rows end within workgroups"};
  case PartedWorkgroups::OfBound:
    return {"the workgroup that it lies in", "the dispatch reaches the bound"};
  case PartedWorkgroups::Own:
    return {"a workgroup", "its range is no multiple of its size"};
  }
  llvm_unreachable("all cases return");
}

static Diagnostic &reportBound(const CheckContext &context,
                               DiagnosticSink &sink,
                               const BarrierFact &barrier) {
  auto [whom, assumption] = boundTexts(barrier);
  Diagnostic &finding = report(
      context, sink, barrier,
      llvm::formatv(
          "a bound keeps some invocations of {0} away from this barrier", whom),
      {assumption});
  bool isSmall = barrier.divergence == Divergence::SmallBound;
  setMinor(finding, isSmall ? "most bounds are larger than a workgroup" : "");
  return finding;
}

/// What data keeps some invocations away from, others may come to.
static Diagnostic &reportData(const CheckContext &context, DiagnosticSink &sink,
                              const BarrierFact &barrier) {
  return report(
      context, sink, barrier,
      llvm::formatv(
          "data decides for each {0} whether it reaches this barrier ({1})",
          barrier.isBySubgroup ? "subgroup" : "invocation", barrier.condition),
      {"the data are not the same for all invocations of a workgroup"});
}

/// Where invocations part ways before \p barrier.
static void addPlaces(const CheckContext &context, const BarrierFact &barrier,
                      Diagnostic &finding) {
  if (barrier.bound)
    finding.notes.push_back({context.sourceMap.resolve(*barrier.bound).range,
                             "the bound is in this condition"});
  bool isData = barrier.divergence == Divergence::Data;
  if (barrier.dataDecision)
    finding.notes.push_back(
        {context.sourceMap.resolve(*barrier.dataDecision).range,
         isData ? "the data are in this condition"
                : "besides, data decides here whether an invocation comes to "
                  "it"});
}

/// Invocations of which it is known which ones come to \p barrier.
static Diagnostic &reportKnown(const CheckContext &context,
                               DiagnosticSink &sink,
                               const BarrierFact &barrier) {
  std::vector<std::string> assumptions;
  if (!barrier.condition.empty())
    assumptions.push_back(barrier.condition);
  return report(context, sink, barrier,
                llvm::formatv("{0} reaches this barrier and {1} does not",
                              invocationText(context.facts, barrier.arriving),
                              invocationText(context.facts, barrier.missing)),
                assumptions);
}

static Diagnostic &reportFirst(const CheckContext &context,
                               DiagnosticSink &sink,
                               const BarrierFact &barrier) {
  switch (barrier.divergence) {
  case Divergence::Data:
    return reportData(context, sink, barrier);
  case Divergence::Guarded:
  case Divergence::SmallBound:
    return reportBound(context, sink, barrier);
  default:
    return reportKnown(context, sink, barrier);
  }
}

/// What makes some invocations part ways: barriers behind one cause are one
/// finding. The last one is the branch of what is proved, or that barrier
/// itself, which stands for itself where no single branch is the cause.
using BarrierCause =
    std::tuple<Divergence, std::string, PartedWorkgroups,
               std::optional<DebugKey>, std::optional<DebugKey>, InvocationId,
               InvocationId, uint32_t>;
static BarrierCause causeOf(const BarrierFact &barrier) {
  bool isData = barrier.divergence == Divergence::Data;
  bool isProved = barrier.divergence == Divergence::Proved;
  bool isKnown = isProved || barrier.divergence == Divergence::Assumed;
  uint32_t branch = barrier.parting ? barrier.parting : barrier.instruction;
  return {barrier.divergence,
          barrier.condition,
          barrier.partedWorkgroups,
          barrier.bound,
          isData ? barrier.dataDecision : std::nullopt,
          isKnown ? barrier.arriving : InvocationId(),
          isKnown ? barrier.missing : InvocationId(),
          isProved ? branch : 0};
}

static const char *sameText(const BarrierFact &first) {
  if (first.divergence == Divergence::Data)
    return "the same data keep them away from this one as well";
  bool isKnown = first.divergence == Divergence::Proved ||
                 first.divergence == Divergence::Assumed;
  return isKnown ? "nor does it reach this one"
                 : "the same bound keeps them away from this one as well";
}

static void runDivergentBarrier(const CheckContext &context,
                                DiagnosticSink &sink) {
  std::map<BarrierCause, std::vector<const BarrierFact *>> behind;
  for (const BarrierFact &barrier : context.facts.synchronization.barriers)
    if (barrier.divergence != Divergence::None)
      behind[causeOf(barrier)].push_back(&barrier);
  for (const auto &[cause, barriers] : behind) {
    const BarrierFact &first = *barriers.front();
    Diagnostic &finding = reportFirst(context, sink, first);
    addPlaces(context, first, finding);
    for (const BarrierFact *other : llvm::drop_begin(barriers))
      finding.notes.push_back(
          {context.sourceMap.resolve(other->key).range, sameText(first)});
  }
}

WGLINT_DEFINE_CHECK(
    DivergentBarrier,
    {"divergent-barrier",
     "some invocations of a workgroup reach a barrier and others do not",
     CheckCategory::SharedMemory, Severity::Error, /*enabledByDefault=*/true,
     R"(## What it flags

A barrier() in control flow that is not the same for all invocations of the workgroup: inside `if (gl_LocalInvocationID.x < 32u)`,
in a loop that runs a different number of times for each invocation, or behind a return that only some of them take.

These part a workgroup under an assumption, which the finding states:

- A guard, `if (id >= N) return;`, parts the last workgroup, or any that has loaded a range of its own, unless that is a multiple of its size.
- A bound of a remainder, as in `if (i % width == 0u) continue;`, parts workgroups at the ends of rows.
- A bound of the local id parts each workgroup if it lies between the numbers that are compared with it.
- A constant bound, as in `gl_GlobalInvocationID.y < 1u`, parts the workgroup that it lies in if the dispatch reaches it.
- Data that each invocation loads from its own place of a buffer or an image, or gets from an atomic, do so unless they are all the same.

A bound that is known to be a multiple of the workgroup's size, as `(N + 63u) & ~63u`, or 64 where workgroups are 8 wide, parts none; the
default of a specialization constant is not known to stay one. `1 << n` is one if the size is a power of two, unless the bound is smaller,
and so gets a remark. Barriers behind one guard are one finding, which names it, and so are those missed behind one branch.

## Why it matters

The language leaves it undefined. Devices hang, or let the others pass too early, so that the barrier orders nothing.

## When to leave it

A guard is harmless if the host makes sure that the bound is a multiple of the workgroup's size; `--assume N=1024` says so.
Data is if it is the same wherever it is loaded from: load it from one place then, so that everyone sees that it is one value.

## Limits

Conditions that are the same for a subgroup but unknown are trusted, but for votes on data, as `if (subgroupAll(done)) break;`.

## References

OpenGL Shading Language 4.60, 8.16: barrier() may stand "within flow control, but that flow control must be uniform".
)",
     runDivergentBarrier})
