// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a scalar integer expression is worth in one invocation, by its text:
/// rewrites compare what two forms do for all invocations, instead of how they
/// are spelled.
#ifndef WGLINT_REWRITE_EVALUATE_H
#define WGLINT_REWRITE_EVALUATE_H

#include "wglint/Rewrite/Rewrite.h"
#include "llvm/ADT/DenseMap.h"
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace wglint {

/// The values that names have in one invocation.
struct Invocation {
  std::array<uint32_t, 3> localId = {0, 0, 0};
  std::array<uint32_t, 3> workgroupSize = {1, 1, 1};
  std::array<uint32_t, 3> workgroupId = {0, 0, 0};
  /// Of variables, by their declarations; before anything else.
  llvm::DenseMap<const syntax::Node *, int64_t> variables;

  uint32_t localIndex() const {
    return (localId[2] * workgroupSize[1] + localId[1]) * workgroupSize[0] +
           localId[0];
  }
};

/// Evaluates \p expr: arithmetic, comparisons, logic and choices of constants,
/// invocation ids and variables that are given or set once, where they are
/// declared. Unsigned arithmetic does not wrap: negative values and those over
/// 32 bits are not known, as is all else.
std::optional<int64_t> evaluate(const RewriteContext &context,
                                const syntax::Expr &expr,
                                const Invocation &invocation);

/// The initializer of a variable that is never written to again; null for
/// others.
const syntax::Expr *onlyValueOf(const syntax::SyntaxTree &tree,
                                const syntax::Node *declaration);

/// The invocations of the workgroup of \p facts, in the order of their index.
std::vector<Invocation> invocationsOf(const EntryPointFacts &facts);

} // namespace wglint

#endif // WGLINT_REWRITE_EVALUATE_H
