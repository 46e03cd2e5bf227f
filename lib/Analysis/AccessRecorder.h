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

#include "AccessRecords.h"
#include "LaneMath.h"
#include "wglint/Analysis/Facts.h"
#include "wglint/SPIRV/Module.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/xxhash.h"
#include <functional>
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

/// Cost of one request, or of its groups together.
struct RequestCost {
  uint64_t min = 0, max = 0, ideal = 0; ///< sectors or wavefronts
  MaybeCount ways;                      ///< shared memory only
};

/// See the file comment.
class AccessRecorder {
public:
  using Key = AccessRecords::Key;

  /// \p workgroupCount: how many workgroups one walk stands for.
  AccessRecorder(LaneMath &math, llvm::ArrayRef<DeviceConfig> configs,
                 unsigned subgroupSize, uint64_t workgroupCount)
      : Math(math), Configs(configs), SubgroupSize(subgroupSize),
        WorkgroupCount(workgroupCount) {}

  void record(const AccessEvent &event);
  const std::map<Key, std::shared_ptr<AccessRecord>> &records() const {
    return Records.all();
  }
  /// To take back what a loop records that turns out not to be executed.
  AccessRecords &changes() { return Records; }
  /// Of accesses for which \p isDescribed holds only costs are wanted.
  void setDescribed(std::function<bool(const Key &)> isDescribed) {
    IsDescribed = std::move(isDescribed);
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
      return llvm::xxh3_64bits(
          llvm::ArrayRef(reinterpret_cast<const uint8_t *>(key.data()),
                         key.size() * sizeof(int64_t)));
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
  std::function<bool(const Key &)> IsDescribed;
  std::array<SymbolId, 3> IdSymbols{kNoSymbol, kNoSymbol, kNoSymbol};
  AccessRecords Records;
  std::unordered_map<SummaryKey, RequestSummary, HashSummaryKey> Summaries;
  SummaryKey Request; ///< the key that was made last
  std::map<SymbolId, std::string> Names;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_ACCESSRECORDER_H
