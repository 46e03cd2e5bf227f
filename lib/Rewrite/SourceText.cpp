// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Rewrite/SourceText.h"
#include "wglint/Support/Error.h"
#include "wglint/Syntax/SourceFile.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>

using llvm::StringRef;

namespace wglint {

constexpr llvm::StringLiteral kByteOrderMark = "\xEF\xBB\xBF";

static llvm::Error editError(const TextEdit &edit, StringRef what) {
  return makeError("the edit at " + llvm::Twine(edit.range.begin.line) + ":" +
                   llvm::Twine(edit.range.begin.column) + " " + what);
}

/// \p text with \p eol for each '\n'.
static std::string withLineEnds(StringRef text, StringRef eol) {
  std::string result;
  for (char c : text) {
    if (c == '\n')
      result += eol;
    else if (c != '\r')
      result += c;
  }
  return result;
}

llvm::Expected<std::string> applyEdits(StringRef text,
                                       llvm::ArrayRef<TextEdit> edits) {
  syntax::SourceFile file("", text);
  StringRef eol = lineEnd(text);
  std::string result;
  if (text.starts_with(kByteOrderMark))
    result = kByteOrderMark.str();
  std::vector<const TextEdit *> order;
  for (const TextEdit &edit : edits)
    order.push_back(&edit);
  // Stable: insertions at one place stay in their order.
  llvm::stable_sort(order, [](const TextEdit *a, const TextEdit *b) {
    return std::tie(a->range.begin, a->range.end) <
           std::tie(b->range.begin, b->range.end);
  });
  uint32_t copied = 0;
  for (const TextEdit *edit : order) {
    auto begin =
        file.offsetOf({edit->range.begin.line, edit->range.begin.column});
    auto end = file.offsetOf({edit->range.end.line, edit->range.end.column});
    if (!begin || !end || *end < *begin)
      return editError(*edit, "lies outside of the text");
    if (*begin < copied)
      return editError(*edit, "overlaps another one");
    result += file.text().substr(copied, *begin - copied);
    result += withLineEnds(edit->text, eol);
    copied = *end;
  }
  result += file.text().substr(copied);
  return result;
}

bool overlap(llvm::ArrayRef<TextEdit> a, llvm::ArrayRef<TextEdit> b) {
  for (const TextEdit &left : a)
    for (const TextEdit &right : b) {
      if (left.range.file != right.range.file)
        continue;
      const SourceRange &l = left.range, &r = right.range;
      bool isSamePlace = l.begin == r.begin;
      if (isSamePlace || (l.begin < r.end && r.begin < l.end))
        return true;
    }
  return false;
}

static size_t lineStart(StringRef text, size_t offset) {
  size_t lineBreak = text.take_front(offset).rfind('\n');
  return lineBreak == StringRef::npos ? 0 : lineBreak + 1;
}

StringRef indentationAt(StringRef text, size_t offset) {
  StringRef line = text.drop_front(lineStart(text, offset));
  return line.take_while([](char c) { return c == ' ' || c == '\t'; });
}

std::string indentationUnit(StringRef text) {
  // What most lines have more than the one before them.
  std::map<std::string, unsigned> counts;
  StringRef last;
  while (!text.empty()) {
    StringRef line;
    std::tie(line, text) = text.split('\n');
    StringRef content = line.ltrim(" \t");
    if (content.trim().empty() || content.starts_with("#"))
      continue;
    StringRef indent = line.drop_back(content.size());
    if (indent.size() > last.size() && indent.starts_with(last))
      ++counts[indent.drop_front(last.size()).str()];
    last = indent;
  }
  std::string best = "  ";
  unsigned bestCount = 0;
  for (const auto &[unit, count] : counts)
    if (count > bestCount) {
      best = unit;
      bestCount = count;
    }
  return best;
}

StringRef lineEnd(StringRef text) {
  size_t all = text.count('\n'), withReturn = text.count("\r\n");
  return 2 * withReturn > all ? "\r\n" : "\n";
}

} // namespace wglint
