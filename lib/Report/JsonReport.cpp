// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Report/DiagnosticJson.h"
#include "wglint/Report/Report.h"
#include "llvm/Support/ErrorHandling.h"

using namespace wglint;
namespace json = llvm::json;

llvm::StringRef wglint::toString(FileStatus status) {
  switch (status) {
  case FileStatus::Analyzed:
    return "analyzed";
  case FileStatus::Skipped:
    return "skipped";
  case FileStatus::Failed:
    return "failed";
  case FileStatus::Crashed:
    return "crashed";
  case FileStatus::Unreadable:
    return "unreadable";
  }
  llvm_unreachable("all statuses are listed");
}

/// Counts from 1 everywhere: what is about a file as a whole gets an empty
/// range at its start, a note without a place that of its finding.
static Diagnostic withPlaces(Diagnostic diagnostic) {
  if (diagnostic.range.isWholeFile())
    diagnostic.range.begin = diagnostic.range.end = {1, 1};
  for (DiagnosticNote &note : diagnostic.notes)
    if (note.range.isWholeFile())
      note.range = diagnostic.range;
  return diagnostic;
}

void wglint::printJson(const Report &report, const PrintOptions &options,
                       llvm::raw_ostream &os) {
  json::OStream out(os, /*IndentSize=*/2);
  out.object([&] {
    out.attribute("version", report.version);
    out.attribute("target", report.target);
    out.attributeArray("files", [&] {
      for (const ReportedFile &file : report.files)
        out.object([&] {
          out.attribute("file", toJsonString(file.file));
          out.attribute("status", toString(file.status));
          if (!file.reason.empty())
            out.attribute("reason", toJsonString(file.reason));
        });
    });
    out.attributeArray("findings", [&] {
      for (const Diagnostic &finding : report.findings)
        out.value(toJson(withPlaces(finding)));
    });
    if (options.withFacts)
      out.attributeArray("facts", [&] {
        for (const json::Value &fact : report.facts)
          out.value(fact);
      });
  });
  os << '\n';
}
