// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// One attempt at one fix, from working it out to its proof; private to
/// lib/Driver.
#ifndef WGLINT_LIB_DRIVER_FIXTRIAL_H
#define WGLINT_LIB_DRIVER_FIXTRIAL_H

#include "wglint/Driver/Fix.h"

namespace wglint {

/// A fix that held, with the text that it makes and what the pipeline says of
/// it.
struct ProvedFix {
  Fix fix;
  std::string text;
  FileResult result;
};

/// Runs the pipeline and the runner for one file.
class FixTrial {
public:
  FixTrial(llvm::StringRef path, const JobOptions &job,
           const FixOptions &options);

  /// The pipeline with the checks of the proof, in a worker.
  FileResult lint(llvm::StringRef text) const;
  /// The pipeline with the user's own checks, in a worker.
  FileResult lintAsAsked(llvm::StringRef text) const;

  /// Works \p rewrite out for \p finding of \p before, which is what lint()
  /// says of \p text, and proves it; of several variants, the first that holds
  /// (with
  /// --measure the fastest). Errors: why none can be applied.
  llvm::Expected<ProvedFix> prove(llvm::StringRef text,
                                  const FileResult &before,
                                  const Diagnostic &finding,
                                  llvm::StringRef rewrite) const;

  /// As provePair() of Fix.h.
  llvm::Expected<std::string> provePair(llvm::StringRef before,
                                        llvm::StringRef after) const;

private:
  FileResult run(llvm::StringRef text, const JobOptions &job) const;
  llvm::Expected<ProvedFix> proveVariant(llvm::StringRef text,
                                         const FileResult &before,
                                         const Diagnostic &finding,
                                         const RewriteInfo &rewrite,
                                         Fix fix) const;
  llvm::Error proveByRunning(llvm::StringRef text, const RewriteInfo &rewrite,
                             ProvedFix &candidate) const;

  std::string Path;
  const JobOptions &Asked;
  const FixOptions &Options;
  JobOptions Job; ///< with the checks of the proof
};

} // namespace wglint

#endif // WGLINT_LIB_DRIVER_FIXTRIAL_H
