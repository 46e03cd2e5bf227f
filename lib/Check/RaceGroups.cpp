// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Check/RaceGroups.h"
#include "wglint/Check/RaceFindings.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <functional>
#include <tuple>

using namespace wglint;

namespace {
/// Where a barrier could go that ends a race: between the two accesses, or,
/// where one stands there already, between the later one and the first one of
/// the next iteration.
struct Stretch {
  const RaceFact *race = nullptr;
  std::vector<SourceRange> calls; ///< that lead to both, the outermost first
  SourceRange begin, end;         ///< of the two, the one that stands first
  bool isNextIteration = false;
  /// `a[i] += x`, or one store: several invocations have one element, which is
  /// behind all races of the variable.
  bool isOnePlace = false;
  /// Workgroups meet there as well: no barrier mends it.
  bool isAcross = false;
  /// AccessFact::stretch of the race's accesses; 0: not known.
  uint32_t firstGo = 0, secondGo = 0;
};
} // namespace

/// The calls that lead to \p access, the outermost first, and the access.
static std::vector<SourceRange> pathOf(const CheckContext &context,
                                       const RaceAccess &access) {
  std::vector<SourceRange> path;
  for (const DebugKey &call : llvm::reverse(access.callChain))
    path.push_back(context.sourceMap.resolve(call).range);
  path.push_back(context.sourceMap.resolve(access.key).range);
  return path;
}

static std::vector<SourceRange> barrierPlaces(const CheckContext &context) {
  std::vector<SourceRange> places;
  for (const BarrierFact &barrier : context.facts.synchronization.barriers)
    places.push_back(context.sourceMap.resolve(barrier.key).range);
  return places;
}

static Stretch stretchOf(const CheckContext &context, const RaceFact &race,
                         llvm::ArrayRef<SourceRange> barriers) {
  std::vector<SourceRange> first = pathOf(context, race.first);
  std::vector<SourceRange> second = pathOf(context, race.second);
  size_t common = 0;
  while (common + 1 < std::min(first.size(), second.size()) &&
         first[common] == second[common])
    ++common;
  Stretch stretch{&race,
                  {first.begin(), first.begin() + common},
                  std::min(first[common], second[common]),
                  std::max(first[common], second[common]),
                  /*isNextIteration=*/false,
                  /*isOnePlace=*/false,
                  raceAcrossWorkgroups(context, race) != nullptr,
                  stretchNumber(context.facts, race.first),
                  stretchNumber(context.facts, race.second)};
  stretch.isNextIteration =
      llvm::any_of(barriers, [&](const SourceRange &place) {
        return stretch.begin < place && place < stretch.end;
      });
  stretch.isOnePlace =
      race.first.instruction == race.second.instruction ||
      (!stretch.begin.isWholeFile() && stretch.begin.file == stretch.end.file &&
       stretch.begin.begin == stretch.end.begin);
  return stretch;
}

/// One of the two accesses of \p stretch meets other workgroups in \p group.
static bool sharesAccess(llvm::ArrayRef<Stretch> group,
                         const Stretch &stretch) {
  return llvm::any_of(group, [&](const Stretch &other) {
    if (!other.isAcross)
      return false;
    for (const RaceAccess *mine : {&stretch.race->first, &stretch.race->second})
      if (mine->instruction == other.race->first.instruction ||
          mine->instruction == other.race->second.instruction)
        return true;
    return false;
  });
}

/// \p stretch is about a variable of \p group, and no barrier stands between
/// the first access of that and the end of this, the last one: what is missing
/// is all order there.
static bool isUnordered(llvm::ArrayRef<Stretch> group, const Stretch &stretch,
                        llvm::ArrayRef<SourceRange> barriers) {
  SourceRange begin = stretch.begin;
  bool isSameVariable = false;
  for (const Stretch &other : group) {
    begin = std::min(begin, other.begin);
    isSameVariable |= other.race->variable == stretch.race->variable;
  }
  return isSameVariable &&
         llvm::none_of(barriers, [&](const SourceRange &place) {
           return begin < place && place < stretch.end;
         });
}

/// Whether two variables are changed in place alike, as positions and
/// velocities are: loaded in one go, and stored in one, by the same
/// invocations.
static bool areUpdatedAlike(const Stretch &a, const Stretch &b) {
  return a.firstGo != 0 && a.secondGo != 0 && a.firstGo == b.firstGo &&
         a.secondGo == b.secondGo && a.race->first.op == b.race->first.op &&
         a.race->second.op == b.race->second.op &&
         a.race->first.invocation == b.race->first.invocation &&
         a.race->second.invocation == b.race->second.invocation;
}

/// Whether data picks the elements of both, or they are the same ones of two
/// arrays: one index is behind both.
static bool shareElementsAlike(const Stretch &a, const Stretch &b) {
  return a.race->isPicked == b.race->isPicked &&
         (a.race->isPicked || (b.isOnePlace && a.race->addressBytes &&
                               a.race->addressBytes == b.race->addressBytes &&
                               a.race->unknownBase == b.race->unknownBase));
}

/// Both accesses of \p stretch stand in the lines of \p group's.
static bool isWithinLines(llvm::ArrayRef<Stretch> group,
                          const Stretch &stretch) {
  auto isIn = [&](const SourceRange &place) {
    return llvm::any_of(group, [&](const Stretch &other) {
      return place.file == other.begin.file &&
             other.begin.begin.line <= place.begin.line &&
             place.begin.line <= other.end.begin.line;
    });
  };
  return isIn(stretch.begin) && isIn(stretch.end);
}

/// Whether \p stretch has the cause of \p group's first member: the elements
/// that invocations share, or the barrier that is missing in front of its end.
static bool fits(llvm::ArrayRef<Stretch> group, const Stretch &stretch,
                 llvm::ArrayRef<SourceRange> barriers) {
  const Stretch &leader = group.front();
  bool isSameVariable = leader.race->variableId == stretch.race->variableId;
  bool isInGroup = llvm::any_of(group, [&](const Stretch &other) {
    return other.race->variableId == stretch.race->variableId;
  });
  if (leader.isOnePlace)
    return isSameVariable || (isInGroup && isWithinLines(group, stretch)) ||
           (shareElementsAlike(leader, stretch) &&
            areUpdatedAlike(leader, stretch));
  // What mends those mends all that one of their accesses meets.
  if (leader.isAcross && stretch.isAcross && areUpdatedAlike(leader, stretch))
    return true;
  if (leader.isAcross)
    return isSameVariable && (stretch.isAcross || sharesAccess(group, stretch));
  if (stretch.isAcross)
    return false;
  // A shader without a barrier lacks all order of a variable, wherever it is
  // accessed.
  if (barriers.empty() && isInGroup &&
      leader.race->space == MemorySpace::Shared)
    return true;
  return leader.race->space == stretch.race->space &&
         leader.calls == stretch.calls &&
         leader.begin.file == stretch.begin.file &&
         leader.isNextIteration == stretch.isNextIteration &&
         (stretch.begin < leader.end || isUnordered(group, stretch, barriers));
}

std::vector<RaceGroup>
wglint::groupRaces(const CheckContext &context,
                   llvm::ArrayRef<const RaceFact *> races) {
  std::vector<SourceRange> barriers = barrierPlaces(context);
  std::vector<Stretch> stretches;
  for (const RaceFact *race : races)
    stretches.push_back(stretchOf(context, *race, barriers));
  // Shared elements first. The others by their ends: what begins in front of
  // the first end can be ended there.
  llvm::stable_sort(stretches, [](const Stretch &a, const Stretch &b) {
    auto rank = [](const Stretch &stretch) {
      return std::make_tuple(!stretch.isOnePlace, !stretch.isAcross,
                             std::ref(stretch.calls), std::ref(stretch.end),
                             std::ref(stretch.begin));
    };
    return rank(a) < rank(b);
  });
  std::vector<std::vector<Stretch>> groups;
  for (const Stretch &stretch : stretches) {
    auto group = llvm::find_if(groups, [&](const auto &group) {
      return fits(group, stretch, barriers);
    });
    if (group == groups.end())
      groups.push_back({stretch});
    else
      group->push_back(stretch);
  }
  std::vector<RaceGroup> result;
  for (const std::vector<Stretch> &group : groups) {
    RaceGroup &races = result.emplace_back();
    for (const Stretch &stretch : group)
      races.push_back(stretch.race);
  }
  return result;
}
