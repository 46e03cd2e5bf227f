// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Shared memory at an index that follows the workgroup's id: all but the first
/// workgroup are past its end.
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

/// Looks at the second workgroup of each dimension, the others being whichever
/// they are: where that is past the end, so are all that come after it. Only
/// where nothing is assumed: a bound, or the least of the index and a number,
/// may keep that workgroup from it.
void SyncRecorder::checkPastEnd(const Current &now) {
  if (now.event.offsetBytes.isConcrete() || !now.event.assumptions.empty() ||
      !Conditions.isPlain(now.stamp.context) ||
      Conditions.isEdge(now.stamp.context))
    return;
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
      Interval reach = rangeInLane(now.event.offsetBytes, Walk.symbols, lane);
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
