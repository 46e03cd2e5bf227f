// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Support/LineText.h"
#include "llvm/Support/ConvertUTF.h"
#include <algorithm>

using namespace wglint;

std::optional<llvm::StringRef> wglint::lineOf(llvm::StringRef text,
                                              unsigned line) {
  for (unsigned i = 1; i < line; ++i) {
    size_t lineBreak = text.find('\n');
    if (lineBreak == llvm::StringRef::npos)
      return std::nullopt;
    text = text.drop_front(lineBreak + 1);
  }
  return text.take_until([](char c) { return c == '\n'; }).rtrim('\r');
}

size_t wglint::utf8CharacterBytes(llvm::StringRef text) {
  const auto *bytes = reinterpret_cast<const llvm::UTF8 *>(text.data());
  size_t size = llvm::getNumBytesForUTF8(*bytes);
  if (size > text.size() || !llvm::isLegalUTF8Sequence(bytes, bytes + size))
    return 0;
  return size;
}

unsigned wglint::utf16Length(llvm::StringRef text) {
  constexpr unsigned kBytesOfSurrogatePair = 4;
  unsigned length = 0;
  while (!text.empty()) {
    size_t size = std::max<size_t>(utf8CharacterBytes(text), 1);
    length += size == kBytesOfSurrogatePair ? 2 : 1;
    text = text.drop_front(size);
  }
  return length;
}
