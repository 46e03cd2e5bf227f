// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A file's text with the way from byte offsets to lines and columns.
///
/// GLSL joins lines that end in a backslash before it looks at tokens. The text
/// with such lines joined is the *logical* text; the lexer works on it, and
/// every place is mapped back to the text as it was written.
#ifndef WGLINT_SYNTAX_SOURCEFILE_H
#define WGLINT_SYNTAX_SOURCEFILE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wglint::syntax {

/// A place in a file, both counted from 1; the column counts bytes.
struct LineColumn {
  unsigned line = 0;
  unsigned column = 0;
};

/// Immutable once made. Cost of making one: linear in the text.
class SourceFile {
public:
  /// A UTF-8 byte order mark in front of \p text is dropped: it counts in no
  /// column.
  SourceFile(std::string name, llvm::StringRef text);

  llvm::StringRef name() const { return Name; }
  /// The text as it was written.
  llvm::StringRef text() const { return Text; }
  /// The text with continued lines joined; the same as text() where there are
  /// none.
  llvm::StringRef logicalText() const {
    return Splices.empty() ? llvm::StringRef(Text) : llvm::StringRef(Logical);
  }

  /// Offset in text() of the byte at \p logicalOffset of logicalText().
  uint32_t physicalOffset(uint32_t logicalOffset) const;
  /// Line and column of an offset in text(). Cost: logarithmic in the lines.
  LineColumn lineColumn(uint32_t physicalOffset) const;
  /// Offset in text() of a line and column; std::nullopt for a place that the
  /// text does not have. The end of the text, and of each line, is a place.
  std::optional<uint32_t> offsetOf(LineColumn place) const;

  SourceFile(const SourceFile &) = delete;
  SourceFile &operator=(const SourceFile &) = delete;

private:
  struct Splice {
    uint32_t logicalOffset; ///< first logical byte behind the removed newline
    uint32_t removedBytes;  ///< removed from the start of the file up to here
  };

  void joinContinuedLines();

  std::string Name;
  std::string Text;
  std::string Logical;
  std::vector<Splice> Splices;
  std::vector<uint32_t> LineStarts;
};

} // namespace wglint::syntax

#endif // WGLINT_SYNTAX_SOURCEFILE_H
