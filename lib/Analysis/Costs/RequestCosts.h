// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Costs of single requests over the workgroups that a walk stands for.
///
/// Enumerated symbols (ids of a range of workgroups) shift all addresses of a
/// request together. What matters of the shift is its residue modulo the sector
/// (or bank) size, so the totals over all workgroups follow from the number of
/// times that each residue occurs, exactly and without visiting them.
#ifndef WGLINT_LIB_ANALYSIS_COSTS_REQUESTCOSTS_H
#define WGLINT_LIB_ANALYSIS_COSTS_REQUESTCOSTS_H

#include "Costs/AccessRecords.h"
#include "Lanes/LaneGroups.h"
#include "Lanes/LaneMath.h"
#include "wglint/Analysis/AccessCost.h"
#include <unordered_map>
#include <vector>

namespace wglint {

/// The lanes of one request. Lanes that unknown symbols separate are in
/// different groups, whose distance is not known but large.
struct RequestView {
  std::array<int64_t, kMaxLanes> address;
  uint64_t mask = 0;
  unsigned laneCount = 0;
  unsigned firstLane = 0; ///< index in the workgroup of the first active lane
  unsigned base = 0;      ///< index in the workgroup of lane 0
  /// Indices into the offset's terms.
  llvm::SmallVector<unsigned, 4> uniformTerms, varyingTerms;
  bool isApartByLoop = false; ///< by the number of an iteration
  /// Lane masks; one if nothing separates lanes.
  llvm::SmallVector<uint64_t, 4> groups;
};

/// The request of the lanes \p first to \p last - 1, of which at least one is
/// active. std::nullopt, after asking for a split, where an enumerated symbol
/// separates lanes.
std::optional<RequestView> viewRequest(LaneMath &math, const AccessEvent &event,
                                       const LaneGroups &groups, unsigned first,
                                       unsigned last);

/// Costs of one request over all workgroups.
struct RequestSummary {
  MaybeCount cost, ideal, ways;
  unsigned __int128 allMin = 0, allMax = 0, allIdeal = 0;
  unsigned firstResidue = 0, worstResidue = 0;
  bool isBounded = false;
};

/// See the file comment.
class RequestCosts {
public:
  /// \p workgroupCount: how many workgroups one walk stands for.
  RequestCosts(LaneMath &math, llvm::ArrayRef<DeviceConfig> configs,
               uint64_t workgroupCount)
      : Math(math), Configs(configs), WorkgroupCount(workgroupCount) {}

  /// \p modulus: bytes of a sector or of a bank's word. The same few patterns
  /// of addresses occur again and again, so each is counted once.
  const RequestSummary &summaryOf(const AccessEvent &event, unsigned config,
                                  const RequestView &view, unsigned modulus);

private:
  struct Shift;

  void makeKey(const AccessEvent &event, unsigned config,
               const RequestView &view, const Shift &shift, unsigned step,
               unsigned modulus);
  std::vector<uint64_t> residueCounts(const Shift &shift,
                                      unsigned modulus) const;
  Shift shiftOf(const AccessEvent &event, llvm::ArrayRef<unsigned> terms,
                unsigned lane, unsigned modulus);
  unsigned unknownStepOf(const AccessEvent &event, const RequestView &view,
                         unsigned step, unsigned modulus) const;

  LaneMath &Math;
  llvm::ArrayRef<DeviceConfig> Configs;
  uint64_t WorkgroupCount;
  std::unordered_map<NumberKey, RequestSummary, HashNumberKey> Summaries;
  NumberKey Request; ///< the key that was made last
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_COSTS_REQUESTCOSTS_H
