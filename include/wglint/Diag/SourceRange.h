// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Places in source files. Everything that is shown to a user carries a
/// SourceRange; it is plain data, so that a finding can cross a process border.
#ifndef WGLINT_DIAG_SOURCERANGE_H
#define WGLINT_DIAG_SOURCERANGE_H

#include <string>
#include <tuple>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace wglint {

/// A place in a file. Both numbers count from 1; the column counts bytes.
/// {0, 0} means "the file as a whole".
struct Position {
  unsigned line = 0;
  unsigned column = 0;

  bool operator==(const Position &o) const {
    return line == o.line && column == o.column;
  }
  bool operator<(const Position &o) const {
    return std::tie(line, column) < std::tie(o.line, o.column);
  }
};

/// A half-open stretch of one file: `end` is the place behind the last byte.
struct SourceRange {
  std::string file;
  Position begin;
  Position end;

  bool isWholeFile() const { return begin.line == 0; }
  bool operator==(const SourceRange &o) const {
    return file == o.file && begin == o.begin && end == o.end;
  }
  bool operator<(const SourceRange &o) const {
    return std::tie(file, begin, end) < std::tie(o.file, o.begin, o.end);
  }
};

/// `line:column`.
llvm::raw_ostream &operator<<(llvm::raw_ostream &os, const Position &position);

/// Where \p range begins: `file:line:column`, and `file` for a file as a whole.
std::string placeText(const SourceRange &range);

} // namespace wglint

#endif // WGLINT_DIAG_SOURCERANGE_H
