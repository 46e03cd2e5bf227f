// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Turns the executions of accesses that a walk meets into counts: per request,
/// per workgroup and over the workgroups that the walk stands for.
#ifndef WGLINT_LIB_ANALYSIS_COSTS_ACCESSRECORDER_H
#define WGLINT_LIB_ANALYSIS_COSTS_ACCESSRECORDER_H

#include "Costs/ExecutionCosts.h"
#include "wglint/Analysis/Facts.h"
#include "wglint/SPIRV/Module.h"
#include "llvm/ADT/ArrayRef.h"
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
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

/// See the file comment.
class AccessRecorder {
public:
  using Key = AccessRecords::Key;

  /// As of ExecutionCosts.
  AccessRecorder(LaneMath &math, llvm::ArrayRef<DeviceConfig> configs,
                 unsigned subgroupSize, unsigned rowLength,
                 uint64_t workgroupCount)
      : Math(math), Configs(configs), SubgroupSize(subgroupSize),
        WorkgroupCount(workgroupCount),
        Executions(math, configs, subgroupSize, rowLength, workgroupCount) {}

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
  /// The workgroups that the walk stands for, where there is a dispatch, and
  /// the symbols of their ids (kNoSymbol where there is one value only); so
  /// that witnesses can name one.
  void setWorkgroups(const std::optional<WorkgroupBox> &box,
                     const std::array<SymbolId, 3> &symbols) {
    Box = box;
    IdSymbols = symbols;
  }

private:
  void describe(const AccessEvent &event, AccessRecord &record) const;
  void countRequests(const AccessEvent &event, AccessRecord &record) const;
  void add(const AccessEvent &event, const ExecutionCost &cost,
           const LaneGroups &groups, AccessRecord &record);
  void noteBound(SymbolId symbol, int64_t bound, AccessRecord &record);
  void noteTexel(const AccessEvent &event, AccessRecord &record) const;
  void noteOneTexel(const AccessEvent &event, AccessRecord &record) const;
  void noteReach(const AccessEvent &event, AccessRecord &record) const;
  void noteWorkgroupSteps(const AccessEvent &event, AccessRecord &record) const;
  void noteRepetition(const AccessEvent &event, AccessRecord &record) const;
  static void noteRun(const AccessEvent &event, AccessRecord &record);
  static void noteNarrowing(const AccessEvent &event, AccessRecord &record);
  static void noteStored(const AccessEvent &event, AccessRecord &record);
  void notePlainPart(const AccessEvent &event, AccessRecord &record) const;
  void noteRowStep(const AccessEvent &event, AccessRecord &record) const;
  Witness makeWitness(const AccessEvent &event, const LaneGroups &groups,
                      const WitnessPlace &place);
  void noteBase(const LaneValue &offsetBytes, const RequestView &view,
                Witness &witness);
  uint64_t baseId(const LaneValue &unknownPart, unsigned lane);
  std::array<uint64_t, 3> workgroupWithResidue(const AccessEvent &event,
                                               const RequestView &view,
                                               unsigned residue,
                                               unsigned modulus) const;

  LaneMath &Math;
  llvm::ArrayRef<DeviceConfig> Configs;
  unsigned SubgroupSize;
  uint64_t WorkgroupCount;
  std::optional<WorkgroupBox> Box;
  std::function<bool(const Key &)> IsDescribed;
  std::array<SymbolId, 3> IdSymbols{kNoSymbol, kNoSymbol, kNoSymbol};
  AccessRecords Records;
  KnownLaneGroups Groups;
  ExecutionCosts Executions;
  std::map<SymbolId, std::string> Names;
  std::map<std::vector<int64_t>, uint64_t> BaseIds;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_COSTS_ACCESSRECORDER_H
