// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Report/Format.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;

static constexpr ReportFormat kFormats[] = {
    {"text", "as a compiler prints them, for people", true, false, printText},
    {"concise", "one line for each finding", true, false, printConcise},
    {"json", "all that is known, for programs", false, false, printJson},
    {"sarif", "SARIF 2.1.0, for code scanning and viewers", false, true,
     printSarif},
    {"github", "annotations of a workflow on GitHub", false, false,
     printGitHub},
    {"gitlab", "GitLab's code quality report", false, false, printGitLab},
};

llvm::ArrayRef<ReportFormat> wglint::reportFormats() { return kFormats; }

const ReportFormat *wglint::findReportFormat(llvm::StringRef name) {
  const ReportFormat *format = llvm::find_if(
      kFormats, [&](const ReportFormat &each) { return each.name == name; });
  return format == std::end(kFormats) ? nullptr : format;
}
