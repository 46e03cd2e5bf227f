// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Each way in which a worker can end. The lit tests in test/Driver see only
/// the ways that some shader can bring about.

#include "wglint/Support/Worker.h"
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <memory>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

using namespace wglint;
using Cause = WorkerDeath::Cause;

namespace {

/// Little memory. The time is more than a busy machine can need for what ends
/// otherwise.
WorkerLimits smallLimits() {
  WorkerLimits limits;
  limits.memoryBytes = uint64_t(256) << 20;
  limits.cpuSeconds = 60;
  limits.wallSeconds = 120;
  return limits;
}

WorkerLimits shortLimits() {
  WorkerLimits limits = smallLimits();
  limits.cpuSeconds = 1;
  limits.wallSeconds = 2;
  return limits;
}

/// Runs each task once; results by job.
std::vector<WorkerResult> runAll(const std::vector<WorkerTask> &tasks,
                                 unsigned parallelCount = 2,
                                 const WorkerLimits &limits = smallLimits()) {
  std::vector<WorkerResult> results(tasks.size());
  llvm::Error error = runWorkers(
      tasks.size(), parallelCount, limits,
      [&](size_t job) { return tasks[job]; },
      [&](size_t job, WorkerResult result) {
        results[job] = std::move(result);
      });
  EXPECT_FALSE(static_cast<bool>(error));
  return results;
}

WorkerResult runOne(WorkerTask task,
                    const WorkerLimits &limits = smallLimits()) {
  return std::move(runAll({std::move(task)}, 1, limits).front());
}

/// Uses the stack until there is none. The depth is opaque to the optimizer.
int recurse(volatile int *depth) {
  if (*depth < 0)
    return 0;
  volatile char frame[4096];
  frame[*depth % 4096] = 1;
  *depth = *depth + 1;
  return recurse(depth) + frame[*depth % 4096];
}

TEST(Worker, SendsItsResultWhateverTheBytes) {
  std::string bytes("a\0b\xff", 4);
  bytes.append(1 << 20, 'x'); // more than a pipe holds
  WorkerResult result = runOne([&](StageAnnouncer announce) {
    announce("first");
    return bytes;
  });
  EXPECT_FALSE(result.death);
  EXPECT_EQ(result.output, bytes);
}

TEST(Worker, KeepsTheOrderOfJobsAndSkipsEmptyTasks) {
  std::vector<WorkerTask> tasks;
  for (int i = 0; i < 20; ++i)
    tasks.push_back(i % 5 == 4 ? WorkerTask() : [i](StageAnnouncer) {
      usleep(static_cast<useconds_t>((20 - i) * 500));
      return std::to_string(i);
    });
  std::vector<WorkerResult> results = runAll(tasks, 4);
  for (size_t i = 0; i < results.size(); ++i)
    EXPECT_EQ(results[i].output, i % 5 == 4 ? "" : std::to_string(i));
}

TEST(Worker, NamesTheStageAndTheSignal) {
  WorkerResult result = runOne([](StageAnnouncer announce) -> std::string {
    announce("first");
    announce("second");
    raise(SIGKILL);
    return "never";
  });
  ASSERT_TRUE(result.death);
  EXPECT_EQ(result.death->stage, "second");
  EXPECT_EQ(result.death->cause, Cause::Signal);
  EXPECT_EQ(describeDeath(*result.death, smallLimits()), "killed");
  EXPECT_EQ(result.output, "");
}

TEST(Worker, CatchesWhatIsPrinted) {
  WorkerResult result = runOne([](StageAnnouncer) -> std::string {
    (void)!write(STDOUT_FILENO, "out ", 4);
    (void)!write(STDERR_FILENO, "err", 3);
    _exit(7);
  });
  ASSERT_TRUE(result.death);
  EXPECT_EQ(result.death->cause, Cause::Exit);
  EXPECT_EQ(result.death->detail, 7);
  EXPECT_EQ(result.printed, "out err");
}

TEST(Worker, TellsAStackOverflow) {
  WorkerResult result = runOne([](StageAnnouncer) {
    volatile int depth = 0;
    return std::to_string(recurse(&depth));
  });
  ASSERT_TRUE(result.death);
  EXPECT_EQ(result.death->cause, Cause::StackOverflow);
}

TEST(Worker, TellsOtherFaultsFromAStackOverflow) {
  WorkerResult result = runOne([](StageAnnouncer) -> std::string {
    raise(SIGSEGV);
    return "never";
  });
  ASSERT_TRUE(result.death);
  EXPECT_NE(result.death->cause, Cause::StackOverflow);
}

TEST(Worker, EndsOutOfMemory) {
  WorkerResult result = runOne([](StageAnnouncer) -> std::string {
    std::vector<std::unique_ptr<char[]>> blocks;
    while (true) {
      blocks.emplace_back(new char[1 << 20]);
      std::memset(blocks.back().get(), 1, 1 << 20);
    }
  });
  ASSERT_TRUE(result.death);
  EXPECT_EQ(result.death->cause, Cause::OutOfMemory);
  EXPECT_EQ(describeDeath(*result.death, smallLimits()),
            "out of memory (limit 256 MB)");
}

TEST(Worker, CountsWhatIsResidentWhereAskedTo) {
  WorkerLimits limits = smallLimits();
  limits.memoryKind = WorkerLimits::MemoryKind::Resident;
  // Far more than the limit: reserved, as drivers do, and then used.
  constexpr size_t kReservedBytes = size_t(8) << 30;
  for (bool isUsed : {false, true}) {
    WorkerResult result;
    llvm::Error error = runWorkers(
        1, 1, limits,
        [&](size_t) -> WorkerTask {
          return [&](StageAnnouncer) -> std::string {
            void *reserved =
                mmap(nullptr, kReservedBytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            if (reserved == MAP_FAILED)
              return "refused";
            if (isUsed)
              std::memset(reserved, 1, kReservedBytes);
            return "done";
          };
        },
        [&](size_t, WorkerResult ended) { result = std::move(ended); });
    ASSERT_FALSE(static_cast<bool>(error));
    ASSERT_EQ(result.death.has_value(), isUsed);
    if (isUsed)
      EXPECT_EQ(result.death->cause, Cause::OutOfMemory);
    else
      EXPECT_EQ(result.output, "done");
  }
}

TEST(Worker, EndsAtTheCpuLimit) {
  WorkerResult result = runOne(
      [](StageAnnouncer) -> std::string {
        for (volatile unsigned i = 0;; i = i + 1) {
        }
      },
      shortLimits());
  ASSERT_TRUE(result.death);
  // On a machine that is busy with other work the wall clock may come first.
  EXPECT_TRUE(result.death->cause == Cause::CpuLimit ||
              result.death->cause == Cause::WallLimit);
}

TEST(Worker, EndsAtTheWallLimit) {
  WorkerResult result = runOne(
      [](StageAnnouncer) -> std::string {
        while (true)
          pause();
      },
      shortLimits());
  ASSERT_TRUE(result.death);
  EXPECT_EQ(result.death->cause, Cause::WallLimit);
}

TEST(Worker, EndsWhenCancelled) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  WorkerResult result;
  llvm::Error error = runWorkers(
      1, 1, WorkerLimits(),
      [&](size_t) {
        return [&](StageAnnouncer) -> std::string {
          // Cancels itself: from here on only the parent can end it.
          EXPECT_EQ(write(ends[1], "x", 1), 1);
          for (;;)
            pause();
        };
      },
      [&](size_t, WorkerResult ended) { result = std::move(ended); }, ends[0]);
  EXPECT_FALSE(static_cast<bool>(error));
  ASSERT_TRUE(result.death);
  EXPECT_EQ(result.death->cause, Cause::Cancelled);
  EXPECT_EQ(describeDeath(*result.death, WorkerLimits()), "cancelled");
  close(ends[0]);
  close(ends[1]);
}

} // namespace
