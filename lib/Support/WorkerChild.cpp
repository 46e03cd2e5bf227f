// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The worker's own side: limits, last words, result.
#include "WorkerProtocol.h"
#include "wglint/Support/Heap.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

using namespace wglint;

// Signal and new handlers take no arguments of ours, so what they need is
// static. Written once, in the child, before its task begins.
static int LastWordsFd = -1;
static uintptr_t StackTop = 0;
static size_t StackBytes = 0;

static void writeAll(int fd, const char *data, size_t size) {
  while (size > 0) {
    ssize_t written = write(fd, data, size);
    if (written < 0 && errno == EINTR)
      continue;
    // The parent is gone: nobody is left to tell.
    if (written <= 0)
      _exit(1);
    data += written;
    size -= static_cast<size_t>(written);
  }
}

/// Async-signal-safe: one stack buffer and write().
static void sendMessage(int fd, MessageKind kind, llvm::StringRef bytes) {
  char header[kMessageHeaderBytes];
  uint32_t size = static_cast<uint32_t>(bytes.size());
  header[0] = static_cast<char>(kind);
  std::memcpy(header + 1, &size, sizeof(size));
  writeAll(fd, header, sizeof(header));
  writeAll(fd, bytes.data(), bytes.size());
}

[[noreturn]] static void endOutOfMemory() {
  sendMessage(LastWordsFd, MessageKind::OutOfMemory, "");
  _exit(kOutOfMemoryExit);
}

/// Tells a stack overflow from other wild accesses by the faulting address,
/// then lets the signal end the process.
static void onSegmentationFault(int signal, siginfo_t *info, void *) {
  // A frame may reach past the guard page before its first write.
  constexpr size_t kSlackBytes = 1 << 20;
  uintptr_t address = reinterpret_cast<uintptr_t>(info->si_addr);
  size_t depthBytes = StackTop - address; // huge if above the top
  // A positive code is a true fault, with an address, and no kill().
  if (info->si_code > 0 && depthBytes < StackBytes + kSlackBytes &&
      depthBytes + kSlackBytes > StackBytes)
    sendMessage(LastWordsFd, MessageKind::StackOverflow, "");
  // The default action is back (SA_RESETHAND); it takes effect on return.
  raise(signal);
}

static void watchStack() {
  int local = 0;
  StackTop = reinterpret_cast<uintptr_t>(&local);
  rlimit stack = {};
  // Without a limit the stack cannot be told from the heap's neighbours.
  if (getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur == RLIM_INFINITY)
    return;
  StackBytes = stack.rlim_cur;

  // The handler cannot run on the stack that has just overflowed. MINSIGSTKSZ
  // is no constant any more; 64 KiB hold every vector state of today.
  static char alternateStack[64 * 1024];
  stack_t alternate = {};
  alternate.ss_sp = alternateStack;
  alternate.ss_size = sizeof(alternateStack);
  sigaltstack(&alternate, nullptr);
  struct sigaction action = {};
  action.sa_sigaction = onSegmentationFault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND;
  sigaction(SIGSEGV, &action, nullptr);
  sigaction(SIGBUS, &action, nullptr);
}

// The type of RLIMIT_* differs between C libraries.
static void setLimit(decltype(RLIMIT_CPU) resource, rlim_t soft, rlim_t hard) {
  rlimit limit = {};
  getrlimit(resource, &limit);
  limit.rlim_cur = std::min(soft, limit.rlim_max);
  limit.rlim_max = std::min(hard, limit.rlim_max);
  setrlimit(resource, &limit);
}

void WorkerLimits::allowParallel(unsigned count) {
  // glibc maps 128 MiB for a thread's heap, to keep the 64 that are aligned,
  // and what RLIMIT_STACK says, 8 MiB by default, for its stack.
  constexpr uint64_t kBytesForEach = uint64_t(136) << 20;
  if (memoryBytes && count > 1)
    memoryBytes += count * kBytesForEach;
}

static void limitSelf(const WorkerLimits &limits) {
  // A dead worker is expected; its core file is not.
  setLimit(RLIMIT_CORE, 0, 0);
  // SIGXCPU at the soft limit names the cause; SIGKILL a second later makes
  // sure.
  if (limits.cpuSeconds)
    setLimit(RLIMIT_CPU, limits.cpuSeconds, limits.cpuSeconds + 1);
  if (limits.memoryBytes && !watchesMemory(limits))
    setLimit(RLIMIT_AS, limits.memoryBytes, limits.memoryBytes);

  std::set_new_handler(endOutOfMemory);
  llvm::install_bad_alloc_error_handler(
      [](void *, const char *, bool) { endOutOfMemory(); });
#ifdef __linux__
  // If the parent is killed, nobody is left to enforce the wall-clock limit.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

void wglint::runAsWorker(const WorkerTask &task, const WorkerLimits &limits,
                         int resultFd, int printedFd) {
  LastWordsFd = resultFd;
  dup2(printedFd, STDOUT_FILENO);
  dup2(printedFd, STDERR_FILENO);
  watchStack();
  keepFreedMemory();
  limitSelf(limits);

  std::string output = task([&](llvm::StringRef stage) {
    sendMessage(resultFd, MessageKind::Stage, stage);
  });
  sendMessage(resultFd, MessageKind::Result, output);
  // The parent goes on at the end of these. The system takes its time to take
  // the memory back.
  for (int fd : {resultFd, printedFd, STDOUT_FILENO, STDERR_FILENO})
    close(fd);
  // No destructors, no exit handlers: they belong to the parent.
  _exit(0);
}
