// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// --print=syntax: the syntax tree of a shader, one node a line.

#include "Actions.h"
#include "wglint/Support/Error.h"
#include "wglint/Syntax/SyntaxTree.h"

namespace wglint::opt {

using namespace syntax;

static llvm::StringRef kindName(NodeKind kind) {
  static constexpr llvm::StringLiteral kNames[] = {
      "Opaque",          "TranslationUnit", "NameExpr",     "LiteralExpr",
      "ParenExpr",       "MemberExpr",      "IndexExpr",    "CallExpr",
      "UnaryExpr",       "BinaryExpr",      "AssignExpr",   "ConditionalExpr",
      "InitializerList", "OpaqueExpr",      "CompoundStmt", "IfStmt",
      "ForStmt",         "WhileStmt",       "DoStmt",       "SwitchStmt",
      "CaseLabel",       "JumpStmt",        "DeclStmt",     "ExprStmt",
      "OpaqueStmt",      "Declaration",     "Declarator",   "ArrayDim",
      "TypeSpec",        "StructSpec",      "LayoutEntry",  "Block",
      "Function",        "Parameter"};
  return kNames[static_cast<size_t>(kind)];
}

static unsigned depthOf(const Node &node) {
  unsigned depth = 0;
  for (const Node *n = node.parent; n; n = n->parent)
    ++depth;
  return depth;
}

static void printNode(const SyntaxTree &tree, const Node &node,
                      llvm::raw_ostream &out) {
  constexpr size_t kMaxTextSize = 60;
  std::string text = expandedText(tree, node);
  if (text.size() > kMaxTextSize)
    text = text.substr(0, kMaxTextSize) + "...";
  out.indent(2 * depthOf(node)) << kindName(node.kind) << " `" << text << '`';
  if (const auto *expr = llvm::dyn_cast<Expr>(&node);
      expr && isPure(tree, *expr))
    out << " pure";
  if (const auto *name = llvm::dyn_cast<NameExpr>(&node)) {
    if (const Node *declaration = tree.declarationOf(*name))
      out << " is " << kindName(declaration->kind) << " of `"
          << expandedText(tree, llvm::isa<Declarator>(declaration)
                                    ? *declaration->parent
                                    : *declaration)
                 .substr(0, kMaxTextSize)
          << '`';
    if (isWritten(tree, wholeAccess(*name)))
      out << " written";
  }
  out << '\n';
}

llvm::Error printSyntax(llvm::StringRef path, const FrontendOptions &options,
                        llvm::raw_ostream &out) {
  auto buffer = readText(path);
  if (!buffer)
    return buffer.takeError();
  FrontendResult result = compileShader(path, (*buffer)->getBuffer(), options);
  if (!result.tokens)
    return makeError("'" + path + "' is no text");
  std::unique_ptr<const SyntaxTree> tree = SyntaxTree::parse(*result.tokens);
  walk(tree->root(), [&](const Node &node) {
    printNode(*tree, node, out);
    return true;
  });
  return llvm::Error::success();
}

} // namespace wglint::opt
