// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds exchanges through buffers and images that only barrier() stands
/// between.
#include "wglint/Check/RaceFindings.h"
#include "wglint/Check/RaceGroups.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>
#include <set>
#include <tuple>

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

/// Variables with a data race in which workgroups meet as well: it has to go
/// first, and what mends it mends what lacks a memory barrier there.
static std::set<VariableId> variablesInDataRaces(const CheckContext &context) {
  std::set<VariableId> variables;
  for (const RaceFact &race : context.facts.synchronization.races)
    if (race.missing == RaceFact::Missing::Barrier && !race.isSameValue &&
        raceAcrossWorkgroups(context, race))
      variables.insert(race.variableId);
  return variables;
}

static std::string memoryBarrierAdvice(const CheckContext &context,
                                       const RaceFact &race) {
  if (race.announcedBy)
    return llvm::formatv("put {0} between the store and the atomic and declare "
                         "the variable coherent",
                         functionFor(race.space));
  if (const RaceFact *across = raceAcrossWorkgroups(context, race))
    return acrossWorkgroupsAdvice(*across);
  std::string advice =
      llvm::formatv("put {0} before the barrier()", functionFor(race.space));
  // Shared variables are coherent, and may not be declared to be.
  return race.space == MemorySpace::Shared
             ? advice
             : advice + " and declare the variable coherent";
}

static std::string messageFor(const CheckContext &context,
                              const RaceFact &race) {
  if (!race.announcedBy)
    return meetingText(context, race) +
           " before a barrier() that does not order this memory";
  return llvm::formatv(
      "{0} {1} {2}, which {3} of another workgroup {4} with no memory barrier "
      "for other workgroups in front of the atomic that tells of it",
      invocationText(context.facts, race.second.invocation),
      verbText(race.second.op), placeText(race),
      invocationText(context.facts, race.first.invocation),
      verbText(race.first.op));
}

/// One finding for each variable: it has to be declared coherent, and ordered
/// wherever it is handed on. Where workgroups meet, too, that does not do, and
/// what does mends the rest as well. Of what one atomic tells of, one barrier
/// in front of it orders all.
static void runMissingMemoryBarrier(const CheckContext &context,
                                    DiagnosticSink &sink) {
  std::set<VariableId> inDataRaces = variablesInDataRaces(context);
  // By variable, or the atomic that tells of stores, and whether it is a
  // remark.
  using Cause = std::pair<VariableId, std::optional<DebugKey>>;
  std::map<std::tuple<Cause, bool>, RaceGroup> groups;
  for (const RaceFact &race : context.facts.synchronization.races) {
    if (race.missing != RaceFact::Missing::MemoryBarrier || race.isSameValue)
      continue;
    const RaceFact *across = raceAcrossWorkgroups(context, race);
    // What reads is over when its invocation comes to the barrier().
    // Of what one workgroup sets for all, workgroup-race warns.
    bool isRemark =
        race.isReadThenStore ||
        (across && (across->isKeptToOne || inDataRaces.count(race.variableId)));
    Cause cause{race.announcedBy ? VariableId() : race.variableId,
                race.announcedBy};
    groups[{cause, isRemark}].push_back(&race);
  }
  for (const auto &[kind, group] : groups) {
    auto order = [&](const RaceFact *race) {
      return std::pair(!raceAcrossWorkgroups(context, *race),
                       race->isReadThenStore);
    };
    const RaceFact &leader =
        **llvm::min_element(group, [&](const RaceFact *a, const RaceFact *b) {
          return order(a) < order(b);
        });
    Diagnostic &finding =
        addRaceFinding(context, sink, leader, messageFor(context, leader),
                       memoryBarrierAdvice(context, leader));
    if (leader.announcedBy)
      finding.notes.push_back(
          {context.sourceMap.resolve(*leader.announcedBy).range,
           "this atomic tells of the store"});
    bool isRemark = std::get<1>(kind);
    setMinor(finding, !isRemark ? ""
                      : leader.isReadThenStore
                          ? "what loads is done when it comes to the barrier"
                          : "a finding on workgroups says what to do");
    addOthers(context, finding, group, leader);
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
`coherent`. All such accesses to one variable are one finding. If the load always comes first,
it is a remark: an invocation has its value before it comes to the barrier, so that only the
letter of the language is missed. So it is where an atomic comes first whose result is handed on, as by the
workgroup that finds itself to be the last one and sets the counter back, and where a data race between workgroups has to go first.

So is what each workgroup stores before an atomic that counts it as done, with no memory barrier between the two, and the last one, which
has compared what the atomic returned, loads: of all of them, the witness is one store and one load of two workgroups. All variables of which
one atomic tells are one finding.

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
     runMissingMemoryBarrier})
