// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Snippet.h"
#include "wglint/Support/LineText.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Unicode.h"
#include <algorithm>
#include <vector>

using namespace wglint;

namespace {

/// What a terminal shows for some bytes of the line.
struct Glyph {
  std::string text;
  unsigned columns;
  size_t byte; ///< offset of its first byte in the line
};

} // namespace

static uint32_t codePoint(llvm::StringRef character) {
  const auto *bytes = reinterpret_cast<const llvm::UTF8 *>(character.data());
  llvm::UTF32 value = 0;
  llvm::convertUTF8Sequence(&bytes, bytes + character.size(), &value,
                            llvm::strictConversion);
  return value;
}

static Glyph asText(std::string text, size_t byte) {
  auto columns = static_cast<unsigned>(text.size());
  return {std::move(text), columns, byte};
}

static Glyph nextGlyph(llvm::StringRef rest, size_t byte, unsigned column,
                       size_t &consumed) {
  constexpr unsigned kTabStop = 8; // clang's -ftabstop default
  consumed = 1;
  if (rest.front() == '\t')
    return asText(std::string(kTabStop - column % kTabStop, ' '), byte);
  size_t size = utf8CharacterBytes(rest);
  if (size == 0)
    return asText(
        llvm::formatv("<{0:X-2}>", static_cast<uint8_t>(rest.front())), byte);
  consumed = size;
  llvm::StringRef character = rest.take_front(size);
  int columns = llvm::sys::unicode::columnWidthUTF8(character);
  if (columns < 0)
    return asText(llvm::formatv("<U+{0:X-4}>", codePoint(character)), byte);
  return {character.str(), static_cast<unsigned>(columns), byte};
}

static std::vector<Glyph> toGlyphs(llvm::StringRef line) {
  std::vector<Glyph> glyphs;
  unsigned column = 0;
  for (size_t byte = 0, consumed = 0; byte < line.size(); byte += consumed) {
    glyphs.push_back(nextGlyph(line.drop_front(byte), byte, column, consumed));
    column += glyphs.back().columns;
  }
  return glyphs;
}

/// Cuts \p glyphs to \p maxColumns around the first that is marked.
static void cutToWindow(std::vector<Glyph> &glyphs, size_t begin,
                        unsigned maxColumns) {
  unsigned total = 0, before = 0;
  for (const Glyph &glyph : glyphs) {
    total += glyph.columns;
    if (glyph.byte < begin)
      before += glyph.columns;
  }
  if (total <= maxColumns)
    return;
  // A quarter of the window shows what leads to the mark.
  unsigned first = before > maxColumns / 4 ? before - maxColumns / 4 : 0;
  first = std::min(first, total - maxColumns);
  std::vector<Glyph> kept;
  unsigned column = 0;
  for (const Glyph &glyph : glyphs) {
    if (column >= first && column + glyph.columns <= first + maxColumns)
      kept.push_back(glyph);
    column += glyph.columns;
  }
  if (first > 0)
    kept.insert(kept.begin(), asText("...", 0));
  if (first + maxColumns < total)
    kept.push_back(asText("...", SIZE_MAX));
  glyphs = std::move(kept);
}

Snippet wglint::renderSnippet(llvm::StringRef line, size_t begin, size_t end,
                              unsigned maxColumns) {
  std::vector<Glyph> glyphs = toGlyphs(line);
  cutToWindow(glyphs, begin, maxColumns);
  Snippet snippet;
  bool hasCaret = false;
  for (const Glyph &glyph : glyphs) {
    snippet.line += glyph.text;
    bool isMarked = glyph.byte >= begin && glyph.byte < end;
    std::string mark(glyph.columns, isMarked ? '~' : ' ');
    if (!hasCaret && glyph.byte >= begin && glyph.columns > 0) {
      mark[0] = '^';
      hasCaret = true;
    }
    snippet.marks += mark;
  }
  // A place behind the last character, such as an unexpected end.
  if (!hasCaret)
    snippet.marks += '^';
  auto trimRight = [](std::string &text) {
    text.resize(llvm::StringRef(text).rtrim(' ').size());
  };
  trimRight(snippet.line);
  trimRight(snippet.marks);
  return snippet;
}
