// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeActions.h"
#include "wglint/Checks/Registry.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;
using namespace wglint::lsp;
using llvm::StringRef;

SourceRange wglint::lsp::shownRange(const Diagnostic &finding, StringRef path) {
  if (finding.range.file == path)
    return finding.range;
  for (const DiagnosticNote &note : finding.notes)
    if (note.range.file == path && !note.range.isWholeFile())
      return note.range;
  return {path.str(), {}, {}};
}

bool wglint::lsp::isShown(const Diagnostic &finding, bool showRemarks) {
  return showRemarks || finding.severity > Severity::Remark;
}

/// The lines have one in common; a whole file is its first line.
static bool shareLine(const SourceRange &a, const SourceRange &b) {
  auto first = [](const SourceRange &r) { return std::max(1U, r.begin.line); };
  auto last = [](const SourceRange &r) { return std::max(1U, r.end.line); };
  return first(a) <= last(b) && first(b) <= last(a);
}

static TextEdit insertion(StringRef path, Position at, std::string text) {
  return {{path.str(), at, at}, std::move(text)};
}

/// A comment that takes back findings of \p check on line \p line. Empty where
/// a comment has no place: in the middle of a macro.
static std::vector<TextEdit> suppression(const OpenDocument &document,
                                         unsigned line, StringRef check) {
  StringRef text = document.text.lineText(line);
  if (text.ends_with("\\"))
    return {};
  constexpr StringRef kList = "NOLINT(";
  size_t list = text.find(kList);
  auto column = [](size_t offset) { return static_cast<unsigned>(offset) + 1; };
  if (list != StringRef::npos)
    return {insertion(document.path, {line, column(list + kList.size())},
                      check.str() + ", ")};
  if (!text.contains("//") && !text.contains("/*"))
    return {insertion(document.path, {line, column(text.rtrim().size())},
                      ("  // NOLINT(" + check + ")").str())};
  if (line > 1 && document.text.lineText(line - 1).ends_with("\\"))
    return {};
  // The line ends in a comment of its own: put one above it.
  StringRef indent = text.take_front(text.size() - text.ltrim().size());
  bool hasReturns = document.text.text().contains("\r\n");
  return {insertion(document.path, {line, 1},
                    (indent + "// NOLINTNEXTLINE(" + check + ")" +
                     (hasReturns ? "\r\n" : "\n"))
                        .str())};
}

static std::string fixTitle(const Fix &fix) {
  std::string title = fix.rewrite + ": " + fix.message;
  if (fix.applicability == Applicability::Unsafe)
    title += " (changes what the host has to do)";
  return title;
}

static void addFixes(const Diagnostic &finding, size_t number,
                     std::vector<CodeAction> &actions) {
  for (const Fix &fix : finding.fixes) {
    if (fix.applicability == Applicability::DisplayOnly)
      continue;
    CodeAction action;
    action.title = fixTitle(fix);
    action.kind = kQuickFix;
    action.isPreferred = fix.applicability == Applicability::Safe;
    action.finding = number;
    action.rewrite = fix.rewrite;
    action.edits = fix.edits;
    actions.push_back(std::move(action));
  }
}

static void addSuppression(const OpenDocument &document,
                           const Diagnostic &finding, size_t number,
                           unsigned line, std::vector<CodeAction> &actions) {
  if (!findCheck(finding.check))
    return;
  CodeAction action;
  action.title = "Suppress " + finding.check + " on this line";
  action.kind = kQuickFix;
  action.finding = number;
  action.edits = suppression(document, line, finding.check);
  if (!action.edits.empty())
    actions.push_back(std::move(action));
}

static bool hasSafeFix(const Diagnostic &finding) {
  return llvm::any_of(finding.fixes, [](const Fix &fix) {
    return fix.applicability == Applicability::Safe;
  });
}

std::vector<CodeAction> wglint::lsp::codeActions(const OpenDocument &document,
                                                 const SourceRange &range,
                                                 bool showRemarks) {
  const std::vector<Diagnostic> &findings = document.result->diagnostics;
  std::vector<CodeAction> fixes, suppressions;
  for (size_t number = 0; number < findings.size(); ++number) {
    const Diagnostic &finding = findings[number];
    SourceRange shown = shownRange(finding, document.path);
    if (!isShown(finding, showRemarks) || !shareLine(shown, range))
      continue;
    addFixes(finding, number, fixes);
    if (!shown.isWholeFile())
      addSuppression(document, finding, number, shown.begin.line, suppressions);
  }
  llvm::append_range(fixes, suppressions);
  auto isMended = [&](const Diagnostic &finding) {
    return isShown(finding, showRemarks) && hasSafeFix(finding);
  };
  if (llvm::any_of(findings, isMended)) {
    CodeAction action;
    action.title = "Apply all safe fixes of wglint";
    action.kind = kFixAll;
    action.rewrite = kEveryRewrite.str();
    fixes.push_back(std::move(action));
  }
  return fixes;
}

std::vector<TextEdit> wglint::lsp::editsTo(const OpenDocument &document,
                                           StringRef text) {
  StringRef before = document.text.text();
  if (before == text)
    return {};
  size_t front = 0, shorter = std::min(before.size(), text.size());
  while (front < shorter && before[front] == text[front])
    ++front;
  // Back to the beginning of a line; npos + 1 is the beginning of the text.
  front = before.take_front(front).rfind('\n') + 1;
  // A byte order mark has no position: it is in both, and stays.
  constexpr StringRef kMark = "\xEF\xBB\xBF";
  if (front == 0 && before.starts_with(kMark) && text.starts_with(kMark))
    front = kMark.size();
  size_t back = 0;
  while (back < shorter - front &&
         before[before.size() - 1 - back] == text[text.size() - 1 - back])
    ++back;
  // Forward to the beginning of a line; a text may lack its last line's end.
  size_t newline = before.take_back(back).find('\n');
  back = newline == StringRef::npos ? 0 : back - newline - 1;
  Position begin = document.text.position(front);
  Position end = document.text.position(before.size() - back);
  return {{{document.path, begin, end},
           text.drop_front(front).drop_back(back).str()}};
}
