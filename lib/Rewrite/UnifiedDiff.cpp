// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Differences between texts line by line: E. W. Myers, "An O(ND) Difference
/// Algorithm and Its Variations", Algorithmica 1, 1986.
#include "wglint/Rewrite/SourceText.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <vector>

using llvm::StringRef;

namespace wglint {

namespace {
using Lines = std::vector<StringRef>; ///< with their line ends

/// A stretch of lines that differs: [oldBegin, oldEnd) became [newBegin,
/// newEnd).
struct Change {
  size_t oldBegin, oldEnd, newBegin, newEnd;
};

/// Finds the changes between the middles of two texts.
class LineMatcher {
public:
  LineMatcher(const Lines &before, const Lines &after)
      : Before(before), After(after) {}

  std::vector<Change> changes() {
    size_t prefix = 0;
    while (prefix < std::min(Before.size(), After.size()) &&
           Before[prefix] == After[prefix])
      ++prefix;
    size_t oldEnd = Before.size(), newEnd = After.size();
    while (oldEnd > prefix && newEnd > prefix &&
           Before[oldEnd - 1] == After[newEnd - 1]) {
      --oldEnd;
      --newEnd;
    }
    Base = prefix;
    OldCount = static_cast<int>(oldEnd - prefix);
    NewCount = static_cast<int>(newEnd - prefix);
    if (OldCount + NewCount > 0)
      match();
    std::reverse(Found.begin(), Found.end());
    return std::move(Found);
  }

private:
  /// Beyond this many changed lines all is one change.
  static constexpr int kMaxDistance = 1000;

  StringRef oldLine(int i) const { return Before[Base + i]; }
  StringRef newLine(int i) const { return After[Base + i]; }

  /// Furthest old line on each diagonal, for each number of changed lines.
  void match() {
    int limit = std::min(OldCount + NewCount, kMaxDistance);
    std::vector<std::vector<int>> history;
    std::vector<int> furthest(2 * limit + 3, 0);
    for (int distance = 0; distance <= limit; ++distance) {
      history.push_back(furthest);
      for (int k = -distance; k <= distance; k += 2) {
        bool isDown =
            k == -distance ||
            (k != distance && furthest[limit + k] < furthest[limit + k + 2]);
        int x = isDown ? furthest[limit + k + 2] : furthest[limit + k] + 1;
        int y = x - k;
        while (x < OldCount && y < NewCount && oldLine(x) == newLine(y)) {
          ++x;
          ++y;
        }
        furthest[limit + k + 1] = x;
        if (x >= OldCount && y >= NewCount)
          return trace(history, limit);
      }
    }
    Found = {{Base, Base + OldCount, Base, Base + NewCount}};
  }

  /// Back from the end; every step that is no match is a change.
  void trace(const std::vector<std::vector<int>> &history, int limit) {
    int x = OldCount, y = NewCount;
    for (int distance = static_cast<int>(history.size()) - 1; distance > 0;
         --distance) {
      const std::vector<int> &furthest = history[distance];
      int k = x - y;
      bool isDown =
          k == -distance ||
          (k != distance && furthest[limit + k] < furthest[limit + k + 2]);
      int fromK = isDown ? k + 1 : k - 1;
      int fromX = furthest[limit + fromK + 1], fromY = fromX - fromK;
      record(fromX, isDown ? fromX : fromX + 1, fromY,
             isDown ? fromY + 1 : fromY);
      x = fromX;
      y = fromY;
    }
  }

  /// Changes come from the last to the first; neighbours become one.
  void record(int oldBegin, int oldEnd, int newBegin, int newEnd) {
    Change change = {Base + oldBegin, Base + oldEnd, Base + newBegin,
                     Base + newEnd};
    if (!Found.empty() && Found.back().oldBegin == change.oldEnd &&
        Found.back().newBegin == change.newEnd) {
      Found.back().oldBegin = change.oldBegin;
      Found.back().newBegin = change.newBegin;
    } else {
      Found.push_back(change);
    }
  }

  const Lines &Before, &After;
  size_t Base = 0;
  int OldCount = 0, NewCount = 0;
  std::vector<Change> Found;
};
} // namespace

static Lines splitLines(StringRef text) {
  Lines lines;
  while (!text.empty()) {
    size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.take_front(size));
    text = text.drop_front(size);
  }
  return lines;
}

static void printLine(char mark, StringRef line, llvm::raw_ostream &out) {
  out << mark << line;
  if (!line.ends_with("\n"))
    out << "\n\\ No newline at end of file\n";
}

/// `12,3`, as headers of hunks count lines.
static void printSpan(size_t begin, size_t end, llvm::raw_ostream &out) {
  size_t count = end - begin;
  out << (count == 0 ? begin : begin + 1);
  if (count != 1)
    out << ',' << count;
}

static void printHunk(const Lines &before, const Lines &after,
                      llvm::ArrayRef<Change> changes, llvm::raw_ostream &out) {
  constexpr size_t kContext = 3;
  const Change &first = changes.front(), &last = changes.back();
  size_t lead = std::min(kContext, first.oldBegin);
  size_t tail = std::min(kContext, before.size() - last.oldEnd);
  out << "@@ -";
  printSpan(first.oldBegin - lead, last.oldEnd + tail, out);
  out << " +";
  printSpan(first.newBegin - lead, last.newEnd + tail, out);
  out << " @@\n";
  size_t at = first.oldBegin - lead;
  for (const Change &change : changes) {
    for (; at < change.oldBegin; ++at)
      printLine(' ', before[at], out);
    for (; at < change.oldEnd; ++at)
      printLine('-', before[at], out);
    for (size_t i = change.newBegin; i < change.newEnd; ++i)
      printLine('+', after[i], out);
  }
  for (; at < last.oldEnd + tail; ++at)
    printLine(' ', before[at], out);
}

std::string unifiedDiff(StringRef before, StringRef after, StringRef name) {
  Lines oldLines = splitLines(before), newLines = splitLines(after);
  std::vector<Change> changes = LineMatcher(oldLines, newLines).changes();
  if (changes.empty())
    return "";
  std::string text;
  llvm::raw_string_ostream out(text);
  // Names with blanks end at a tab, as diff and git write them.
  StringRef end = name.contains(' ') ? "\t\n" : "\n";
  out << "--- a/" << name << end << "+++ b/" << name << end;
  constexpr size_t kJoined = 6; // lines between: their contexts would touch
  for (size_t begin = 0; begin < changes.size();) {
    size_t end = begin + 1;
    while (end < changes.size() &&
           changes[end].oldBegin - changes[end - 1].oldEnd <= kJoined)
      ++end;
    printHunk(oldLines, newLines,
              llvm::ArrayRef(changes).slice(begin, end - begin), out);
    begin = end;
  }
  return text;
}

/// Where line number \p index begins; behind the last one that has no line end,
/// its end.
static Position startOf(const Lines &lines, size_t index) {
  if (index < lines.size() || lines.empty() || lines.back().ends_with("\n"))
    return {static_cast<unsigned>(index + 1), 1};
  return {static_cast<unsigned>(index),
          static_cast<unsigned>(lines.back().size() + 1)};
}

std::vector<TextEdit> editsBetween(StringRef before, StringRef after,
                                   StringRef file) {
  Lines oldLines = splitLines(before), newLines = splitLines(after);
  std::vector<TextEdit> edits;
  for (const Change &change : LineMatcher(oldLines, newLines).changes()) {
    std::string text;
    for (size_t i = change.newBegin; i < change.newEnd; ++i)
      text += newLines[i];
    edits.push_back({{file.str(), startOf(oldLines, change.oldBegin),
                      startOf(oldLines, change.oldEnd)},
                     std::move(text)});
  }
  return edits;
}

} // namespace wglint
