// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The command line of wglint-run: what can be said, and what it means.
#ifndef WGLINT_TOOLS_WGLINTRUN_OPTIONS_H
#define WGLINT_TOOLS_WGLINTRUN_OPTIONS_H

#include "wglint/Run/Commands.h"
#include "wglint/Run/TimeCommand.h"

namespace wglint {

/// What a command line asks for.
struct Command {
  enum class Kind { Run, Compare, Time, ListDevices };
  Kind kind = Kind::Run;
  std::string device = "auto";
  WorkerLimits limits;
  bool isJson = false;
  // The one of the kind is filled.
  RunRequest run;
  CompareRequest compare;
  TimeRequest time;
};

/// Reads the command line. --help and --version print and end the process.
/// Errors: one sentence that names the option, the value and, where one comes
/// close, the valid spelling.
llvm::Expected<Command> parseCommandLine(int argc, const char *const *argv);

} // namespace wglint

#endif // WGLINT_TOOLS_WGLINTRUN_OPTIONS_H
