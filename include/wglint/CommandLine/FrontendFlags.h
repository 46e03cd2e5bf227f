// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Options that several tools have, spelt and read in one place. A tool makes
/// these structures as locals while it parses its command line: nothing
/// registers itself before main().
#ifndef WGLINT_COMMANDLINE_FRONTENDFLAGS_H
#define WGLINT_COMMANDLINE_FRONTENDFLAGS_H

#include "wglint/Frontend/Frontend.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include <array>

namespace wglint {

/// "auto", "gles31", "gl", "vulkan". An error names \p option.
llvm::Expected<TargetEnv> parseTargetEnv(llvm::StringRef option,
                                         llvm::StringRef name);

/// The name that parseTargetEnv() reads.
llvm::StringRef toString(TargetEnv env);

/// "compute"; empty for "auto", which finds the stage out.
llvm::Expected<std::string> parseStage(llvm::StringRef option,
                                       llvm::StringRef name);

/// How files are read: -D, -I, --target-env, ...
class FrontendFlags {
public:
  explicit FrontendFlags(
      llvm::cl::OptionCategory &category,
      llvm::cl::SubCommand &command = llvm::cl::SubCommand::getTopLevel());

  /// Errors: one sentence that names the option, the value and, where one
  /// comes close, the valid spelling.
  llvm::Error read(FrontendOptions &options);

private:
  llvm::cl::opt<std::string> Stage, TargetEnvName;
  llvm::cl::list<std::string> IncludeDirs, Defines, Undefines, Preambles;
  llvm::cl::opt<unsigned> GlslVersion;
};

/// What a host fixes when it makes a pipeline: --spec and --local-size.
class SpecializationFlags {
public:
  explicit SpecializationFlags(
      llvm::cl::OptionCategory &category,
      llvm::cl::SubCommand &command = llvm::cl::SubCommand::getTopLevel());

  /// Names or ids with their values, and the workgroup size. Errors: as above.
  llvm::Error read(std::vector<std::pair<std::string, std::string>> &constants,
                   std::optional<std::array<uint32_t, 3>> &localSize);

private:
  llvm::cl::list<std::string> Constants;
  llvm::cl::opt<std::string> LocalSize;
};

/// Removes the options that LLVM's own libraries bring along; they mean nothing
/// to a user, and some of their names are needed. Call it before the first
/// option is made.
void removeForeignOptions();

/// LLVM's complaint \p errors in one line, without the program's name that
/// begins each of its lines, and without options that it offers though they
/// have little in common with what was written.
std::string withoutProgramName(llvm::StringRef errors, llvm::StringRef program);

} // namespace wglint

#endif // WGLINT_COMMANDLINE_FRONTENDFLAGS_H
