// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Loops whose reads of memory go through tiles in shared memory: what
/// stage-reuse and stage-halo have in common.
#ifndef WGLINT_REWRITE_STAGING_H
#define WGLINT_REWRITE_STAGING_H

#include "wglint/Rewrite/EditSet.h"
#include "wglint/Rewrite/TilePlan.h"
#include <memory>

namespace wglint {

/// The loops around a read, and what is known of them.
struct StagingSite {
  const syntax::Function *entry = nullptr;
  /// The read: an element of a buffer, or the call in main() of a function that
  /// reads.
  const syntax::Expr *expr = nullptr;
  /// From the inside outwards; all agree within a workgroup.
  std::vector<std::unique_ptr<CountedLoop>> loops;
  /// Those of them on whose variable the read depends.
  std::vector<const CountedLoop *> dependent;
};

/// The loops around the read that \p finding names.
/// Errors: why no barrier can stand in them.
llvm::Expected<StagingSite> findStagingSite(const RewriteContext &context,
                                            IndexForms &forms,
                                            const Diagnostic &finding);

/// What a loop nest becomes.
struct StagingPlan {
  StagingSite site;
  const syntax::ForStmt *region = nullptr; ///< the outermost loop of the tiles
  TileLoops loops;
  std::vector<StagedExpr> tiles;
  /// Something else in the loops reads memory.
  bool hasOtherReads = false;
};

/// All reads within plan.region that gain by a tile become plan.tiles.
/// Errors: why that of the finding does not; memory that is written within or
/// in front of the loops; tiles that do not fit.
llvm::Error planTiles(const RewriteContext &context, IndexForms &forms,
                      StagingPlan &plan);

/// The edits. Errors: why the text cannot be changed so.
llvm::Expected<std::vector<TextEdit>> editStaging(const RewriteContext &context,
                                                  IndexForms &forms,
                                                  const StagingPlan &plan);

/// What a staging rewrite's prepare() says: \p messageOf a plan, or nothing
/// where there is none.
std::optional<FixOffer>
offerStaging(llvm::Expected<StagingPlan> plan,
             std::string (*messageOf)(const StagingPlan &));
/// What its apply() gives. Errors: those of \p plan and of editStaging().
llvm::Expected<std::vector<Fix>>
applyStaging(const RewriteContext &context, IndexForms &forms,
             llvm::Expected<StagingPlan> plan,
             std::string (*messageOf)(const StagingPlan &));

/// Makes every invocation come to \p region: early returns and conditions in
/// front of it go into a variable, under which all else that touches memory is
/// put. Gives the variable's name; empty where none is needed.
/// Errors: where an invocation leaves in another way.
llvm::Expected<std::string> predicateRest(const RewriteContext &context,
                                          IndexForms &forms,
                                          const syntax::Stmt &region,
                                          EditSet &edits);

} // namespace wglint

#endif // WGLINT_REWRITE_STAGING_H
