// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Facts/EntryPointAnalysis.h"

using namespace wglint;

/// How often a walk over its budget is tried again with its hottest loop
/// summarised, before all long ones are.
static constexpr unsigned kMaxRetries = 3;

/// Per-workgroup numbers widen, numbers over all workgroups add up.
static void addSums(CostSums &into, const CostSums &from) {
  into.requestsMin = std::min(into.requestsMin, from.requestsMin);
  into.requestsMax = std::max(into.requestsMax, from.requestsMax);
  into.costMin = std::min(into.costMin, from.costMin);
  into.costMax = std::max(into.costMax, from.costMax);
  into.idealMin = std::min(into.idealMin, from.idealMin);
  into.idealMax = std::max(into.idealMax, from.idealMax);
  into.addTotals(from);
  if (from.worst && (!into.worst || from.worst->cost > into.worst->cost))
    into.worst = from.worst;
}

static void mergeReach(AccessRecord &into, const AccessRecord &from) {
  into.reachIsTight &= from.reachIsTight;
  if (!from.reachedBytes)
    into.reachedBytes.reset();
  if (!into.reachedBytes)
    return;
  into.reachedBytes->begin =
      std::min(into.reachedBytes->begin, from.reachedBytes->begin);
  into.reachedBytes->end =
      std::max(into.reachedBytes->end, from.reachedBytes->end);
}

static void mergeRecordedValues(AccessRecord &into, const AccessRecord &from) {
  into.repetition.isRepeated |= from.repetition.isRepeated;
  into.repetition.isVarying |= from.repetition.isVarying;
  into.storesAnything |= from.storesAnything;
  into.narrowing.isBroken |= from.narrowing.isBroken;
  into.run.isBroken |= !(into.run.all() == from.run.all());
  if (into.stored && from.stored) {
    into.stored->min = std::min(into.stored->min, from.stored->min);
    into.stored->max = std::max(into.stored->max, from.stored->max);
  }
}

static void mergeStride(AccessRecord &into, const AccessRecord &from) {
  for (auto stride : {&AccessRecord::stride, &AccessRecord::rowStride})
    (into.*stride).isConsistent &=
        (from.*stride).isConsistent && (into.*stride).isSame(from.*stride);
  into.misalignmentIsConsistent &=
      from.misalignmentIsConsistent &&
      into.misalignmentBytes == from.misalignmentBytes;
  into.isUniform &= from.isUniform;
  into.isOneTexel &= from.isOneTexel;
  into.differsByWorkgroup |= from.differsByWorkgroup;
  into.isInAssumedRow |= from.isInAssumedRow;
}

void EntryPointAnalysis::merge(LaneWalk &walk, uint64_t workgroups,
                               Merged &merged) {
  ++MergedWalks;
  for (const auto &[key, shared] : walk.recorder().records()) {
    const AccessRecord &record = *shared;
    auto [it, isNew] = merged.try_emplace(key);
    MergedAccess &access = it->second;
    access.workgroups += workgroups;
    for (uint32_t a : record.assumptions)
      access.assumptions.insert(walk.symbols().assumptionText(a));
    if (isNew) {
      access.record = record;
      access.record.way.walk = MergedWalks;
      continue;
    }
    for (size_t c = 0; c < record.sums.size(); ++c)
      addSums(access.record.sums[c], record.sums[c]);
    if (!access.record.unknown)
      access.record.unknown = record.unknown;
    access.record.isOutside |= record.isOutside;
    access.record.unknownTrip |= record.unknownTrip;
    for (const auto &[name, bound] : record.lowerBounds) {
      int64_t &known =
          access.record.lowerBounds.try_emplace(name, bound).first->second;
      known = std::max(known, bound);
    }
    mergeReach(access.record, record);
    for (unsigned d = 0; d < 3; ++d)
      access.record.workgroupSteps[d].add(record.workgroupSteps[d]);
    access.record.nextWorkgroup.add(record.nextWorkgroup);
    mergeRecordedValues(access.record, record);
    mergeStride(access.record, record);
  }
  noteReuse(walk.recorder(), workgroups);
  Facts.dependsOnInvocationId |= walk.dependsOnInvocationId();
  Facts.arithmeticPerInvocation =
      MergedWalks == 1 ? walk.arithmeticPerInvocation()
                       : std::min(Facts.arithmeticPerInvocation,
                                  walk.arithmeticPerInvocation());
  describePrivateArrays(walk.privateArrays());
  mergeBranches(walk.branches());
}

/// Without a dispatch: one walk, with ever more loops summarised if it costs
/// too much, and all that take long in the end.
void EntryPointAnalysis::walkOnce(unsigned subgroupSize, Merged &merged) {
  for (unsigned attempt = 0;; ++attempt) {
    std::unique_ptr<CostWalk> walk = takeAhead(subgroupSize);
    if (!walk) {
      // A third of what is left: later attempts and subgroup sizes need some.
      uint64_t budget = OperationsLeft / 3;
      if (CapsLoops)
        budget = Options.laneOperationBudget;
      else if (attempt == 0)
        budget = std::min(OperationsLeft, firstBudget());
      walk = std::make_unique<CostWalk>(inputFor(subgroupSize), budget);
      walk->run();
    }
    OperationsLeft -= std::min(OperationsLeft, walk->spent());
    const std::set<uint32_t> &longLoops = walk->walk().longLoops();
    SummarizedLoops.insert(longLoops.begin(), longLoops.end());
    if (walk->outcome() == WalkOutcome::Complete)
      return merge(walk->walk(), 1, merged);
    if (CapsLoops) {
      Facts.unknown =
          UnknownReason{UnknownKind::Budget,
                        "the limit of the analysis was reached", std::nullopt};
      return;
    }
    auto hottest = walk->walk().hottestLoop();
    if (hottest)
      SummarizedLoops.insert(*hottest);
    CapsLoops = !hottest || attempt == kMaxRetries;
  }
}

static uint64_t countOf(const WorkgroupBox &box) {
  return box[0].count * box[1].count * box[2].count;
}

/// Divides \p box as asked for in dimension \p d.
static std::vector<WorkgroupBox> divide(const WorkgroupBox &box, unsigned d,
                                        const SplitRequest &split) {
  std::vector<WorkgroupBox> parts;
  const IdRange &range = box[d];
  auto add = [&](IdRange part) {
    if (part.count == 0)
      return;
    WorkgroupBox out = box;
    out[d] = part;
    parts.push_back(out);
  };
  if (split.how == SplitRequest::How::At) {
    add({range.first, range.step, split.value});
    add({range.first + range.step * split.value, range.step,
         range.count - split.value});
  } else {
    for (uint64_t r = 0; r < split.value; ++r)
      add({range.first + range.step * r, range.step * split.value,
           (range.count - r + split.value - 1) / split.value});
  }
  return parts;
}

/// Returns false where the dispatch could not be decided (then nothing is
/// merged); \p isOverBudget says whether for lack of budget.
bool EntryPointAnalysis::walkDispatch(unsigned subgroupSize, Merged &merged,
                                      bool &isOverBudget) {
  WorkgroupBox all;
  for (unsigned d = 0; d < 3; ++d)
    all[d] = {0, 1, (*Options.dispatch)[d]};
  std::vector<WorkgroupBox> work{all};
  // A dispatch is asked for: it may cost more than a look on every save.
  uint64_t budget = 3 * Options.laneOperationBudget;
  while (!work.empty()) {
    WorkgroupBox box = work.back();
    work.pop_back();
    WalkInput input = inputFor(subgroupSize);
    input.box = box;
    input.summarizedLoops.clear();
    input.loopCap = 0;
    LaneWalk walk(input, budget);
    switch (walk.run()) {
    case WalkOutcome::Complete:
      merge(walk, countOf(box), merged);
      break;
    case WalkOutcome::Split: {
      auto d = walk.dimensionOf(walk.split()->symbol);
      if (!d)
        return false;
      for (const WorkgroupBox &part : divide(box, *d, *walk.split()))
        work.push_back(part);
      break;
    }
    case WalkOutcome::OverBudget:
      isOverBudget = true;
      return false;
    }
  }
  return true;
}

EntryPointFacts EntryPointAnalysis::runForCosts() {
  describeDeclarations();
  if (!findWorkgroupSize())
    return std::move(Facts);
  for (unsigned subgroupSize : subgroupSizes())
    analyzeSubgroupSize(subgroupSize);
  finishFacts();
  return std::move(Facts);
}

EntryPointFacts EntryPointAnalysis::run() {
  describeDeclarations();
  if (!findWorkgroupSize())
    return std::move(Facts);
  Races = planRaceWalks();
  walkAhead();
  for (unsigned subgroupSize : subgroupSizes())
    analyzeSubgroupSize(subgroupSize);
  describeBranches();
  finishFacts();
  Facts.synchronization = findRaces();
  return std::move(Facts);
}
