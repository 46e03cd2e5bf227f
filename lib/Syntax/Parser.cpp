// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The parser's stream of tokens and its way on from what it does not know.
#include "Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using llvm::StringRef;

namespace wglint::syntax {

Parser::Parser(SyntaxTree &tree) : Tree(tree) {
  const std::vector<OutputToken> &tokens = tree.tokens().tokens();
  for (uint32_t i = 0; i < tokens.size(); ++i)
    if (!tokens[i].isDirective && !tokens[i].text.empty())
      Stream.push_back(i);
}

void Parser::parse() {
  llvm::SmallVector<const Node *, 32> globals;
  while (!isAtEnd())
    if (!accept(";"))
      globals.push_back(parseGlobal());
  auto *root = make<TranslationUnit>();
  setUp(root, Stream.empty() ? kNone : Stream.front(), globals);
  Tree.Root = root;
}

StringRef Parser::peek(size_t ahead) const {
  return Pos + ahead < Stream.size() ? Tree.text(Stream[Pos + ahead])
                                     : StringRef();
}

bool Parser::isIdentifier(size_t ahead) const {
  StringRef text = peek(ahead);
  return !text.empty() && (llvm::isAlpha(text[0]) || text[0] == '_');
}

bool Parser::accept(StringRef text) {
  if (!isAt(text))
    return false;
  ++Pos;
  return true;
}

size_t Parser::behindBracket(size_t position) const {
  uint32_t match = Tree.tokens().matchingBracket(Stream[position]);
  if (match == kNone || match < Stream[position])
    return position + 1;
  return std::lower_bound(Stream.begin(), Stream.end(), match) -
         Stream.begin() + 1;
}

void Parser::setUp(Node *node, uint32_t first,
                   llvm::ArrayRef<const Node *> children) {
  node->firstToken = first;
  node->lastToken = Pos > 0 ? Stream[Pos - 1] : first;
  llvm::SmallVector<const Node *, 16> present;
  for (const Node *child : children)
    if (child) {
      present.push_back(child);
      // The parser alone makes nodes; they are immutable from here on.
      const_cast<Node *>(child)->parent = node;
    }
  node->children = keep<const Node *>(present);
}

/// Up to its semicolon, or to the end of its braces.
void Parser::skipStatement(size_t start) {
  Pos = start;
  while (!isAtEnd()) {
    StringRef text = peek();
    if (text == "}" && Pos > start)
      return;
    bool isLast = text == ";" || text == "{" || text == "}";
    Pos = text == "{" || text == "(" || text == "[" ? behindBracket(Pos)
                                                    : Pos + 1;
    if (isLast)
      return;
  }
}

template <typename T>
T *Parser::recover(size_t start) {
  skipStatement(start);
  uint32_t first = Stream[std::min(start, Stream.size() - 1)];
  T *node = finish(make<T>(), first, {});
  // Of statements in statements that failed the outermost is left: it comes
  // last, and what it covers is in no tree.
  auto isInside = [&](const Node *n) { return n->firstToken >= first; };
  llvm::erase_if(Tree.OpaqueNodes, isInside);
  Tree.OpaqueNodes.push_back(node);
  return node;
}

template Opaque *Parser::recover<Opaque>(size_t start);
template OpaqueStmt *Parser::recover<OpaqueStmt>(size_t start);

} // namespace wglint::syntax
