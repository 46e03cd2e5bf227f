// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The expressions of #if and #elif, after macro expansion.
#ifndef WGLINT_SYNTAX_CONDITIONEXPRESSION_H
#define WGLINT_SYNTAX_CONDITIONEXPRESSION_H

#include "wglint/Syntax/Lexer.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace wglint::syntax {

/// A token of a condition.
struct ConditionToken {
  llvm::StringRef text;
  TokenKind kind = TokenKind::Unknown;
};

struct ConditionResult {
  int32_t value = 0;
  /// Set if the expression is malformed; `errorToken` is the token at fault,
  /// which may be one behind the last.
  std::optional<std::string> error;
  size_t errorToken = 0;
  bool isUnknownName = false; ///< the error is a name that nothing defines
};

/// Evaluates with 32-bit wrapping arithmetic, as GLSL does.
///
/// Identifiers count as 0, or are an error where \p rejectsUnknownNames (ES).
/// `&&` and `||` do not look at a right side that does not matter.
/// Cost: linear; nesting is limited.
ConditionResult evaluateCondition(llvm::ArrayRef<ConditionToken> tokens,
                                  bool rejectsUnknownNames);

} // namespace wglint::syntax

#endif // WGLINT_SYNTAX_CONDITIONEXPRESSION_H
