// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The options about configurations and baselines.
#ifndef WGLINT_TOOLS_WGLINT_CONFIGFLAGS_H
#define WGLINT_TOOLS_WGLINT_CONFIGFLAGS_H

#include "wglint/Driver/Run.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

namespace wglint {

/// As LLVM's command line library knows them; a local of the parser.
class ConfigFlags {
public:
  explicit ConfigFlags(llvm::cl::OptionCategory &category);

  bool wantsExplanation() const { return Explain; }

  /// Fills the members of \p run that are about configurations. The other
  /// options have been read into \p run.job; \p checks and \p isTargetSaid are
  /// what that does not tell of them.
  llvm::Error read(RunOptions &run, llvm::ArrayRef<std::string> checks,
                   bool isTargetSaid);

private:
  llvm::cl::opt<std::string> File, Text;
  llvm::cl::opt<bool> Explain;
  llvm::cl::opt<std::string> BaselineFile;
  llvm::cl::opt<bool> WriteBaseline;
  llvm::cl::list<std::string> WarningsAsErrors;
};

} // namespace wglint

#endif // WGLINT_TOOLS_WGLINT_CONFIGFLAGS_H
