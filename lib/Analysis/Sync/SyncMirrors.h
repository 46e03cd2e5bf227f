// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Elements that are also accessed from the other end: `a[n - 1 - i]` beside
/// `a[i]`, behind `i < n`. Whatever the host's number n is, two invocations
/// meet if there are two elements. Behind `i < n / 2` none do; that case, and
/// others that are not clear, are not reported here.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCMIRRORS_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCMIRRORS_H

#include "Flow/Flow.h"
#include "Sync/SyncAddresses.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <vector>

namespace wglint {

/// One of two accesses to a buffer or an image.
struct MirrorSide {
  llvm::ArrayRef<LaneValue> place; ///< byte offset, or coordinates
  const LaneSet &active;
  llvm::ArrayRef<const Context *> chain; ///< only guards and trips
};

/// Two lanes of the first workgroup that meet if a number of the host's has a
/// certain value.
struct HostMeeting {
  SymbolId symbol; ///< the number of the host's
  int64_t number;  ///< its value
  unsigned firstLane, secondLane;
  std::vector<int64_t> at; ///< the known part of the place, by component
  /// Lanes of two neighbouring workgroups that meet as well: for a mirror if
  /// the number is twice as large, for a shift at the same number.
  struct Across {
    unsigned dimension;
    unsigned firstLane, secondLane;
  };
  std::optional<Across> across = std::nullopt;
};

/// The meeting of a lane of \p first and another lane of \p second, if there is
/// one for every number that is tried, from 2 to the number of invocations of a
/// workgroup; the one for the largest. Both accesses have to be behind a guard
/// that compares with that number, and no guard may let one of the lanes
/// through by a different number. Cost: a look at each lane for some numbers.
std::optional<HostMeeting> findMirror(const SyncWalk &walk,
                                      const LaneMath &math,
                                      const MirrorSide &first,
                                      const MirrorSide &second);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCMIRRORS_H
