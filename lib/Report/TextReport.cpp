// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Snippet.h"
#include "wglint/Report/Report.h"
#include "wglint/Support/LineText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Format.h"
#include <optional>
#include <set>

using namespace wglint;
using llvm::raw_ostream;

namespace {

/// Prints findings one after the other.
class TextPrinter {
public:
  TextPrinter(const Report &report, const PrintOptions &options,
              raw_ostream &os)
      : Texts(report.texts), Options(options), Os(os) {}

  void printFinding(const Diagnostic &finding);

private:
  void printHeader(const SourceRange &range, Severity severity,
                   llvm::StringRef message, llvm::StringRef check);
  void printSource(const SourceRange &range);
  void printFix(const Fix &fix, const SourceRange &range);
  void setColor(raw_ostream::Colors color, bool isBold);
  void resetColor();

  const std::map<std::string, std::string> &Texts;
  const PrintOptions &Options;
  raw_ostream &Os;
};

} // namespace

void TextPrinter::setColor(raw_ostream::Colors color, bool isBold) {
  if (Options.isColored)
    Os.changeColor(color, isBold);
}

void TextPrinter::resetColor() {
  if (Options.isColored)
    Os.resetColor();
}

static raw_ostream::Colors colorOf(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return raw_ostream::RED;
  case Severity::Warning:
    return raw_ostream::MAGENTA;
  case Severity::Remark:
    return raw_ostream::BLUE;
  case Severity::Note:
    break;
  }
  return raw_ostream::CYAN;
}

void TextPrinter::printHeader(const SourceRange &range, Severity severity,
                              llvm::StringRef message, llvm::StringRef check) {
  setColor(raw_ostream::SAVEDCOLOR, /*isBold=*/true);
  Os << placeText(range) << ": ";
  setColor(colorOf(severity), /*isBold=*/true);
  Os << toString(severity) << ": ";
  resetColor();
  if (severity != Severity::Note)
    setColor(raw_ostream::SAVEDCOLOR, /*isBold=*/true);
  Os << message;
  if (!check.empty())
    Os << " [" << check << ']';
  resetColor();
  Os << '\n';
}

void TextPrinter::printSource(const SourceRange &range) {
  // Wide enough for every line that a person wrote; a generated line of 100,000
  // characters helps nobody.
  constexpr unsigned kMaxColumns = 160;
  auto text = Texts.find(range.file);
  if (range.isWholeFile() || text == Texts.end())
    return;
  std::optional<llvm::StringRef> line = lineOf(text->second, range.begin.line);
  if (!line)
    return;
  size_t begin = range.begin.column ? range.begin.column - 1 : 0;
  size_t end = range.end.line > range.begin.line ? line->size()
               : range.end.column                ? range.end.column - 1
                                                 : 0;
  Snippet snippet = renderSnippet(*line, begin, end, kMaxColumns);
  Os << llvm::format("%5u | ", range.begin.line) << snippet.line << '\n'
     << "      | ";
  setColor(raw_ostream::GREEN, /*isBold=*/true);
  Os << snippet.marks;
  resetColor();
  Os << '\n';
}

/// The options of wglint that apply \p fix; empty where none does.
static std::string optionsOf(const Fix &fix) {
  switch (fix.applicability) {
  case Applicability::Safe:
    return "--fix";
  case Applicability::NeedsValidation:
    return "--fix=" + fix.rewrite;
  case Applicability::Unsafe:
    return "--unsafe-fixes --fix=" + fix.rewrite;
  case Applicability::DisplayOnly:
    break;
  }
  return "";
}

void TextPrinter::printFix(const Fix &fix, const SourceRange &range) {
  std::string options = optionsOf(fix);
  std::string text = (options.empty() ? "proposal '" : "fix '") + fix.rewrite +
                     "' " + fix.message;
  // What was tried says why it failed, or what was run; what was not says how.
  if (!fix.validation.empty())
    text += "; " + fix.validation;
  else if (!options.empty())
    text += ": wglint " + options;
  printHeader(range, Severity::Note, text, "");
  llvm::SmallVector<llvm::StringRef, 16> lines;
  llvm::StringRef(fix.proposal).split(lines, '\n');
  if (!fix.proposal.empty())
    for (llvm::StringRef line : lines)
      Os << (line.empty() ? "      |" : "      | ") << line << '\n';
}

void TextPrinter::printFinding(const Diagnostic &finding) {
  printHeader(finding.range, finding.severity, finding.message, finding.check);
  printSource(finding.range);
  for (const DiagnosticNote &note : finding.notes) {
    bool isElsewhere =
        !note.range.isWholeFile() && !(note.range == finding.range);
    printHeader(isElsewhere ? note.range : finding.range, Severity::Note,
                note.message, "");
    // The finding's own line has just been shown.
    if (isElsewhere)
      printSource(note.range);
  }
  for (const Fix &fix : finding.fixes)
    printFix(fix, finding.range);
}

bool wglint::isShown(const Diagnostic &finding, const PrintOptions &options) {
  return options.showRemarks || finding.severity > Severity::Remark ||
         options.remarksOf.count(finding.check);
}

void wglint::printText(const Report &report, const PrintOptions &options,
                       raw_ostream &os) {
  TextPrinter printer(report, options, os);
  for (const Diagnostic &finding : report.findings)
    if (isShown(finding, options))
      printer.printFinding(finding);
}

/// Share of its shader's memory traffic; 0 where not known.
static double costFraction(const Diagnostic &finding) {
  for (const Measurement &measurement : finding.measurements)
    if (measurement.name == "costFraction")
      return measurement.value;
  return 0;
}

/// Names the findings that move most, where there is a choice.
static void printLargest(const Report &report, const PrintOptions &options,
                         raw_ostream &os) {
  constexpr size_t kMaxCount = 3;
  std::vector<const Diagnostic *> largest;
  for (const Diagnostic &finding : report.findings)
    if (isShown(finding, options) && costFraction(finding) > 0)
      largest.push_back(&finding);
  if (largest.size() < 2)
    return;
  llvm::stable_sort(largest, [](const Diagnostic *a, const Diagnostic *b) {
    return costFraction(*a) > costFraction(*b);
  });
  os << "largest shares of a shader's memory traffic:\n";
  for (const Diagnostic *finding :
       llvm::ArrayRef(largest).take_front(kMaxCount))
    os << llvm::format("%5.0f %%  ", 100 * costFraction(*finding))
       << finding->range.file << ':' << finding->range.begin.line << ':'
       << finding->range.begin.column << " [" << finding->check << "]\n";
}

void wglint::printSummary(const Report &report, const PrintOptions &options,
                          raw_ostream &os) {
  std::map<Severity, unsigned, std::greater<Severity>> counts;
  std::set<std::string> files;
  unsigned hiddenCount = 0;
  for (const Diagnostic &finding : report.findings) {
    if (!isShown(finding, options)) {
      ++hiddenCount;
      continue;
    }
    ++counts[finding.severity];
    files.insert(finding.range.file);
  }
  if (counts.empty())
    return;
  const char *separator = "";
  for (auto [severity, count] : counts) {
    os << separator << count << ' ' << toString(severity)
       << (count == 1 ? "" : "s");
    separator = ", ";
  }
  os << " in " << files.size() << (files.size() == 1 ? " file" : " files");
  if (hiddenCount > 0)
    os << " (" << hiddenCount << (hiddenCount == 1 ? " remark" : " remarks")
       << " not shown: --remarks)";
  os << '\n';
  printLargest(report, options, os);
}
