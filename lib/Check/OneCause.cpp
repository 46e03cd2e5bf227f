// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// See OneCause.h.
#include "wglint/Check/OneCause.h"
#include "ByteUnion.h"
#include "wglint/Analysis/AccessCost.h"
#include "wglint/Check/ElementJudgement.h"
#include "wglint/Check/Findings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstdlib>
#include <map>
#include <tuple>

using namespace wglint;

//===----------------------------------------------------------------------===//
// Causes
//===----------------------------------------------------------------------===//

std::vector<OneCause>
wglint::joinByCause(llvm::ArrayRef<Suspects> all,
                    llvm::function_ref<bool(size_t, size_t)> haveOne) {
  // All that one of several has a cause with have that one.
  std::vector<llvm::SmallVector<size_t, 4>> sets;
  for (size_t i = 0; i < all.size(); ++i) {
    auto isOwn = [&](llvm::ArrayRef<size_t> set) {
      return llvm::any_of(set, [&](size_t other) { return haveOne(other, i); });
    };
    auto home = llvm::find_if(sets, isOwn);
    if (home == sets.end())
      home = sets.insert(home, llvm::SmallVector<size_t, 4>());
    for (auto set = home + 1; set < sets.end();)
      if (isOwn(*set)) {
        llvm::append_range(*home, *set);
        set = sets.erase(set);
      } else {
        ++set;
      }
    home->push_back(i);
  }
  auto leadsBefore = [&](size_t a, size_t b) {
    return std::tuple(!all[a].minor.empty(), -all[a].weight, a) <
           std::tuple(!all[b].minor.empty(), -all[b].weight, b);
  };
  std::vector<OneCause> causes;
  for (llvm::SmallVector<size_t, 4> &set : sets) {
    auto leader = std::min_element(set.begin(), set.end(), leadsBefore);
    OneCause cause{*leader, {}};
    set.erase(leader);
    llvm::sort(set);
    cause.others.assign(set.begin(), set.end());
    causes.push_back(std::move(cause));
  }
  return causes;
}

llvm::SmallVector<const AccessFact *, 8>
wglint::likewise(const OneCause &cause, llvm::ArrayRef<Suspects> all) {
  llvm::SmallVector<const AccessFact *, 8> accesses;
  for (size_t other : cause.others)
    llvm::append_range(accesses, all[other].accesses);
  return accesses;
}

/// By how much the addresses of \p b are larger in the requests that the
/// analysis kept, where that is the same for every lane; unknown parts that are
/// the same for all lanes left aside.
static std::optional<int64_t> distanceOfLanes(const Witness *a,
                                              const Witness *b) {
  std::optional<int64_t> distanceBytes;
  if (!a || !b || a->subgroup != b->subgroup ||
      a->activeMask != b->activeMask || a->example != b->example ||
      a->laneAddressBytes.size() != b->laneAddressBytes.size())
    return distanceBytes;
  for (unsigned lane = 0; lane < a->laneAddressBytes.size(); ++lane) {
    if (!(a->activeMask >> lane & 1))
      continue;
    int64_t distance = b->laneAddressBytes[lane] - a->laneAddressBytes[lane];
    if (distanceBytes && *distanceBytes != distance)
      return std::nullopt;
    distanceBytes = distance;
  }
  return distanceBytes;
}

static bool haveSameBase(const Witness &a, const Witness &b) {
  return a.unknownBaseId == b.unknownBaseId && a.unknownBase == b.unknownBase &&
         a.workgroupId == b.workgroupId;
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

bool wglint::areDealtAlike(const AccessFact &a, const AccessFact &b) {
  bool isOneLoop = a.loop == b.loop;
  if (a.variableId != b.variableId && takeRowsTogether(a, b))
    return true;
  if (a.variableId != b.variableId || a.laneStrideBytes != b.laneStrideBytes ||
      a.laneStrideText != b.laneStrideText ||
      !llvm::equal(a.callChain, b.callChain) ||
      a.costs.size() != b.costs.size())
    return false;
  for (unsigned i = 0; i < a.costs.size(); ++i) {
    auto sectorBytes = a.costs[i].config.device->sectorBytes;
    if (!sectorBytes)
      continue;
    const Witness *first = groupWitness(a, i), *second = groupWitness(b, i);
    std::optional<int64_t> distanceBytes = distanceOfLanes(first, second);
    if (!distanceBytes)
      return false;
    bool isNear = uint64_t(std::llabs(*distanceBytes)) < *sectorBytes;
    if (isOneLoop && haveSameBase(*first, *second)
            ? !isNear
            : a.elementBytes != b.elementBytes)
      return false;
  }
  return true;
}

/// Whether \p a and \p b go to structures of one type, of which the shader uses
/// the same bytes in both arrays: the type is to be divided.
static bool takePartsAlike(const EntryPointFacts &facts, const AccessFact &a,
                           const AccessFact &b) {
  const BufferArrayFact *first = structuresOf(facts, a),
                        *second = structuresOf(facts, b);
  auto isSameRange = [](const ByteRange &x, const ByteRange &y) {
    return x.begin == y.begin && x.end == y.end;
  };
  return first && second && first != second && !first->elementType.empty() &&
         first->elementType == second->elementType &&
         first->strideBytes == second->strideBytes &&
         llvm::equal(first->usedBytes, second->usedBytes, isSameRange) &&
         llvm::equal(a.callChain, b.callChain);
}

/// Whether each lane takes as many elements of one variable as of another, one
/// after the other, as `to[16 * id + k] = float16_t(from[16 * id + k])` does.
static bool takeRunsTogether(const EntryPointFacts &facts,
                             const ScatteredGroup &first,
                             const ScatteredGroup &second) {
  const AccessFact &a = *first.group.members.front(),
                   &b = *second.group.members.front();
  auto takesSeveral = [](const ScatteredGroup &one) {
    return one.group.members.size() > 1 ||
           one.group.members.front()->loopDepth > 0;
  };
  auto runOf = [](const AccessFact &access) -> int64_t {
    int64_t strideBytes = access.laneStrideBytes.value_or(0);
    int64_t elementBytes = access.elementBytes;
    return elementBytes != 0 && strideBytes % elementBytes == 0
               ? strideBytes / elementBytes
               : 0;
  };
  return a.variableId != b.variableId && takesSeveral(first) &&
         takesSeveral(second) && runOf(a) != 0 && runOf(a) == runOf(b) &&
         a.stretch == b.stretch && llvm::equal(a.callChain, b.callChain) &&
         !structuresOf(facts, a) && !structuresOf(facts, b);
}

/// Whether a load meets a store in one go at the same cost: `to[f(id)] =
/// from[g(id)]`, where who takes which element spreads both alike.
static bool areCopiedAlike(const EntryPointFacts &facts,
                           const ScatteredGroup &first,
                           const ScatteredGroup &second) {
  const AccessFact &a = *first.group.members.front(),
                   &b = *second.group.members.front();
  bool isOneWay = (a.op == AccessOp::Load && b.op == AccessOp::Store) ||
                  (a.op == AccessOp::Store && b.op == AccessOp::Load);
  return isOneWay && a.variableId != b.variableId && a.stretch == b.stretch &&
         a.loop == b.loop && a.elementBytes == b.elementBytes &&
         !structuresOf(facts, a) && !structuresOf(facts, b) &&
         a.laneStrideBytes == b.laneStrideBytes &&
         a.laneStrideText == b.laneStrideText &&
         llvm::equal(a.callChain, b.callChain) &&
         first.verdict.perRequest == second.verdict.perRequest &&
         first.verdict.idealPerRequest == second.verdict.idealPerRequest;
}

/// Whether the lanes of \p first and \p second, of one kind or a load and a
/// store, lie one distance apart in one variable, at the same cost, wherever
/// the two are called from: who takes which element is one choice.
static bool haveOneStride(const ScatteredGroup &first,
                          const ScatteredGroup &second) {
  const AccessFact &a = *first.group.members.front(),
                   &b = *second.group.members.front();
  bool isKnown = a.laneStrideBytes || !a.laneStrideText.empty();
  bool isAtomic = a.op == AccessOp::Atomic || b.op == AccessOp::Atomic;
  return isKnown && a.variableId == b.variableId &&
         (a.op == b.op || !isAtomic) &&
         first.verdict.perRequest == second.verdict.perRequest &&
         a.elementBytes == b.elementBytes &&
         a.laneStrideBytes == b.laneStrideBytes &&
         a.laneStrideText == b.laneStrideText;
}

/// Whether \p a and \p b, of one variable, are executed about as often: in one
/// loop, or as in a loop and in that over what it leaves.
static bool areDoneAsOften(const AccessFact &a, const AccessFact &b) {
  return a.variableId == b.variableId && a.loopDepth == b.loopDepth &&
         (a.loop == b.loop || a.op == b.op);
}

/// What would go away with \p cause, by variable.
static std::map<VariableId, double>
sharesOf(const OneCause &cause, llvm::ArrayRef<ScatteredGroup> groups) {
  std::map<VariableId, double> shares;
  auto add = [&](size_t i) {
    shares[groups[i].group.members.front()->variableId] +=
        groups[i].ownAvoidableFraction;
  };
  add(cause.leader);
  for (size_t other : cause.others)
    add(other);
  return shares;
}

/// Marks as minor the causes that are no material share of the traffic without
/// those of their variables that are minor themselves: no remedy is asked for
/// these.
static void
markImmaterial(std::vector<ScatteredCause> &causes,
               llvm::ArrayRef<std::map<VariableId, double>> sharesOfCauses) {
  std::map<VariableId, double> all;
  for (size_t i = 0; i < causes.size(); ++i)
    for (auto [variable, share] : sharesOfCauses[i])
      if (causes[i].minor.empty())
        all[variable] += share;
  for (size_t i = 0; i < causes.size(); ++i) {
    double share = 0;
    for (auto [variable, own] : sharesOfCauses[i])
      share += all[variable];
    if (causes[i].minor.empty() && share < kMaterialSectorShare)
      causes[i].minor = kSmallPart;
  }
}

std::vector<ScatteredCause> wglint::causesOf(
    const EntryPointFacts &facts, llvm::ArrayRef<ScatteredGroup> groups,
    llvm::function_ref<MinorReason(const ScatteredGroup &)> whyMinor,
    llvm::function_ref<bool(const ScatteredGroup &)> isOfShape) {
  std::vector<bool> areOfShape;
  for (const ScatteredGroup &group : groups)
    areOfShape.push_back(isOfShape && isOfShape(group));
  std::vector<Suspects> suspects;
  for (const ScatteredGroup &group : groups)
    suspects.push_back(
        {group.group.members, whyMinor(group), group.movedFraction});
  std::vector<ScatteredCause> causes;
  std::vector<std::map<VariableId, double>> shares;
  for (const OneCause &cause : joinByCause(suspects, [&](size_t a, size_t b) {
         const AccessFact &first = *suspects[a].accesses.front(),
                          &second = *suspects[b].accesses.front();
         return (areDoneAsOften(first, second) ||
                 suspects[a].minor.empty() == suspects[b].minor.empty()) &&
                (areDealtAlike(first, second) ||
                 haveOneStride(groups[a], groups[b]) ||
                 takeRunsTogether(facts, groups[a], groups[b]) ||
                 takePartsAlike(facts, first, second) ||
                 areCopiedAlike(facts, groups[a], groups[b]) ||
                 (areOfShape[a] && areOfShape[b]));
       })) {
    causes.push_back({&groups[cause.leader], suspects[cause.leader].minor,
                      likewise(cause, suspects), cause.others.size()});
    shares.push_back(sharesOf(cause, groups));
  }
  markImmaterial(causes, shares);
  for (ScatteredCause &cause : causes)
    if (cause.minor.empty() && facts.resources.tracesRays)
      cause.minor = "nobody knows how much its rays move beside it";
  return causes;
}

void wglint::addScatteredFinding(const CheckContext &context,
                                 DiagnosticSink &sink,
                                 const ScatteredCause &cause,
                                 std::string message, llvm::StringRef advice) {
  const AccessGroup &group = cause.leader->group;
  const CostVerdict &verdict = cause.leader->verdict;
  Diagnostic &finding = addAccessFinding(
      context, sink, group.members, &verdict.numbers->config,
      std::move(message), advice, "walks the same structures", cause.likewise);
  addSectorNumbers(finding, *group.members.front(), verdict);
  noteLikewise(context, finding, cause.likewise, cause.otherCount);
  if (verdict.isOfSomeLanes)
    finding.notes.push_back({finding.range,
                             "data decides which lanes take part: each that "
                             "does touches a sector of its own"});
  setMinor(finding, cause.minor);
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

static bool haveSameNumbers(const AlikeConflicts &a, const AlikeConflicts &b) {
  return a.accesses.front()->loopDepth == b.accesses.front()->loopDepth &&
         a.merging == b.merging && a.verdict.share == b.verdict.share &&
         a.verdict.ways == b.verdict.ways && a.extra == b.extra &&
         a.verdict.cost.perRequest == b.verdict.cost.perRequest &&
         a.verdict.cost.idealPerRequest == b.verdict.cost.idealPerRequest;
}

/// What \p calls add up to on one way through the branches, that of the first.
static MaybeCount sumExtra(llvm::ArrayRef<AlikeConflicts> calls) {
  llvm::SmallVector<const AccessFact *, 4> all;
  for (const AlikeConflicts &call : calls)
    all.push_back(call.accesses.front());
  auto way = accessesOfOneWay(all);
  CountRange sum{0, 0};
  for (const AlikeConflicts &call : calls) {
    if (!llvm::is_contained(way, call.accesses.front()))
      continue;
    if (!call.extra)
      return std::nullopt;
    sum = CountRange{sum.min + call.extra->min, sum.max + call.extra->max};
  }
  return sum;
}

/// One place of several calls; the worst one comes first and speaks for all.
static AlikeConflicts joinCalls(std::vector<AlikeConflicts> calls) {
  auto worst =
      std::max_element(calls.begin(), calls.end(),
                       [](const AlikeConflicts &a, const AlikeConflicts &b) {
                         return a.verdict.ways.max < b.verdict.ways.max;
                       });
  std::rotate(calls.begin(), worst, worst + 1);
  AlikeConflicts place = calls.front();
  place.extra = sumExtra(calls);
  for (const AlikeConflicts &call : llvm::drop_begin(calls)) {
    place.accesses.push_back(call.accesses.front());
    if (call.verdict.share == ConflictShare::Most)
      place.verdict.share = ConflictShare::Most;
  }
  return place;
}

/// The conflicts of each place, in order of the instructions.
static std::vector<AlikeConflicts>
conflictsByPlace(const EntryPointFacts &facts) {
  std::vector<std::vector<AlikeConflicts>> places;
  for (const AccessFact &access : facts.accesses) {
    if (access.space != MemorySpace::Shared)
      continue;
    std::optional<ConflictVerdict> verdict = judgeBankConflicts(access);
    if (!verdict)
      continue;
    Merging merging = mergingOf(facts, access);
    auto home = llvm::find_if(places, [&](const auto &calls) {
      return calls.front().accesses.front()->instruction == access.instruction;
    });
    if (home == places.end())
      home = places.insert(home, std::vector<AlikeConflicts>());
    home->push_back(
        {{&access},
         *verdict,
         merging,
         merging == Merging::None ? extraWavefronts(*verdict) : std::nullopt,
         BankRemedies()});
  }
  std::vector<AlikeConflicts> joined;
  for (std::vector<AlikeConflicts> &calls : places)
    joined.push_back(joinCalls(std::move(calls)));
  return joined;
}

std::vector<AlikeConflicts>
wglint::alikeConflicts(const EntryPointFacts &facts) {
  std::vector<AlikeConflicts> groups;
  for (AlikeConflicts &place : conflictsByPlace(facts)) {
    auto home = llvm::find_if(groups, [&](const AlikeConflicts &group) {
      return group.accesses.front()->variableId ==
                 place.accesses.front()->variableId &&
             haveSameNumbers(group, place);
    });
    if (home == groups.end()) {
      groups.push_back(std::move(place));
      continue;
    }
    size_t at = home->accesses.size();
    home->accesses.append(place.accesses.begin(), place.accesses.end());
    if (home->accesses[at]->visits > home->accesses.front()->visits) {
      std::swap(home->accesses[at], home->accesses.front());
      home->verdict = place.verdict;
    }
  }
  for (AlikeConflicts &group : groups)
    group.remedies = bankRemedies(facts, *group.accesses.front());
  return groups;
}

/// Whether \p a and \p b, of one array, keep their lanes at the same distances
/// where their conflicts were counted.
static bool areSpreadAlike(const AlikeConflicts &a, const AlikeConflicts &b) {
  const AccessFact &first = *a.accesses.front(), &second = *b.accesses.front();
  auto configOf = [](const AccessFact &access, const AlikeConflicts &of) {
    return of.verdict.cost.numbers - access.costs.data();
  };
  auto config = configOf(first, a);
  if (!isSameVariable(first.variableId, second.variableId) ||
      (a.merging == Merging::Harmless) != (b.merging == Merging::Harmless) ||
      config != configOf(second, b))
    return false;
  if (first.laneStrideBytes && second.laneStrideBytes)
    return *first.laneStrideBytes == *second.laneStrideBytes;
  return distanceOfLanes(groupWitness(first, config),
                         groupWitness(second, config))
      .has_value();
}

/// Whether \p a and \p b are made in one go at the same index of two arrays.
static bool areAtOneIndex(const AlikeConflicts &a, const AlikeConflicts &b) {
  const AccessFact &first = *a.accesses.front(), &second = *b.accesses.front();
  if (first.op != second.op || first.stretch != second.stretch ||
      first.elementBytes != second.elementBytes ||
      first.executions != second.executions ||
      !llvm::equal(first.callChain, second.callChain) ||
      first.costs.size() != second.costs.size() || !haveSameNumbers(a, b))
    return false;
  for (unsigned i = 0; i < first.costs.size(); ++i) {
    if (!first.costs[i].config.device->sharedBanks)
      continue;
    const Witness *lanes = groupWitness(first, i);
    const Witness *others = groupWitness(second, i);
    std::optional<int64_t> distanceBytes = distanceOfLanes(lanes, others);
    // As far away in all iterations, on average, as in the first one.
    if (!distanceBytes || !haveSameBase(*lanes, *others) ||
        second.addressSum - first.addressSum !=
            first.executions * uint64_t(*distanceBytes))
      return false;
  }
  return true;
}

/// Whether one change of the array's layout mends both.
static bool haveOneRemedy(const EntryPointFacts &facts, bool hasRoom,
                          const AlikeConflicts &a, const AlikeConflicts &b) {
  auto isOfLayout = [&](const AlikeConflicts &conflicts) {
    const AccessFact &access = *conflicts.accesses.front();
    return !conflictsByElementSize(facts, access) &&
           !conflictsByRowDistance(facts, access);
  };
  bool isSame =
      (hasRoom && a.remedies.longerRows && b.remedies.longerRows) ||
      (hasRoom && a.remedies.largerElements && b.remedies.largerElements) ||
      (a.remedies.exchangedColumns && b.remedies.exchangedColumns);
  return isSame && isOfLayout(a) && isOfLayout(b);
}

bool wglint::haveOnePattern(const EntryPointFacts &facts, bool hasRoom,
                            const AlikeConflicts &a, const AlikeConflicts &b) {
  VariableId first = a.accesses.front()->variableId,
             second = b.accesses.front()->variableId;
  bool isHarmless = a.merging == Merging::Harmless;
  bool hasOneRemedy = isSameVariable(first, second) &&
                      isHarmless == (b.merging == Merging::Harmless) &&
                      haveOneRemedy(facts, hasRoom, a, b);
  return hasOneRemedy || areSpreadAlike(a, b) || areAtOneIndex(a, b);
}
