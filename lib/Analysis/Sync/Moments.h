// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// When accesses were, as far as barriers order them.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_MOMENTS_H
#define WGLINT_LIB_ANALYSIS_SYNC_MOMENTS_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace wglint {

/// Kinds of memory that memory barriers tell apart.
enum MemoryClass : uint8_t { SharedClass, BufferClass, ImageClass };

/// When accesses of one kind were: barriers and memory barriers before them,
/// and under which conditions (SyncConditions::number()).
struct Moment {
  uint32_t control = 0, fence = 0, context = 0;
};

/// The latest one, and before it the latest with fewer barriers before it:
/// the last barrier may have to keep away what came first.
class Moments {
public:
  /// \p unconditional: the number of no condition.
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
