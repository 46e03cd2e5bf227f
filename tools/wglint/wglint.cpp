// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The linter's command line. Everything else is in lib/Driver.
#include "FixFlags.h"
#include "Options.h"
#include "wglint/Checks/Registry.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace wglint;

static void listChecks(llvm::raw_ostream &os) {
  for (const CheckInfo *check : allChecks())
    os << llvm::left_justify(check->name, 32) << ' '
       << llvm::left_justify(toString(check->severity), 8) << ' '
       << check->summary
       << (check->enabledByDefault ? "\n" : " (off by default)\n");
}

static void explainCheck(const CheckInfo &check, llvm::raw_ostream &os) {
  os << check.name << ": " << check.summary << "\n\n"
     << check.documentation.trim() << '\n';
  if (check.options.empty())
    return;
  os << "\n## Options\n\n"
     << "Set under `CheckOptions` of a configuration:\n\n"
     << "| option | default | |\n|---|---|---|\n";
  for (const CheckOption &option : check.options)
    os << "| `" << option.name << "` | " << option.defaultValue << " | "
       << option.summary << " |\n";
}

static ExitCode run(const Command &command) {
  switch (command.kind) {
  case Command::Kind::ListChecks:
    listChecks(llvm::outs());
    return ExitCode::Clean;
  case Command::Kind::ListRewrites:
    listRewrites(llvm::outs());
    return ExitCode::Clean;
  case Command::Kind::ExplainCheck:
    explainCheck(*command.check, llvm::outs());
    return ExitCode::Clean;
  case Command::Kind::ExplainConfig:
    return explainConfigs(command.run, llvm::outs(), llvm::errs());
  case Command::Kind::Lint:
    return runFiles(command.run, llvm::outs(), llvm::errs());
  case Command::Kind::Refused:
    break;
  }
  return ExitCode::Usage;
}

/// Whether all of standard output has been written; says why where it has not.
static bool isOutputWritten() {
  llvm::raw_fd_ostream &out = llvm::outs();
  out.flush();
  if (!out.has_error())
    return true;
  llvm::errs() << "wglint: error: cannot write to standard output: "
               << out.error().message() << '\n';
  // The stream would end the process when it goes.
  out.clear_error();
  return false;
}

int main(int argc, char **argv) {
  llvm::Expected<Command> command = parseCommandLine(argc, argv);
  if (!command) {
    llvm::errs() << "wglint: error: " << llvm::toString(command.takeError())
                 << '\n';
    return static_cast<int>(ExitCode::Usage);
  }
  ExitCode code = run(*command);
  if (!isOutputWritten() && code != ExitCode::InternalError)
    code = ExitCode::Usage;
  return static_cast<int>(code);
}
