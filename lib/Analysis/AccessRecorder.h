// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Turns the executions of accesses that a walk meets into counts: per request,
/// per workgroup and over the workgroups that the walk stands for.
///
/// Enumerated symbols (ids of a range of workgroups) shift all addresses of a
/// request together. What matters of the shift is its residue modulo the sector
/// (or bank) size, so the totals over all workgroups follow from the number of
/// times that each residue occurs, exactly and without visiting them.
#ifndef WGLINT_LIB_ANALYSIS_ACCESSRECORDER_H
#define WGLINT_LIB_ANALYSIS_ACCESSRECORDER_H

#include "Footprint.h"
#include "LaneMath.h"
#include "wglint/Analysis/Facts.h"
#include "wglint/SPIRV/Module.h"
#include "llvm/ADT/Hashing.h"
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace wglint {

/// An arithmetic progression of ids in one dimension: first + step * [0,
/// count).
struct IdRange {
  uint64_t first = 0;
  uint64_t step = 1;
  uint64_t count = 1;
};
/// The workgroups that one walk stands for.
using WorkgroupBox = std::array<IdRange, 3>;

/// One run through a loop, from its entry to its end.
struct LoopActivation {
  uint64_t serial = 0; ///< running number in the walk; 0: not in a loop
  /// The events of one pass stand for all iterations.
  bool isSummary = false;
  SymbolId mark = 0; ///< older symbols do not change in the loop
  /// Uniforms that the conditions which end it, or a loop around it, compare
  /// with.
  llvm::SmallVector<SymbolId, 2> bounds;
};

/// One execution of one access by all subgroups of a workgroup.
struct AccessEvent {
  uint32_t instruction = 0;        ///< index into the module
  std::vector<uint32_t> callChain; ///< indices of the calls, innermost first
  MemorySpace space = MemorySpace::Global;
  AccessOp op = AccessOp::Load;
  spirv::Id variable = spirv::Id::None;
  int member = -1; ///< member of the block, -1: none
  std::string name;
  LaneValue offsetBytes;                 ///< within the variable, 64 bits wide
  llvm::SmallVector<LaneValue, 3> texel; ///< coordinates, of an image access
  unsigned requestBytes = 0;             ///< bytes per lane of this request
  unsigned elementBytes = 0;             ///< bytes per lane of the whole access
  unsigned declaredAlignment = 1; ///< bytes; of the address of the whole access
  LaneSet active;
  bool isMaybe = false;     ///< `active` is an upper bound
  bool unknownTrip = false; ///< in a loop whose number of iterations is unknown
  unsigned loopDepth = 0;
  uint32_t loop = 0;         ///< label of the innermost loop's header, 0: none
  LoopActivation activation; ///< of the innermost loop around, calls included
  /// Range of the integers that a store stores, where it has one.
  std::optional<ValueRange> stored;
  std::set<uint32_t> assumptions;
  std::optional<UnknownReason> unknown; ///< the address is not modelled at all
};

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
};

/// Cost of one request, or of its groups together.
struct RequestCost {
  uint64_t min = 0, max = 0, ideal = 0; ///< sectors or wavefronts
  MaybeCount ways;                      ///< shared memory only
};

/// Whether the iterations of an access's innermost loop have one address.
struct LoopRepetition {
  uint64_t serial = 0;     ///< of the loop's activation that was met last
  LaneValue offsetBytes;   ///< in that activation
  bool isRepeated = false; ///< some activation executes it more than once
  bool isVarying = false;  ///< with different addresses
};

/// Everything recorded of one access (instruction and call chain).
struct AccessRecord {
  AccessEvent first; ///< for what does not change; its lanes are not used
  std::vector<CostSums> sums; ///< by configuration
  /// Another walk has noted all but the costs and what they assume.
  bool isDescribed = false;
  std::set<uint32_t> assumptions;
  /// "N is at least this", by the text for N: the largest bound that any
  /// request on any configuration needs.
  std::map<std::string, int64_t> lowerBounds;
  std::optional<UnknownReason> unknown;
  bool unknownTrip = false;
  bool isUniform = true;
  /// See AccessFact::reachedBytes; unset at the first address without a bound.
  std::optional<ByteRange> reachedBytes = ByteRange{INT64_MAX, INT64_MIN};
  bool reachIsTight = true;
  std::vector<TexelCoordinate> texel; ///< see AccessFact
  LoopRepetition repetition;
  std::optional<ValueRange> stored; ///< see AccessFact
  bool storesAnything = false;      ///< some store has no range
  bool hasPlainPart = false;        ///< see AccessFact
  /// Known parts of the first lane\'s addresses.
  ByteRange plainBytes{INT64_MAX, INT64_MIN};
  // Stride: consistent over everything recorded so far?
  bool strideIsConsistent = true;
  std::optional<int64_t> strideBytes;
  std::string strideText;
  std::optional<unsigned> misalignmentBytes;
  bool misalignmentIsConsistent = true;
  Footprint footprint; ///< of global memory
};

/// See the file comment.
class AccessRecorder {
public:
  using Key = std::pair<uint32_t, std::vector<uint32_t>>;

  /// \p workgroupCount: how many workgroups one walk stands for.
  AccessRecorder(LaneMath &math, llvm::ArrayRef<DeviceConfig> configs,
                 unsigned subgroupSize, uint64_t workgroupCount)
      : Math(math), Configs(configs), SubgroupSize(subgroupSize),
        WorkgroupCount(workgroupCount) {}

  void record(const AccessEvent &event);
  const std::map<Key, std::shared_ptr<AccessRecord>> &records() const {
    return Records;
  }
  /// What has been recorded so far, to take back what comes after. Records are
  /// shared until they change, so a snapshot costs a pointer for each.
  using Snapshot = std::map<Key, std::shared_ptr<AccessRecord>>;
  Snapshot snapshot() const { return Records; }
  void restore(Snapshot snapshot) { Records = std::move(snapshot); }
  /// Of accesses that are in \p facts only costs are wanted.
  void setDescribed(const std::map<Key, AccessFact> &facts) {
    Described = &facts;
  }
  /// The workgroups that the walk stands for and the symbols of their ids
  /// (kNoSymbol where there is one value only); so that witnesses can name one.
  void setWorkgroups(const WorkgroupBox &box,
                     const std::array<SymbolId, 3> &symbols) {
    Box = box;
    IdSymbols = symbols;
  }

private:
  struct Shift;
  struct RequestView;
  /// Costs of one request over all workgroups.
  struct RequestSummary {
    MaybeCount cost, ideal, ways;
    unsigned __int128 allMin = 0, allMax = 0, allIdeal = 0;
    unsigned firstResidue = 0, worstResidue = 0;
    bool isBounded = false;
  };
  using SummaryKey = std::vector<int64_t>;
  struct HashSummaryKey {
    size_t operator()(const SummaryKey &key) const {
      return llvm::hash_combine_range(key.begin(), key.end());
    }
  };

  void describe(const AccessEvent &event, AccessRecord &record,
                const LaneGroups &groups) const;
  void recordRequest(const AccessEvent &event, AccessRecord &record,
                     const LaneGroups &groups, unsigned subgroup);
  bool separateTerms(const AccessEvent &event, RequestView &view);
  static void separateLanes(RequestView &view, const LaneGroups &groups);
  void addCost(const AccessEvent &event, CostSums &sums, unsigned config,
               const RequestView &view, unsigned subgroup);
  const RequestSummary &summaryOf(const AccessEvent &event, unsigned config,
                                  const RequestView &view, unsigned modulus);
  void makeKey(const AccessEvent &event, unsigned config,
               const RequestView &view, const Shift &shift, unsigned step,
               unsigned modulus);
  std::vector<uint64_t> residueCounts(const Shift &shift,
                                      unsigned modulus) const;
  void noteTexel(const AccessEvent &event, AccessRecord &record) const;
  void noteReach(const AccessEvent &event, AccessRecord &record) const;
  void noteRepetition(const AccessEvent &event, AccessRecord &record) const;
  static void noteStored(const AccessEvent &event, AccessRecord &record);
  void notePlainPart(const AccessEvent &event, AccessRecord &record) const;
  void noteStride(const AccessEvent &event, AccessRecord &record,
                  const LaneGroups &groups, unsigned first, unsigned last);
  void noteMisalignment(const AccessEvent &event, AccessRecord &record,
                        unsigned lane) const;
  Shift shiftOf(const AccessEvent &event, llvm::ArrayRef<unsigned> terms,
                unsigned lane, unsigned modulus);
  unsigned unknownStepOf(const AccessEvent &event, const RequestView &view,
                         unsigned step, unsigned modulus) const;
  RequestCost costAtResidue(const AccessEvent &event,
                            const DeviceProfile &device,
                            const RequestView &view, unsigned residue,
                            unsigned step, unsigned modulus) const;
  Witness makeWitness(const AccessEvent &event, const RequestView &view,
                      unsigned subgroup, uint64_t cost, unsigned residue,
                      unsigned modulus) const;
  std::array<uint64_t, 3> workgroupWithResidue(const AccessEvent &event,
                                               const RequestView &view,
                                               unsigned residue,
                                               unsigned modulus) const;
  void assumeDisjoint(const AccessEvent &event, AccessRecord &record,
                      const RequestView &view, unsigned sectorBytes);

  LaneMath &Math;
  llvm::ArrayRef<DeviceConfig> Configs;
  unsigned SubgroupSize;
  uint64_t WorkgroupCount;
  std::optional<WorkgroupBox> Box;
  const std::map<Key, AccessFact> *Described = nullptr;
  std::array<SymbolId, 3> IdSymbols{kNoSymbol, kNoSymbol, kNoSymbol};
  std::map<Key, std::shared_ptr<AccessRecord>> Records;
  std::unordered_map<SummaryKey, RequestSummary, HashSummaryKey> Summaries;
  SummaryKey Request; ///< the key that was made last
  std::map<SymbolId, std::string> Names;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_ACCESSRECORDER_H
