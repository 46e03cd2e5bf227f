// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The command line of wglint: what can be said, and what it means.
#ifndef WGLINT_TOOLS_WGLINT_OPTIONS_H
#define WGLINT_TOOLS_WGLINT_OPTIONS_H

#include "wglint/Driver/Run.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace wglint {

/// What a command line asks for.
struct Command {
  enum class Kind {
    Lint,
    ListChecks,
    ListRewrites,
    ExplainCheck,
    ExplainConfig,
    Refused ///< LLVM's library has said what is wrong with a value
  };
  Kind kind = Kind::Lint;
  RunOptions run;                   ///< for Lint and ExplainConfig
  const CheckInfo *check = nullptr; ///< for ExplainCheck
};

/// Reads the command line. --help and --version print and end the process.
/// Errors: one sentence that names the option, the value and, where one comes
/// close, the valid spelling.
llvm::Expected<Command> parseCommandLine(int argc, const char *const *argv);

} // namespace wglint

#endif // WGLINT_TOOLS_WGLINT_OPTIONS_H
