// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds bytes that several workgroups touch and one of them stores to.
#include "wglint/Check/RaceFindings.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <map>
#include <tuple>

using namespace wglint;

/// One access as written collides with itself in every workgroup.
static bool isEveryWorkgroup(const RaceFact &race) {
  return race.unknownBase.empty() && !race.workgroups.isPlacedByWorkgroup &&
         race.first.op == AccessOp::Store &&
         race.first.instruction == race.second.instruction &&
         race.first.invocation == race.second.invocation;
}

namespace {
/// What is behind a race: one change mends all races of one but the first.
enum class Cause {
  ItsOwn,
  InPlace,
  OwnElement,
  ReadByOne,
  SetByOne,
  EveryWorkgroup
};
} // namespace

static Cause causeOf(const RaceFact &race) {
  if (isInPlace(race))
    return Cause::InPlace;
  if (race.isKeptToOne)
    return race.second.op == AccessOp::Load ? Cause::ReadByOne
                                            : Cause::SetByOne;
  if (isEveryWorkgroup(race))
    return Cause::EveryWorkgroup;
  return race.workgroups.isOwnElement ? Cause::OwnElement : Cause::ItsOwn;
}

static bool hasLoad(const RaceFact *race) {
  return race->first.op == AccessOp::Load || race->second.op == AccessOp::Load;
}

static std::string workgroupRaceAdvice(const RaceFact &race) {
  if (race.isKeptToOne)
    return acrossWorkgroupsAdvice(race);
  if (!isInPlace(race) && !(race.workgroups.isOwnElement && hasLoad(&race)))
    return "no barrier orders workgroups: give each its own element and "
           "combine them in another dispatch, or use an atomic";
  return llvm::formatv("no barrier orders workgroups: load from one {0} and "
                       "store to another, or split the dispatch in two",
                       race.space == MemorySpace::Image ? "image" : "buffer");
}

static std::string messageFor(const CheckContext &context,
                              const RaceFact &race) {
  std::string first = invocationText(context.facts, race.first.invocation),
              second = invocationText(context.facts, race.second.invocation);
  if (isEveryWorkgroup(race))
    return llvm::formatv("{0} of every workgroup stores to {1}: only one of "
                         "the values stays",
                         second, placeText(race));
  if (race.isKeptToOne)
    return llvm::formatv("data race between workgroups: {0} of one of them {1} "
                         "{2}, which {3} of each {4}",
                         second, verbText(race.second.op), placeText(race),
                         first, verbText(race.first.op));
  std::string other = "another workgroup";
  if (race.workgroups.ids) {
    second += " of " + workgroupIdText((*race.workgroups.ids)[1]);
    other = workgroupIdText((*race.workgroups.ids)[0]);
  } else if (!isInPlace(race))
    other = std::string("the workgroup next to it in ") +
            "xyz"[race.workgroups.dimension];
  return llvm::formatv("data race between workgroups: {0} {1} {2}, which {3} "
                       "of {4} {5}",
                       second, verbText(race.second.op), placeText(race), first,
                       other, verbText(race.first.op));
}

/// Many shaders are dispatched as one workgroup in the modes that combine
/// results, or in one of their dimensions.
static bool isSure(const CheckContext &context, const RaceFact &race) {
  const WorkgroupPair &pair = race.workgroups;
  return !pair.isFolded &&
         (context.facts.dispatch || race.isKeptToOne || pair.isOwnElement ||
          (isEveryWorkgroup(race) && race.assumptions.empty() &&
           !race.dependsOnData));
}

namespace {
/// Of what every workgroup stores to, one variable is one finding, with those
/// that are stored to beside it; what is sure of it before what is not.
class Groups {
public:
  explicit Groups(const CheckContext &context) : Context(context) {}

  using Key = std::tuple<Cause, std::string, bool>;
  Key keyOf(const RaceFact &race) {
    Cause cause = causeOf(race);
    if (cause != Cause::EveryWorkgroup)
      return {cause, "", false};
    auto [leader, isNew] = Leaders.try_emplace(race.variable, race.variable);
    if (uint32_t stretch = stretchNumber(Context.facts, race.second)) {
      auto [first, isFirst] = FirstIn.try_emplace(stretch, leader->second);
      if (isNew)
        leader->second = first->second;
    }
    return {cause, leader->second, !isSure(Context, race)};
  }

private:
  const CheckContext &Context;
  std::map<std::string, std::string> Leaders;
  std::map<uint32_t, std::string> FirstIn; ///< leader, by AccessFact::stretch
};
} // namespace

static void report(const CheckContext &context, DiagnosticSink &sink,
                   llvm::ArrayRef<const RaceFact *> group) {
  const RaceFact &leader = *group.front();
  Diagnostic &finding =
      addRaceFinding(context, sink, leader, messageFor(context, leader),
                     workgroupRaceAdvice(leader));
  setMinor(finding,
           isSure(context, leader) ? "" : "there may be one workgroup only");
  addOthers(context, finding, group, leader);
}

static void runWorkgroupRace(const CheckContext &context,
                             DiagnosticSink &sink) {
  Groups keys(context);
  std::map<Groups::Key, std::vector<const RaceFact *>> groups;
  for (const RaceFact &race : context.facts.synchronization.races) {
    if (race.missing != RaceFact::Missing::Everything || race.isSameValue ||
        meetsWithinWorkgroup(context, race))
      continue;
    if (causeOf(race) == Cause::ItsOwn)
      report(context, sink, &race);
    else
      groups[keys.keyOf(race)].push_back(&race);
  }
  for (auto &[key, group] : groups) {
    std::stable_partition(group.begin(), group.end(), hasLoad);
    report(context, sink, group);
  }
}

WGLINT_DEFINE_CHECK(
    WorkgroupRace,
    {"workgroup-race",
     "several workgroups touch the same element and one stores to it",
     CheckCategory::GlobalMemory, Severity::Warning, /*enabledByDefault=*/true,
     R"(## What it flags

A store to a buffer or an image at a place that another workgroup of the same dispatch loads or stores to as well, without atomics: the
result of a reduction, which every workgroup stores to the same element; a stencil, or a simulation of bodies, that works in place and reads
what its neighbours overwrite. All elements of a variable that every workgroup stores to are one finding, with those of variables stored to
beside it, with no branch, call or barrier between; so are all that each workgroup has one of for itself while others touch them.

So is a counter that one invocation of the dispatch sets back or reads, behind `if (gl_GlobalInvocationID.x == 0u)`, while others count:
barrier() makes them wait for their own workgroup alone. Who singles out one workgroup means to have several, so that this is a warning
without `--dispatch` as well. All that are set back are one finding, and all that are read another.

So is a buffer whose elements each invocation stores one of while others load or change those that data picks or a loop goes through; all such
buffers are one finding. It is a warning where the global id is compared to a bound, for which hosts start as many workgroups as it takes.

Neighbouring workgroups are compared in the dimensions in which the shader asks for its workgroup's id: a shader that does not is taken to
run as one workgroup. Workgroups of one invocation are compared as invocations are elsewhere, behind conditions on data as well. Where
`--dispatch` has several workgroups in one dimension, the first three and the last are compared as they are, but for vectors and images.

A warning where `--dispatch` says that there are several workgroups, where all of them store to one element whatever the host's values are,
where each has one element, or row of texels, of its own that others load, and where some load goes only to what lies in front of the first
workgroup, or to more than lies between one and the next, as those of tiles and their borders do. Else it is a remark: of 26 such findings in
public shaders that readers judged with the hosts' code at hand 2 were of use, and 19 false as one workgroup runs there (docs/Evidence.md). So it is where the
addresses of neighbours in several dimensions overlap but differ: hosts fold long rows and may start only one workgroup in the first.

## Why it matters

Nothing orders the workgroups of a dispatch. Of the values that are stored any one may stay, and a load may see the old or the new value.

## When to leave it

When the dispatch has one workgroup only; `--dispatch=1,1,1` says so.

## Limits

Accesses that meet within a workgroup as well are `data-race`'s alone. Other addresses that depend on data are left out, and so are shaders
that use memory barriers of buffers or images with atomics, or with a loop over loads of a coherent variable that they store to: so workgroups
wait for each other. Of counters that one invocation sets back, that is taken so only where a loop has atomics, or such a load. A shader that
is meant for one workgroup but asks for gl_GlobalInvocationID alone is not told from others; the finding states that it takes several.

## References

OpenGL Shading Language 4.60, 8.16; The Vulkan Memory Model, "Data Race".
)",
     runWorkgroupRace})
