// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Lets each invocation do the work of several that lie along one axis of the
/// workgroup, which becomes smaller by as much:
///
///     float sum = 0.0;                     float sum[4];
///     for (k = 0; k < 16; ++k)             for (part = 0; part < 4; ++part)
///       sum += a[y][k] * b[k][x];            sum[part] = 0.0;
///                                      ->  for (k = 0; k < 16; ++k) {
///                                            float bRead = b[k][x];
///                                            for (part = 0; part < 4; ++part)
///                                              sum[part] +=
///                                                a[y + 4 * part][k] * bRead;
///                                          }
///
/// What stands between barriers, and in loops that all invocations run through
/// equally often, is done for one after the other; nothing else changes.
#ifndef WGLINT_REWRITE_FOLD_H
#define WGLINT_REWRITE_FOLD_H

#include "wglint/Rewrite/IndexForm.h"
#include "wglint/Rewrite/Rewrite.h"
#include <vector>

namespace wglint {

/// Who is put together.
struct Fold {
  unsigned axis = 1;
  unsigned parts = 1; ///< invocations that become one; divides the size
};

/// Statements that follow each other and are done for one part after the other.
struct FoldRun {
  std::vector<const syntax::Stmt *> statements;
  /// Declarations among them, not the first, that say the same for all parts:
  /// they go in front.
  std::vector<const syntax::DeclStmt *> common;
  /// Declarations among them of what other runs read: a value for each part.
  std::vector<const syntax::DeclStmt *> spread;
  bool isInLoop = false;

  /// Whether \p node stands in what is done for each part.
  bool holds(const syntax::Node &node) const;
};

/// Whether \p statement declares variables without initializers: `float sum;`.
bool isBareDeclaration(const syntax::Stmt &statement);

/// What becomes of main().
struct FoldPlan {
  std::vector<FoldRun> runs; ///< in the order of the text
  /// Declarations in front of runs, without initializers, of what several of
  /// them use: a value for each part.
  std::vector<const syntax::DeclStmt *> arrays;

  /// Whether the variable has a value for each part.
  bool isSpread(const syntax::Node &declaration) const;
};

/// Errors: why invocations cannot be put together, as a sentence for the user:
/// subgroups, ids that functions read, barriers or returns that not all come
/// to.
llvm::Expected<FoldPlan> planFold(const RewriteContext &context,
                                  IndexForms &forms, const Fold &fold);

/// The edits. Errors: those of planFold(); why the text cannot be changed so.
llvm::Expected<std::vector<TextEdit>> editFold(const RewriteContext &context,
                                               const Fold &fold);

} // namespace wglint

#endif // WGLINT_REWRITE_FOLD_H
