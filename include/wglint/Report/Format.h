// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The forms that a report can take. One file of lib/Report is one form; all
/// print the same findings in the same order.
#ifndef WGLINT_REPORT_FORMAT_H
#define WGLINT_REPORT_FORMAT_H

#include "wglint/Report/Report.h"
#include "llvm/ADT/ArrayRef.h"

namespace wglint {

/// A form by its name.
struct ReportFormat {
  llvm::StringRef name;    ///< as after --output-format
  llvm::StringRef summary; ///< who reads it, in a few words
  bool isForPeople;        ///< the run adds its summary on standard error
  bool showsEdits;         ///< a fix whose edits are not worked out is left out
  void (*print)(const Report &report, const PrintOptions &options,
                llvm::raw_ostream &os);
};

/// All forms, the default one first.
llvm::ArrayRef<ReportFormat> reportFormats();

/// nullptr where there is none of that name.
const ReportFormat *findReportFormat(llvm::StringRef name);

} // namespace wglint

#endif // WGLINT_REPORT_FORMAT_H
