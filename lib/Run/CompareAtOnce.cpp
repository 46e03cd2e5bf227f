// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Everything that is compared in one child: opening a device takes longer than
/// most dispatches.
#include "Comparer.h"
#include "Texels.h"
#include "wglint/Support/Error.h"
#include <algorithm>

using namespace wglint;

llvm::Expected<SizeRuns> Comparer::prepareSize(const SizeSpecs &size) const {
  SizeRuns runs;
  if (llvm::Error error =
          prepareRun(*Shaders->checkedA(), size.a).moveInto(runs.checkedA))
    return error;
  if (llvm::Error error =
          prepareRun(*Shaders->checkedB(), size.b).moveInto(runs.checkedB))
    return error;
  SizeSpecs shared = size;
  Shaders->shareMemory(shared.a, shared.b);
  for (unsigned i = 0; i < Options.seedCount; ++i) {
    auto seed = Shaders->prepare(shared.a, shared.b, /*isOrderTried=*/i == 0);
    if (!seed)
      return seed.takeError();
    runs.seeds.push_back(std::move(*seed));
    shared = nextSeed(std::move(shared));
  }
  return runs;
}

/// Runs everything that is to be compared in one child, as if no access were
/// outside. Errors are no verdict; what went wrong shows when all is done step
/// by step.
llvm::Error Comparer::runAllAtOnce() {
  constexpr uint64_t kMaxBytes = uint64_t(256) << 20;
  uint64_t bytes = 0;
  for (const SizeSpecs &size : Sizes)
    bytes += (boundBytes(size.a) + boundBytes(size.b)) * Options.seedCount;
  if (bytes > kMaxBytes || !Shaders->checkedA() || !Shaders->checkedB())
    return makeError("too large, or not to be checked");
  for (const SizeSpecs &size : Sizes) {
    Runs.emplace_back();
    if (llvm::Error error = prepareSize(size).moveInto(Runs.back()))
      return error;
  }
  std::vector<const Dispatch *> dispatches;
  for (const SizeRuns &runs : Runs) {
    dispatches.push_back(&runs.checkedA.dispatch);
    dispatches.push_back(&runs.checkedB.dispatch);
    for (const std::vector<PreparedRun> &seed : runs.seeds)
      for (const PreparedRun &run : seed)
        dispatches.push_back(&run.dispatch);
  }
  // What takes longer gets all its time, and its own child, step by step.
  constexpr unsigned kMaxSeconds = 10;
  WorkerLimits limits = Environment.limits;
  limits.wallSeconds = limits.wallSeconds
                           ? std::min(limits.wallSeconds, kMaxSeconds)
                           : kMaxSeconds;
  return runDispatches(Environment.device, dispatches, limits)
      .moveInto(Results);
}

/// Dispatches of one size in runAllAtOnce().
static size_t dispatchCount(const SizeRuns &runs) {
  size_t count = 2;
  for (const std::vector<PreparedRun> &seed : runs.seeds)
    count += seed.size();
  return count;
}

/// Of what came back at once: whether no access of size \p index left its
/// array.
bool Comparer::isInside(size_t index) {
  size_t first = 0;
  for (size_t i = 0; i < index; ++i)
    first += dispatchCount(Runs[i]);
  const SizeRuns &runs = Runs[index];
  auto ofA =
      readBoundsReport(*Shaders->checkedA(), runs.checkedA, Results[first]);
  auto ofB =
      readBoundsReport(*Shaders->checkedB(), runs.checkedB, Results[first + 1]);
  auto isArray = [](const BoundsViolation &violation) {
    return !violation.site.isImage;
  };
  if (llvm::any_of(ofA, isArray) || llvm::any_of(ofB, isArray))
    return false;
  for (const BoundsViolation &violation : ofA)
    addNote(describeOutside(A, violation));
  for (const BoundsViolation &violation : ofB)
    addNote(describeOutside(B, violation));
  return true;
}

/// Compares what came back at once for size \p index.
bool Comparer::judgeSize(size_t index) {
  size_t next = 2;
  for (size_t i = 0; i < index; ++i)
    next += dispatchCount(Runs[i]);
  SizeSpecs size = Sizes[index];
  Shaders->shareMemory(size.a, size.b);
  noteSize(size);
  for (const std::vector<PreparedRun> &seed : Runs[index].seeds) {
    auto results = llvm::ArrayRef(Results).slice(next, seed.size());
    if (!judgeSeed(size, seed, results))
      return false;
    next += seed.size();
    size = nextSeed(std::move(size));
  }
  return true;
}
