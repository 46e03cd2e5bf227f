// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The bytes of a buffer that the invocations of a workgroup ask for, over all
/// executions of an access: how many in all, and how many distinct ones.
///
/// Computes: the union of the lanes' byte intervals, by the part of their
///   address that is unknown. `a[row * N + k]` asks for one set of intervals
///   for each value of `row`.
/// Assumes: addresses whose unknown parts differ share no byte.
/// Unknown when: an address depends on data, an unknown part of it may be one
///   number in one subgroup and another in the next, or there are more than a
///   million separate intervals.
/// Cost: a sort of the lanes of each execution that is not ascending, and one
///   of all intervals as often as their number doubles.
#ifndef WGLINT_LIB_ANALYSIS_COSTS_FOOTPRINT_H
#define WGLINT_LIB_ANALYSIS_COSTS_FOOTPRINT_H

#include "Lanes/LaneGroups.h"
#include "wglint/Analysis/BufferFacts.h"
#include <map>
#include <vector>

namespace wglint {

struct AccessRecord;

/// A set of bytes as intervals; duplicates are dropped now and then.
class ByteIntervals {
public:
  void add(ByteRange range) {
    // Most ranges follow the one before.
    if (!Ranges.empty() && range.begin >= Ranges.back().begin &&
        range.begin <= Ranges.back().end)
      Ranges.back().end = std::max(Ranges.back().end, range.end);
    else
      Ranges.push_back(range);
  }
  /// Adds \p other, each of its bytes moved by \p distance.
  void add(const ByteIntervals &other, int64_t distance);
  /// Makes the intervals ascending and disjoint.
  void normalize();
  /// normalize(), where enough has been added since the last time.
  void normalizeIfGrown();
  uint64_t bytes() const; ///< of normalized intervals
  /// From the first byte of normalized intervals to the last one.
  uint64_t spanBytes() const {
    return Ranges.empty() ? 0 : Ranges.back().end - Ranges.front().begin;
  }
  /// Blocks of \p blockBytes that normalized intervals touch.
  uint64_t blocks(unsigned blockBytes) const;
  size_t size() const { return Ranges.size(); }

private:
  std::vector<ByteRange> Ranges;
  size_t NormalizedSize = 0;
};

/// What the lanes of each group ask for, \p elementBytes each, beside \p at of
/// the first lane; normalized.
std::vector<ByteIntervals> bytesByGroup(const Lanes &at, unsigned elementBytes,
                                        const LaneSet &active,
                                        const LaneGroups &groups);

/// See the file comment.
class Footprint {
public:
  /// Adds an execution. \p loads: of \p elementBytes each; \p bytes: see
  /// bytesByGroup().
  void add(const LaneValue &offsetBytes, unsigned elementBytes, uint64_t loads,
           const LaneGroups &groups, llvm::ArrayRef<ByteIntervals> bytes);
  void add(const Footprint &other);
  /// From now on what is distinct is not known.
  void giveUp() { IsUnknown = true; }
  uint64_t requestedBytes() const { return RequestedBytes; }
  uint64_t distinctPerExecutionBytes() const { return PerExecutionBytes; }
  uint64_t loads() const { return Loads; }
  /// 0 where unknown.
  uint64_t distinctBytes();
  /// Blocks that hold a distinct byte, where unknown parts are multiples of
  /// \p blockBytes. 0 where unknown.
  uint64_t distinctBlocks(unsigned blockBytes);
  /// From the first byte to the last one. 0 where unknown, and where some
  /// addresses have other unknown parts than others.
  uint64_t spanBytes();

private:
  /// Monomials with their coefficients: which unknown part an address has.
  using UnknownPart = std::vector<int64_t>;
  void addRanges(const UnknownPart &part, const ByteIntervals &ranges,
                 int64_t distance);

  std::map<UnknownPart, ByteIntervals> Parts;
  uint64_t RequestedBytes = 0, PerExecutionBytes = 0, Loads = 0;
  bool IsUnknown = false;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_COSTS_FOOTPRINT_H
