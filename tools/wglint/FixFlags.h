// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The options that mend files: --fix, --diff, --measure, ...
#ifndef WGLINT_TOOLS_WGLINT_FIXFLAGS_H
#define WGLINT_TOOLS_WGLINT_FIXFLAGS_H

#include "wglint/Driver/Fix.h"
#include "llvm/Support/CommandLine.h"

namespace wglint {

/// A local of parseCommandLine(), as all groups of options.
class FixFlags {
public:
  explicit FixFlags(llvm::cl::OptionCategory &category);

  /// Errors: one sentence that names the option and the value.
  llvm::Error read(FixOptions &options, JobOptions &job);

  /// An error if one of \p files is no file but a rewrite that lost its '='.
  static llvm::Error checkFiles(const FixOptions &options,
                                llvm::ArrayRef<std::string> files);

private:
  llvm::cl::opt<std::string> Fix;
  llvm::cl::opt<bool> Diff, FixOnly, UnsafeFixes, Measure;
  llvm::cl::opt<std::string> Prove, Device, Runner;
  llvm::cl::list<std::string> Parameters;
};

/// Prints the table of `--list-rewrites`.
void listRewrites(llvm::raw_ostream &os);

} // namespace wglint

#endif // WGLINT_TOOLS_WGLINT_FIXFLAGS_H
