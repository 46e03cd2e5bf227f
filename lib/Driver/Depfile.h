// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a run read, for build systems; private to lib/Driver.
#ifndef WGLINT_LIB_DRIVER_DEPFILE_H
#define WGLINT_LIB_DRIVER_DEPFILE_H

#include "wglint/Driver/Driver.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace wglint {

/// Writes a rule of Make into \p depfile whose target is that name without its
/// last ending and whose prerequisites are the files that \p files were made
/// from, each once, and \p baseline if there is one.
llvm::Error writeDepfile(llvm::StringRef depfile,
                         llvm::ArrayRef<FileResult> files,
                         llvm::StringRef baseline);

} // namespace wglint

#endif // WGLINT_LIB_DRIVER_DEPFILE_H
