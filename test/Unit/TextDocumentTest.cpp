// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Every place of texts with all kinds of characters and line ends, against a
/// second way to count.

#include "TextDocument.h"
#include <gtest/gtest.h>

using namespace wglint;
using namespace wglint::lsp;

namespace {

/// Counts from the start of the text, one character at a time.
ClientPosition slowPosition(const std::string &text, size_t offset,
                            PositionEncoding encoding) {
  ClientPosition position;
  for (size_t at = 0; at < offset;) {
    auto lead = static_cast<unsigned char>(text[at]);
    size_t bytes = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    bool isReturn = text[at] == '\r' && text.compare(at, 2, "\r\n") != 0;
    if (text[at] == '\n' || isReturn)
      position = {position.line + 1, 0};
    else
      position.character += encoding == PositionEncoding::Utf8
                                ? static_cast<unsigned>(bytes)
                                : (bytes == 4 ? 2 : 1);
    at += bytes;
  }
  return position;
}

bool startsCharacter(const std::string &text, size_t offset) {
  return offset == text.size() ||
         (static_cast<unsigned char>(text[offset]) & 0xC0) != 0x80;
}

const char *const kTexts[] = {"",
                              "\n",
                              "a\nb",
                              "\xC3\xA9 \xF0\x9F\x98\x80;\n\xE2\x82\xAC\r\nz",
                              "one\rtwo\r\nthree\n\n",
                              "\xF0\x9F\x98\x80\xF0\x9F\x98\x80"};

TEST(TextDocument, CountsAsAClientDoes) {
  for (const std::string text : kTexts)
    for (auto encoding : {PositionEncoding::Utf16, PositionEncoding::Utf8}) {
      TextDocument document(text);
      for (size_t offset = 0; offset <= text.size(); ++offset) {
        // Between \r and \n is no place.
        bool isInside = offset > 0 && text.compare(offset - 1, 2, "\r\n") == 0;
        if (!startsCharacter(text, offset) || isInside)
          continue;
        ClientPosition expected = slowPosition(text, offset, encoding);
        ClientPosition position = document.clientPosition(offset, encoding);
        EXPECT_EQ(position.line, expected.line) << text << offset;
        EXPECT_EQ(position.character, expected.character) << text << offset;
        EXPECT_EQ(document.offsetOf(position, encoding), offset) << text;
      }
    }
}

TEST(TextDocument, TakesTheMiddleOfACharacterForItsStart) {
  TextDocument document("x\xF0\x9F\x98\x80y");
  EXPECT_EQ(document.offsetOf(ClientPosition{0, 2}, PositionEncoding::Utf16),
            1U);
}

TEST(TextDocument, ClampsWhatIsOutside) {
  TextDocument document("ab\ncd");
  EXPECT_EQ(document.offsetOf(ClientPosition{0, 99}, PositionEncoding::Utf16),
            2U);
  EXPECT_EQ(document.offsetOf(ClientPosition{99, 0}, PositionEncoding::Utf16),
            5U);
  EXPECT_EQ(document.offsetOf(Position{1, 99}), 2U);
  EXPECT_EQ(document.offsetOf(Position{99, 1}), 5U);
  document.replace(4, 99, "x");
  EXPECT_EQ(document.text(), "ab\ncx");
}

TEST(TextDocument, GoesThereAndBack) {
  for (const std::string text : kTexts) {
    TextDocument document(text);
    for (size_t offset = 0; offset <= text.size(); ++offset)
      EXPECT_EQ(document.offsetOf(document.position(offset)), offset) << text;
  }
}

TEST(TextDocument, CountsNoByteOrderMark) {
  TextDocument document("\xEF\xBB\xBFx = 1;\ny");
  EXPECT_EQ(document.offsetOf(Position{1, 1}), 3U);
  EXPECT_EQ(document.position(3).column, 1U);
  EXPECT_EQ(document.position(document.text().size()).column, 2U);
}

} // namespace
