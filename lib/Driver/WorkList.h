// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which jobs a run has, and their execution in workers; private to lib/Driver.
#ifndef WGLINT_LIB_DRIVER_WORKLIST_H
#define WGLINT_LIB_DRIVER_WORKLIST_H

#include "Inputs.h"
#include "wglint/Driver/Configure.h"
#include "wglint/Driver/Run.h"
#include <optional>
#include <string>
#include <vector>

namespace wglint {

/// A file and what is to be done about it.
struct PlannedFile {
  InputFile input;
  std::string name;             ///< as messages name it
  std::vector<VariantJob> jobs; ///< one for each variant
  /// Set where there is nothing to do: skipped, or wrongly configured.
  std::optional<FileResult> done;
  bool isMisconfigured = false;
  std::vector<std::string> dependencies; ///< the configurations
};

/// Finds the files of a command line and the options of each. What names no
/// file is said on \p notes.
std::vector<PlannedFile> planFiles(const RunOptions &options,
                                   ConfigLoader &loader,
                                   llvm::raw_ostream &notes);

/// Runs each variant of each file in a worker of its own and puts the variants
/// of a file together. The results are in the order of \p files.
std::vector<FileResult> runPlan(llvm::ArrayRef<PlannedFile> files,
                                const RunOptions &options,
                                llvm::raw_ostream &err);

/// "wglint: error: "
llvm::raw_ostream &errorTo(llvm::raw_ostream &err);

} // namespace wglint

#endif // WGLINT_LIB_DRIVER_WORKLIST_H
