// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How long dispatches take.
#ifndef WGLINT_EXEC_TIMING_H
#define WGLINT_EXEC_TIMING_H

#include "wglint/Exec/Dispatch.h"

namespace wglint {

/// How dispatches are timed.
struct TimingOptions {
  unsigned warmupCount = 3; ///< samples that are thrown away, at least
  /// And so long: a GPU that was idle takes a while to raise its clocks.
  uint64_t warmupNs = 250'000'000;
  unsigned sampleCount = 25; ///< per dispatch
  /// One sample repeats the dispatch until it takes about this long, because
  /// timers have a resolution; its time is divided by the repetitions.
  uint64_t minSampleNs = 2'000'000;
};

/// Samples of one dispatch.
struct DispatchSamples {
  std::vector<double> elapsedNs; ///< per dispatch, in the order taken
  unsigned repeatCount = 1;      ///< dispatches in one sample
  bool usedGpuTimer = false;     ///< else glFinish and a steady clock
};

/// Times \p dispatches interleaved (A B A B ...), so that drifts of the clock
/// hit all alike: sample i of one was taken beside sample i of the others.
/// Contents are bound once: a shader that changes its own input sees its own
/// output in the next repetition. Repetitions are ordered by glMemoryBarrier,
/// so that they do not overlap.
/// Errors: as runDispatches; Unsupported where a dispatch takes no time.
llvm::Expected<std::vector<DispatchSamples>>
timeDispatches(const DeviceInfo &device,
               const std::vector<Dispatch> &dispatches,
               const TimingOptions &options, const WorkerLimits &limits);

/// The yardstick for bytes per second: a dispatch that reads half of
/// \p bytes from one buffer and writes as many to another, 16 bytes and one
/// invocation each, in workgroups of 256. \p bytes is rounded down to a
/// multiple of 8192, at least one.
Dispatch makeCopyDispatch(uint64_t bytes);

} // namespace wglint

#endif // WGLINT_EXEC_TIMING_H
