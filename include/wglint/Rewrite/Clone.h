// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Writes expressions down again for another invocation: the same text with
/// other ids, and the variables that lead there declared anew.
#ifndef WGLINT_REWRITE_CLONE_H
#define WGLINT_REWRITE_CLONE_H

#include "wglint/Rewrite/IndexForm.h"
#include "wglint/Rewrite/Rewrite.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <string>
#include <vector>

namespace wglint {

/// What names become in a clone. A text that is no single word needs its own
/// parentheses.
struct Renaming {
  llvm::StringMap<std::string> builtIns;
  std::map<const syntax::Node *, std::string> variables;
  /// Expressions that something else takes the place of, as a whole.
  std::map<const syntax::Node *, std::string> nodes;
};

/// \p node with names replaced, macros expanded, on one line, spaced as it was
/// written.
std::string cloneText(const syntax::SyntaxTree &tree, const syntax::Node &node,
                      const Renaming &renaming);

/// Whether a sum in parentheses between two tokens may lose them.
bool mayLoseParens(llvm::StringRef left, llvm::StringRef right);

/// Declares anew what expressions need. Variables that do not change with the
/// renamed ids stay as they are where they are in scope.
class Slice {
public:
  /// \p changed are the ids that \p renaming renames; \p scope is the node in
  /// front of or at the end of which the clone will stand; \p suffix is added
  /// to the names of variables.
  Slice(const RewriteContext &context, IndexForms &forms,
        std::vector<AtomId> changed, const syntax::Node &scope,
        Renaming renaming, std::string suffix);

  /// Makes \p expr usable. Errors: why it cannot be evaluated elsewhere, as a
  /// sentence for the user.
  llvm::Error require(const syntax::Expr &expr);
  /// \p expr for the other ids; after require().
  std::string clone(const syntax::Node &expr) const {
    return cloneText(Context.tree, expr, Names);
  }
  /// The declarations, one a line; empty where none is needed.
  std::string declarations() const;
  const Renaming &renaming() const { return Names; }
  /// Built-in ids that some required expression uses, in the clone.
  bool uses(llvm::StringRef builtIn) const {
    return UsedBuiltIns.count(builtIn);
  }

private:
  llvm::Error requireVariable(const syntax::NameExpr &name,
                              const syntax::Node &declaration);
  bool isInScope(const syntax::Node &declaration) const;

  const RewriteContext &Context;
  IndexForms &Forms;
  std::vector<AtomId> Changed;
  const syntax::Node &Scope;
  Renaming Names;
  std::string Suffix;
  llvm::StringMap<bool> UsedBuiltIns;
  std::map<uint32_t, std::string> Declared; ///< by the place of the original
};

/// A condition under which a statement is executed.
struct Guard {
  const syntax::Expr *condition = nullptr;
  bool isNegated = false;
};

/// The conditions under which \p node is executed, those of `return`s in front
/// of it included, split where they are conjunctions. Loops are not looked at.
/// Errors: where the way there is not that simple.
llvm::Expected<std::vector<Guard>> guardsOf(const syntax::SyntaxTree &tree,
                                            const syntax::Node &node);

/// What has to hold for \p condition to be true, or to be false, in parts.
std::vector<Guard> conjuncts(const syntax::SyntaxTree &tree,
                             const syntax::Expr &condition, bool isNegated);

/// All of \p guards as one condition in GLSL; empty where there is none.
std::string guardText(const syntax::SyntaxTree &tree, IndexForms &forms,
                      llvm::ArrayRef<Guard> guards, const Renaming &renaming);

/// \p statement where it is `if (c) return;`, with or without braces.
const syntax::IfStmt *asEarlyReturn(const syntax::SyntaxTree &tree,
                                    const syntax::Stmt &statement);

} // namespace wglint

#endif // WGLINT_REWRITE_CLONE_H
