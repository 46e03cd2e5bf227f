// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Loops that count by one.
#ifndef WGLINT_REWRITE_COUNTEDLOOP_H
#define WGLINT_REWRITE_COUNTEDLOOP_H

#include "wglint/Rewrite/EditSet.h"
#include "wglint/Rewrite/IndexForm.h"
#include "wglint/Syntax/SyntaxTree.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <string>

namespace wglint {

/// `for (type variable = first; variable < end; ++variable)`, however it is
/// spelled. Nothing in the body changes what the header reads.
struct CountedLoop {
  const syntax::ForStmt *loop = nullptr;
  const syntax::Declarator *variable = nullptr;
  std::string type; ///< "int" or "uint"
  const syntax::Expr *first = nullptr;
  const syntax::Expr *bound = nullptr;
  bool isInclusive = false; ///< `<=`: the bound is reached
  /// Values of the variable, where they are the same in every run.
  std::optional<int64_t> firstValue, lastValue;

  /// Iterations, where they are the same in every run.
  std::optional<int64_t> count() const {
    if (!firstValue || !lastValue)
      return std::nullopt;
    return *lastValue - *firstValue + 1;
  }

  /// \p value in the type of the variable: `3u` or `(-3)`.
  std::string literal(int64_t value) const;
};

/// std::nullopt where \p loop is not of that form.
std::optional<CountedLoop> asCountedLoop(const syntax::SyntaxTree &tree,
                                         IndexForms &forms,
                                         const syntax::ForStmt &loop);

/// Whether \p loop may end other than by its condition.
bool hasEarlyExit(const syntax::SyntaxTree &tree, const syntax::ForStmt &loop);

/// `for (uint START = first; START < bound; START += 16u) {`: a loop around
/// \p loop that takes \p chunk of its iterations at a time.
std::string chunkHeader(const syntax::SyntaxTree &tree, const CountedLoop &loop,
                        llvm::StringRef start, int64_t chunk);

/// Lets \p loop, which stands in such a loop, count from zero to \p end; what
/// else uses its variable in the body adds \p start, but for what \p isGone
/// accepts.
void countFromZero(const syntax::SyntaxTree &tree, const CountedLoop &loop,
                   llvm::StringRef start, llvm::StringRef end,
                   llvm::function_ref<bool(const syntax::NameExpr &)> isGone,
                   EditSet &edits);

} // namespace wglint

#endif // WGLINT_REWRITE_COUNTEDLOOP_H
