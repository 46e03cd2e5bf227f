// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What is recorded of each access of a walk. Records can be taken back as far
/// as a mark.
#ifndef WGLINT_LIB_ANALYSIS_COSTS_ACCESSRECORDS_H
#define WGLINT_LIB_ANALYSIS_COSTS_ACCESSRECORDS_H

#include "Code/LoadedComponents.h"
#include "Costs/AccessEvent.h"
#include "Costs/Footprint.h"
#include "Costs/LaneStride.h"
#include "Lanes/LaneMath.h"
#include "wglint/Analysis/Facts.h"
#include "wglint/SPIRV/Module.h"
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace wglint {

/// Widens \p range to hold \p min and \p max.
void widenCount(MaybeCount &range, uint64_t min, uint64_t max);
/// The same of \p other, where there is one.
void widenCount(MaybeCount &range, const MaybeCount &other);

/// Sums for one device configuration; "Min" and "Max" bound what is not exact.
struct CostSums {
  uint64_t requestsMin = 0, requestsMax = 0;
  uint64_t costMin = 0, costMax = 0; ///< sectors or wavefronts of one workgroup
  uint64_t idealMin = 0, idealMax = 0;
  /// Over all workgroups that the walk stands for.
  unsigned __int128 allRequestsMin = 0, allRequestsMax = 0;
  unsigned __int128 allCostMin = 0, allCostMax = 0, allIdealMin = 0,
                    allIdealMax = 0;
  MaybeCount perRequest, idealPerRequest, conflictWays;
  bool isBounded = false; ///< some request's cost lies between two numbers
  bool isUnknown = false; ///< the device's rule is not documented
  std::optional<Witness> worst, first;
  /// See DeviceCost; what all executions have. Unset: there was none yet.
  std::optional<llvm::SmallVector<CostAtValue, 0>> atSmallValues;

  /// Counts a request that each of \p workgroups issues, or may issue.
  void addRequest(bool isMaybe, uint64_t workgroups);
  /// Adds what is combined alike of executions and of workgroups: all but the
  /// numbers of one workgroup and the witnesses.
  void addTotals(const CostSums &from);
};

/// Whether the iterations of an access's innermost loop have one address.
struct LoopRepetition {
  uint64_t serial = 0;     ///< of the loop's activation that was met last
  LaneValue offsetBytes;   ///< in that activation
  bool isRepeated = false; ///< some activation executes it more than once
  bool isVarying = false;  ///< with different addresses
};

/// Whether each iteration of a loop executes an access in lanes of those of the
/// iteration before alone, and in half of them at most.
struct LaneNarrowing {
  uint64_t serial = 0;   ///< of the loop's activation that was met last
  LaneSet active;        ///< in its last iteration
  LaneValue offsetBytes; ///< in its last iteration
  bool isBroken = false;
};

/// How lanes go through memory in the activations of a loop, of those that were
/// met and are over; see LaneTurns.
struct LaneRun {
  /// Longer ones are given up: a matrix has no more columns, and what more
  /// turns leave of a sector a cache may not hold until the last ones take it.
  static constexpr uint64_t kMaxTurns = 4;

  uint64_t serial = 0;   ///< of the loop's activation that was met last
  LaneSet active;        ///< in that activation
  LaneValue offsetBytes; ///< in its last iteration
  LaneTurns current;     ///< of that activation so far
  std::optional<LaneTurns> before; ///< of all others
  bool isBroken = false;

  /// Of all activations; std::nullopt where they differ or are not known.
  std::optional<LaneTurns> all() const;
};

/// By how much an id of a workgroup moves an access's addresses.
struct IdStep {
  std::optional<int64_t> bytes; ///< unset where the walk has one value only
  bool isOne = true;            ///< one number for all addresses
  void add(const IdStep &other);
};

/// Everything recorded of one access (instruction and call chain).
struct AccessRecord {
  AccessEvent first; ///< for what does not change; its lanes are not used
  WayFacts way;
  uint64_t epoch = 0;         ///< of the mark since which it is in the journal
  std::vector<CostSums> sums; ///< by configuration
  /// Another walk has noted all but the costs and what they assume.
  bool isDescribed = false;
  std::set<uint32_t> assumptions;
  /// "N is at least this", by the text for N: the largest bound that any
  /// request on any configuration needs.
  std::map<std::string, int64_t> lowerBounds;
  std::optional<UnknownReason> unknown;
  bool isOutside = false; ///< some execution has no lane inside of the array
  bool unknownTrip = false;
  bool isUniform = true;
  /// See AccessFact::reachedBytes; unset at the first address without a bound.
  std::optional<ByteRange> reachedBytes = ByteRange{INT64_MAX, INT64_MIN};
  bool reachIsTight = true;
  std::array<IdStep, 3> workgroupSteps; ///< of a dispatch, in ids of its walk
  IdStep nextWorkgroup;            ///< from a workgroup to its neighbour in x
  bool differsByWorkgroup = false; ///< some address may be another in another
  std::vector<TexelCoordinate> texel; ///< see AccessFact
  bool isOneTexel = true;             ///< see AccessFact
  LoopRepetition repetition;
  LaneNarrowing narrowing;              ///< of a store to shared memory
  LaneRun run;                          ///< of an access to global memory
  std::optional<ValueRange> stored;     ///< see AccessFact
  bool storesAnything = false;          ///< some store has no range
  bool hasPlainPart = false;            ///< see AccessFact
  std::optional<uint64_t> rowStepBytes; ///< see AccessFact
  bool isInAssumedRow = false;          ///< see AccessFact
  /// How often it was executed with known addresses, and the sum of the known
  /// parts of the first lanes' addresses in bytes, modulo 2^64: of accesses
  /// that keep their distance the sums differ by as often that.
  uint64_t executions = 0, addressSum = 0;
  double visits = 0; ///< see AccessFact
  /// Known parts of the first lane\'s addresses.
  ByteRange plainBytes{INT64_MAX, INT64_MIN};
  /// Of all pairs of neighbouring lanes, and of those within a row of a
  /// workgroup of which a subgroup has several.
  LaneStride stride, rowStride;
  std::optional<unsigned> misalignmentBytes;
  bool misalignmentIsConsistent = true;
  Footprint footprint; ///< of global memory
};

/// The records of one walk, by instruction and chain of calls.
class AccessRecords {
public:
  using Key = std::pair<uint32_t, std::vector<uint32_t>>;
  using Map = std::map<Key, std::shared_ptr<AccessRecord>>;

  const Map &all() const { return Records; }
  /// The record of \p key, made where there is none, in order to change it.
  AccessRecord &changeable(const Key &key);

  /// A point in the walk to which takeBack() goes back.
  using Mark = size_t;
  /// From here on each record is kept as it is before it changes. Marks nest;
  /// each is ended by takeBack() or keep(), the last one first.
  Mark mark();
  /// Forgets what was recorded since.
  void takeBack(Mark mark);
  /// What was recorded since \p mark stays.
  void keep(Mark mark);

private:
  Map Records;
  /// Records as they were when they were first changed after a mark; null:
  /// there was none.
  std::vector<std::pair<Key, std::shared_ptr<AccessRecord>>> Journal;
  unsigned OpenMarks = 0;
  uint64_t Epoch = 0; ///< number of the newest mark
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_COSTS_ACCESSRECORDS_H
