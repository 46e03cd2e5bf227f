// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TextDocument.h"
#include <algorithm>

using namespace wglint::lsp;
using llvm::StringRef;

void TextDocument::assign(std::string text) {
  Text = std::move(text);
  MarkBytes = StringRef(Text).starts_with("\xEF\xBB\xBF") ? 3 : 0;
  LineStarts = {0};
  ClientLineStarts = {0};
  for (size_t at = 0; at < Text.size(); ++at) {
    bool isNewline = Text[at] == '\n';
    bool isLoneReturn =
        Text[at] == '\r' && (at + 1 == Text.size() || Text[at + 1] != '\n');
    if (isNewline)
      LineStarts.push_back(at + 1);
    if (isNewline || isLoneReturn)
      ClientLineStarts.push_back(at + 1);
  }
}

void TextDocument::replace(size_t begin, size_t end, StringRef by) {
  begin = std::min(begin, Text.size());
  end = std::clamp(end, begin, Text.size());
  std::string text = std::move(Text);
  text.replace(begin, end - begin, by.data(), by.size());
  assign(std::move(text));
}

/// Code units of the character that \p lead begins; 0 for its other bytes.
static unsigned codeUnits(char lead, PositionEncoding encoding) {
  auto byte = static_cast<unsigned char>(lead);
  if (encoding == PositionEncoding::Utf8)
    return 1;
  if ((byte & 0xC0) == 0x80)
    return 0;
  return byte >= 0xF0 ? 2 : 1;
}

size_t TextDocument::offsetOf(const ClientPosition &position,
                              PositionEncoding encoding) const {
  if (position.line >= ClientLineStarts.size())
    return Text.size();
  size_t offset = ClientLineStarts[position.line];
  unsigned units = 0;
  while (offset < Text.size() && Text[offset] != '\n' && Text[offset] != '\r') {
    unsigned next = units + codeUnits(Text[offset], encoding);
    // The middle of a surrogate pair is the character that it is.
    if (next > position.character)
      break;
    units = next;
    ++offset;
  }
  return offset;
}

size_t TextDocument::offsetOf(const Position &position) const {
  if (position.line == 0)
    return 0;
  if (position.line > LineStarts.size())
    return Text.size();
  size_t begin = LineStarts[position.line - 1];
  if (position.line == 1)
    begin += MarkBytes;
  size_t end = position.line < LineStarts.size() ? LineStarts[position.line] - 1
                                                 : Text.size();
  return std::min(begin + std::max(1U, position.column) - 1, end);
}

/// The number of the line that \p offset is in, counted from 0.
static size_t lineOf(const std::vector<size_t> &starts, size_t offset) {
  auto behind = std::upper_bound(starts.begin(), starts.end(), offset);
  return static_cast<size_t>(behind - starts.begin()) - 1;
}

ClientPosition TextDocument::clientPosition(size_t offset,
                                            PositionEncoding encoding) const {
  offset = std::min(offset, Text.size());
  size_t line = lineOf(ClientLineStarts, offset);
  unsigned units = 0;
  for (size_t at = ClientLineStarts[line]; at < offset; ++at)
    units += codeUnits(Text[at], encoding);
  return {static_cast<unsigned>(line), units};
}

wglint::Position TextDocument::position(size_t offset) const {
  offset = std::min(offset, Text.size());
  size_t line = lineOf(LineStarts, offset);
  size_t begin = LineStarts[line] + (line == 0 ? MarkBytes : 0);
  size_t column = offset > begin ? offset - begin : 0;
  return {static_cast<unsigned>(line) + 1, static_cast<unsigned>(column) + 1};
}

ClientRange TextDocument::clientRange(const SourceRange &range,
                                      PositionEncoding encoding) const {
  if (range.isWholeFile())
    return {};
  return {clientPosition(offsetOf(range.begin), encoding),
          clientPosition(offsetOf(range.end), encoding)};
}

StringRef TextDocument::lineText(unsigned line) const {
  size_t begin = offsetOf(Position{line, 1});
  return text().drop_front(begin).split('\n').first.rtrim('\r');
}
