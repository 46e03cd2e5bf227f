// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Listens to a walk and finds races, barriers that nothing needs, barriers
/// that not all invocations reach, and reads of shared memory that nothing has
/// written; docs/analyses/Synchronization.md says how. Of the public members
/// barrier() and parted() are in SyncBarriers.cpp, loopEnds(), wantsTrial() and
/// endTrial() in SyncUnseen.cpp.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCRECORDER_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCRECORDER_H

#include "Code/StoredVariables.h"
#include "Sync/DataOrigins.h"
#include "Sync/ShadowMemory.h"
#include "Sync/SyncAddresses.h"
#include "Sync/SyncAnnounced.h"
#include "Sync/SyncComponents.h"
#include "Sync/SyncConditions.h"
#include "Sync/SyncDivergence.h"
#include "Sync/SyncFindings.h"
#include "Sync/SyncHandOver.h"
#include "Sync/SyncHoisted.h"
#include "Sync/SyncIterations.h"
#include "Sync/SyncMirrors.h"
#include "Sync/SyncNeighbours.h"
#include "Sync/SyncSingles.h"
#include "Sync/SyncUnwritten.h"
#include "Walk/WalkObserver.h"
#include <map>

namespace wglint {

class SyncWorkgroups;

/// See the file comment. One object listens to one walk.
class SyncRecorder : public WalkObserver {
public:
  SyncRecorder(const SyncWalk &walk, LaneMath &math, SyncFindings &findings);
  ~SyncRecorder() override;

  void access(const AccessEvent &event,
              const AccessCircumstances &circumstances) override;
  void unknownAccess() override { Findings.setUnseen(); }
  void barrier(const BarrierEvent &event, const Flow &flow) override;
  void parted(uint32_t branch, const LaneSet &lanes) override;
  void waited() override { IsUnsure |= !isInTrial(); }
  void loopBegins() override { Iterations.begin(); }
  void iterationEnds() override { Iterations.endIteration(); }
  void loopEnds(const spirv::Function &f, uint32_t header, bool isCut) override;
  bool wantsTrial() const override;
  void beginTrial() override { Trials.push_back(Iterations.depth()); }
  void endTrial(bool isWhole) override;
  void equalResults(SymbolId symbol, LanePair lanes) override;
  void readPastSubgroup() override;
  void made(const MadeEvent &event) override;
  /// To be called after the walk. \p isComplete: it was walked to its end.
  void finish(bool isComplete);

private:
  using Place = llvm::SmallVector<LaneValue, 3>; ///< byte offset, coordinates
  /// An access whose lanes have one unknown part in their address.
  struct ShiftedAccess {
    AccessOp op = AccessOp::Load;
    AccessStamp stamp; ///< but for the lane
    LaneSet active;
    Place place;
    RangesPtr ranges; ///< of symbols, on its path
    uint32_t requestBytes;
    RequestBytes idle; ///< Idleness::bytes
  };
  /// An access and the range that it may touch, whatever the unknowns are.
  struct ReachingStamp {
    AccessStamp stamp;
    Interval reach;
    LaneValue start; ///< startOf()
    bool isOfAll;    ///< takesAll()
  };
  /// The latest access that wrote to a variable, if it was a plain store.
  struct OwnStore {
    uint32_t control = 0, value = 0; ///< as in AccessStamp
    uint32_t requestBytes = 0;
    LaneSet active;
    std::vector<LaneAddress> addresses;
  };
  struct Variable {
    MemoryClass memory = SharedClass;
    bool mayBeAnother = false; ///< another variable may name the same memory
    bool mayBeStored = true;
    std::array<Moments, 3> all, unknown; ///< by AccessOp
    std::map<uint16_t, Moments> atomics; ///< by commutingOpcode()
    /// The region of all known addresses; ~0u: there are several.
    std::optional<uint32_t> region;
    /// By site, the latest plain access at a known address, and the latest
    /// atomic or load from shared memory at an address that data decides.
    std::map<uint32_t, ReachingStamp> plain, scattered;
    /// Barriers before the last load at an address that this data decides.
    std::map<SymbolId, uint32_t> scatteredLoads;
    std::map<uint32_t, ShiftedAccess> latest; ///< by site
    /// Where stores outside of loops store, and the number of barriers before.
    std::vector<std::pair<Place, uint32_t>> storedTo;
    uint64_t sharedBytes = 0; ///< size of a shared variable
    std::optional<OwnStore> latestStore;
  };
  /// A race by a shift. Stores to both of its ends would speak against it.
  struct ShiftedRace {
    const Variable *variable;
    Place first, second;
    uint32_t firstControl, secondControl; ///< barriers before them
    uint32_t firstSite, secondSite;
    SyncFindings::Race race;
  };
  struct BarrierRun {
    uint32_t control = 0, context = 0; ///< of the barrier's last execution
  };
  /// The access that is being looked at.
  struct Current {
    const AccessEvent &event;
    const AccessCircumstances &circumstances;
    uint32_t site;
    Variable &variable;
    AccessStamp stamp; ///< but for the lane
    llvm::ArrayRef<LaneAddress> addresses;
    Idleness idle{};
    /// Site and stamp of the other access, whether its value was the same or
    /// what is used was kept, and isLoadWithinSubgroup().
    using Conflict =
        std::tuple<uint32_t, uint32_t, uint32_t, uint32_t, bool, bool>;
    std::set<Conflict> seen{};      ///< conflicts already looked at
    std::optional<Conflict> last{}; ///< the newest of these
  };

  // SyncRecorder.cpp: accesses one by one, and the conflicts among them.
  uint32_t siteNumber(const AccessEvent &event);
  Variable &variable(const AccessEvent &event);
  std::set<std::string> assumptionTexts(const Current &now) const;
  void setStamp(Current &now);
  void noteOrdering(const Current &now);
  void noteAnnounced(const Current &now);
  void noteStore(Current &now, std::vector<LaneAddress> addresses);
  bool isInTrial() const { return !Trials.empty(); }
  void tryAccess(const AccessEvent &event,
                 const AccessCircumstances &circumstances, const Variable &v);
  bool isOrdered(const Variable &v) const;
  void accessShared(const Current &now);
  void accessLane(Current &now, unsigned lane, const LaneAddress &address);
  void foundConflict(Current &now, const ShadowEntry &entry,
                     const AccessStamp &other, bool isKept, unsigned lane,
                     const LaneAddress &address);
  uint32_t ownStoreSeen(const Current &now) const;
  bool isKeptThere(const Current &now, Decisions::Tree kept,
                   uint32_t context) const;
  bool leavesSameValue(const Current &now, const AccessStamp &other,
                       unsigned lane);
  bool isUpdate(const Current &now, const ShadowEntry &entry,
                const AccessStamp &other) const;
  void complete(SyncFindings::Race &race, const Current &now,
                const AccessStamp &other,
                const SyncConditions::Together &together) const;
  void addRace(Current &now, uint32_t otherSite, const AccessStamp &other,
               const SyncConditions::Together &together,
               SyncFindings::Race race);
  // SyncPastEnd.cpp: shared memory past its end.
  void checkPastEnd(const Current &now);
  // SyncScatter.cpp: races at elements that data picks.
  void meetScattered(Current &now, llvm::ArrayRef<LaneAddress> addresses);
  void meetCrowded(Current &now);
  void meetEqual(Current &now);
  SymbolId scatteringSymbol(const Current &now) const;
  std::optional<int64_t> elementsPicked(const Current &now) const;
  std::optional<DataOrigin> cellsOf(const Current &now) const;
  bool isOpenToAll(const Current &now, const DataOrigin &cells) const;
  bool isOpenPick(const Current &now) const;
  Interval reachOf(const AccessEvent &event, const Flow &flow);
  void addRaceWithItself(Current &now, unsigned first,
                         const SyncConditions::Together &together,
                         SyncFindings::Race race);

  // SyncOffsets.cpp: races at addresses that a number of the host's shifts.
  void noteStoredTo(const Current &now, const Place &place);
  static bool areBothStoredTo(const ShiftedRace &found);
  bool isBoundedThrough(SymbolId symbol, uint32_t context) const;
  std::optional<HostMeeting> shiftOf(const ShiftedAccess &first,
                                     const ShiftedAccess &second) const;
  void meetShifted(Current &now, const LaneGroups &groups);
  void meetShifted(const Current &now, const ShiftedAccess &mine,
                   uint32_t otherSite, const ShiftedAccess &other);
  void addMirroredRace(const Current &now, uint32_t otherSite,
                       const HostMeeting &meeting, SyncFindings::Race race);
  std::optional<SyncFindings::Race> raceOf(const Current &now,
                                           uint32_t otherSite,
                                           const ShiftedAccess &other,
                                           const HostMeeting &meeting);
  void addShiftedRaces();

  // SyncBarriers.cpp: what barriers order.
  void noteShared(const Current &now);
  void noteVariable(Current &now, llvm::ArrayRef<LaneAddress> addresses);
  bool isUnseparated(uint32_t control, uint32_t a, uint32_t b) const;
  void constrain(uint32_t control, uint32_t contextA, uint32_t contextB);
  void constrainUnknown(Current &now, bool hasUnknown, bool hasKnown);
  uint16_t commutingOpcode(uint32_t instruction);
  void constrainAtomics(Current &now);
  void constrainAliases(Current &now);
  void constrainHandOver(const Current &now);

  SyncWalk Walk;
  LaneMath &Math;
  SyncFindings &Findings;
  ValueSources Sources;
  /// Atomics that may change places with others of their opcode, unnoticed.
  std::optional<std::set<uint32_t>> CommutingAtomics;
  SyncConditions Conditions;
  SyncDivergence Divergences{Walk, Math, Conditions, Findings};
  uint32_t Unconditional = Conditions.number(nullptr); ///< no condition
  SyncComponents Components;
  AddressMap Addresses;
  SyncOrdering Ordering;
  SyncHandOver HandOver;
  SyncAnnounced Announced;
  ShadowMemory Shadow;
  std::unique_ptr<SyncWorkgroups> Workgroups;
  SyncHoisted Hoisted;
  SyncSingles Singles;
  SyncNeighbours Neighbours;
  SyncUnwritten Unwritten;
  SyncIterations Iterations;
  std::vector<size_t> Trials; ///< loops around each trial that the walk is in
  bool HasBarriers, OrdersOthers; ///< any; for buffers or images
  bool HasOtherSubgroups = Walk.laneCount > Walk.subgroupSize;
  std::map<SyncSite, uint32_t> SiteNumbers;
  std::vector<SyncSite> Sites;
  std::vector<Value> Values; ///< stored values; 0: none
  std::map<uint32_t, Variable> Variables;
  std::map<uint32_t, BarrierRun> Barriers; ///< by instruction
  std::vector<uint32_t> RunContexts;       ///< of all executions of barriers
  uint32_t Control = 0, SubgroupSync = 0;
  std::array<uint32_t, 3> Fences{}, DispatchFences{}; ///< by MemoryClass
  /// What leavesSameValue() has compared last: values and lanes.
  std::pair<std::array<uint32_t, 4>, bool> LastCompared{};
  bool IsUnsure = false; ///< invocations may have waited for each other
  std::set<std::tuple<uint32_t, uint32_t, uint32_t>> Constrained;
  std::map<SymbolId, LanePair> EqualResults;
  std::set<std::pair<uint32_t, uint32_t>> ShiftsTried; ///< pairs of sites
  std::vector<ShiftedRace> ShiftedRaces;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCRECORDER_H
