// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// From findings and facts to the syntax tree.
#ifndef WGLINT_REWRITE_LOCATE_H
#define WGLINT_REWRITE_LOCATE_H

#include "wglint/Rewrite/Rewrite.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace wglint {

/// The nodes at \p range, as SyntaxTree::nodesAt().
llvm::SmallVector<const syntax::Node *, 4>
nodesAt(const RewriteContext &context, const SourceRange &range);

/// The first of them that is a T, or that one encloses; null where there is
/// none.
template <typename T>
const T *findNode(const RewriteContext &context, const SourceRange &range) {
  llvm::SmallVector<const syntax::Node *, 4> nodes = nodesAt(context, range);
  for (const syntax::Node *node : nodes)
    if (const auto *typed = llvm::dyn_cast<T>(node))
      return typed;
  return nodes.empty() ? nullptr : syntax::enclosing<T>(*nodes.front());
}

/// The expression of an access; null where its place is not exact, as that of
/// an access of SPIR-V without text.
const syntax::Expr *accessExpr(const RewriteContext &context,
                               const AccessFact &access);

/// The accesses whose place is exactly \p range. There are several where a
/// macro, or a function that is called from several places, contains it, and
/// none where the finding is not on an access.
llvm::SmallVector<const AccessFact *, 8>
accessesAt(const RewriteContext &context, const SourceRange &range);

/// The global declaration of a shared variable, by the name that facts have.
const syntax::Declarator *sharedDeclarator(const RewriteContext &context,
                                           llvm::StringRef variable);

/// Whether the accesses at \p range take components of the vectors of the
/// shared \p array and conflict for that alone: to move the vectors mends
/// nothing.
bool takesComponents(const RewriteContext &context,
                     const syntax::Declarator &array, const SourceRange &range);

/// Whether \p name stands anywhere in the main file where the compiler does not
/// see it: under an `#if` that does not hold, in the body of a macro that is
/// not used. What renames or re-indexes it must refuse then. Comments do not
/// count.
bool occursUnseen(const RewriteContext &context, llvm::StringRef name);

/// Every use of a built-in variable.
llvm::SmallVector<const syntax::NameExpr *, 8>
usesOfBuiltIn(const RewriteContext &context, llvm::StringRef name);

/// Whether the shader asks which lane of a subgroup it is or lets subgroups
/// work together: what belongs to one cannot be moved to another then.
bool usesSubgroups(const RewriteContext &context);

/// The number that `--rewrite-option NAME=VALUE` gives; std::nullopt where it
/// gives none.
std::optional<unsigned> numberOption(const RewriteContext &context,
                                     llvm::StringRef name);

/// \p wish, or \p wish with a number behind it, such that the shader has no
/// such word yet; the same for the same text.
std::string freshName(const RewriteContext &context, llvm::StringRef wish);

} // namespace wglint

#endif // WGLINT_REWRITE_LOCATE_H
