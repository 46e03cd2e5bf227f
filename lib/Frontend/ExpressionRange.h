// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// From nodes of glslang's tree to stretches of tokens. A node knows one token
/// only (the operator, the name, or the closing parenthesis of a call).
#ifndef WGLINT_FRONTEND_EXPRESSIONRANGE_H
#define WGLINT_FRONTEND_EXPRESSIONRANGE_H

#include "wglint/Syntax/TokenMap.h"
#include <cstdint>
#include <glslang/Include/intermediate.h>
#include <string>

namespace wglint {

/// Tokens from `first` to `last`, both included.
struct TokenRange {
  uint32_t first = 0, last = 0;
};

/// Whether \p node is one step of a chain such as `a.b[i].xy`.
bool isChainStep(const glslang::TIntermTyped &node);

/// The variable or other expression that a chain starts from; \p node itself if
/// it is no chain.
const glslang::TIntermTyped &chainRoot(const glslang::TIntermTyped &node);

/// The variable's name at the root of a chain, as SPIR-V names it; empty where
/// there is none.
std::string rootName(const glslang::TIntermTyped &node);

/// All of a chain, from its first token to the closing bracket or last field.
TokenRange chainRange(const glslang::TIntermTyped &node,
                      const syntax::TokenMap &tokens);

/// A call, from the function's name to the closing parenthesis.
TokenRange callRange(const TIntermNode &call, const syntax::TokenMap &tokens);

} // namespace wglint

#endif // WGLINT_FRONTEND_EXPRESSIONRANGE_H
