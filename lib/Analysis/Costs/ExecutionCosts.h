// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What one execution of an access by all subgroups of a workgroup adds to its
/// record. It follows from how the addresses differ and where the first one
/// lies among sectors, so executions that agree in that share their sums: those
/// of a loop's iterations mostly do.
#ifndef WGLINT_LIB_ANALYSIS_COSTS_EXECUTIONCOSTS_H
#define WGLINT_LIB_ANALYSIS_COSTS_EXECUTIONCOSTS_H

#include "Costs/Footprint.h"
#include "Costs/LaneStride.h"
#include "Costs/RequestCosts.h"

namespace wglint {

/// A request of an execution, as a witness of its cost.
struct WitnessPlace {
  unsigned subgroup = 0;
  unsigned residue = 0; ///< of the workgroup; see RequestCosts
  unsigned modulus = 1;
  uint64_t cost = 0;
};

/// See the file comment.
struct ExecutionCost {
  struct PerConfig {
    CostSums sums; ///< but for the witnesses
    std::optional<WitnessPlace> first, worst;
  };
  std::vector<PerConfig> configs;
  /// How large unknowns must be for the lanes that they separate to share no
  /// sector.
  llvm::SmallVector<std::pair<SymbolId, int64_t>, 1> bounds;
  std::vector<uint32_t> assumptions; ///< the same of several unknowns together
  /// An unknown that separates lanes and is known to be less than its bound.
  SymbolId small = kNoSymbol;
  /// As in AccessRecord; not set where only costs are wanted.
  bool isUniform = true;
  LaneStride stride, rowStride;
  std::optional<unsigned> misalignmentBytes;
  bool misalignmentIsConsistent = true;
  /// What each group asks for of global memory, beside the first lane's
  /// address; likewise.
  std::vector<ByteIntervals> bytes;
};

/// Counts executions, each kind of them once.
class ExecutionCosts {
public:
  /// \p rowLength is the size of the workgroup in x, \p workgroupCount how many
  /// workgroups one walk stands for.
  ExecutionCosts(LaneMath &math, llvm::ArrayRef<DeviceConfig> configs,
                 unsigned subgroupSize, unsigned rowLength,
                 uint64_t workgroupCount);

  /// Of an access whose address is known. \p isDescribed: only the costs are
  /// wanted. Holds until the next call.
  const ExecutionCost &of(const AccessEvent &event, const LaneGroups &groups,
                          bool isDescribed);

private:
  void makeKey(const AccessEvent &event, bool isDescribed);
  bool addRequests(const AccessEvent &event, const LaneGroups &groups,
                   bool isDescribed);
  bool countEachValue(const AccessEvent &event);
  bool countSmallValues(const AccessEvent &event);
  bool countAt(const AccessEvent &event, SymbolId symbol, int64_t value);
  bool addRequest(const AccessEvent &event, const LaneGroups &groups,
                  bool isDescribed, unsigned subgroup);
  void addCost(const AccessEvent &event, unsigned config,
               const RequestView &view, unsigned subgroup);
  void addStride(const AccessEvent &event, const LaneGroups &groups,
                 unsigned first, unsigned last);
  void addMisalignment(const AccessEvent &event, unsigned lane);
  void addBound(const AccessEvent &event, const RequestView &view,
                unsigned sectorBytes);

  LaneMath &Math;
  llvm::ArrayRef<DeviceConfig> Configs;
  unsigned SubgroupSize, RowLength;
  uint64_t WorkgroupCount;
  /// Moving all addresses by this many bytes changes no cost.
  int64_t PeriodBytes;
  RequestCosts Requests;
  struct Known {
    ExecutionCost cost;
    std::vector<LanePatternPtr> patterns; ///< see PatternKey
  };
  std::unordered_map<NumberKey, Known, HashNumberKey> KnownCosts;
  PatternKey Key;     ///< the one that was made last
  ExecutionCost Cost; ///< what is being counted
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_COSTS_EXECUTIONCOSTS_H
