// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ExpressionRange.h"
#include <algorithm>
#include <glslang/MachineIndependent/SymbolTable.h>

using glslang::TIntermTyped;

namespace wglint {

bool isChainStep(const TIntermTyped &node) {
  const glslang::TIntermBinary *binary = node.getAsBinaryNode();
  if (!binary)
    return false;
  switch (binary->getOp()) {
  case glslang::EOpIndexDirect:
  case glslang::EOpIndexIndirect:
  case glslang::EOpIndexDirectStruct:
  case glslang::EOpVectorSwizzle:
  case glslang::EOpMatrixSwizzle:
    return true;
  default:
    return false;
  }
}

const TIntermTyped &chainRoot(const TIntermTyped &node) {
  const TIntermTyped *root = &node;
  while (isChainStep(*root))
    root = root->getAsBinaryNode()->getLeft();
  return *root;
}

std::string rootName(const TIntermTyped &node) {
  const glslang::TIntermSymbol *symbol = chainRoot(node).getAsSymbolNode();
  if (!symbol || glslang::IsAnonymous(symbol->getName()))
    return "";
  return symbol->getName().c_str();
}

/// The token that a node knows. A line that the tokens do not have is cut to
/// the last one.
static uint32_t ownToken(const TIntermNode &node,
                         const syntax::TokenMap &tokens) {
  int line = std::max(node.getLoc().line, 1);
  auto last = static_cast<uint32_t>(tokens.tokens().size()) - 1;
  return std::min(static_cast<uint32_t>(line) - 1, last);
}

static llvm::StringRef textOf(const syntax::TokenMap &tokens, uint32_t token) {
  return tokens.tokens()[token].text;
}

static uint32_t lastTokenOf(const TIntermTyped &node,
                            const syntax::TokenMap &tokens) {
  uint32_t token = ownToken(node, tokens);
  if (!isChainStep(node))
    return token;
  if (textOf(tokens, token) == "[" &&
      tokens.matchingBracket(token) != syntax::kNone)
    return tokens.matchingBracket(token);
  if (textOf(tokens, token) == "." && token + 1 < tokens.tokens().size())
    return token + 1;
  return token;
}

/// Moves \p range to the left until no bracket in it closes one in front of it:
/// `(a)[i]` starts from `a`.
static void takeInOpeners(TokenRange &range, const syntax::TokenMap &tokens) {
  for (uint32_t i = range.first; i <= range.last; ++i) {
    uint32_t other = tokens.matchingBracket(i);
    if (other == syntax::kNone)
      continue;
    if (other > i)
      i = std::min(other, range.last);
    else
      range.first = std::min(range.first, other);
  }
}

TokenRange chainRange(const TIntermTyped &node,
                      const syntax::TokenMap &tokens) {
  const TIntermTyped &root = chainRoot(node);
  TokenRange range;
  range.first = root.getAsAggregate() ? callRange(root, tokens).first
                                      : ownToken(root, tokens);
  range.last = std::max(range.first, lastTokenOf(node, tokens));
  takeInOpeners(range, tokens);
  return range;
}

TokenRange callRange(const TIntermNode &call, const syntax::TokenMap &tokens) {
  TokenRange range;
  range.first = range.last = ownToken(call, tokens);
  if (textOf(tokens, range.last) != ")" &&
      range.last + 1 < tokens.tokens().size() &&
      textOf(tokens, range.last + 1) == "(")
    range.last = tokens.matchingBracket(range.last + 1);
  if (range.last == syntax::kNone || textOf(tokens, range.last) != ")")
    return {range.first, range.first};
  uint32_t open = tokens.matchingBracket(range.last);
  if (open == syntax::kNone || open == 0)
    return range;
  // The name, or the brackets of an array type: `float[2](a, b)`.
  range.first = open - 1;
  while (range.first > 0 && textOf(tokens, range.first) == "]" &&
         tokens.matchingBracket(range.first) != syntax::kNone)
    range.first = tokens.matchingBracket(range.first) - 1;
  return range;
}

} // namespace wglint
