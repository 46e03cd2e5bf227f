// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the two ends of a worker's pipe agree on, private to lib/Support.
///
/// The pipe carries messages: one byte that says which, four bytes of length in
/// the machine's order, and that many bytes.
#ifndef WGLINT_LIB_SUPPORT_WORKERPROTOCOL_H
#define WGLINT_LIB_SUPPORT_WORKERPROTOCOL_H

#include "wglint/Support/Worker.h"

#if defined(__SANITIZE_ADDRESS__)
#define WGLINT_HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WGLINT_HAS_ASAN 1
#endif
#endif
#ifndef WGLINT_HAS_ASAN
#define WGLINT_HAS_ASAN 0
#endif

namespace wglint {

enum class MessageKind : char {
  Stage = 's',         ///< a stage begins; its name
  Result = 'r',        ///< the task is done; its bytes
  OutOfMemory = 'm',   ///< last words, no bytes
  StackOverflow = 'o', ///< last words, no bytes
};

/// Sizes of a message's two leading fields.
constexpr size_t kMessageHeaderBytes = 1 + sizeof(uint32_t);

/// Status of a worker that ended itself for want of memory.
constexpr int kOutOfMemoryExit = 86;

/// Does the parent watch the worker's memory, instead of the system?
inline bool watchesMemory(const WorkerLimits &limits) {
  return limits.memoryBytes &&
         (WGLINT_HAS_ASAN ||
          limits.memoryKind == WorkerLimits::MemoryKind::Resident);
}

/// The child's side: limits itself, runs \p task, sends the result to
/// \p resultFd and ends the process. stdout and stderr go to \p printedFd.
[[noreturn]] void runAsWorker(const WorkerTask &task,
                              const WorkerLimits &limits, int resultFd,
                              int printedFd);

} // namespace wglint

#endif // WGLINT_LIB_SUPPORT_WORKERPROTOCOL_H
