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

/// See the file comment. A barrier counts for this where a memory barrier of
/// the stores' kind goes with it, and where one invocation alone speaks or
/// waits: who forgot the memory barrier has meant it all the same. (But for an
/// atomic whose result nobody uses: it may be a statistic.)
class SyncHandOver {
public:
  struct Visit {
    const AccessEvent &event; ///< to a buffer or an image
    MemoryClass memory;
    bool isCoherent, mayBeStored;
    bool isCommuting; ///< an atomic whose order among its like is not seen
    uint32_t control, context;             ///< as in Moment
    const std::array<uint32_t, 3> &fences; ///< so far, by MemoryClass
  };
  /// Told of all accesses to buffers and images, in order. Calls \p keepApart
  /// with each earlier moment that has to have a barrier before \p visit.
  /// \p unconditional: see Moments.
  void access(const Visit &visit, uint32_t unconditional,
              llvm::function_ref<void(const Moment &)> keepApart);

private:
  /// By kind of memory: stores and atomics to it, and what may be a look at
  /// how far others have come, with the memory barriers of that kind before it.
  std::array<Moments, 3> Stored, Looks;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCHANDOVER_H
