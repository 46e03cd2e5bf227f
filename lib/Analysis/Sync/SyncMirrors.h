// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Elements that are looked at from the other end: `a[n - 1 - i]` against
/// `a[i]`, behind `i < n`. Whatever the host's number n is, if there are two
/// elements then two invocations meet. Behind `i < n / 2` none do, or who does
/// is not said here.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCMIRRORS_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCMIRRORS_H

#include "Flow/Flow.h"
#include "Sync/SyncAddresses.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <vector>

namespace wglint {

/// One of two accesses, to a buffer or an image.
struct MirrorSide {
  llvm::ArrayRef<LaneValue> place; ///< byte offset, or coordinates
  const LaneSet &active;
  llvm::ArrayRef<const Context *> chain; ///< guards and trips alone
};

/// Two lanes of the first workgroup that meet where a number of the host's is
/// this one.
struct HostMeeting {
  SymbolId symbol;
  int64_t number;
  unsigned firstLane, secondLane;
  std::vector<int64_t> at; ///< what is known of the place, by component
  /// These lanes of two neighbouring workgroups meet as well: of a mirror where
  /// the number is twice as large, of a shift at the same number.
  struct Across {
    unsigned dimension;
    unsigned firstLane, secondLane;
  };
  std::optional<Across> across = std::nullopt;
};

/// Where a lane of \p first meets another one of \p second, for each number
/// from 2 up to the workgroup's invocations that is tried: the greatest of
/// these. Both have to be behind a guard that compares with that number, and no
/// guard may let one of the two lanes through by another number than the other
/// one. Cost: a look at each lane for some numbers.
std::optional<HostMeeting> findMirror(const SyncWalk &walk,
                                      const LaneMath &math,
                                      const MirrorSide &first,
                                      const MirrorSide &second);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCMIRRORS_H
