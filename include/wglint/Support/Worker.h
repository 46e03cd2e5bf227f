// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Runs tasks in forked processes, so that one that crashes, hangs or eats all
/// memory costs its own result and nothing else.
///
/// A worker is a fork of the (single-threaded) parent: it starts with all that
/// the parent has warmed up, runs one task under limits and sends the task's
/// bytes back through a pipe. Before each stage of its work it sends that
/// stage's name, so that a death can be put where it belongs. What a worker
/// prints is caught and never reaches the user's terminal by itself.
#ifndef WGLINT_SUPPORT_WORKER_H
#define WGLINT_SUPPORT_WORKER_H

#include "wglint/Support/Stage.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace wglint {

/// What one worker may use. A limit of 0 is no limit.
struct WorkerLimits {
  /// What `memoryBytes` counts.
  enum class MemoryKind {
    /// The system refuses more. Under AddressSanitizer, whose shadow needs
    /// terabytes of address space, Resident is meant.
    AddressSpace,
    /// The parent looks every 20 ms and ends the worker; it may
    /// take more for that long.
    Resident,
  };
  MemoryKind memoryKind = MemoryKind::AddressSpace;
  uint64_t memoryBytes = uint64_t(1) << 30;
  unsigned cpuSeconds = 10;
  unsigned wallSeconds = 60;

  /// Makes room for the task to run \p count parts of itself side by side.
  void allowParallel(unsigned count);
};

/// How a worker ended that did not finish its task.
struct WorkerDeath {
  enum class Cause {
    Signal,        ///< `detail` is its number
    StackOverflow, ///< a segmentation fault at the end of the stack
    OutOfMemory,   ///< over WorkerLimits::memoryBytes
    CpuLimit,
    WallLimit,
    Cancelled, ///< the caller did not want it any more
    Exit,      ///< called exit() in the middle; `detail` is the status
  };
  Cause cause = Cause::Signal;
  int detail = 0;
  std::string stage; ///< announced last; empty: before the first
};

/// What came back from one worker.
struct WorkerResult {
  std::string output;               ///< the task's bytes; empty after a death
  std::optional<WorkerDeath> death; ///< set if the task did not finish
  std::string printed; ///< beginning of what the worker wrote to stdout, stderr
};

/// What a worker runs: returns the bytes for the parent.
using WorkerTask = std::function<std::string(StageAnnouncer announce)>;

/// Runs jobs 0 .. \p jobCount - 1, at most \p parallelCount at a time.
///
/// \p start is called in the parent, in order, right before the job's fork (the
/// place to read the input and to warm what the worker will need); an empty
/// task skips the job. \p finish is called in the parent, in the order in which
/// the workers end, once for each job that was started. Errors: only where the
/// system gives no process or pipe; workers that are still running are then
/// ended. Cost: a fork, two pipes and two copies of the output for each job.
/// Caveat: call it before the parent starts its first thread.
/// \param cancelFd as soon as this can be read from, the workers that run are
/// ended; nothing is read from it. -1: none.
llvm::Error
runWorkers(size_t jobCount, unsigned parallelCount, const WorkerLimits &limits,
           llvm::function_ref<WorkerTask(size_t job)> start,
           llvm::function_ref<void(size_t job, WorkerResult result)> finish,
           int cancelFd = -1);

/// The end of a worker in words: "segmentation fault", "stack overflow", "out
/// of memory (limit 1024 MB)", "time limit (10 s of processor time)".
std::string describeDeath(const WorkerDeath &death, const WorkerLimits &limits);

} // namespace wglint

#endif // WGLINT_SUPPORT_WORKER_H
