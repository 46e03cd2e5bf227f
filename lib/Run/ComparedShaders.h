// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What compareShaders() runs: both shaders, their copies that watch indices,
/// and A with its invocations in other orders, all on the same contents.
#ifndef WGLINT_LIB_RUN_COMPAREDSHADERS_H
#define WGLINT_LIB_RUN_COMPAREDSHADERS_H

#include "Pairing.h"
#include "wglint/Run/Plan.h"

namespace wglint {

/// Two shaders, each translated once.
class ComparedShaders {
public:
  /// \p given has the specialization constants.
  /// Errors: as makeRunnable() and pairInterfaces().
  static llvm::Expected<ComparedShaders>
  create(const ShaderToRun &a, const ShaderToRun &b, const RunSpec &given);

  const ShaderInterface &interfaceA() const { return A.interface; }
  const ShaderInterface &interfaceB() const { return B.interface; }
  const Pairing &pairs() const { return Pairs; }

  /// The run of B that does what \p specA does to A.
  /// Errors: as runForPartner().
  llvm::Expected<RunSpec> runOfB(const RunSpec &specA,
                                 const PartnerDispatch &dispatch) const;
  /// Gives A the lengths and contents that B needed; an output of one becomes
  /// one of both.
  void shareMemory(RunSpec &specA, RunSpec &specB) const;

  /// A, B and, to see whether order matters, A in the other orders that can be
  /// had. Errors: as prepareRun().
  llvm::Expected<std::vector<PreparedRun>>
  prepare(const RunSpec &specA, const RunSpec &specB, bool isOrderTried) const;

  /// The copies that watch their indices; null where there are none, and the
  /// reason is to be found by trying.
  const RunnableShader *checkedA() const { return CheckedA.get(); }
  const RunnableShader *checkedB() const { return CheckedB.get(); }

private:
  RunnableShader A, B;
  std::unique_ptr<RunnableShader> CheckedA, CheckedB;
  std::vector<RunnableShader> Orders; ///< of A
  Pairing Pairs;
};

/// Where two runs differ.
struct OutputDifference {
  Mismatch first;
  std::string memory; ///< the name of the left one
  uint64_t componentCount = 0, differentCount = 0;
  // As WrittenNumber.
  bool isImage = false;
  size_t leftMemory = 0, rightMemory = 0;
};

/// All outputs of two runs, up to the first that differs.
struct OutputComparison {
  uint64_t componentCount = 0;
  unsigned outputCount = 0;
  std::optional<OutputDifference> difference;
};

/// \p pairing: of the right one's to the left one's; null where both are runs
/// of one shader.
OutputComparison
compareOutputs(const PreparedRun &left, const DispatchResult &leftResult,
               const PreparedRun &right, const DispatchResult &rightResult,
               const Pairing *pairing, const CompareRules &rules);

} // namespace wglint

#endif // WGLINT_LIB_RUN_COMPAREDSHADERS_H
