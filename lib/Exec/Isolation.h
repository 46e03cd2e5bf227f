// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Work with a driver in a forked child, private to lib/Exec. Small answers
/// come back as JSON, outputs through memory that both processes share.
#ifndef WGLINT_LIB_EXEC_ISOLATION_H
#define WGLINT_LIB_EXEC_ISOLATION_H

#include "wglint/Exec/Dispatch.h"
#include "llvm/Support/JSON.h"
#include <functional>

namespace wglint {

/// An error that says \p kind to callers.
llvm::Error dispatchError(DispatchFailure::Kind kind,
                          const llvm::Twine &detail);

/// Work for the child. Stages name what it is doing, for a death's message.
using DriverTask =
    std::function<llvm::Expected<llvm::json::Value>(StageAnnouncer announce)>;

/// Runs \p task in a child under \p limits.
/// Errors: DispatchError: the task's own, or how the child died.
llvm::Expected<llvm::json::Value> runIsolated(const DriverTask &task,
                                              const WorkerLimits &limits);

/// Memory that a child fills and its parent reads.
class SharedRegion {
public:
  /// Errors: OutOfMemory where the system has no room.
  static llvm::Expected<SharedRegion> create(uint64_t bytes);
  SharedRegion(SharedRegion &&other) noexcept;
  SharedRegion(const SharedRegion &) = delete;
  ~SharedRegion();

  uint8_t *data() const { return Data; }

private:
  SharedRegion(uint8_t *data, uint64_t bytes) : Data(data), SizeBytes(bytes) {}
  uint8_t *Data = nullptr;
  uint64_t SizeBytes = 0;
};

} // namespace wglint

#endif // WGLINT_LIB_EXEC_ISOLATION_H
