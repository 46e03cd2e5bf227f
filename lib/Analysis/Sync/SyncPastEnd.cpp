// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Shared memory past its end: in every workgroup, or, at an index that follows
/// the workgroup's id, in all but the first.
#include "Sync/SyncRecorder.h"

using namespace wglint;

/// What holds on the path where \p symbol is 1; nullptr where it cannot be.
static RangesPtr withOne(const SymbolTable &symbols, SymbolId symbol) {
  SymbolRange range = symbols.range(symbol);
  if (range.min > 1 || (!range.isUnbounded && range.max < 1))
    return nullptr;
  auto ranges = symbols.ranges()
                    ? std::make_shared<SymbolRanges>(*symbols.ranges())
                    : std::make_shared<SymbolRanges>();
  (*ranges)[symbol] = {1, 1, false};
  return ranges;
}

/// The first lane that is past the end of \p bytes. What has wrapped around,
/// `s[id - 1u]`, is in front of the variable.
static std::optional<unsigned> firstPastEnd(const AccessEvent &event,
                                            int64_t bytes) {
  for (unsigned lane : event.active.set_bits())
    if (int64_t at = event.offsetBytes.constant[lane];
        at >= bytes && at <= INT32_MAX)
      return lane;
  return std::nullopt;
}

/// Where addresses are numbers, each workgroup has the same, and who would be
/// kept from one past the end by a condition is not active. Else looks at the
/// second workgroup of each dimension, the others being whichever they are:
/// where that is past the end, so are all that come after it. Only where
/// nothing is assumed: a bound, or the least of the index and a number, may
/// keep that workgroup from it.
void SyncRecorder::checkPastEnd(const Current &now) {
  if (!now.event.assumptions.empty() ||
      !Conditions.isPlain(now.stamp.context) ||
      Conditions.isEdge(now.stamp.context))
    return;
  const LaneValue &at = now.event.offsetBytes;
  if (at.isConcrete()) {
    auto lane = firstPastEnd(now.event, now.variable.sharedBytes);
    // A loop may end before the iterations that are walked.
    if (lane && !Conditions.isInOpenLoop(now.stamp.context))
      Findings.addPastEnd(Sites[now.site], std::nullopt, *lane,
                          at.constant[*lane], now.variable.sharedBytes);
    return;
  }
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    SymbolId id = Walk.workgroupIds[dimension];
    bool isAlone = Walk.dispatch && (*Walk.dispatch)[dimension] < 2;
    RangesPtr inSecond =
        id == kNoSymbol || isAlone ? nullptr : withOne(Walk.symbols, id);
    if (!inSecond)
      continue;
    RangesPtr before = Walk.symbols.ranges();
    Walk.symbols.setRanges(inSecond);
    bool isFound = false;
    for (int lane = now.event.active.find_first(); lane >= 0 && !isFound;
         lane = now.event.active.find_next(lane)) {
      Interval reach = rangeInLane(at, Walk.symbols, lane);
      isFound =
          !reach.isUnboundedBelow && reach.min >= now.variable.sharedBytes;
      if (isFound)
        Findings.addPastEnd(Sites[now.site], dimension, lane,
                            int64_t(reach.min), now.variable.sharedBytes);
    }
    Walk.symbols.setRanges(before);
    if (isFound)
      return; // one place says it of the variable
  }
}
