// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds bytes that several invocations store the same value to, or what was
/// there already.
#include "wglint/Check/RaceFindings.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

static bool isLoad(const RaceAccess &access) {
  return access.op == AccessOp::Load;
}

/// What follows "with nothing to order them" of a load that is harmless.
static llvm::StringRef reasonFor(HarmlessLoad load) {
  switch (load) {
  case HarmlessLoad::None:
    return ", where both have stored one value";
  case HarmlessLoad::Kept:
    return ": what is used of it is stored unchanged";
  case HarmlessLoad::Retried:
    return ": what is loaded is swapped only if it is still there, and loaded "
           "again if not";
  case HarmlessLoad::OtherBits:
    return ": only some bits are looked at, and may be others than the atomic "
           "changes";
  case HarmlessLoad::Filter:
    return ": what is loaded only keeps needless updates away";
  case HarmlessLoad::Polled:
    return ": a loop asks for it again and again";
  case HarmlessLoad::Hoisted:
    return ": who loads it meanwhile uses it only behind a condition that does "
           "not hold there";
  }
  llvm_unreachable("not a reason");
}

static std::string messageText(const CheckContext &context,
                               const RaceFact &race) {
  bool isAcross = race.missing == RaceFact::Missing::Everything;
  if (race.harmlessLoad != HarmlessLoad::None || isLoad(race.first) ||
      isLoad(race.second))
    return meetingText(context, race) +
           (isAcross ? " in neighbouring workgroups" : "") +
           " with nothing to order them" + reasonFor(race.harmlessLoad).str();
  return llvm::formatv("{0} and {1}{2} store the same value to {3} with "
                       "nothing to order them",
                       invocationText(context.facts, race.first.invocation),
                       invocationText(context.facts, race.second.invocation),
                       isAcross ? " of neighbouring workgroups" : "",
                       placeText(race));
}

static llvm::StringRef sameValueAdvice(const RaceFact &race) {
  switch (race.harmlessLoad) {
  case HarmlessLoad::None:
    return "let one invocation store it, or use an atomic";
  case HarmlessLoad::Kept:
    return race.space == MemorySpace::Image
               ? "let the components that change have an image of their own, "
                 "or store to another one"
               : "store only what changes";
  case HarmlessLoad::Retried:
    return "an atomic load, or what atomicCompSwap() returns, is never a "
           "cached value that comes again and again";
  case HarmlessLoad::OtherBits:
    return "where they are the same bits, the result depends on who is first: "
           "what the atomic returns says who was";
  case HarmlessLoad::Filter:
    return "an atomic load filters as well, and is no race";
  case HarmlessLoad::Polled:
    return "an atomic load asks as well, and is no race";
  case HarmlessLoad::Hoisted:
    return "load it behind that condition";
  }
  llvm_unreachable("not a reason");
}

static void runSameValueRace(const CheckContext &context,
                             DiagnosticSink &sink) {
  for (const RaceFact &race : context.facts.synchronization.races) {
    bool isAcross = race.missing == RaceFact::Missing::Everything;
    bool isOneSided = race.harmlessLoad != HarmlessLoad::None;
    if (!race.isSameValue ||
        (isOneSided && isAcross && meetsWithinWorkgroup(context, race)))
      continue;
    Diagnostic &finding = addRaceFinding(
        context, sink, race, messageText(context, race), sameValueAdvice(race));
    // A flag or a result that all workgroups agree on is the common case in
    // buffers; in shared memory, a counter that all set before a barrier.
    bool isCommon =
        race.space != MemorySpace::Shared || context.facts.hasBarrier;
    setMinor(finding, isOneSided ? "the result is the same either way"
                      : isCommon ? "whoever is last, the value is the same"
                                 : "");
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
counter to 0. So are halos of a tile that two invocations load from the same texel, and
results that all compute from what a barrier has settled. A load of what the invocation has
just stored itself is named as well, where others store the same to it.

So is a load of a vector or a texel of which only components are used that its owner stores
unchanged: `v = a[i]; v.x += 1.0; a[i] = v;` while others load `a[i + 1].y`; and a load under a
uniform condition under which the owner stores what it has loaded: `v = a[i]; if (phase == 0)
v = 0.0; else sum += a[i + 1]; a[i] = v;`. And so is a load of what an atomicCompSwap() of the same
place checks: `do old = n; while (atomicCompSwap(n, old, f(old)) != old);`. So is a load of
which only bits are looked at that each invocation chooses for itself,
`seen[i / 32u] >> (i & 31u) & 1u`, beside an atomicOr() and its like that changes such bits, or where both
are known and apart: words that are arrays of flags. So is a load that only filters what updates a
minimum or a maximum, `if (x < least) atomicMin(least, x);`: a value that is out of date lets a needless
update pass, and keeps none away that counts. And so is a load in front of the condition behind
which it is used, where only invocations load what others store for which that does not hold: `a =
v[i]; b = v[i ^ k]; if ((i ^ k) > i && a > b) { v[i] = b; v[i ^ k] = a; }`. Those are remarks.

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

Values are the same where the same operations come to them from equal ids, constants and
uniforms, and from what is loaded from one place, of memory that the shader does not
store to or between the same two barriers. (Where somebody stores there meanwhile, that is a
`data-race` of its own.) What meets behind a
branch on data is compared only where the branch is the same for both, or comes out the same as it asks for
such a value; of a loop of unknown length, the
same for both, the first iterations are compared. Of two invocations at one store it is enough that no coordinate
in which they differ has an influence on what is stored, through values, branches or the lengths of loops.

What is loaded counts as checked where it is used for nothing but the swap, for deciding not to
try it, and where the swap has succeeded, and where the swap is repeated until it does; in one function, with
an address that is the same throughout.

A load counts as in front of its condition where all that depends on it, in its function and in
those that it returns to, are stores and atomics, and the walk shows which invocations come to those.
Functions that are called in between may compute, and nothing else.

A component is unchanged where what is stored to it was loaded from there by the same
invocation, with no barrier and no other store to it in between; of texels in formats of
floats and integers only, as normalized numbers may be rounded on the way. Components that are
used are followed through private variables and calls, of structures that are loaded as a
whole as well; arrays of more than 64 elements in them count as changed.

## References

The Vulkan Memory Model, "Data Race".
)",
     runSameValueRace})
