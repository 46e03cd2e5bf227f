// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What --assume and --spec name and no shader has; private to lib/Driver.
#ifndef WGLINT_LIB_DRIVER_UNKNOWNNAMES_H
#define WGLINT_LIB_DRIVER_UNKNOWNNAMES_H

#include "WorkList.h"

namespace wglint {

/// Prints a note for each name of a uniform or a specialization constant that
/// was given for \p files, the results of \p plan, and that none of them has.
/// What a configuration says is for a whole folder, so that one shader without
/// the name tells nothing: it takes two.
void printUnknownNames(llvm::ArrayRef<PlannedFile> plan,
                       llvm::ArrayRef<FileResult> files,
                       llvm::raw_ostream &notes);

} // namespace wglint

#endif // WGLINT_LIB_DRIVER_UNKNOWNNAMES_H
