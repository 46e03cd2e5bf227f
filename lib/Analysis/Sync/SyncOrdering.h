// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What workgroups need to wait for each other, which no barrier does: a memory
/// barrier, and a place that says how far another workgroup has come.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCORDERING_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCORDERING_H

#include "Sync/SyncFindings.h"
#include "Walk/WalkObserver.h"

namespace wglint {

/// See the file comment. Has to be told of all accesses to buffers and images,
/// and of all memory barriers for one of the two. To be asked at the end of the
/// walk: the place where workgroups wait may be met last.
class SyncOrdering {
public:
  /// \p mayBeStored: the shader stores to the variable. \p isCounted: the loop
  /// around goes on whatever is loaded, so it waits for nobody.
  void noteAccess(const AccessEvent &event, const SyncSite &site,
                  bool mayBeStored, bool isCounted) {
    bool mayWait =
        event.op == AccessOp::Atomic ||
        (event.op == AccessOp::Load && site.isCoherent && mayBeStored);
    HasAtomic |= event.op == AccessOp::Atomic;
    HasSpin |= mayWait && event.loopDepth > 0 && !isCounted;
  }
  void noteFence() { HasFence = true; }

  bool hasFence() const { return HasFence; }
  bool hasAtomic() const { return HasAtomic; }
  bool hasSpin() const { return HasSpin; }
  /// Whether a counter may say who comes last, or a loop may wait for another
  /// workgroup.
  bool mayHandOver() const { return HasFence && (HasAtomic || HasSpin); }
  /// Whether a loop may wait for another workgroup. To be used for accesses to
  /// the counters themselves, beside which there is always an atomic.
  bool maySpin() const { return HasFence && HasSpin; }

private:
  bool HasFence = false, HasAtomic = false, HasSpin = false;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCORDERING_H
