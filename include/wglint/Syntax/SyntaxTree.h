// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A shader's syntax tree, with the names in it resolved, and the questions
/// that rewrites ask of it. It knows the text only: what an expression is worth
/// is a matter of the facts.
#ifndef WGLINT_SYNTAX_SYNTAXTREE_H
#define WGLINT_SYNTAX_SYNTAXTREE_H

#include "wglint/Syntax/SyntaxNodes.h"
#include "wglint/Syntax/TokenMap.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Casting.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace wglint::syntax {

/// Owns its nodes; the TokenMap has to outlive it. Immutable once parsed.
class SyntaxTree {
public:
  /// Never fails: what is not understood becomes an opaque node, which a
  /// rewrite that meets one refuses to touch. Cost: linear in the tokens.
  static std::unique_ptr<const SyntaxTree> parse(const TokenMap &tokens);

  const TranslationUnit &root() const { return *Root; }
  const TokenMap &tokens() const { return Tokens; }
  /// The text of one token, as the compiler gets it; empty for kNone.
  llvm::StringRef text(uint32_t token) const {
    return token == kNone ? llvm::StringRef() : Tokens.tokens()[token].text;
  }
  /// The name of a NameExpr, a Declarator, Parameter, Function, or of a Block's
  /// instance; empty for all else.
  llvm::StringRef name(const Node &node) const;
  /// What the parser did not understand, in the order of the text.
  llvm::ArrayRef<const Node *> opaqueNodes() const { return OpaqueNodes; }

  // ---- Names ----------------------------------------------------------------

  /// What \p name means by the rules of scopes: a Declarator (a member of a
  /// block without an instance too), a Parameter or a Block (its instance);
  /// null for functions, types, built-in names and what is not declared here.
  const Node *declarationOf(const NameExpr &name) const {
    return Declarations.lookup(&name);
  }
  /// All uses of a Declarator, Parameter or Block in the order of the text; of
  /// a member of a named block or structure: none.
  llvm::ArrayRef<const NameExpr *> usesOf(const Node &declaration) const;
  /// The declaration of the global variable \p name: a Declarator or a Block.
  const Node *findGlobal(llvm::StringRef name) const;
  /// All functions named \p name that have a body (overloads).
  llvm::SmallVector<const Function *, 2>
  functionsNamed(llvm::StringRef name) const;
  /// The structure that \p type names or holds; null for built-in types.
  const StructSpec *structOf(const TypeSpec &type) const;
  /// Every call of a function or constructor named \p name.
  llvm::SmallVector<const CallExpr *, 4> callsOf(llvm::StringRef name) const;

  // ---- Places ---------------------------------------------------------------

  /// The nodes whose place in the text (TokenMap::place, macro uses as a whole)
  /// is [begin, end) of \p file, in bytes of its text as written; from the
  /// outside inwards, one group for each time that the text is expanded or
  /// included. Where there is none: the smallest that covers it.
  llvm::SmallVector<const Node *, 4>
  nodesAt(llvm::StringRef file, uint32_t begin, uint32_t end) const;

  SyntaxTree(const SyntaxTree &) = delete;
  SyntaxTree &operator=(const SyntaxTree &) = delete;

private:
  friend class Parser;
  friend class NameResolver;
  explicit SyntaxTree(const TokenMap &tokens) : Tokens(tokens) {}

  const TokenMap &Tokens;
  llvm::BumpPtrAllocator Arena;
  const TranslationUnit *Root = nullptr;
  std::vector<const Node *> OpaqueNodes;
  llvm::DenseMap<const NameExpr *, const Node *> Declarations;
  llvm::DenseMap<const Node *, std::vector<const NameExpr *>> Uses;
};

// ---- Questions about nodes --------------------------------------------------

/// Calls \p visit for \p node and all below it, in the order of the text;
/// what lies below a node is left out where \p visit returns false.
void walk(const Node &node, llvm::function_ref<bool(const Node &)> visit);

/// All nodes of a type below \p node, itself included, in the order of the
/// text.
template <typename T>
llvm::SmallVector<const T *, 8> allOf(const Node &node) {
  llvm::SmallVector<const T *, 8> found;
  walk(node, [&](const Node &n) {
    if (const auto *typed = llvm::dyn_cast<T>(&n))
      found.push_back(typed);
    return true;
  });
  return found;
}

/// The nearest node of a type around \p node, itself included; null where there
/// is none.
template <typename T>
const T *enclosing(const Node &node) {
  for (const Node *n = &node; n; n = n->parent)
    if (const auto *typed = llvm::dyn_cast<T>(n))
      return typed;
  return nullptr;
}

/// The nearest loop around \p node, itself not included: ForStmt, WhileStmt,
/// DoStmt; null where there is none in its function.
const Stmt *enclosingLoop(const Node &node);

bool isAncestor(const Node &ancestor, const Node &node);

/// \p expr without the parentheses around it.
const Expr &withoutParens(const Expr &expr);

/// The variable that an expression such as `v.a[i].x` is a part of; null where
/// it is a value.
const NameExpr *rootName(const Expr &expr);

/// `v.a[i].x` for its `v`: the whole of members and indices that \p name is the
/// root of.
const Expr &wholeAccess(const NameExpr &name);

/// Whether \p access (as of wholeAccess()) may be stored to: assigned, counted
/// up, or an argument of an `out` parameter or of an atomic function.
bool isWritten(const SyntaxTree &tree, const Expr &access);

/// Whether evaluating \p expr changes nothing, whatever it calls: no
/// assignment, no call of a function that stores, waits or depends on what
/// other invocations do. It may read memory.
bool isPure(const SyntaxTree &tree, const Expr &expr);

/// Whether \p expr reads nothing but constants and variables that \p isFixed
/// accepts, and is pure.
bool dependsOnlyOn(const SyntaxTree &tree, const Expr &expr,
                   llvm::function_ref<bool(const NameExpr &)> isFixed);

/// The tokens of \p node as text, macros expanded, spaces where they are
/// needed. See EditSet for the text as written.
std::string expandedText(const SyntaxTree &tree, const Node &node);

/// Whether both are the same tokens.
bool isSameText(const SyntaxTree &tree, const Node &a, const Node &b);

/// The value of an integer literal, decimal, octal or hexadecimal;
/// std::nullopt for all else.
std::optional<uint64_t> literalValue(llvm::StringRef text);

} // namespace wglint::syntax

#endif // WGLINT_SYNTAX_SYNTAXTREE_H
