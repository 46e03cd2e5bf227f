// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A strided access that goes through a tile in shared memory: what
/// stage-transpose plans and what it writes.
#ifndef WGLINT_REWRITE_TRANSPOSE_H
#define WGLINT_REWRITE_TRANSPOSE_H

#include "wglint/Rewrite/Clone.h"
#include "wglint/Rewrite/Rewrite.h"
#include <array>
#include <string>
#include <vector>

namespace wglint {

/// The access, and who should make it.
struct TransposePlan {
  const syntax::Function *entry = nullptr;
  const syntax::Expr *access = nullptr;
  const syntax::IndexExpr *element = nullptr; ///< `dst[i]` within the access
  const syntax::AssignExpr *assignment = nullptr; ///< null: a load
  std::string variable, type;
  std::array<uint32_t, 3> size = {1, 1, 1}; ///< of the workgroup
  unsigned laneAxis = 0; ///< along which neighbouring lanes lie
  unsigned along = 1;    ///< along which the buffer is contiguous
  std::vector<Guard> guards;
};

/// Errors: why the access that \p finding names cannot be passed through a
/// tile.
llvm::Expected<TransposePlan> planTranspose(const RewriteContext &context,
                                            IndexForms &forms,
                                            const Diagnostic &finding);

/// One way to do it.
struct TransposeVariant {
  /// Workgroups that run one after the other lie along the contiguous axis
  /// too: they fill the lines of memory that one of them begins.
  bool turnsWorkgroups = false;
  /// The part of the grid that a workgroup takes; more than its size where each
  /// invocation takes several elements.
  std::array<uint32_t, 3> held = {1, 1, 1};

  bool takesSeveral(const TransposePlan &plan) const {
    return held != plan.size;
  }
};

/// The ways that are worth a try, the best first; those last that change the
/// dispatch. \p rows is how many elements an invocation is to take there.
std::vector<TransposeVariant> transposeVariants(const RewriteContext &context,
                                                const TransposePlan &plan,
                                                std::optional<unsigned> rows);

/// Errors: why the text cannot be changed so.
llvm::Expected<std::vector<TextEdit>>
editTranspose(const RewriteContext &context, IndexForms &forms,
              const TransposePlan &plan, const TransposeVariant &variant);

/// The workgroups of the dispatch that goes with \p variant; empty where it
/// stays.
std::string dispatchText(const TransposePlan &plan,
                         const TransposeVariant &variant);

} // namespace wglint

#endif // WGLINT_REWRITE_TRANSPOSE_H
