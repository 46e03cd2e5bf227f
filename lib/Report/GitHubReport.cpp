// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Places.h"
#include "wglint/Report/Report.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;

/// "error", "warning" and "notice" are all that there are.
static llvm::StringRef commandOf(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Remark:
  case Severity::Note:
    break;
  }
  return "notice";
}

/// Escapes as GitHub's own toolkit does (actions/toolkit, command.ts).
/// \param isProperty what stands in front of the second `::`.
static std::string escapeCommand(llvm::StringRef text, bool isProperty) {
  std::string escaped;
  for (char c : text) {
    if (c == '%')
      escaped += "%25";
    else if (c == '\r')
      escaped += "%0D";
    else if (c == '\n')
      escaped += "%0A";
    else if (isProperty && c == ':')
      escaped += "%3A";
    else if (isProperty && c == ',')
      escaped += "%2C";
    else
      escaped += c;
  }
  return escaped;
}

static void printPlace(const Utf16Region &region, llvm::raw_ostream &os) {
  os << ",line=" << region.beginLine << ",endLine=" << region.endLine;
  // An annotation of several lines with columns is not shown at all.
  if (region.beginLine != region.endLine || !region.beginColumn)
    return;
  os << ",col=" << region.beginColumn;
  if (region.endColumn)
    os << ",endColumn=" << region.endColumn;
}

static void printAnnotation(const Diagnostic &finding, const Report &report,
                            llvm::raw_ostream &os) {
  std::string text = finding.message;
  for (const DiagnosticNote &note : finding.notes) {
    text += "\nnote: ";
    if (!note.range.isWholeFile() && !(note.range == finding.range))
      text += pathFromRoot(note.range.file, report) + ':' +
              std::to_string(note.range.begin.line) + ": ";
    text += note.message;
  }
  os << "::" << commandOf(finding.severity)
     << " title=" << escapeCommand("wglint (" + finding.check + ")", true)
     << ",file="
     << escapeCommand(pathFromRoot(finding.range.file, report), true);
  printPlace(toUtf16(finding.range, report), os);
  os << "::" << escapeCommand(text, false) << '\n';
}

/// GitHub drops what is over its limit in silence; this says so.
static void printDropped(const std::map<Severity, unsigned> &counts,
                         llvm::raw_ostream &os) {
  // Of each kind and step (docs.github.com, "Workflow commands", 2026).
  constexpr unsigned kMaxCount = 10;
  for (auto [severity, count] : counts)
    if (count > kMaxCount)
      os << "::notice title=wglint::GitHub shows the first " << kMaxCount
         << " of " << count << ' ' << toString(severity)
         << "s of this step; the others are in its log\n";
}

void wglint::printGitHub(const Report &report, const PrintOptions &options,
                         llvm::raw_ostream &os) {
  std::vector<const Diagnostic *> findings;
  std::map<Severity, unsigned> counts;
  for (const Diagnostic &finding : report.findings)
    if (isShown(finding, options)) {
      findings.push_back(&finding);
      ++counts[finding.severity];
    }
  // Only the first ones are shown, so the gravest come first.
  llvm::stable_sort(findings, [](const Diagnostic *a, const Diagnostic *b) {
    return a->severity > b->severity;
  });
  printDropped(counts, os);
  for (const Diagnostic *finding : findings)
    printAnnotation(*finding, report, os);
}
