// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What workgroups need to wait for each other, which no barrier does: a memory
/// barrier, and a place that says how far another one has come.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCORDERING_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCORDERING_H

#include "Sync/SyncFindings.h"
#include "Walk/WalkObserver.h"

namespace wglint {

/// See the file comment. Told of all accesses to buffers and images, and of all
/// memory barriers that order one of the two. To be asked when the walk is at
/// its end: a place that is met last may be the one that workgroups wait at.
class SyncOrdering {
public:
  /// \p mayBeStored: the shader stores to the variable. \p isCounted: a loop
  /// around goes on whatever is loaded, and waits for nobody.
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
  /// A counter may say who comes last, or a loop wait for another workgroup.
  bool mayHandOver() const { return HasFence && (HasAtomic || HasSpin); }
  /// A loop may wait for another workgroup. For accesses to the counters
  /// themselves, beside which there is always an atomic.
  bool maySpin() const { return HasFence && HasSpin; }

private:
  bool HasFence = false, HasAtomic = false, HasSpin = false;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCORDERING_H
