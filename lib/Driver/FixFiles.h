// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What `wglint --fix` and `--diff` do with the files of a command line;
/// private to lib/Driver.
#ifndef WGLINT_LIB_DRIVER_FIXFILES_H
#define WGLINT_LIB_DRIVER_FIXFILES_H

#include "wglint/Driver/Run.h"

namespace wglint {

/// Mends \p text of \p path with options.fix, writes the file (or its patch on
/// \p out), says on \p err what was done and how it was proved, and returns
/// what is left. A file that cannot be written is an error on \p err and counts
/// as unreadable.
FileResult mendFile(llvm::StringRef path, llvm::StringRef text,
                    llvm::ArrayRef<VariantJob> jobs, const FixOptions &options,
                    llvm::raw_ostream &out, llvm::raw_ostream &err);

} // namespace wglint

#endif // WGLINT_LIB_DRIVER_FIXFILES_H
