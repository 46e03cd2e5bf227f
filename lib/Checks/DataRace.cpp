// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds accesses of two invocations of a workgroup that no barrier orders.
#include "wglint/Check/Limits.h"
#include "wglint/Check/RaceFindings.h"
#include "wglint/Check/RaceGroups.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;

/// Both invocations are in one subgroup on every device of the target.
static bool isWithinSubgroup(const CheckContext &context,
                             const RaceFact &race) {
  const std::array<uint32_t, 3> &size = context.facts.workgroupSize;
  auto subgroupOf = [&](const InvocationId &id) {
    return (id[0] + size[0] * (id[1] + uint64_t(size[1]) * id[2])) /
           smallestSubgroup(context);
  };
  return subgroupOf(race.first.invocation) ==
         subgroupOf(race.second.invocation);
}

/// Lanes in step do what is meant here, and another race of the variable is one
/// between subgroups: what orders that one orders this one as well.
static bool isTailOfLockstep(const CheckContext &context,
                             const RaceFact &race) {
  if (race.space != MemorySpace::Shared || isOneStore(context, race) ||
      !isWithinSubgroup(context, race))
    return false;
  return llvm::any_of(
      context.facts.synchronization.races, [&](const RaceFact &other) {
        return other.variableId == race.variableId && !other.isSameValue &&
               other.missing == RaceFact::Missing::Barrier &&
               !other.isWithinSubgroup && !isWithinSubgroup(context, other);
      });
}

static std::string adviceInMemory(const CheckContext &context,
                                  const RaceFact &race) {
  if (const RaceFact *across = raceAcrossWorkgroups(context, race))
    return acrossWorkgroupsAdvice(*across);
  if (isInPlace(race) && race.first.op != AccessOp::Atomic &&
      race.second.op != AccessOp::Atomic)
    return "barrier() makes no other workgroup wait: store to a second buffer, "
           "and exchange the two between dispatches";
  if (isOneStatement(context, race))
    return "no barrier fits into one statement: an atomic keeps the updates "
           "apart, or an element for each invocation";
  return race.space == MemorySpace::Image
             ? "memoryBarrierImage() and barrier() between the two, and a "
               "coherent image, order them within a workgroup"
             : "memoryBarrierBuffer() and barrier() between the two, and a "
               "coherent buffer, order them within a workgroup";
}

static std::string raceAdvice(const CheckContext &context,
                              const RaceFact &race) {
  // Data picks the element: the same store of two invocations.
  bool isPickedElement =
      race.space != MemorySpace::Image && !race.addressBytes &&
      race.first.op == AccessOp::Store && race.second.op == AccessOp::Store;
  if (isPassedBack(context, race))
    return kPassedArrayAdvice.str();
  if (race.isUpdate && isOfSeveralWords(context, race))
    return "no barrier comes between what is loaded and its update: give each "
           "invocation an element of its own, and put them together behind a "
           "barrier or in the next dispatch";
  if (race.isUpdate)
    return "no barrier comes between what is loaded and its update: an atomic "
           "keeps the updates apart, or an element for each invocation";
  if (race.isPicked || isPickedElement)
    return "an atomic keeps the updates of one element apart";
  if (race.isTestOfCount)
    return "test what the atomic returns: others may count on between the load "
           "and the atomic, and a barrier in front of that keeps none of them "
           "away";
  if (race.isOwnResult)
    return "the atomic has changed it already: do not store what it returns, "
           "which is older";
  if (isOneStore(context, race))
    return "let one invocation store it, give each an element of its own, or "
           "use an atomic";
  if (race.space != MemorySpace::Shared)
    return adviceInMemory(context, race);
  std::string advice = "a barrier() between the two, which all invocations "
                       "reach, orders them (insert-barrier)";
  // Code that counts on lanes in step wants no barrier of the workgroup.
  if (hasSubgroupOperations(context) && isWithinSubgroup(context, race))
    advice += "; that lanes of a subgroup run in step does not, but "
              "subgroupMemoryBarrierShared() and subgroupBarrier() do";
  return advice;
}

static MinorReason whyMinor(const CheckContext &context, const RaceFact &race) {
  if (race.isWithinSubgroup)
    return "the lanes of a subgroup run in step on most devices";
  return isTailOfLockstep(context, race)
             ? "what orders the variable's other race orders this one"
             : "";
}

/// The first race of a group that is worth a warning, and convinces: lanes of
/// one subgroup run in step on many devices.
static const RaceFact *leaderOf(const CheckContext &context,
                                const RaceGroup &group) {
  auto rank = [&](const RaceFact *race) {
    return std::pair(!whyMinor(context, *race).empty(),
                     isWithinSubgroup(context, *race));
  };
  return *llvm::min_element(group, [&](const RaceFact *a, const RaceFact *b) {
    return rank(a) < rank(b);
  });
}

static void runDataRace(const CheckContext &context, DiagnosticSink &sink) {
  std::vector<const RaceFact *> races;
  for (const RaceFact &race : context.facts.synchronization.races)
    if (race.missing == RaceFact::Missing::Barrier && !race.isSameValue)
      races.push_back(&race);
  for (const RaceGroup &group : groupRaces(context, races)) {
    const RaceFact *leader = leaderOf(context, group);
    Diagnostic &finding =
        addRaceFinding(context, sink, *leader,
                       "data race: " + meetingText(context, *leader) +
                           " with no barrier in between",
                       raceAdvice(context, *leader));
    setMinor(finding, whyMinor(context, *leader));
    addOthers(context, finding, group, *leader);
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
the first one. Races that lack the same barrier, by where they stand in the text, those of one variable in a stretch
of text without barriers, and all races of a variable whose elements several invocations update in one
statement, are one finding; notes name the other places.

## Why it matters

What is loaded depends on which invocation happened to be faster: the result is
undefined, and changes with the device, the driver and the load.

Where a shader with subgroup operations stores to what only lanes of the same subgroup
have loaded before, however small subgroups are, it is a remark: devices whose lanes run in
step do what is meant, and nothing stale can be loaded. So are the last steps of a
reduction in step, within the smallest subgroup, where earlier steps race between
subgroups: those are the warning, and what orders them orders all.

## When to leave it

Never. That the invocations of one subgroup often run in lockstep orders nothing: the
compiler may move the accesses, and newer devices do not keep the lockstep. Where the
subgroup is meant, `subgroupMemoryBarrier()` and `subgroupBarrier()` say so.

## Limits

Where nothing that is used of a load changes, as others store to the same vector but leave
those components as they are, it is a remark of `same-value-race`; so is a load that an
atomicCompSwap() in a loop checks.

A shift by a number of the host's, `a[i + n]` against `a[i]`, is taken to be large where an
invocation stores to both, as in a butterfly.

Addresses and conditions that depend on data are left out, but for stores to elements
that data picks: where there are more invocations than elements of shared memory, where each has
loaded the element before, as in a histogram without atomics (in a buffer if a mask or a
narrow type bounds the index), and where an atomic picks it that can return the same number
twice, because it adds nothing; and for a buffer that is worked on in place: each invocation of a row stores to
its own element, `v[gl_GlobalInvocationID.x]`, while others load or change elements that data picks, or
all of them in a loop. Left out there are arrays of blocks, elements behind an
unknown offset, as in `v[half + j]`, numbers that atomics hand out, that shared memory or a subgroup passes on or
that the buffer itself holds, what data lets pass outside of loops (`if (j > id)` may part the two), and shaders in
which workgroups may wait for each other. Another scatter into a buffer through an index of the host's is neither
found nor cleared. So is what invocations order by waiting for atomics.

Where a number of the host's shifts two accesses against each other, as in `a[i + offset]` and
`a[i]`, the finding names the least number, up to 4, that makes two invocations meet, and assumes
it. Elements from the other end, as in `a[n - 1 - i]`, are compared where a bound lets both
invocations come whatever n is, as `i < n` does, and `i < n / 2` does not. An index outside of its array is no witness of a race.

## References

OpenGL Shading Language 4.60, 8.16 and 8.17; The Vulkan Memory Model, "Data Race".
)",
     runDataRace})
