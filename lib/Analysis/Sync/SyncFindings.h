// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Gathers what the walks of one entry point find out about its barriers and
/// races, under names that hold across walks, and makes facts of it.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCFINDINGS_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCFINDINGS_H

#include "Code/StoredVariables.h"
#include "Sync/WholeStores.h"
#include "wglint/Analysis/Facts.h"
#include "wglint/SPIRV/Module.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace wglint {

/// An access as written, under one chain of calls.
struct SyncSite {
  uint32_t instruction = 0;
  std::vector<uint32_t> callChain; ///< the innermost first
  AccessOp op = AccessOp::Load;
  MemorySpace space = MemorySpace::Shared;
  spirv::Id variable = spirv::Id::None;
  int member = -1; ///< AccessEvent::member
  std::string name;
  bool isCoherent = false;
  unsigned loopDepth = 0; ///< as AccessFact::loopDepth

  bool operator<(const SyncSite &o) const {
    return std::tie(instruction, callChain) <
           std::tie(o.instruction, o.callChain);
  }
};

/// The reason why a race is harmless in which one access loads and the other
/// changes nothing of what is used of it.
inline HarmlessLoad whyHarmless(AccessOp a, AccessOp b) {
  return a == AccessOp::Atomic || b == AccessOp::Atomic
             ? HarmlessLoad::OtherBits
             : HarmlessLoad::Kept;
}

/// See the file comment.
class SyncFindings {
public:
  SyncFindings(const spirv::Module &module,
               std::array<uint32_t, 3> workgroupSize)
      : M(module), Size(workgroupSize) {}

  /// What is known about a race besides its accesses. Of its traits, addRace()
  /// sets isReadThenStore, and noteHarmlessLoads() isTestOfCount.
  struct Race : RaceTraits {
    RaceFact::Missing missing = RaceFact::Missing::Barrier;
    uint32_t firstLane = 0, secondLane = 0;
    /// The instruction that only one workgroup executes; see
    /// RaceFact::isKeptToOne.
    std::optional<uint32_t> keptToOne;
    /// The atomic that tells another workgroup of the store.
    std::optional<uint32_t> announcedBy;
    std::string part; ///< the member that both access, ".position"
    std::set<std::string> assumptions;
  };
  /// \p first is the access that the walk met first. The first witness is kept,
  /// but one with different values is preferred to it, and one that loads what
  /// was stored to one that overwrites what was loaded.
  void addRace(const SyncSite &first, const SyncSite &second, Race race);
  /// Whether the race is known and nothing more serious can be said of it.
  bool hasRace(const SyncSite &first, const SyncSite &second,
               RaceFact::Missing missing) const;
  /// Whether any race of \p variable is known.
  bool hasRaceOf(spirv::Id variable) const;
  /// Whether the two race within a workgroup and, unless \p orSameValue, store
  /// different values there.
  bool hasRaceWithin(const SyncSite &first, const SyncSite &second,
                     bool orSameValue) const;

  /// Marks races with an atomic whose load does not mind what the atomic
  /// changes. To be called once all races are added.
  void noteHarmlessLoads();

  void addBarrier(uint32_t instruction, unsigned loopDepth);
  /// Some invocation accesses memory by \p instruction, after all barriers that
  /// were added so far.
  void noteAccess(uint32_t instruction);
  /// Whether some instruction in a loop of \p functions (all of the entry
  /// point), or in a function that a loop calls, accesses memory that barriers
  /// order and was executed by no walk. Cost: linear in their instructions.
  bool hasUnseen(llvm::ArrayRef<const spirv::Function *> functions,
                 const StoredVariables &stored) const;
  /// How the lanes \p arriving and \p missing come to differ at a barrier.
  struct Parting {
    Divergence divergence;
    uint32_t arriving, missing;
    std::string condition;
    uint32_t decision = 0; ///< OpenCondition::decision, of a bound or of data
    PartedWorkgroups partedWorkgroups = PartedWorkgroups::Last;
    uint32_t branch = 0; ///< BarrierFact::parting
    bool isBySubgroup = false;
  };
  void addDivergence(uint32_t instruction, llvm::ArrayRef<uint32_t> callChain,
                     Parting parting);
  /// Some conflict is ordered by each of \p barriers, and by nothing else.
  void addConstraint(std::set<uint32_t> barriers) {
    Constraints.insert(std::move(barriers));
  }
  /// Records a load from a shared variable, or a store to it.
  void noteShared(spirv::Id variable, const std::string &name, AccessOp op);
  /// Records that \p lane accesses byte \p addressBytes, or one after it, of a
  /// shared variable of \p variableBytes: in workgroup 1 of \p dimension or,
  /// without it, in every workgroup. The first such access to each variable is
  /// kept.
  void addPastEnd(const SyncSite &site, std::optional<unsigned> dimension,
                  uint32_t lane, int64_t addressBytes, uint64_t variableBytes);
  /// What is known of the store \p site.
  WholeStore &wholeStore(const SyncSite &site) { return WholeStores[site]; }
  /// Several invocations may touch an element of \p variable, at any time.
  void noteCrossed(spirv::Id variable) { Crossed.insert(variable); }
  /// Nothing can be said about what this barrier is needed for.
  void keepBarrier(uint32_t instruction) { Constraints.insert({instruction}); }
  /// Later iterations of a loop may do what the walked ones have not done, so
  /// nothing can be said about what any barrier is needed for.
  void setUneven() { IsUneven = true; }
  bool isUneven() const { return IsUneven; }
  /// Not all iterations of some loop were executed: later ones may change what
  /// is stored after it.
  void setCut() { HasCutLoops = true; }

  void addUninitializedRead(const SyncSite &site, uint32_t lane,
                            std::optional<int64_t> addressBytes,
                            const std::set<std::string> &assumptions);
  /// The walk exceeded its budget. Most of it went to the loop whose header has
  /// the label id \p hottest.
  void setPartial(std::optional<uint32_t> hottest) {
    IsPartial = IsOverBudget = true;
    CutLoops.insert(hottest.value_or(kAllLoops));
  }
  /// The walk depends on defaults that the host may replace: nothing is said
  /// that would have to hold for all executions.
  void setSpecialized() { IsSpecialized = true; }
  /// Some instructions access memory that the walk does not see: nothing is
  /// said about what no invocation does.
  void setUnseen() { IsPartial = HasUnseen = true; }
  /// The shader reads lanes that subgroups of this size do not have.
  void setTooSmall() { IsTooSmall = true; }
  bool isTooSmall() const { return IsTooSmall; }
  /// Adds the findings of \p other, another walk.
  void join(const SyncFindings &other);
  /// Keeps only what \p other, with subgroups of another size, has found too.
  /// \p isDecisive: invocations that store different values there do so, as one
  /// value of a subgroup is several of smaller ones.
  void intersect(const SyncFindings &other, bool isDecisive,
                 const StoredVariables &stored);
  /// Marks accesses past the end as found with this subgroup size. intersect()
  /// removes the mark from those that both have found.
  void setPastEndsOf(unsigned subgroupSize);

  /// Whether some barrier orders nothing, as far as is known so far.
  bool hasRedundantBarriers() const {
    return !redundantBarriers(Constraints).empty();
  }
  /// Adds the constraints of \p other, which holds if lanes and invocations are
  /// paired in another order.
  void addReordered(const SyncFindings &other);

  SynchronizationFacts take();

  InvocationId invocation(uint32_t lane) const;

private:
  using RaceKey = std::tuple<SyncSite, SyncSite, RaceFact::Missing>;
  void addRace(const RaceKey &key, const Race &race);
  /// Calls \p mark with each race of a load and an atomic (indices into the
  /// module) for which \p holds does.
  void markLoads(llvm::function_ref<bool(const SyncSite &, uint32_t)> holds,
                 llvm::function_ref<void(Race &)> mark);
  /// Whether the module has a line for a Parting::decision.
  bool hasPlace(uint32_t decision) const;
  void joinBarrier(const BarrierFact &other);
  void joinShared(const SyncFindings &other);
  void joinWholeStores(const SyncFindings &other);
  bool hasPassed(const SyncSite &site) const;
  bool mayLack(const SyncSite &site, const StoredVariables &stored) const;
  bool isInCutLoop(uint32_t instruction) const;
  std::vector<DebugKey> keysOf(llvm::ArrayRef<uint32_t> callChain) const;
  RaceAccess accessOf(const SyncSite &site, uint32_t lane) const;
  RaceFact makeRace(const RaceKey &key, const Race &race) const;
  std::vector<WholeStoreFact> makeWholeStores() const;
  /// Barriers of which each constraint keeps another one.
  std::set<uint32_t>
  redundantBarriers(const std::set<std::set<uint32_t>> &constraints) const;

  const spirv::Module &M;
  std::array<uint32_t, 3> Size;
  std::map<RaceKey, Race> Races;
  std::map<uint32_t, BarrierFact> Barriers;
  /// By barrier and the calls that lead to it: the first Parting::decision
  /// where data decides who comes to it.
  std::map<std::pair<uint32_t, std::vector<uint32_t>>, uint32_t> DataDecisions;
  /// Barriers that no access has followed so far.
  llvm::SmallVector<uint32_t, 4> Unfollowed;
  std::set<uint32_t> Seen; ///< instructions that access ordered memory
  std::set<std::set<uint32_t>> Constraints;
  std::set<std::set<uint32_t>> ReorderedConstraints;
  /// Shared variables that were stored to so far, and those that were loaded
  /// from since the last barrier.
  std::set<spirv::Id> StoredShared, LoadedShared;
  /// By barrier: variables stored to before it, and those of them, with their
  /// names, that were loaded from after it.
  std::map<uint32_t, std::set<spirv::Id>> StoredBefore;
  std::map<uint32_t, std::map<spirv::Id, std::string>> HandedOn;
  std::set<spirv::Id> Crossed; ///< by noteCrossed()
  std::map<spirv::Id, PastEndFact> PastEnds;
  std::map<SyncSite, WholeStore> WholeStores;
  std::map<SyncSite, UninitializedReadFact> UninitializedReads;
  bool IsPartial = false;
  bool IsUneven = false;
  bool HasCutLoops = false;
  bool IsOverBudget = false;
  static constexpr uint32_t kAllLoops = ~0u;
  std::set<uint32_t> CutLoops; ///< by setPartial()
  bool HasUnseen = false;
  bool IsTooSmall = false; ///< setTooSmall()
  bool IsSpecialized = false;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCFINDINGS_H
