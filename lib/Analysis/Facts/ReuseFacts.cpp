// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// From what the loads of a buffer ask for to how often a workgroup loads the
/// same bytes. Loads of branches that exclude each other are never added up.
#include "Facts/EntryPointAnalysis.h"
#include "Flow/Flow.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;

namespace {
/// One access of a buffer.
struct Load {
  AccessRecorder::Key key;
  std::shared_ptr<const AccessRecord> record;

  const BranchSide *sideOf(uint64_t condition) const {
    auto it = llvm::find_if(record->way.sides, [&](const BranchSide &side) {
      return side.condition == condition;
    });
    return it == record->way.sides.end() ? nullptr : &*it;
  }
  /// It is executed where \p side is taken, or on either side.
  bool isUnder(const BranchSide &side) const {
    const BranchSide *own = sideOf(side.condition);
    return !own || !areApart(own->side, own->edges, side.side, side.edges);
  }
};
} // namespace

static uint64_t requestedUnder(llvm::ArrayRef<Load> loads,
                               const BranchSide &side) {
  uint64_t bytes = 0;
  for (const Load &load : loads)
    if (load.isUnder(side))
      bytes += load.record->footprint.requestedBytes();
  return bytes;
}

/// The conditions that \p loads are under, those of the deepest first: what is
/// chosen on one side stands when that side is weighed against another.
static std::vector<uint64_t> conditionsOf(llvm::ArrayRef<Load> loads) {
  std::map<uint64_t, size_t> depths;
  for (const Load &load : loads)
    for (size_t i = 0; i < load.record->way.sides.size(); ++i) {
      size_t &depth = depths[load.record->way.sides[i].condition];
      depth = std::max(depth, load.record->way.sides.size() - i);
    }
  std::vector<std::pair<size_t, uint64_t>> order;
  for (auto [condition, depth] : depths)
    order.push_back({depth, condition});
  llvm::sort(order, std::greater<>());
  std::vector<uint64_t> conditions;
  for (auto [depth, condition] : order)
    conditions.push_back(condition);
  return conditions;
}

/// Takes out of \p loads those of one way through the branches: where several
/// sides load, the one that asks for most.
static std::vector<Load> takeOneWay(std::vector<Load> &loads) {
  std::vector<Load> way = std::move(loads);
  loads.clear();
  for (uint64_t condition : conditionsOf(way)) {
    std::optional<BranchSide> best;
    uint64_t mostBytes = 0;
    for (const Load &load : way) {
      const BranchSide *side = load.sideOf(condition);
      uint64_t bytes = side ? requestedUnder(way, *side) : 0;
      if (!side || (best && bytes <= mostBytes))
        continue;
      best = *side;
      mostBytes = bytes;
    }
    auto split =
        std::stable_partition(way.begin(), way.end(), [&](const Load &load) {
          return !best || load.isUnder(*best);
        });
    loads.insert(loads.end(), split, way.end());
    way.erase(split, way.end());
  }
  return way;
}

/// It loads the same in every iteration of its innermost loop.
static bool isLoopInvariant(const AccessRecord &record) {
  return record.repetition.isRepeated && !record.repetition.isVarying;
}

/// See ReuseFact::repeatedBytes.
static uint64_t repeatedBytesOf(const AccessRecord &record,
                                uint64_t invocations) {
  uint64_t requested = record.footprint.requestedBytes();
  uint64_t once = invocations * record.first.elementBytes;
  return isLoopInvariant(record) && requested > once ? requested - once : 0;
}

ReuseFact EntryPointAnalysis::reuseOf(Footprint &footprint) const {
  ReuseFact fact;
  fact.requestedBytes = footprint.requestedBytes();
  fact.distinctBytes = footprint.distinctBytes();
  if (auto sector = Options.configs.front().device->sectorBytes)
    fact.distinctSectors = footprint.distinctBlocks(*sector);
  fact.distinctPerExecutionBytes = footprint.distinctPerExecutionBytes();
  fact.loadsPerInvocation =
      double(footprint.loads()) / double(invocationCount(Facts));
  return fact;
}

/// Whether one of \p earlier loads what \p load does, in an iteration and for
/// all of its lanes, of something that nobody stores to: compilers keep that.
static bool isLoadedBefore(const StoredVariables &stored,
                           llvm::ArrayRef<Load> earlier, const Load &load) {
  const AccessEvent &event = load.record->first;
  if (!load.record->unknownTrip ||
      stored.mayBeStored(event.variable, event.member))
    return false;
  return llvm::any_of(earlier, [&](const Load &other) {
    const AccessEvent &before = other.record->first;
    return !event.active.test(before.active) && before.member == event.member &&
           before.requestBytes == event.requestBytes &&
           before.element == event.element &&
           before.offsetBytes == event.offsetBytes;
  });
}

/// Joins the loads of each buffer that are executed equally often. In a loop of
/// unknown length those are apart that data decides upon, and those that load
/// the same in every iteration.
void EntryPointAnalysis::noteReuse(const AccessRecorder &recorder,
                                   uint64_t workgroups) {
  // What is reused hangs on no subgroup size: the first has noted it.
  if (workgroups <= ReuseWorkgroups || !Found.empty())
    return;
  ReuseWorkgroups = workgroups;
  Reuses.clear();
  // By variable and, of loops whose length is not known, the loop and the rest.
  std::map<std::pair<VariableId, std::array<uint32_t, 4>>, std::vector<Load>>
      groups;
  for (const auto &[key, record] : recorder.records()) {
    const AccessEvent &event = record->first;
    if (record->unknown || event.op != AccessOp::Load ||
        record->footprint.loads() == 0)
      continue;
    std::array<uint32_t, 4> loop = {};
    if (record->unknownTrip)
      loop = {true, event.loop, event.isMaybe, isLoopInvariant(*record)};
    groups[{variableIdOf(event), loop}].push_back({key, record});
  }
  for (auto &[group, loads] : groups)
    while (!loads.empty()) {
      Footprint footprint;
      std::vector<AccessRecorder::Key> keys;
      std::vector<Load> way = takeOneWay(loads);
      for (size_t i = 0; i < way.size(); ++i) {
        keys.push_back(way[i].key);
        if (!isLoadedBefore(Stored, llvm::ArrayRef(way).take_front(i), way[i]))
          footprint.add(way[i].record->footprint);
      }
      ReuseFact fact = reuseOf(footprint);
      for (const Load &load : way)
        fact.repeatedBytes +=
            repeatedBytesOf(*load.record, invocationCount(Facts));
      fact.variable = way.front().record->first.name;
      fact.variableId = group.first;
      fact.isPerIteration = group.second[0];
      fact.isUpperBound = group.second[2];
      if (fact.distinctBytes)
        Reuses.push_back({std::move(fact), std::move(keys)});
    }
}
