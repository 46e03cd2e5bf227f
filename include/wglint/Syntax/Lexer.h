// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// GLSL text to raw tokens: no macros, no directives, comments dropped.
#ifndef WGLINT_SYNTAX_LEXER_H
#define WGLINT_SYNTAX_LEXER_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace wglint::syntax {

enum class TokenKind : uint8_t {
  Identifier, ///< keywords too
  Number,     ///< with its suffix
  String,     ///< on one line, with its quotes
  Punctuator, ///< an operator of GLSL or of its preprocessor
  Unknown,    ///< a single byte that GLSL has no use for
};

/// A token where it stands in a logical text.
struct RawToken {
  uint32_t offset = 0; ///< in bytes
  uint32_t length = 0; ///< in bytes
  TokenKind kind = TokenKind::Unknown;
  bool startsLine = false;     ///< the first of its line; ends a directive
  bool hasSpaceBefore = false; ///< white space or a comment stands before it

  llvm::StringRef in(llvm::StringRef text) const {
    return text.substr(offset, length);
  }
};

/// All tokens of a text.
struct RawTokens {
  std::vector<RawToken> tokens;
  /// Offset of a block comment that never ends, if there is one.
  std::optional<uint32_t> unterminatedComment;
};

/// Never fails: what is no token becomes TokenKind::Unknown, one byte each.
/// Cost: linear in \p logicalText.
RawTokens lex(llvm::StringRef logicalText);

/// Whether \p text is exactly one token, and of which kind.
std::optional<TokenKind> lexSingle(llvm::StringRef text);

} // namespace wglint::syntax

#endif // WGLINT_SYNTAX_LEXER_H
