// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Syntax/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace wglint::syntax {

static bool isIdentifierStart(char c) {
  // Bytes of non-ASCII characters are kept together, so that a message names
  // the whole word.
  return llvm::isAlpha(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

static bool isIdentifierBody(char c) {
  return isIdentifierStart(c) || llvm::isDigit(c);
}

static size_t countDigits(StringRef text) {
  return text.take_while([](char c) { return llvm::isDigit(c); }).size();
}

static size_t integerSuffixLength(StringRef rest) {
  size_t length = rest.starts_with_insensitive("u") ? 1 : 0;
  StringRef behind = rest.drop_front(length);
  // 16-bit and 64-bit integers (GL_EXT_shader_explicit_arithmetic_types).
  if (behind.starts_with_insensitive("l") ||
      behind.starts_with_insensitive("s"))
    ++length;
  return length;
}

static size_t floatSuffixLength(StringRef rest) {
  for (StringRef suffix : {"lf", "LF", "hf", "HF", "f", "F"})
    if (rest.starts_with(suffix))
      return suffix.size();
  return 0;
}

/// Length of the number that \p text starts with; it starts with a digit or
/// with a dot and a digit.
static size_t numberLength(StringRef text) {
  if (text.starts_with_insensitive("0x")) {
    size_t digits = text.drop_front(2)
                        .take_while([](char c) { return llvm::isHexDigit(c); })
                        .size();
    return 2 + digits + integerSuffixLength(text.drop_front(2 + digits));
  }
  size_t length = countDigits(text);
  bool isFloat = false;
  if (text.substr(length).starts_with(".")) {
    isFloat = true;
    length += 1 + countDigits(text.substr(length + 1));
  }
  StringRef rest = text.substr(length);
  if (rest.starts_with_insensitive("e")) {
    size_t sign = rest.size() > 1 && (rest[1] == '+' || rest[1] == '-') ? 2 : 1;
    if (size_t digits = countDigits(rest.drop_front(sign))) {
      isFloat = true;
      length += sign + digits;
    }
  }
  rest = text.substr(length);
  size_t suffix = floatSuffixLength(rest);
  if (suffix == 0 && !isFloat)
    suffix = integerSuffixLength(rest);
  return length + suffix;
}

static size_t punctuatorLength(StringRef text) {
  char c = text[0];
  if (!StringRef("()[]{}.,:;?~!+-*/%<>&^|=#").contains(c))
    return 0;
  char next = text.size() > 1 ? text[1] : '\0';
  if (next == c && (c == '<' || c == '>'))
    return text.size() > 2 && text[2] == '=' ? 3 : 2;
  if (next == c)
    return StringRef("+-=&|^#").contains(c) ? 2 : 1;
  if (next == '=')
    return StringRef("<>!+-*/%&|^").contains(c) ? 2 : 1;
  return 1;
}

/// Length of the string literal that \p text starts with, 0 if it does not end
/// on its line.
static size_t stringLength(StringRef text) {
  size_t end = text.find_first_of("\"\n", 1);
  return end != StringRef::npos && text[end] == '"' ? end + 1 : 0;
}

static RawToken lexOne(StringRef rest) {
  RawToken token;
  char c = rest[0];
  auto found = [&](TokenKind kind, size_t length) {
    token.kind = kind;
    token.length = static_cast<uint32_t>(length);
    return length != 0;
  };
  if (isIdentifierStart(c))
    found(TokenKind::Identifier, rest.take_while(isIdentifierBody).size());
  else if (llvm::isDigit(c) ||
           (c == '.' && rest.size() > 1 && llvm::isDigit(rest[1])))
    found(TokenKind::Number, numberLength(rest));
  else if (!(c == '"' && found(TokenKind::String, stringLength(rest))) &&
           !found(TokenKind::Punctuator, punctuatorLength(rest)))
    found(TokenKind::Unknown, 1);
  return token;
}

RawTokens lex(StringRef text) {
  RawTokens result;
  result.tokens.reserve(text.size() / 4);
  bool startsLine = true, hasSpaceBefore = false;
  size_t at = 0;
  while (at < text.size()) {
    char c = text[at];
    if (llvm::isSpace(c)) {
      startsLine |= c == '\n' || c == '\r';
      hasSpaceBefore = true;
      ++at;
    } else if (text.substr(at).starts_with("//")) {
      at = std::min(text.find('\n', at), text.size());
    } else if (text.substr(at).starts_with("/*")) {
      size_t end = text.find("*/", at + 2);
      if (end == StringRef::npos) {
        result.unterminatedComment = static_cast<uint32_t>(at);
        break;
      }
      hasSpaceBefore = true;
      at = end + 2;
    } else {
      RawToken token = lexOne(text.substr(at));
      token.offset = static_cast<uint32_t>(at);
      token.startsLine = startsLine;
      token.hasSpaceBefore = hasSpaceBefore;
      startsLine = hasSpaceBefore = false;
      at += token.length;
      result.tokens.push_back(token);
    }
  }
  return result;
}

std::optional<TokenKind> lexSingle(StringRef text) {
  if (text.empty() || llvm::isSpace(text[0]))
    return std::nullopt;
  RawToken token = lexOne(text);
  if (token.length != text.size() || token.kind == TokenKind::Unknown)
    return std::nullopt;
  return token.kind;
}

} // namespace wglint::syntax
