// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The walks of an entry point that need nothing of each other: the first
/// attempts for each subgroup size and those for races. With threads they run
/// side by side before the facts are made, otherwise each in its turn; what
/// comes out is the same.
#include "Code/IdiomFinders.h"
#include "Facts/EntryPointAnalysis.h"
#include "Sync/DispatchAccesses.h"
#include "Sync/SyncObservation.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "wglint/SPIRV/Queries.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

/// The part of the budget that each try of a walk for races may spend.
static constexpr uint64_t kSynchronizationShare = 10;

/// How often one of them is tried again, as often as the walks for costs.
static constexpr unsigned kMaxRaceRetries = 3;

/// Without these, invocations that meet do so by what they store alone, which
/// the first try mostly sees.
static bool hasSynchronization(const spirv::Module &module) {
  return llvm::any_of(module.instructions(),
                      [](const spirv::Instruction &inst) {
                        return inst.opcode == spv::OpControlBarrier ||
                               spirv::isAtomic(inst.opcode);
                      });
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

CostWalk::CostWalk(WalkInput input, uint64_t budget)
    : Input(std::move(input)), Budget(budget), Left(budget), Walk(Input, Left) {
}

/// Each one once, the first configuration's first.
llvm::SmallVector<unsigned, 3> EntryPointAnalysis::subgroupSizes() const {
  llvm::SmallVector<unsigned, 3> sizes;
  for (const DeviceConfig &config : Options.configs)
    if (!llvm::is_contained(sizes, config.subgroupSize))
      sizes.push_back(config.subgroupSize);
  return sizes;
}

/// Of any workgroup, with what is known so far.
WalkInput EntryPointAnalysis::inputFor(unsigned subgroupSize) {
  WalkInput input{
      M,
      Entry,
      Options,
      Stored,
      Facts.workgroupSize,
      subgroupSize,
      {},
      std::nullopt,
      SummarizedLoops,
      [this](const AccessRecorder::Key &key) { return Found.count(key) != 0; }};
  llvm::copy_if(Options.configs, std::back_inserter(input.configs),
                [&](const DeviceConfig &config) {
                  return config.subgroupSize == subgroupSize;
                });
  input.loopCap = CapsLoops ? loopCap() : 0;
  return input;
}

/// The walk that has run ahead for \p subgroupSize, if what has come before it
/// leaves it as it is.
std::unique_ptr<CostWalk> EntryPointAnalysis::takeAhead(unsigned subgroupSize) {
  CostWalkAhead ahead = std::move(Ahead[subgroupSize]);
  if (ahead.walk)
    ahead.isDone.wait();
  std::unique_ptr<CostWalk> &walk = ahead.walk;
  if (!walk || !SummarizedLoops.empty() || OperationsLeft < firstBudget())
    return nullptr;
  // All but the first have counted costs alone.
  bool isTold = Found.empty() || llvm::all_of(walk->walk().recorder().records(),
                                              [&](const auto &r) {
                                                return Found.count(r.first);
                                              });
  return isTold ? std::move(walk) : nullptr;
}

//===----------------------------------------------------------------------===//
// Races
//===----------------------------------------------------------------------===//

/// What most shaders are written for that take a size of subgroups for granted:
/// what is said of them does not rest on another one.
static constexpr unsigned kUsualSubgroup = 32;

/// Barriers of a subgroup order most in the largest one. Where the shader asks
/// which subgroup it is in, only what holds for the smallest and for the usual
/// one as well is said.
std::vector<RaceWalk> EntryPointAnalysis::planRaceWalks() const {
  auto [least, most] =
      std::minmax_element(Options.configs.begin(), Options.configs.end(),
                          [](const DeviceConfig &a, const DeviceConfig &b) {
                            return a.subgroupSize < b.subgroupSize;
                          });
  std::vector<RaceWalk> walks{{most->subgroupSize, false},
                              {most->subgroupSize, true}};
  if (!spirv::usesSubgroups(M))
    return walks;
  std::set<unsigned> others{least->subgroupSize};
  for (const DeviceConfig &config : Options.configs)
    if (config.subgroupSize == kUsualSubgroup)
      others.insert(kUsualSubgroup);
  others.erase(most->subgroupSize);
  for (unsigned subgroupSize : others)
    for (bool isOfFirst : {false, true})
      walks.push_back({subgroupSize, isOfFirst});
  return walks;
}

WalkInput
EntryPointAnalysis::inputForRaces(const RaceWalk &walk,
                                  std::set<uint32_t> summarized) const {
  std::optional<WorkgroupBox> box;
  if (walk.isOfFirst)
    box.emplace();
  return {M,
          Entry,
          Options,
          Stored,
          Facts.workgroupSize,
          walk.subgroupSize,
          {},
          box,
          std::move(summarized),
          {},
          walk.isReversed};
}

/// Adds to \p known the loops that take long, by a walk that observes nothing,
/// so that it can go back. std::nullopt: without them it takes too long, too.
std::optional<std::set<uint32_t>>
EntryPointAnalysis::findLongLoops(const RaceWalk &walk,
                                  std::set<uint32_t> known) const {
  WalkInput input = inputForRaces(walk, known);
  input.loopCap = loopCap();
  uint64_t budget = Options.laneOperationBudget;
  LaneWalk lanes(input, budget);
  if (lanes.run() != WalkOutcome::Complete)
    return std::nullopt;
  known.insert(lanes.longLoops().begin(), lanes.longLoops().end());
  return known;
}

/// A walk over its budget is tried again from the start with its hottest loop
/// summarised, and all that take long in the end; what all tries find is
/// joined.
SyncFindings EntryPointAnalysis::walkForRaces(const RaceWalk &walk) const {
  uint64_t budget = Options.laneOperationBudget / kSynchronizationShare;
  std::set<uint32_t> summarized;
  SyncFindings all = walkOnceForRaces(walk, budget, summarized);
  size_t known = 0;
  unsigned retries = hasSynchronization(M) ? kMaxRaceRetries : 1;
  for (unsigned retry = 0; retry < retries && summarized.size() > known;
       ++retry) {
    known = summarized.size();
    all.join(walkOnceForRaces(walk, budget, summarized));
  }
  if (summarized.size() > known && retries > 1)
    if (auto longLoops = findLongLoops(walk, summarized))
      all.join(walkOnceForRaces(walk, Options.laneOperationBudget, *longLoops));
  return all;
}

/// Adds the loop to summarise to \p summarized where the budget is used up.
SyncFindings
EntryPointAnalysis::walkOnceForRaces(const RaceWalk &walk, uint64_t budget,
                                     std::set<uint32_t> &summarized) const {
  SyncFindings findings(M, Facts.workgroupSize);
  if (Stored.hasUnseen())
    findings.setUnseen();
  WalkInput input = inputForRaces(walk, summarized);
  LaneWalk lanes(input, budget);
  if (!observeWalk(lanes, input, findings)) {
    std::optional<uint32_t> hottest = lanes.hottestLoop();
    findings.setPartial(hottest);
    if (hottest)
      summarized.insert(*hottest);
  }
  return findings;
}

/// Both walks for races, of lanes that hold the invocations in falling order.
SyncFindings EntryPointAnalysis::walkReversed(unsigned subgroupSize) const {
  SyncFindings findings =
      walkForRaces({subgroupSize, /*isOfFirst=*/false, /*isReversed=*/true});
  findings.join(
      walkForRaces({subgroupSize, /*isOfFirst=*/true, /*isReversed=*/true}));
  return findings;
}

/// Of a known dispatch: walks some of its workgroups one by one.
void EntryPointAnalysis::compareWorkgroups(unsigned subgroupSize,
                                           SyncFindings &findings) const {
  if (!Options.dispatch || !DispatchAccesses::areUnordered(M))
    return;
  DispatchAccesses accesses(M, Stored);
  auto walk = [&](std::optional<std::array<uint32_t, 3>> workgroup) {
    WalkInput input = inputForRaces({subgroupSize}, {});
    if (workgroup) {
      input.box.emplace();
      for (unsigned d = 0; d < 3; ++d)
        (*input.box)[d] = {(*workgroup)[d], 1, 1};
    }
    uint64_t budget = Options.laneOperationBudget / kSynchronizationShare;
    LaneWalk lanes(input, budget);
    accesses.begin(workgroup, lanes.symbols());
    return lanes.run(accesses) == WalkOutcome::Complete;
  };
  auto workgroups = workgroupsToWalk(*Options.dispatch);
  if (workgroups.size() < 2 || !walk(std::nullopt))
    return;
  for (const std::array<uint32_t, 3> &workgroup : workgroups)
    walk(workgroup);
  accesses.finish(findings);
}

/// Waits for the walks that have begun, and runs the others. A workgroup of one
/// usual subgroup is meant to be one, and who reads lane 31 or 63 means
/// subgroups that have it: that invocations store different values in smaller
/// ones does not count.
SynchronizationFacts EntryPointAnalysis::findRaces() {
  std::map<unsigned, SyncFindings> bySize;
  for (RaceWalk &walk : Races) {
    if (walk.isDone.valid())
      walk.isDone.wait();
    if (!walk.findings)
      walk.findings.emplace(walkForRaces(walk));
    auto [it, isNew] = bySize.try_emplace(walk.subgroupSize, *walk.findings);
    if (!isNew)
      it->second.join(*walk.findings);
  }
  if (bySize.size() > 1)
    for (auto &[subgroupSize, ofSize] : bySize)
      ofSize.setPastEndsOf(subgroupSize);
  bool isOneUsual = invocationCount(Facts) <= kUsualSubgroup;
  SyncFindings findings = bySize.rbegin()->second;
  for (const auto &[subgroupSize, others] : bySize)
    if (subgroupSize != bySize.rbegin()->first)
      findings.intersect(others,
                         !others.isTooSmall() &&
                             (subgroupSize >= kUsualSubgroup || !isOneUsual),
                         Stored);
  compareWorkgroups(bySize.rbegin()->first, findings);
  if (findings.hasUnseen(spirv::reachedFunctions(M, Entry), Stored))
    findings.setUnseen();
  // In an array of another length other elements meet.
  if (llvm::any_of(Facts.sharedVariables, [](const SharedVariableFact &shared) {
        return shared.dependsOnSpecialization;
      }))
    findings.setSpecialized();
  if (spirv::usesSubgroups(M) && findings.hasRedundantBarriers())
    findings.addReordered(walkReversed(bySize.rbegin()->first));
  return findings.take();
}

//===----------------------------------------------------------------------===//
// Side by side
//===----------------------------------------------------------------------===//

/// Starts the walks; who needs one waits for it, so that facts are made of the
/// short ones while the long ones, those for races, still run.
void EntryPointAnalysis::walkAhead() {
  if (Options.parallelWalks <= 1)
    return;
  Pool.emplace(llvm::hardware_concurrency(Options.parallelWalks));
  for (RaceWalk &race : Races)
    race.isDone =
        Pool->async([&] { race.findings.emplace(walkForRaces(race)); });
  if (Options.dispatch)
    return;
  for (unsigned subgroupSize : subgroupSizes()) {
    WalkInput input = inputFor(subgroupSize);
    bool isFirst = Ahead.empty();
    input.isDescribed = [isFirst](const AccessRecorder::Key &) {
      return !isFirst;
    };
    CostWalkAhead &ahead = Ahead[subgroupSize];
    ahead.walk = std::make_unique<CostWalk>(std::move(input), firstBudget());
    ahead.isDone = Pool->async([walk = ahead.walk.get()] { walk->run(); });
  }
}
