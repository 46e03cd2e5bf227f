// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// One attempt at one fix, from working it out to its proof; private to
/// lib/Driver.
#ifndef WGLINT_LIB_DRIVER_FIXTRIAL_H
#define WGLINT_LIB_DRIVER_FIXTRIAL_H

#include "wglint/Driver/Fix.h"
#include "wglint/Driver/Variants.h"

namespace wglint {

/// A fix that held, with the text that it makes and what the pipeline says of
/// it in each variant.
struct ProvedFix {
  Fix fix;
  std::string text;
  std::vector<VariantResult> results;
};

/// What became of the rewrites that were tried on one finding.
struct TrialOutcome {
  std::optional<ProvedFix> proved;
  /// Why the others, or all of them, were not taken: rewrite and reason.
  std::vector<std::pair<std::string, std::string>> refusals;
};

/// Runs the pipeline and the runner for one file, in all of its variants.
class FixTrial {
public:
  /// \param text what the file holds at first.
  FixTrial(llvm::StringRef path, llvm::StringRef text,
           llvm::ArrayRef<VariantJob> jobs, const FixOptions &options);

  /// The pipeline with the checks of the proof, in workers.
  std::vector<VariantResult> lint(llvm::StringRef text) const;
  /// What the user's own checks say of \p text, of which lint() said
  /// \p results.
  FileResult asAsked(llvm::StringRef text,
                     std::vector<VariantResult> results) const;

  /// Works the \p rewrites out for \p finding of \p before, which is what
  /// lint() says of \p text, and proves them in every variant. Of those that
  /// the analysis lets through, the one with the least predicted traffic is run
  /// first, and the first that holds is taken; of several forms of one rewrite,
  /// the first that holds.
  TrialOutcome prove(llvm::StringRef text,
                     const std::vector<VariantResult> &before,
                     const Diagnostic &finding,
                     llvm::ArrayRef<std::string> rewrites) const;

  /// As provePair() of Fix.h.
  llvm::Expected<std::string> provePair(llvm::StringRef before,
                                        llvm::StringRef after) const;

private:
  /// One rewrite of one finding on its way: its forms, and the one that is
  /// next.
  struct Attempt {
    const RewriteInfo *rewrite = nullptr;
    std::vector<Fix> forms;             ///< the best first
    size_t next = 0;                    ///< of forms
    std::optional<ProvedFix> candidate; ///< what the analysis lets through
    std::string refusal;                ///< of the form that was liked best
  };
  struct Question;

  FileResult run(llvm::StringRef text, const JobOptions &job) const;
  Attempt workOut(const Question &question, llvm::StringRef rewrite) const;
  void advance(const Question &question, Attempt &attempt) const;
  llvm::Expected<ProvedFix> proveStatically(const Question &question,
                                            const RewriteInfo &rewrite,
                                            Fix fix) const;
  llvm::Error proveByRunning(const Question &question,
                             const RewriteInfo &rewrite,
                             ProvedFix &candidate) const;
  std::string inVariant(size_t index) const;

  std::string Path;
  llvm::ArrayRef<VariantJob> Asked;
  const FixOptions &Options;
  std::vector<JobOptions> Jobs; ///< as Asked, with the checks of the proof
};

} // namespace wglint

#endif // WGLINT_LIB_DRIVER_FIXTRIAL_H
