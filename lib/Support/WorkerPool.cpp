// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The parent's side of the workers: one poll() loop over all pipes.
#include "WorkerProtocol.h"
#include "wglint/Support/Error.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace wglint;
using Clock = std::chrono::steady_clock;

namespace {

/// One of a worker's pipes, read to its end.
struct Channel {
  int fd = -1;
  std::string bytes;
  size_t maxBytes = 0; ///< what comes after is dropped

  bool isOpen() const { return fd >= 0; }
  void readSome();
  void close();
};

/// A worker that has not been reaped yet.
struct RunningWorker {
  size_t job = 0;
  pid_t pid = -1;
  Channel result, printed;
  Clock::time_point deadline;
  std::optional<WorkerDeath::Cause> killedFor; ///< set if the parent ended it

  void kill(WorkerDeath::Cause cause);
};

class WorkerPool {
public:
  WorkerPool(unsigned parallelCount, const WorkerLimits &limits, int cancelFd)
      : ParallelCount(std::max(1u, parallelCount)), Limits(limits),
        CancelFd(cancelFd) {}
  ~WorkerPool();

  bool hasRoom() const { return Workers.size() < ParallelCount; }
  bool isEmpty() const { return Workers.empty(); }
  llvm::Error launch(size_t job, const WorkerTask &task);
  /// Waits until something happens; hands on the workers that have ended.
  void wait(llvm::function_ref<void(size_t, WorkerResult)> finish);

private:
  int pollTimeoutMs() const;
  void readChannels();
  void enforceLimits();
  void cancelAll();

  const unsigned ParallelCount;
  const WorkerLimits &Limits;
  const int CancelFd;
  std::vector<RunningWorker> Workers;
};

} // namespace

void Channel::readSome() {
  char buffer[64 * 1024];
  ssize_t count = read(fd, buffer, sizeof(buffer));
  if (count < 0 && errno == EINTR)
    return;
  if (count <= 0)
    return close();
  size_t room = maxBytes - std::min(maxBytes, bytes.size());
  bytes.append(buffer, std::min(room, static_cast<size_t>(count)));
}

void Channel::close() {
  ::close(fd);
  fd = -1;
}

void RunningWorker::kill(WorkerDeath::Cause cause) {
  killedFor = cause;
  ::kill(pid, SIGKILL);
}

WorkerPool::~WorkerPool() {
  for (RunningWorker &worker : Workers) {
    ::kill(worker.pid, SIGKILL);
    waitpid(worker.pid, nullptr, 0);
    if (worker.result.isOpen())
      worker.result.close();
    if (worker.printed.isOpen())
      worker.printed.close();
  }
}

static llvm::Error systemError(const char *what) {
  return makeError(llvm::Twine(what) + ": " + std::strerror(errno));
}

llvm::Error WorkerPool::launch(size_t job, const WorkerTask &task) {
  int result[2], printed[2];
  if (pipe(result) != 0)
    return systemError("cannot make a pipe for a worker");
  if (pipe(printed) != 0) {
    llvm::Error error = systemError("cannot make a pipe for a worker");
    close(result[0]);
    close(result[1]);
    return error;
  }
  pid_t pid = fork();
  if (pid == 0)
    runAsWorker(task, Limits, result[1], printed[1]);

  llvm::Error error =
      pid < 0 ? systemError("cannot start a worker") : llvm::Error::success();
  // The parent must not hold the writing ends, or it would never see the end.
  close(result[1]);
  close(printed[1]);
  if (error) {
    close(result[0]);
    close(printed[0]);
    return error;
  }
  RunningWorker worker;
  worker.job = job;
  worker.pid = pid;
  worker.result.fd = result[0];
  worker.result.maxBytes = SIZE_MAX;
  worker.printed.fd = printed[0];
  // Enough for an assertion's or a sanitizer's report.
  worker.printed.maxBytes = 16 * 1024;
  worker.deadline = Clock::now() + std::chrono::seconds(Limits.wallSeconds);
  Workers.push_back(std::move(worker));
  return error;
}

int WorkerPool::pollTimeoutMs() const {
  // Fast enough to catch a worker that takes 1 GB/s within some tens of MB.
  if (watchesMemory(Limits))
    return 20;
  if (!Limits.wallSeconds)
    return -1;
  Clock::time_point first = Clock::time_point::max();
  for (const RunningWorker &worker : Workers)
    first = std::min(first, worker.deadline);
  auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      first - Clock::now());
  // One more, so that the deadline has passed on waking up.
  return static_cast<int>(std::max<int64_t>(0, left.count() + 1));
}

void WorkerPool::readChannels() {
  std::vector<pollfd> polled;
  std::vector<Channel *> channels;
  for (RunningWorker &worker : Workers)
    for (Channel *channel : {&worker.result, &worker.printed})
      if (channel->isOpen()) {
        polled.push_back({channel->fd, POLLIN, 0});
        channels.push_back(channel);
      }
  // Behind the channels; poll() passes over a descriptor of -1.
  polled.push_back({CancelFd, POLLIN, 0});
  if (poll(polled.data(), polled.size(), pollTimeoutMs()) <= 0)
    return;
  for (size_t i = 0; i < channels.size(); ++i)
    if (polled[i].revents)
      channels[i]->readSome();
  if (polled.back().revents)
    cancelAll();
}

void WorkerPool::cancelAll() {
  for (RunningWorker &worker : Workers)
    if (!worker.killedFor)
      worker.kill(WorkerDeath::Cause::Cancelled);
}

/// Resident bytes of process \p pid; 0 where the system does not say.
static uint64_t residentBytes(pid_t pid) {
  FILE *file =
      std::fopen(llvm::formatv("/proc/{0}/statm", pid).str().c_str(), "r");
  if (!file)
    return 0;
  unsigned long long totalPages = 0, residentPages = 0;
  if (std::fscanf(file, "%llu %llu", &totalPages, &residentPages) != 2)
    residentPages = 0;
  std::fclose(file);
  return residentPages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

void WorkerPool::enforceLimits() {
  Clock::time_point now = Clock::now();
  for (RunningWorker &worker : Workers) {
    if (worker.killedFor)
      continue;
    if (Limits.wallSeconds && now >= worker.deadline)
      worker.kill(WorkerDeath::Cause::WallLimit);
    else if (watchesMemory(Limits) &&
             residentBytes(worker.pid) > Limits.memoryBytes)
      worker.kill(WorkerDeath::Cause::OutOfMemory);
  }
}

namespace {
/// The worker's messages, taken apart.
struct Messages {
  std::string lastStage;
  std::optional<std::string> result;
  bool isOutOfMemory = false;
  bool isStackOverflow = false;
};
} // namespace

static Messages parseMessages(llvm::StringRef bytes) {
  Messages messages;
  // The last message may be cut off: its sender may have died in write().
  while (bytes.size() >= kMessageHeaderBytes) {
    uint32_t size = 0;
    std::memcpy(&size, bytes.data() + 1, sizeof(size));
    auto kind = static_cast<MessageKind>(bytes.front());
    bytes = bytes.drop_front(kMessageHeaderBytes);
    if (bytes.size() < size)
      break;
    llvm::StringRef payload = bytes.take_front(size);
    bytes = bytes.drop_front(size);
    switch (kind) {
    case MessageKind::Stage:
      messages.lastStage = payload.str();
      break;
    case MessageKind::Result:
      messages.result = payload.str();
      break;
    case MessageKind::OutOfMemory:
      messages.isOutOfMemory = true;
      break;
    case MessageKind::StackOverflow:
      messages.isStackOverflow = true;
      break;
    }
  }
  return messages;
}

static WorkerDeath::Cause causeOf(const RunningWorker &worker,
                                  const Messages &messages, int status) {
  using Cause = WorkerDeath::Cause;
  if (worker.killedFor)
    return *worker.killedFor;
  if (messages.isOutOfMemory)
    return Cause::OutOfMemory;
  if (WIFEXITED(status))
    return Cause::Exit;
  if (WTERMSIG(status) == SIGXCPU)
    return Cause::CpuLimit;
  return messages.isStackOverflow ? Cause::StackOverflow : Cause::Signal;
}

static int waitForEnd(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

static WorkerDeath deathOf(const RunningWorker &worker,
                           const Messages &messages, int status) {
  WorkerDeath death;
  death.stage = messages.lastStage;
  death.cause = causeOf(worker, messages, status);
  death.detail = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
  return death;
}

/// Hands on what \p worker, whose pipes have ended, leaves behind. With a
/// result that is before its process has ended.
static void reap(RunningWorker worker,
                 llvm::function_ref<void(size_t, WorkerResult)> finish) {
  Messages messages = parseMessages(worker.result.bytes);
  WorkerResult result;
  result.printed = std::move(worker.printed.bytes);
  if (messages.result) {
    result.output = std::move(*messages.result);
    finish(worker.job, std::move(result));
    waitForEnd(worker.pid);
    return;
  }
  result.death = deathOf(worker, messages, waitForEnd(worker.pid));
  finish(worker.job, std::move(result));
}

void WorkerPool::wait(llvm::function_ref<void(size_t, WorkerResult)> finish) {
  readChannels();
  enforceLimits();
  for (size_t i = 0; i < Workers.size();) {
    if (Workers[i].result.isOpen() || Workers[i].printed.isOpen()) {
      ++i;
      continue;
    }
    RunningWorker worker = std::move(Workers[i]);
    Workers.erase(Workers.begin() + static_cast<ptrdiff_t>(i));
    reap(std::move(worker), finish);
  }
}

llvm::Error wglint::runWorkers(
    size_t jobCount, unsigned parallelCount, const WorkerLimits &limits,
    llvm::function_ref<WorkerTask(size_t job)> start,
    llvm::function_ref<void(size_t job, WorkerResult result)> finish,
    int cancelFd) {
  WorkerPool pool(parallelCount, limits, cancelFd);
  for (size_t next = 0; next < jobCount || !pool.isEmpty();) {
    if (next < jobCount && pool.hasRoom()) {
      if (WorkerTask task = start(next))
        if (llvm::Error error = pool.launch(next, task))
          return error;
      ++next;
      continue;
    }
    pool.wait(finish);
  }
  return llvm::Error::success();
}

std::string wglint::describeDeath(const WorkerDeath &death,
                                  const WorkerLimits &limits) {
  switch (death.cause) {
  case WorkerDeath::Cause::StackOverflow:
    return "stack overflow";
  case WorkerDeath::Cause::OutOfMemory:
    return llvm::formatv("out of memory (limit {0} MB)",
                         limits.memoryBytes >> 20);
  case WorkerDeath::Cause::CpuLimit:
    return llvm::formatv("time limit ({0} s of processor time)",
                         limits.cpuSeconds);
  case WorkerDeath::Cause::WallLimit:
    return llvm::formatv("time limit ({0} s)", limits.wallSeconds);
  case WorkerDeath::Cause::Cancelled:
    return "cancelled";
  case WorkerDeath::Cause::Exit:
    return llvm::formatv("ended with status {0}", death.detail);
  case WorkerDeath::Cause::Signal:
    break;
  }
  return llvm::StringRef(strsignal(death.detail)).lower();
}
