// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// From the results of a run to its reports; private to lib/Driver.
#ifndef WGLINT_LIB_DRIVER_RUNREPORT_H
#define WGLINT_LIB_DRIVER_RUNREPORT_H

#include "WorkList.h"

namespace wglint {

/// How \p options want findings to be printed, but for colours.
PrintOptions printOptions(const RunOptions &options);

/// Prints the results of \p plan in every form that was asked for, and the
/// summary on \p err. True if every report is where it should be.
bool printReport(const RunOptions &options, llvm::ArrayRef<PlannedFile> plan,
                 std::vector<FileResult> &files, llvm::raw_ostream &out,
                 llvm::raw_ostream &err);

} // namespace wglint

#endif // WGLINT_LIB_DRIVER_RUNREPORT_H
