// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a workgroup hands to others: it stores, and then says so by an atomic
/// or in a coherent buffer; others wait for that, and load. Between the two
/// stands a barrier, so that one invocation may speak for all, or wait for all.
/// Nothing crosses it within the workgroup, and yet it is needed.
///
///     imageStore(parts, id, sum);       if (l == 0)
///     memoryBarrierImage();               while (atomicAdd(done, 0) < n) ;
///     barrier();                        barrier();
///     if (l == 0)                       memoryBarrierImage();
///       atomicAdd(done, 1);             sum = imageLoad(parts, id);
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCHANDOVER_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCHANDOVER_H

#include "Sync/Moments.h"
#include "Walk/WalkObserver.h"
#include <array>

namespace wglint {

/// See the file comment. A barrier counts where a memory barrier for the kind
/// of memory of the stores goes with it, and also where one invocation alone
/// tells or waits: an author who forgot the memory barrier meant it all the
/// same. (Not for an atomic whose result nobody uses, which may be a
/// statistic.)
class SyncHandOver {
public:
  /// An access to a buffer or an image.
  struct Visit {
    const AccessEvent &event;
    MemoryClass memory;
    bool isCoherent, mayBeStored;
    /// An atomic whose order among its like cannot be observed.
    bool isCommuting;
    uint32_t control, context;             ///< as in Moment
    const std::array<uint32_t, 3> &fences; ///< so far, by MemoryClass
  };
  /// Has to be told of all accesses to buffers and images, in order. Calls \p
  /// keepApart with each earlier moment that needs a barrier before \p visit.
  /// \p unconditional: see Moments.
  void access(const Visit &visit, uint32_t unconditional,
              llvm::function_ref<void(const Moment &)> keepApart);

private:
  /// By kind of memory: stores and atomics to it, and accesses that may ask how
  /// far others have come, with the memory barriers for that kind of memory
  /// before them.
  std::array<Moments, 3> Stored, Looks;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCHANDOVER_H
