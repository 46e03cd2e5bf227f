// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Report/Format.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;

static constexpr ReportFormat kFormats[] = {
    {"text", "as a compiler prints them, for people", true, printText},
    {"concise", "one line for each finding", true, printConcise},
    {"json", "all that is known, for programs", false, printJson},
};

llvm::ArrayRef<ReportFormat> wglint::reportFormats() { return kFormats; }

const ReportFormat *wglint::findReportFormat(llvm::StringRef name) {
  const ReportFormat *format = llvm::find_if(
      kFormats, [&](const ReportFormat &each) { return each.name == name; });
  return format == std::end(kFormats) ? nullptr : format;
}
