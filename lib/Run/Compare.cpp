// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Run/Compare.h"
#include "Comparer.h"
#include "Writers.h"
#include <algorithm>

using namespace wglint;

const char *wglint::toString(CompareResult::Verdict verdict) {
  switch (verdict) {
  case CompareResult::Verdict::Equal:
    return "equal";
  case CompareResult::Verdict::Different:
    return "different";
  case CompareResult::Verdict::NotComparable:
    return "not-comparable";
  case CompareResult::Verdict::Failed:
    return "failed";
  }
  llvm_unreachable("a verdict without a name");
}

llvm::Expected<RunSpec> Comparer::planA(unsigned sizeNumber) const {
  if (Options.run)
    return *Options.run;
  PlanOptions plan = Options.plan;
  plan.sizeNumber = sizeNumber;
  plan.multipleOf = Options.dispatchB.coveredInvocations.value_or(
      Shaders->interfaceB().workgroupSize);
  return planRun(A, plan);
}

llvm::Error Comparer::planSizes() {
  unsigned count =
      Options.run || Options.plan.workgroupCount ? 1 : Options.sizeCount;
  for (unsigned i = 0; i < count; ++i) {
    SizeSpecs size;
    if (llvm::Error error = planA(i).moveInto(size.a))
      return error;
    if (llvm::Error error =
            Shaders->runOfB(size.a, Options.dispatchB).moveInto(size.b))
      return error;
    Sizes.push_back(std::move(size));
  }
  return llvm::Error::success();
}

SizeSpecs wglint::nextSeed(SizeSpecs size) {
  ++size.a.seed;
  ++size.b.seed;
  return size;
}

/// What the copy that watches its indices asks for beyond the shader's own
/// (a storage block) is no reason to compare nothing.
llvm::Expected<bool> Comparer::noteUnchecked(llvm::Error error) {
  bool isUnsupported = false;
  std::string why;
  llvm::Error other = llvm::handleErrors(
      std::move(error),
      [&](std::unique_ptr<DispatchError> failed) -> llvm::Error {
        isUnsupported =
            failed->failure().kind == DispatchFailure::Kind::Unsupported;
        why = failed->failure().detail;
        return isUnsupported ? llvm::Error::success()
                             : llvm::Error(std::move(failed));
      });
  if (other)
    return other;
  addNote("indices were not checked: " + why);
  return true;
}

/// Mends \p spec by trial; an access outside that remains is a verdict.
llvm::Expected<bool> Comparer::refine(const ShaderToRun &shader,
                                      llvm::StringRef name, RunSpec &spec) {
  llvm::Expected<AccessesOutside> left =
      refineRun(shader, Environment, Options.plan, spec);
  if (!left)
    return noteUnchecked(left.takeError());
  for (const BoundsViolation &violation : left->images)
    addNote(describeOutside(shader, violation));
  if (left->arrays.empty())
    return true;
  const BoundsViolation &first = left->arrays.front();
  return fail(name, placeOf(shader, first.site.instruction) + ": " + name +
                        (first.site.isStore ? " writes" : " reads") +
                        " outside of an array: " + llvm::Twine(first.count) +
                        " accesses, the greatest index is " +
                        llvm::Twine(int32_t(first.greatestIndex)));
}

/// The buffer that a trial has made longer in \p grown than in \p given; null
/// where there is none.
static const BufferSpec *grownBuffer(const RunSpec &given,
                                     const RunSpec &grown) {
  for (const BufferSpec &now : grown.buffers)
    for (const BufferSpec &then : given.buffers)
      if (now.name == then.name && now.lengthBytes > then.lengthBytes)
        return &now;
  return nullptr;
}

/// Contents and lengths with which both shaders stay inside. The buffers end
/// where A's accesses do, and both have the same: no host need have more.
llvm::Expected<bool> Comparer::mendSpecs(SizeSpecs &size) {
  llvm::Expected<bool> goesOn = refine(A, "A", size.a);
  if (!goesOn || !*goesOn)
    return goesOn;
  if (llvm::Error error =
          Shaders->runOfB(size.a, Options.dispatchB).moveInto(size.b))
    return error;
  RunSpec given = size.b;
  goesOn = refine(B, "B", size.b);
  if (!goesOn || !*goesOn)
    return goesOn;
  if (const BufferSpec *grown = grownBuffer(given, size.b))
    return fail("B", "B goes beyond what A reaches of '" + grown->name +
                         "': it needs " + llvm::Twine(grown->lengthBytes) +
                         " bytes");
  Shaders->shareMemory(size.a, size.b);
  return true;
}

bool Comparer::hasWritten(const PreparedRun &run,
                          const DispatchResult &result) {
  llvm::Expected<RunReport> report = judgeRun(run, result, Options.rules);
  if (!report) {
    llvm::consumeError(report.takeError());
    return true;
  }
  for (const OutputReport &output : report->outputs)
    if (output.changedCount != 0)
      return true;
  return false;
}

bool Comparer::stopAt(Verdict verdict, const OutputDifference &difference,
                      llvm::StringRef meaning) {
  Result.first = difference.first;
  return stop(verdict, difference.first.component + " is " +
                           difference.first.left + meaning +
                           difference.first.right + "; " +
                           llvm::Twine(difference.differentCount) + " of " +
                           llvm::Twine(difference.componentCount) +
                           " numbers of '" + difference.memory + "' differ");
}

/// Looks at the runs of one seed, as ComparedShaders::prepare() orders them.
bool Comparer::judgeSeed(const SizeSpecs &size,
                         const std::vector<PreparedRun> &runs,
                         llvm::ArrayRef<DispatchResult> results) {
  Result.seed = size.a.seed;
  for (unsigned i = 0; i < 2; ++i)
    if (!hasWritten(runs[i], results[i]))
      return fail(i == 0 ? "A" : "B",
                  llvm::Twine(i == 0 ? "A" : "B") +
                      " wrote nothing: its outputs are as before");
  for (size_t i = 2; i < runs.size(); ++i) {
    OutputComparison comparison = compareOutputs(
        runs[0], results[0], runs[i], results[i], nullptr, Options.rules);
    if (comparison.difference)
      return stopAt(Verdict::NotComparable, *comparison.difference,
                    " as written, but with invocations in another order ");
  }
  ++Result.runCount;
  OutputComparison comparison =
      compareOutputs(runs[0], results[0], runs[1], results[1],
                     &Shaders->pairs(), Options.rules);
  Result.numberCount += comparison.componentCount;
  Result.outputCount = std::max(Result.outputCount, comparison.outputCount);
  if (!comparison.difference)
    return true;
  stopAt(Verdict::Different, *comparison.difference, " in A, but in B ");
  addWriters(size, runs, *comparison.difference);
  return false;
}

llvm::Expected<bool> Comparer::compareSeed(const SizeSpecs &size,
                                           bool isOrderTried) {
  Result.seed = size.a.seed;
  auto runs = Shaders->prepare(size.a, size.b, isOrderTried);
  if (!runs)
    return runs.takeError();
  std::vector<const Dispatch *> dispatches;
  for (const PreparedRun &run : *runs)
    dispatches.push_back(&run.dispatch);
  auto results =
      runDispatches(Environment.device, dispatches, Environment.limits);
  if (!results)
    return results.takeError();
  return judgeSeed(size, *runs, *results);
}

/// Says who wrote the first number that differs, in A and in B.
void Comparer::addWriters(const SizeSpecs &size,
                          const std::vector<PreparedRun> &runs,
                          const OutputDifference &difference) {
  uint64_t offsetBytes = difference.first.offsetBytes;
  Result.writersA = describeWriters({A, size.a, runs[0], difference.isImage,
                                     difference.leftMemory, offsetBytes},
                                    Environment);
  Result.writersB = describeWriters({B, size.b, runs[1], difference.isImage,
                                     difference.rightMemory, offsetBytes},
                                    Environment);
}

void Comparer::noteSize(const SizeSpecs &size) {
  Result.sizes.emplace_back(size.a.workgroupCount, size.b.workgroupCount);
}

llvm::Expected<bool> Comparer::compareSize(SizeSpecs size) {
  Result.seed = size.a.seed;
  llvm::Expected<bool> goesOn = mendSpecs(size);
  noteSize(size);
  for (unsigned i = 0; i < Options.seedCount; ++i) {
    if (!goesOn || !*goesOn)
      return goesOn;
    goesOn = compareSeed(size, /*isOrderTried=*/i == 0);
    size = nextSeed(std::move(size));
  }
  return goesOn;
}

llvm::Expected<CompareResult> Comparer::compare() {
  auto shaders = ComparedShaders::create(A, B, Options.run.value_or(RunSpec()));
  if (!shaders)
    return shaders.takeError();
  Shaders = std::move(*shaders);
  if (llvm::Error error = planSizes())
    return error;
  llvm::Error failed = runAllAtOnce();
  bool hasResults = !failed;
  llvm::consumeError(std::move(failed));
  for (size_t i = 0; i < Sizes.size(); ++i) {
    llvm::Expected<bool> goesOn =
        hasResults && isInside(i) ? judgeSize(i) : compareSize(Sizes[i]);
    if (!goesOn)
      return goesOn.takeError();
    if (!*goesOn) {
      const auto &counts = Result.sizes.back().first;
      Result.message += " (seed " + std::to_string(Result.seed) + ", " +
                        std::to_string(counts[0]) + " x " +
                        std::to_string(counts[1]) + " x " +
                        std::to_string(counts[2]) + " workgroups)";
      return Result;
    }
  }
  Result.message =
      std::to_string(Result.runCount) + " runs (" +
      std::to_string(Sizes.size()) + " sizes, " +
      std::to_string(Options.seedCount) + " seeds each), " +
      std::to_string(Result.numberCount) + " numbers of the outputs " +
      (Options.rules.toleranceUlp == 0
           ? "bit for bit"
           : "within " + std::to_string(Options.rules.toleranceUlp) + " ULP") +
      "; " + kSynchronisationCaveat;
  return Result;
}

llvm::Expected<CompareResult>
wglint::compareShaders(const ShaderToRun &a, const ShaderToRun &b,
                       const RunEnvironment &environment,
                       const CompareOptions &options) {
  return Comparer(a, b, environment, options).compare();
}
