// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Types and constant values of expressions, as far as the text tells them.
#ifndef WGLINT_REWRITE_EXPRTYPES_H
#define WGLINT_REWRITE_EXPRTYPES_H

#include "wglint/Rewrite/Rewrite.h"
#include <cstdint>
#include <optional>
#include <string>

namespace wglint {

/// Expressions that nest deeper than this, with the variables and calls that
/// they lead to, have no known type, value or form: what is read of them calls
/// itself, on what a user wrote. Chosen, not measured: deeper than anybody
/// writes by hand, and far from the end of the stack.
constexpr unsigned kMaxExprDepth = 64;

/// The type of an expression: `vec4` with no dimensions, `Particle` with one.
struct ExprType {
  std::string name;        ///< empty: not known
  unsigned dimensions = 0; ///< of an array

  bool isKnown() const { return !name.empty(); }
  bool isScalar(llvm::StringRef scalar) const {
    return name == scalar && dimensions == 0;
  }
};

/// Looks up declarations, built-in variables, constructors, functions of the
/// shader, swizzles and operators; what else there is is not known.
ExprType typeOf(const syntax::SyntaxTree &tree, const syntax::Expr &expr);
/// The type that a Declarator or Parameter declares.
ExprType declaredType(const syntax::SyntaxTree &tree,
                      const syntax::Node &declaration);

/// The value of an integer constant expression: literals, `const` variables,
/// the workgroup's size, arithmetic. Specialization constants have none.
std::optional<int64_t> constantValue(const RewriteContext &context,
                                     const syntax::Expr &expr);

/// Whether \p expr needs parentheses as an operand of \p op ("*", "+").
bool needsParens(const syntax::SyntaxTree &tree, const syntax::Expr &expr,
                 llvm::StringRef op);

} // namespace wglint

#endif // WGLINT_REWRITE_EXPRTYPES_H
