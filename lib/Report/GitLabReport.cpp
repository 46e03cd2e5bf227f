// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Places.h"
#include "wglint/Report/DiagnosticJson.h"
#include "wglint/Report/Report.h"

using namespace wglint;
namespace json = llvm::json;

/// Of info, minor, major, critical and blocker.
static llvm::StringRef severityOf(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "major";
  case Severity::Warning:
    return "minor";
  case Severity::Remark:
  case Severity::Note:
    break;
  }
  return "info";
}

void wglint::printGitLab(const Report &report, const PrintOptions &options,
                         llvm::raw_ostream &os) {
  Fingerprints fingerprints(report);
  json::OStream out(os, /*IndentSize=*/2);
  out.array([&] {
    for (const Diagnostic &finding : report.findings) {
      if (!isShown(finding, options))
        continue;
      Utf16Region region = toUtf16(finding.range, report);
      // GitLab does not show check_name, so the description says it too.
      out.value(json::Object{
          {"description", toJsonString(finding.check + ": " + finding.message)},
          {"check_name", finding.check},
          {"fingerprint", fingerprints.next(finding)},
          {"severity", severityOf(finding.severity)},
          {"location",
           json::Object{
               {"path", toJsonString(pathFromRoot(finding.range.file, report))},
               {"lines", json::Object{{"begin", region.beginLine},
                                      {"end", region.endLine}}}}}});
    }
  });
  os << '\n';
}
