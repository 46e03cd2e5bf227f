// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The steps of compareShaders(). All sizes and seeds are run in one child
/// first, as if no access were outside; what that leaves open is done step by
/// step.
#ifndef WGLINT_LIB_RUN_COMPARER_H
#define WGLINT_LIB_RUN_COMPARER_H

#include "ComparedShaders.h"
#include "llvm/ADT/STLExtras.h"

namespace wglint {

/// One size: both runs of the first seed.
struct SizeSpecs {
  RunSpec a, b;
};

/// What is run at one size when all sizes are run at once.
struct SizeRuns {
  PreparedRun checkedA, checkedB;
  std::vector<std::vector<PreparedRun>> seeds; ///< as ComparedShaders::prepare
};

/// Compares two shaders. Each step returns true to go on, false where the
/// verdict stands.
class Comparer {
public:
  using Verdict = CompareResult::Verdict;

  Comparer(const ShaderToRun &a, const ShaderToRun &b,
           const RunEnvironment &environment, const CompareOptions &options)
      : A(a), B(b), Environment(environment), Options(options) {}
  llvm::Expected<CompareResult> compare();

private:
  llvm::Error planSizes();
  llvm::Expected<RunSpec> planA(unsigned sizeNumber) const;

  llvm::Error runAllAtOnce();
  llvm::Expected<SizeRuns> prepareSize(const SizeSpecs &size) const;
  bool judgeSize(size_t index);
  bool isInside(size_t index);

  llvm::Expected<bool> compareSize(SizeSpecs size);
  llvm::Expected<bool> refine(const ShaderToRun &shader, llvm::StringRef name,
                              RunSpec &spec);
  llvm::Expected<bool> noteUnchecked(llvm::Error error);
  llvm::Expected<bool> mendSpecs(SizeSpecs &size);
  llvm::Expected<bool> compareSeed(const SizeSpecs &size, bool isOrderTried);

  bool judgeSeed(const SizeSpecs &size, const std::vector<PreparedRun> &runs,
                 llvm::ArrayRef<DispatchResult> results);
  bool hasWritten(const PreparedRun &run, const DispatchResult &result);
  void noteSize(const SizeSpecs &size);
  /// Each size finds the same places: one note is enough for each.
  void addNote(const std::string &note) {
    if (!llvm::is_contained(Result.notes, note))
      Result.notes.push_back(note);
  }
  void addWriters(const SizeSpecs &size, const std::vector<PreparedRun> &runs,
                  const OutputDifference &difference);
  bool stop(Verdict verdict, const llvm::Twine &message) {
    Result.verdict = verdict;
    Result.message = message.str();
    return false;
  }
  bool fail(llvm::StringRef shader, const llvm::Twine &message) {
    Result.failedShader = shader.str();
    return stop(Verdict::Failed, message);
  }
  bool stopAt(Verdict verdict, const OutputDifference &difference,
              llvm::StringRef meaning);

  const ShaderToRun &A, &B;
  const RunEnvironment &Environment;
  const CompareOptions &Options;
  std::optional<ComparedShaders> Shaders;
  std::vector<SizeSpecs> Sizes;
  /// Parallel to Sizes, and what came back of all of them, one after the other.
  std::vector<SizeRuns> Runs;
  std::vector<DispatchResult> Results;
  CompareResult Result;
};

/// Both specs with the seed after theirs.
SizeSpecs nextSeed(SizeSpecs size);

} // namespace wglint

#endif // WGLINT_LIB_RUN_COMPARER_H
