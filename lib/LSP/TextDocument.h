// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A text that an editor changes, and places in it as either side counts them.
#ifndef WGLINT_LIB_LSP_TEXTDOCUMENT_H
#define WGLINT_LIB_LSP_TEXTDOCUMENT_H

#include "wglint/Diag/SourceRange.h"
#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <string>
#include <vector>

namespace wglint::lsp {

/// What a client's column counts.
enum class PositionEncoding { Utf16, Utf8 };

/// A place as a client counts it: both numbers from 0, the character in code
/// units of the agreed encoding. Lines end at \n, \r\n and \r.
struct ClientPosition {
  unsigned line = 0;
  unsigned character = 0;
};

struct ClientRange {
  ClientPosition start, end;
};

/// Byte offsets are the hub between the two ways to count: of the client, and
/// of wglint, whose lines end at \n alone, whose columns count bytes from 1,
/// and which counts no byte order mark. Every place is clamped into the text.
/// Cost: making one and replace() are linear in the text, the rest in a line.
class TextDocument {
public:
  explicit TextDocument(std::string text = "") { assign(std::move(text)); }

  llvm::StringRef text() const { return Text; }
  void assign(std::string text);
  /// Replaces the bytes [begin, end).
  void replace(size_t begin, size_t end, llvm::StringRef by);

  size_t offsetOf(const ClientPosition &position,
                  PositionEncoding encoding) const;
  size_t offsetOf(const Position &position) const;
  ClientPosition clientPosition(size_t offset, PositionEncoding encoding) const;
  Position position(size_t offset) const;

  /// The range in the client's words. A whole file is an empty range at its
  /// beginning.
  ClientRange clientRange(const SourceRange &range,
                          PositionEncoding encoding) const;
  /// The text of line \p line, counted from 1, without its end.
  llvm::StringRef lineText(unsigned line) const;

private:
  std::string Text;
  size_t MarkBytes = 0;                 ///< of a byte order mark
  std::vector<size_t> LineStarts;       ///< as wglint counts
  std::vector<size_t> ClientLineStarts; ///< as clients count
};

} // namespace wglint::lsp

#endif // WGLINT_LIB_LSP_TEXTDOCUMENT_H
