// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// When accesses happened, as far as barriers order them.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_MOMENTS_H
#define WGLINT_LIB_ANALYSIS_SYNC_MOMENTS_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace wglint {

/// The kinds of memory that memory barriers distinguish.
enum MemoryClass : uint8_t { SharedClass, BufferClass, ImageClass };

/// When an access happened: how many barriers and memory barriers came before
/// it, and under which conditions it was (a number of
/// SyncConditions::number()).
struct Moment {
  uint32_t control = 0, fence = 0, context = 0;
};

/// The last moment, and the last one in an earlier barrier interval. The second
/// is kept as the newest barrier may have to order it against what comes next.
class Moments {
public:
  /// \p unconditional is the number that stands for no condition.
  void note(const Moment &now, uint32_t unconditional) {
    if (All.empty() || All.back().control != now.control) {
      All.push_back(now);
    } else {
      // Of two under different conditions, one or the other is there.
      bool isUnderOne = All.back().context == now.context;
      All.back() = now;
      if (!isUnderOne)
        All.back().context = unconditional;
    }
    if (All.size() > 2)
      All.erase(All.begin());
  }
  auto begin() const { return All.begin(); }
  auto end() const { return All.end(); }

private:
  llvm::SmallVector<Moment, 2> All;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_MOMENTS_H
