// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What `wglint --fix` and `--diff` do with the files of a command line;
/// private to lib/Driver.
#ifndef WGLINT_LIB_DRIVER_FIXFILES_H
#define WGLINT_LIB_DRIVER_FIXFILES_H

#include "wglint/Driver/Run.h"
#include <set>
#include <string>

namespace wglint {

/// What became of all files together; the numbers are of findings.
struct MendCounts {
  unsigned applied = 0;
  unsigned refused = 0;       ///< whose fixes did not pass the proof
  unsigned hiddenRemarks = 0; ///< as FixedFile
  unsigned unsafe = 0;        ///< as FixedFile
  /// Files that have a patch, by its name: a link to one is no other file.
  std::set<std::string> patched;
};

/// Mends \p text of \p path with options.fix, writes the file (or its patch on
/// \p out), says on \p err what was done and how it was proved, adds it to
/// \p counts, and returns what is left. A file that cannot be written is an
/// error on \p err and counts as unreadable.
FileResult mendFile(llvm::StringRef path, llvm::StringRef text,
                    llvm::ArrayRef<VariantJob> jobs, const FixOptions &options,
                    MendCounts &counts, llvm::raw_ostream &out,
                    llvm::raw_ostream &err);

/// Says on \p os why nothing was mended, where somebody named rewrites.
void noteIdleFix(const MendCounts &counts, const FixOptions &options,
                 llvm::raw_ostream &os);

} // namespace wglint

#endif // WGLINT_LIB_DRIVER_FIXFILES_H
