// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Runs the walks of one entry point and gathers what they recorded into facts.
///
/// Without a dispatch one walk stands for every workgroup. With one, the
/// workgroups are divided into boxes until every decision is the same for all
/// of a box; the totals are summed over the boxes.
#ifndef WGLINT_LIB_ANALYSIS_FACTS_ENTRYPOINTANALYSIS_H
#define WGLINT_LIB_ANALYSIS_FACTS_ENTRYPOINTANALYSIS_H

#include "Code/MemberPaths.h"
#include "Code/StoredVariables.h"
#include "Lanes/Constants.h"
#include "Lanes/Layout.h"
#include "Sync/SyncFindings.h"
#include "Walk/LaneWalk.h"
#include "wglint/Analysis/Facts.h"
#include "wglint/SPIRV/Module.h"
#include "llvm/Support/ThreadPool.h"
#include <future>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace wglint {

/// AccessFact::variableId of the access.
VariableId variableIdOf(const AccessEvent &event);

/// AccessFact::stretch of the instruction: where it begins.
uint32_t stretchOf(const spirv::Module &module, uint32_t instruction);

/// What is summed up of one access over all boxes of one subgroup size.
struct MergedAccess {
  AccessRecord record;     ///< of the first box; sums merged
  uint64_t workgroups = 0; ///< that execute the access
  std::set<std::string> assumptions;
};

/// One attempt at a walk for costs. All that it writes to is its own, so that
/// several run side by side.
class CostWalk {
public:
  /// \p budget: operations.
  CostWalk(WalkInput input, uint64_t budget);

  void run() { Outcome = Walk.run(); }
  WalkOutcome outcome() const { return Outcome; }
  LaneWalk &walk() { return Walk; }
  uint64_t spent() const { return Budget - Left; }

private:
  WalkInput Input;
  uint64_t Budget, Left;
  LaneWalk Walk;
  WalkOutcome Outcome = WalkOutcome::OverBudget;
};

/// One that runs before its turn, perhaps beside others.
struct CostWalkAhead {
  std::unique_ptr<CostWalk> walk;
  std::shared_future<void> isDone;
};

/// A walk that looks for races and barriers.
struct RaceWalk {
  unsigned subgroupSize = 0;
  /// Of the first workgroup, of which more numbers are known and which every
  /// dispatch has; else of any.
  bool isOfFirst = false;
  bool isReversed = false;                ///< see WalkInput
  std::optional<SyncFindings> findings{}; ///< once it has run
  std::shared_future<void> isDone{};      ///< of one that runs ahead
};

/// Analyses one entry point.
class EntryPointAnalysis {
public:
  EntryPointAnalysis(const spirv::Module &module,
                     const spirv::EntryPoint &entry,
                     const AnalysisOptions &options)
      : M(module), Entry(entry), Options(options), Stored(module),
        Consts(module, options), Bytes(module, Consts),
        OperationsLeft(options.laneOperationBudget) {}

  EntryPointFacts run();
  /// The same without races, barriers and branches: about half of the time.
  EntryPointFacts runForCosts();

private:
  using Merged = std::map<AccessRecorder::Key, MergedAccess>;

  bool findWorkgroupSize();
  void describeDeclarations();
  void describePrivateArrays(const PrivateArrayUses &uses);
  PrivateArrayFact privateArrayFact(const PrivateArrayUse &use);
  bool isAlwaysConstant(spirv::Id value) const;
  bool isConstantTable(const MemberPath &array) const;
  void
  eachWriteTo(const MemberPath &array,
              llvm::function_ref<void(const spirv::Instruction &)> visit) const;
  bool isNeverFilled(const MemberPath &array) const;
  bool isOnlyCopied(const MemberPath &array) const;
  std::optional<MemberPath> copiedFrom(const MemberPath &array) const;
  void analyzeSubgroupSize(unsigned subgroupSize);
  bool walkDispatch(unsigned subgroupSize, Merged &merged, bool &isOverBudget);
  void walkOnce(unsigned subgroupSize, Merged &merged);
  void merge(LaneWalk &walk, uint64_t workgroups, Merged &merged);
  void addFacts(const Merged &merged, llvm::ArrayRef<unsigned> configIndices,
                bool hasDispatch);
  AccessFact makeFact(const MergedAccess &access) const;
  std::optional<UnknownReason>
  whyTotalsUnknown(const AccessRecord &record) const;
  void addPlaces(const AccessRecord &record, AccessFact &fact) const;
  DeviceCost makeCost(const MergedAccess &access, const CostSums &sums,
                      const DeviceConfig &config, bool hasDispatch) const;
  // WalksAhead.cpp
  llvm::SmallVector<unsigned, 3> subgroupSizes() const;
  WalkInput inputFor(unsigned subgroupSize);
  uint64_t firstBudget() const { return Options.laneOperationBudget / 3; }
  /// What a loop may take where the whole has taken too much: a hundred such
  /// fit.
  uint64_t loopCap() const { return Options.laneOperationBudget / 128; }
  void walkAhead();
  std::unique_ptr<CostWalk> takeAhead(unsigned subgroupSize);
  std::vector<RaceWalk> planRaceWalks() const;
  SyncFindings walkForRaces(const RaceWalk &walk) const;
  std::optional<std::set<uint32_t>>
  findLongLoops(const RaceWalk &walk, std::set<uint32_t> known) const;
  WalkInput inputForRaces(const RaceWalk &walk,
                          std::set<uint32_t> summarized) const;
  SyncFindings walkOnceForRaces(const RaceWalk &walk, uint64_t budget,
                                std::set<uint32_t> &summarized) const;
  SyncFindings walkReversed(unsigned subgroupSize) const;
  void compareWorkgroups(unsigned subgroupSize, SyncFindings &findings) const;
  SynchronizationFacts findRaces();
  void mergeBranches(const BranchNotes &notes);
  void joinBranches();
  void describeBranches();
  ReuseFact reuseOf(Footprint &footprint) const;
  void noteReuse(const AccessRecorder &recorder, uint64_t workgroups);
  void finishFacts();

  const spirv::Module &M;
  const spirv::EntryPoint &Entry;
  const AnalysisOptions &Options;
  const StoredVariables Stored;
  Constants Consts;
  Layout Bytes;
  EntryPointFacts Facts;
  std::map<AccessRecorder::Key, AccessFact> Found;
  /// Of the walk that stands for the most workgroups; an access is its key.
  std::vector<std::pair<ReuseFact, std::vector<AccessRecorder::Key>>> Reuses;
  uint64_t ReuseWorkgroups = 0;
  BranchNotes Branches; ///< of the subgroup size that is being walked
  std::optional<BranchNotes> AllBranches;
  bool IsDispatchOverBudget = false;
  bool IsDispatchUndecided = false;
  std::set<uint32_t> SummarizedLoops; ///< too costly to execute
  bool CapsLoops = false;             ///< so are all that turn out to be
  /// First attempts that have run before their turn, by subgroup size.
  std::map<unsigned, CostWalkAhead> Ahead;
  std::vector<RaceWalk> Races;
  uint64_t OperationsLeft;
  uint32_t MergedWalks = 0;
  /// Ends first: what runs ahead writes to the members above.
  std::optional<llvm::DefaultThreadPool> Pool;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_FACTS_ENTRYPOINTANALYSIS_H
