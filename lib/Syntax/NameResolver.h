// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which declaration each name of a syntax tree means.
#ifndef WGLINT_LIB_SYNTAX_NAMERESOLVER_H
#define WGLINT_LIB_SYNTAX_NAMERESOLVER_H

#include "wglint/Syntax/SyntaxTree.h"
#include "llvm/ADT/StringMap.h"

namespace wglint::syntax {

/// Walks the tree once with a stack of scopes.
class NameResolver {
public:
  explicit NameResolver(SyntaxTree &tree) : Tree(tree) {}
  void resolve();

private:
  /// What is left to do, the next on top: nodes nest as deep as the user likes.
  struct Step {
    const Node *node = nullptr; ///< null: leave a scope
  };

  void enter(const Node &node);
  void declare(uint32_t nameToken, const Node &declaration);
  void declareMembers(const Block &block);
  void use(const NameExpr &name);

  SyntaxTree &Tree;
  std::vector<Step> Steps;
  /// The declarations of each name, the innermost last.
  llvm::StringMap<llvm::SmallVector<const Node *, 2>> Visible;
  /// For each open scope, the names that it declares.
  std::vector<llvm::SmallVector<llvm::StringRef, 8>> Scopes;
};

} // namespace wglint::syntax

#endif // WGLINT_LIB_SYNTAX_NAMERESOLVER_H
