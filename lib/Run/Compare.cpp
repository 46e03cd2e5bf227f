// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Run/Compare.h"
#include "Pairing.h"
#include "Writers.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>

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

namespace {

using Verdict = CompareResult::Verdict;
using Counts = std::array<uint32_t, 3>;

/// Compares two shaders. Each step returns true to go on, false where the
/// verdict stands.
class Comparer {
public:
  Comparer(const ShaderToRun &a, const ShaderToRun &b,
           const RunEnvironment &environment, const CompareOptions &options)
      : A(a), B(b), Environment(environment), Options(options) {}
  llvm::Expected<CompareResult> compare();

private:
  llvm::Error findInterfaces();
  llvm::Expected<bool> compareSize(unsigned sizeNumber);
  llvm::Expected<RunSpec> planA(unsigned sizeNumber) const;
  Counts countForB(const Counts &countA) const;
  llvm::Expected<bool> refine(const ShaderToRun &shader, llvm::StringRef name,
                              const PlanOptions &plan, RunSpec &spec);
  llvm::Expected<bool> prepareSpecs(const PlanOptions &plan, RunSpec &specA,
                                    RunSpec &specB);
  llvm::Expected<bool> compareSeed(const RunSpec &specA, const RunSpec &specB,
                                   bool isOrderTried);
  llvm::Expected<std::vector<PreparedRun>> prepareAll(const RunSpec &specA,
                                                      const RunSpec &specB,
                                                      bool isOrderTried) const;
  bool hasWritten(const PreparedRun &run, const DispatchResult &result);
  /// Each size finds the same places: one note is enough for each.
  void addNote(const std::string &note) {
    if (!llvm::is_contained(Result.notes, note))
      Result.notes.push_back(note);
  }
  void addWriters(const RunSpec &specA, const RunSpec &specB,
                  const std::vector<PreparedRun> &runs);
  bool isSame(const PreparedRun &run, const DispatchResult &left,
              const PreparedRun &otherRun, const DispatchResult &right,
              const Pairing *pairing, Verdict verdict, llvm::StringRef meaning);
  bool stop(Verdict verdict, const llvm::Twine &message) {
    Result.verdict = verdict;
    Result.message = message.str();
    return false;
  }

  const ShaderToRun &A, &B;
  const RunEnvironment &Environment;
  const CompareOptions &Options;
  ShaderInterface InterfaceA, InterfaceB;
  Pairing Pairs;
  CompareResult Result;
  /// Where the first difference lies, as WrittenNumber.
  bool IsImageDifferent = false;
  size_t MemoryOfA = 0, MemoryOfB = 0;
};

} // namespace

llvm::Error Comparer::findInterfaces() {
  RunSpec spec = Options.run.value_or(RunSpec());
  llvm::Expected<RunnableShader> a = makeRunnable(A, spec);
  if (!a)
    return a.takeError();
  llvm::Expected<RunnableShader> b = makeRunnable(B, RunSpec());
  if (!b)
    return b.takeError();
  RunSpec specB;
  specB.constants = constantsFor(b->interface, spec);
  if (!specB.constants.empty())
    b = makeRunnable(B, specB);
  if (!b)
    return b.takeError();
  InterfaceA = std::move(a->interface);
  InterfaceB = std::move(b->interface);
  llvm::Expected<Pairing> pairs = pairInterfaces(InterfaceA, InterfaceB);
  if (!pairs)
    return pairs.takeError();
  Pairs = std::move(*pairs);
  return llvm::Error::success();
}

llvm::Expected<RunSpec> Comparer::planA(unsigned sizeNumber) const {
  if (Options.run)
    return *Options.run;
  PlanOptions plan = Options.plan;
  plan.sizeNumber = sizeNumber;
  plan.multipleOf = InterfaceB.workgroupSize;
  return planRun(A, plan);
}

/// As many workgroups of B as have A's invocations.
Counts Comparer::countForB(const Counts &countA) const {
  if (Options.workgroupCountB)
    return *Options.workgroupCountB;
  Counts count;
  for (unsigned d = 0; d < 3; ++d) {
    uint64_t invocations = uint64_t(countA[d]) * InterfaceA.workgroupSize[d];
    uint32_t size = std::max(1U, InterfaceB.workgroupSize[d]);
    count[d] = uint32_t((invocations + size - 1) / size);
  }
  return count;
}

/// Mends \p spec by trial; an access outside that remains is a verdict.
llvm::Expected<bool> Comparer::refine(const ShaderToRun &shader,
                                      llvm::StringRef name,
                                      const PlanOptions &plan, RunSpec &spec) {
  llvm::Expected<AccessesOutside> left =
      refineRun(shader, Environment, plan, spec);
  if (!left)
    return left.takeError();
  for (const BoundsViolation &violation : left->images)
    addNote(describeOutside(shader, violation));
  if (left->arrays.empty())
    return true;
  const BoundsViolation &first = left->arrays.front();
  return stop(Verdict::Failed,
              placeOf(shader, first.site.instruction) + ": " + name +
                  (first.site.isStore ? " writes" : " reads") +
                  " outside of an array: " + llvm::Twine(first.count) +
                  " accesses, the greatest index is " +
                  llvm::Twine(int32_t(first.greatestIndex)));
}

/// Contents and lengths with which both shaders stay inside.
llvm::Expected<bool> Comparer::prepareSpecs(const PlanOptions &plan,
                                            RunSpec &specA, RunSpec &specB) {
  llvm::Expected<bool> goesOn = refine(A, "A", plan, specA);
  if (!goesOn || !*goesOn)
    return goesOn;
  llvm::Expected<RunSpec> partner =
      runForPartner(InterfaceA, InterfaceB, Pairs, specA);
  if (!partner)
    return partner.takeError();
  specB = std::move(*partner);
  specB.workgroupCount = countForB(specA.workgroupCount);
  goesOn = refine(B, "B", plan, specB);
  if (!goesOn || !*goesOn)
    return goesOn;
  // What B needed, A gets as well; an output of one is looked at in both.
  std::vector<std::string> namesA = blockNames(InterfaceA),
                           namesB = blockNames(InterfaceB);
  for (size_t j = 0; j < Pairs.blocks.size(); ++j)
    for (BufferSpec &ofB : specB.buffers)
      for (BufferSpec &ofA : specA.buffers)
        if (ofB.name == namesB[j] && ofA.name == namesA[Pairs.blocks[j]]) {
          ofA.lengthBytes = ofB.lengthBytes;
          ofA.contents = ofB.contents;
          ofA.isOutput = ofB.isOutput =
              ofA.isOutput || (!InterfaceB.blocks[j].isUniform &&
                               !InterfaceB.blocks[j].isReadOnly);
        }
  return true;
}

/// For each of \p others the index of its partner among \p memories. \p pairing
/// maps declarations, null where both lists are of one shader. Elements of an
/// array of blocks follow one another in both.
static std::vector<size_t> pairMemories(const std::vector<RunMemory> &memories,
                                        const std::vector<RunMemory> &others,
                                        const std::vector<size_t> *pairing) {
  std::vector<size_t> partner;
  for (size_t j = 0; j < others.size(); ++j) {
    size_t declaration = others[j].declaration;
    if (j > 0 && declaration == others[j - 1].declaration) {
      partner.push_back(partner.back() + 1);
      continue;
    }
    size_t wanted = pairing ? (*pairing)[declaration] : declaration;
    size_t i = 0;
    while (i < memories.size() && memories[i].declaration != wanted)
      ++i;
    assert(i < memories.size() && "a declaration without memory");
    partner.push_back(i);
  }
  return partner;
}

/// Gives B's memory A's bytes, whatever types B gives them.
static void copyContents(const Pairing &pairs, const PreparedRun &from,
                         PreparedRun &to) {
  std::vector<size_t> blocks =
      pairMemories(from.blocks, to.blocks, &pairs.blocks);
  for (size_t j = 0; j < blocks.size(); ++j)
    to.dispatch.blocks[j].contents = from.dispatch.blocks[blocks[j]].contents;
  std::vector<size_t> images =
      pairMemories(from.images, to.images, &pairs.images);
  for (size_t j = 0; j < images.size(); ++j)
    to.dispatch.images[j].contents = from.dispatch.images[images[j]].contents;
}

/// A, B and, to see whether order matters, A in other orders.
llvm::Expected<std::vector<PreparedRun>>
Comparer::prepareAll(const RunSpec &specA, const RunSpec &specB,
                     bool isOrderTried) const {
  std::vector<PreparedRun> runs;
  auto add = [&](const ShaderToRun &shader, const RunSpec &spec,
                 IdOrder order) -> llvm::Error {
    RunnableOptions options;
    options.order = order;
    llvm::Expected<RunnableShader> runnable =
        makeRunnable(shader, spec, options);
    if (!runnable)
      return runnable.takeError();
    llvm::Expected<PreparedRun> run = prepareRun(*runnable, spec);
    if (!run)
      return run.takeError();
    runs.push_back(std::move(*run));
    return llvm::Error::success();
  };
  if (llvm::Error error = add(A, specA, IdOrder::AsWritten))
    return error;
  if (llvm::Error error = add(B, specB, IdOrder::AsWritten))
    return error;
  copyContents(Pairs, runs[0], runs[1]);
  if (isOrderTried)
    for (IdOrder order : {IdOrder::ReversedLocal, IdOrder::ReversedWorkgroup,
                          IdOrder::ReversedBoth})
      // An order that cannot be had (subgroup operations) is not tried.
      if (llvm::Error error = add(A, specA, order))
        llvm::consumeError(std::move(error));
  return runs;
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

/// Compares the outputs of two runs; \p pairing: of B's to A's, null where both
/// are A's.
bool Comparer::isSame(const PreparedRun &run, const DispatchResult &left,
                      const PreparedRun &otherRun, const DispatchResult &right,
                      const Pairing *pairing, Verdict verdict,
                      llvm::StringRef meaning) {
  auto compareAll = [&](const std::vector<RunMemory> &memories,
                        const std::vector<RunMemory> &others,
                        const std::vector<size_t> *declarations,
                        const std::vector<Bytes> &leftBytes,
                        const std::vector<Bytes> &rightBytes) {
    std::vector<size_t> partner = pairMemories(memories, others, declarations);
    for (size_t j = 0; j < others.size(); ++j) {
      size_t i = partner[j];
      if (!memories[i].isOutput || !others[j].isOutput)
        continue;
      Comparison comparison = compareMemory(memories[i], leftBytes[i],
                                            rightBytes[j], Options.rules);
      Result.numberCount += declarations ? comparison.componentCount : 0;
      if (!comparison.first)
        continue;
      Result.first = comparison.first;
      MemoryOfA = i;
      MemoryOfB = j;
      IsImageDifferent = &memories == &run.images;
      return stop(verdict, comparison.first->component + " is " +
                               comparison.first->left + meaning +
                               comparison.first->right + "; " +
                               llvm::Twine(comparison.differentCount) + " of " +
                               llvm::Twine(comparison.componentCount) +
                               " numbers of '" + memories[i].name + "' differ");
    }
    return true;
  };
  return compareAll(run.blocks, otherRun.blocks,
                    pairing ? &pairing->blocks : nullptr, left.blocks,
                    right.blocks) &&
         compareAll(run.images, otherRun.images,
                    pairing ? &pairing->images : nullptr, left.images,
                    right.images);
}

llvm::Expected<bool> Comparer::compareSeed(const RunSpec &specA,
                                           const RunSpec &specB,
                                           bool isOrderTried) {
  Result.seed = specA.seed;
  Result.workgroupCount = specA.workgroupCount;
  llvm::Expected<std::vector<PreparedRun>> runs =
      prepareAll(specA, specB, isOrderTried);
  if (!runs)
    return runs.takeError();
  std::vector<Dispatch> dispatches;
  for (const PreparedRun &run : *runs)
    dispatches.push_back(run.dispatch);
  llvm::Expected<std::vector<DispatchResult>> results =
      runDispatches(Environment.device, dispatches, Environment.limits);
  if (!results)
    return results.takeError();
  for (unsigned i = 0; i < 2; ++i)
    if (!hasWritten((*runs)[i], (*results)[i]))
      return stop(Verdict::Failed,
                  llvm::Twine(i == 0 ? "A" : "B") +
                      " wrote nothing: its outputs are as before");
  for (size_t i = 2; i < runs->size(); ++i)
    if (!isSame((*runs)[0], (*results)[0], (*runs)[i], (*results)[i], nullptr,
                Verdict::NotComparable,
                " as written, but with invocations in another order "))
      return false;
  ++Result.runCount;
  bool goesOn = isSame((*runs)[0], (*results)[0], (*runs)[1], (*results)[1],
                       &Pairs, Verdict::Different, " in A, but in B ");
  if (!goesOn)
    addWriters(specA, specB, *runs);
  return goesOn;
}

/// Says who wrote the first number that differs, in A and in B.
void Comparer::addWriters(const RunSpec &specA, const RunSpec &specB,
                          const std::vector<PreparedRun> &runs) {
  uint64_t offsetBytes = Result.first->offsetBytes;
  Result.writersA = describeWriters(
      {A, specA, runs[0], IsImageDifferent, MemoryOfA, offsetBytes},
      Environment);
  Result.writersB = describeWriters(
      {B, specB, runs[1], IsImageDifferent, MemoryOfB, offsetBytes},
      Environment);
}

llvm::Expected<bool> Comparer::compareSize(unsigned sizeNumber) {
  llvm::Expected<RunSpec> specA = planA(sizeNumber);
  if (!specA)
    return specA.takeError();
  RunSpec specB;
  Result.workgroupCount = specA->workgroupCount;
  Result.seed = specA->seed;
  llvm::Expected<bool> goesOn = prepareSpecs(Options.plan, *specA, specB);
  for (unsigned i = 0; i < Options.seedCount; ++i) {
    if (!goesOn || !*goesOn)
      return goesOn;
    goesOn = compareSeed(*specA, specB, /*isOrderTried=*/i == 0);
    ++specA->seed;
    ++specB.seed;
  }
  return goesOn;
}

llvm::Expected<CompareResult> Comparer::compare() {
  if (llvm::Error error = findInterfaces())
    return error;
  unsigned sizeCount =
      Options.run || Options.plan.workgroupCount ? 1 : Options.sizeCount;
  for (unsigned size = 0; size < sizeCount; ++size) {
    llvm::Expected<bool> goesOn = compareSize(size);
    if (!goesOn)
      return goesOn.takeError();
    if (!*goesOn) {
      Result.message += " (seed " + std::to_string(Result.seed) + ", " +
                        std::to_string(Result.workgroupCount[0]) + " x " +
                        std::to_string(Result.workgroupCount[1]) + " x " +
                        std::to_string(Result.workgroupCount[2]) +
                        " workgroups)";
      return Result;
    }
  }
  Result.message =
      std::to_string(Result.runCount) + " runs (" + std::to_string(sizeCount) +
      " sizes, " + std::to_string(Options.seedCount) + " seeds each), " +
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
