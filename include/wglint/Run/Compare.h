// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Whether two shaders compute the same: both run on the same inputs, at
/// several seeds and sizes, and every output is compared.
///
/// What is not claimed: that barriers are right. Running proves nothing about
/// synchronisation; the lane analysis does.
#ifndef WGLINT_RUN_COMPARE_H
#define WGLINT_RUN_COMPARE_H

#include "wglint/Run/Plan.h"

namespace wglint {

/// How a second shader is dispatched; else as many workgroups as have the
/// invocations of the first.
struct PartnerDispatch {
  std::optional<std::array<uint32_t, 3>> workgroupCount;
  /// One of its workgroups does the work of so many invocations of the first,
  /// for a shader whose invocations do more or less each.
  std::optional<std::array<uint32_t, 3>> coveredInvocations;
};

struct CompareOptions {
  unsigned seedCount = 3;
  /// Sizes, as PlanOptions::sizeNumber; 1 where `run` is given.
  unsigned sizeCount = 3;
  CompareRules rules;
  PlanOptions plan;
  PartnerDispatch dispatchB;
  std::optional<RunSpec> run; ///< for A, instead of a plan
};

struct CompareResult {
  enum class Verdict {
    Equal,
    Different,
    NotComparable, ///< A's own results depend on the order of invocations
    Failed,        ///< an access outside, or nothing was written
  };
  Verdict verdict = Verdict::Equal;
  /// The verdict in words, with numbers and the place.
  std::string message;
  std::string failedShader; ///< "A" or "B" where the verdict is Failed
  std::vector<std::string> notes;
  unsigned runCount = 0;    ///< pairs of runs that were compared
  unsigned outputCount = 0; ///< buffers and images that were compared
  /// Workgroups of A and of B for each size that was begun.
  std::vector<std::pair<std::array<uint32_t, 3>, std::array<uint32_t, 3>>>
      sizes;
  uint64_t numberCount = 0; ///< numbers that were compared, over all runs
  // Of the run that decided, at the last of the sizes, where the verdict is not
  // Equal.
  uint64_t seed = 0;
  std::optional<Mismatch> first; ///< left: A, right: B (or A in another order)
  /// Of a difference, which invocation wrote that number in A and in B, and
  /// where, in words. Empty where it is not known.
  std::string writersA, writersB;
};
const char *toString(CompareResult::Verdict verdict);

/// Runs \p a and \p b. Buffers, images and uniforms are paired by name, then by
/// set and binding, then by order.
/// Errors: interfaces that cannot be paired (with what is missing), and as
/// planRun(), prepareRun() and runDispatches().
/// Cost: one child with four to seven dispatches for each size and two more for
/// each further seed. Where an access is outside or that child fails, one after
/// the other: per size two to sixteen trials, and a child for each seed.
llvm::Expected<CompareResult> compareShaders(const ShaderToRun &a,
                                             const ShaderToRun &b,
                                             const RunEnvironment &environment,
                                             const CompareOptions &options);

} // namespace wglint

#endif // WGLINT_RUN_COMPARE_H
