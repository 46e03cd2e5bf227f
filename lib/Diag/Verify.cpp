// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Diag/Verify.h"
#include "Expectations.h"
#include "llvm/ADT/STLExtras.h"
#include <climits>

using namespace wglint;

namespace {

/// A diagnostic or a note, as something that was seen at a line.
struct Seen {
  Severity severity;
  const SourceRange *range;
  std::string message;
  std::string check; ///< empty for notes
  bool isOptional;   ///< needs no expectation
  bool isMatched = false;
};

} // namespace

static std::vector<Seen> flatten(llvm::ArrayRef<Diagnostic> diagnostics) {
  std::vector<Seen> seen;
  for (const Diagnostic &diagnostic : diagnostics) {
    seen.push_back({diagnostic.severity, &diagnostic.range, diagnostic.message,
                    diagnostic.check, /*isOptional=*/false});
    for (const DiagnosticNote &note : diagnostic.notes)
      seen.push_back(
          {Severity::Note,
           note.range.isWholeFile() ? &diagnostic.range : &note.range,
           note.message, "", note.kind == NoteKind::WhyMinor});
  }
  return seen;
}

static bool matchesText(const Expectation &expectation,
                        const std::string &text) {
  if (expectation.regex)
    return expectation.regex->match(text);
  return llvm::StringRef(text).contains(expectation.text);
}

static bool matches(const Expectation &expectation, const Seen &seen) {
  if (seen.severity != expectation.severity)
    return false;
  if (!expectation.isAnyPlace &&
      (seen.range->begin.line != expectation.line ||
       seen.range->file != expectation.directive.file))
    return false;
  return matchesText(expectation, seen.message) ||
         (!seen.check.empty() &&
          matchesText(expectation, seen.message + " [" + seen.check + "]"));
}

/// Takes what \p expectation asks for out of \p seen; how many are missing.
static unsigned matchAndCountMissing(const Expectation &expectation,
                                     std::vector<Seen> &seen) {
  unsigned count = 0;
  for (Seen &candidate : seen) {
    if (count == expectation.maxCount)
      break;
    if (!candidate.isMatched && matches(expectation, candidate)) {
      candidate.isMatched = true;
      ++count;
    }
  }
  return expectation.minCount - std::min(count, expectation.minCount);
}

static void printPlace(llvm::raw_ostream &os, llvm::StringRef file,
                       unsigned line) {
  os << "  File " << file;
  if (line)
    os << " Line " << line;
}

static unsigned
reportMissing(Severity severity,
              llvm::ArrayRef<std::pair<const Expectation *, unsigned>> missing,
              llvm::raw_ostream &os) {
  unsigned count = 0;
  for (auto [expectation, missingCount] : missing) {
    if (expectation->severity != severity)
      continue;
    if (count == 0)
      os << "error: 'expected-" << toString(severity)
         << "' diagnostics expected but not seen:\n";
    count += missingCount;
    for (unsigned i = 0; i < missingCount; ++i) {
      const SourceRange &directive = expectation->directive;
      if (expectation->isAnyPlace)
        os << "  File * Line *";
      else
        printPlace(os, directive.file, expectation->line);
      if (expectation->isAnyPlace || expectation->line != directive.begin.line)
        os << " (directive at " << directive.file << ':' << directive.begin.line
           << ')';
      os << ": " << expectation->text << '\n';
    }
  }
  return count;
}

static unsigned reportUnexpected(Severity severity, llvm::ArrayRef<Seen> seen,
                                 llvm::raw_ostream &os) {
  unsigned count = 0;
  for (const Seen &extra : seen) {
    if (extra.severity != severity || extra.isMatched || extra.isOptional)
      continue;
    if (count++ == 0)
      os << "error: '" << toString(severity)
         << "' diagnostics seen but not expected:\n";
    printPlace(os, extra.range->file, extra.range->begin.line);
    os << ": " << extra.message;
    if (!extra.check.empty())
      os << " [" << extra.check << ']';
    os << '\n';
  }
  return count;
}

static unsigned reportMalformed(const ExpectationSet &set,
                                llvm::raw_ostream &os) {
  for (const DiagnosticNote &error : set.errors)
    os << error.range.file << ':' << error.range.begin.line << ':'
       << error.range.begin.column << ": error: " << error.message << '\n';
  if (!set.errors.empty())
    return static_cast<unsigned>(set.errors.size());
  if (!set.expectations.empty() || set.hasNoDiagnostics)
    return 0;
  os << "error: no expected directives found: consider use of "
        "'expected-no-diagnostics'\n";
  return 1;
}

VerifyResult wglint::verifyDiagnostics(
    llvm::ArrayRef<Diagnostic> diagnostics,
    llvm::ArrayRef<std::pair<std::string, std::string>> texts,
    llvm::ArrayRef<Severity> ignoreUnexpected) {
  ExpectationSet set;
  for (const auto &[file, text] : texts)
    parseExpectations(file, text, set);

  std::vector<Seen> seen = flatten(diagnostics);
  std::vector<std::pair<const Expectation *, unsigned>> missing;
  for (const Expectation &expectation : set.expectations)
    if (unsigned count = matchAndCountMissing(expectation, seen))
      missing.push_back({&expectation, count});

  VerifyResult result;
  llvm::raw_string_ostream os(result.report);
  result.errorCount += reportMalformed(set, os);
  for (Severity severity :
       {Severity::Error, Severity::Warning, Severity::Remark, Severity::Note}) {
    result.errorCount += reportMissing(severity, missing, os);
    if (!llvm::is_contained(ignoreUnexpected, severity))
      result.errorCount += reportUnexpected(severity, seen, os);
  }
  if (result.errorCount)
    os << result.errorCount << (result.errorCount == 1 ? " error" : " errors")
       << " generated.\n";
  return result;
}
