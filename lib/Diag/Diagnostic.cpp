// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Diag/Diagnostic.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <set>
#include <tuple>

using namespace wglint;

llvm::StringRef wglint::toString(Severity severity) {
  switch (severity) {
  case Severity::Note:
    return "note";
  case Severity::Remark:
    return "remark";
  case Severity::Warning:
    return "warning";
  case Severity::Error:
    return "error";
  }
  llvm_unreachable("all severities are listed");
}

llvm::StringRef wglint::toString(Evidence evidence) {
  switch (evidence) {
  case Evidence::Proved:
    return "proved";
  case Evidence::Measured:
    return "measured";
  case Evidence::Assumed:
    return "assumed";
  case Evidence::Bounded:
    return "bounded";
  }
  llvm_unreachable("all kinds of evidence are listed");
}

llvm::StringRef wglint::toString(NoteKind kind) {
  switch (kind) {
  case NoteKind::Text:
    return "text";
  case NoteKind::MacroDefinition:
    return "macro";
  case NoteKind::Inclusion:
    return "inclusion";
  case NoteKind::WhyMinor:
    return "minor";
  }
  llvm_unreachable("all kinds are listed");
}

llvm::StringRef wglint::toString(Applicability applicability) {
  switch (applicability) {
  case Applicability::Safe:
    return "safe";
  case Applicability::NeedsValidation:
    return "needs-validation";
  case Applicability::Unsafe:
    return "unsafe";
  case Applicability::DisplayOnly:
    return "display-only";
  }
  llvm_unreachable("all applicabilities are listed");
}

bool wglint::operator<(const Diagnostic &a, const Diagnostic &b) {
  return std::tie(a.range, a.check, a.message) <
         std::tie(b.range, b.check, b.message);
}

void wglint::sortDiagnostics(std::vector<Diagnostic> &diagnostics) {
  llvm::stable_sort(diagnostics);
}

unsigned wglint::findingCount(const Diagnostic &diagnostic) {
  unsigned count = 1;
  for (const Measurement &measurement : diagnostic.measurements)
    if (measurement.name == kLikewiseFindings)
      count += unsigned(measurement.value);
  return count;
}

/// A chain of includes that goes in circles says the same note many times.
static void dropRepeatedNotes(Diagnostic &diagnostic) {
  std::set<DiagnosticNote> seen;
  llvm::erase_if(diagnostic.notes, [&](const DiagnosticNote &note) {
    return !seen.insert(note).second;
  });
}

void wglint::dropRepeatedDiagnostics(std::vector<Diagnostic> &diagnostics) {
  for (Diagnostic &diagnostic : diagnostics)
    dropRepeatedNotes(diagnostic);
  // What a reader would take for the same statement. Notes may differ by the
  // file that includes a header or calls a function; the first stand for all.
  auto isLess = [](const Diagnostic *a, const Diagnostic *b) {
    return std::tie(a->range, a->check, a->severity, a->message) <
           std::tie(b->range, b->check, b->severity, b->message);
  };
  std::set<const Diagnostic *, decltype(isLess)> seen(isLess);
  std::vector<bool> isRepeated;
  for (const Diagnostic &diagnostic : diagnostics)
    // Each error says why some file could not be analysed.
    isRepeated.push_back(!seen.insert(&diagnostic).second &&
                         diagnostic.severity != Severity::Error);
  std::vector<Diagnostic> kept;
  for (size_t i = 0; i < diagnostics.size(); ++i)
    if (!isRepeated[i])
      kept.push_back(std::move(diagnostics[i]));
  diagnostics = std::move(kept);
}
