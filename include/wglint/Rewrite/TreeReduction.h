// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Loops that reduce a shared array to its first element, step by step.
#ifndef WGLINT_REWRITE_TREEREDUCTION_H
#define WGLINT_REWRITE_TREEREDUCTION_H

#include "wglint/Rewrite/Rewrite.h"
#include <optional>

namespace wglint {

/// The parts of `for (d = ...) if (...) s[i] += s[i + d];`.
struct TreeReduction {
  const syntax::ForStmt *loop = nullptr;
  const syntax::Declarator *distance = nullptr; ///< the loop's variable
  const syntax::IfStmt *guard = nullptr;
  const syntax::AssignExpr *update = nullptr;
  const syntax::IndexExpr *target = nullptr; ///< s[i]
  const syntax::IndexExpr *other = nullptr;  ///< s[i + d]
  const syntax::Declarator *array = nullptr;
  bool keepsOrder = false; ///< its result depends on the order
  int64_t count = 0;       ///< elements that are reduced, a power of two
};

/// The loop around the finding, by its form alone; cheap. `count` is not set.
std::optional<TreeReduction> readTreeReduction(const RewriteContext &context,
                                               const Diagnostic &finding);

/// Sets `count` where the distances are 1, 2, 4 and so on, every second,
/// fourth, eighth element takes part, and the first is all that is read
/// afterwards.
/// Errors: why it is no such reduction, as a sentence for the user.
/// Cost: every step in every invocation of a workgroup.
llvm::Error checkInterleaved(const RewriteContext &context,
                             TreeReduction &reduction);

} // namespace wglint

#endif // WGLINT_REWRITE_TREEREDUCTION_H
