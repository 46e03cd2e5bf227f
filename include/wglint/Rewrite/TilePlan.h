// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A tile in shared memory that holds what a workgroup reads in some loops: its
/// dimensions, how invocations fill it together and how they read it.
#ifndef WGLINT_REWRITE_TILEPLAN_H
#define WGLINT_REWRITE_TILEPLAN_H

#include "wglint/Rewrite/Clone.h"
#include "wglint/Rewrite/CountedLoop.h"
#include "wglint/Rewrite/SharedTile.h"

namespace wglint {

/// A dimension of a tile: an axis of the workgroup, iterations of a loop, or
/// the sums of both, for `in[i + k]`.
struct TileDim {
  std::optional<unsigned> axis;
  const CountedLoop *loop = nullptr;
  int sign = 1;            ///< of the loop's variable in the sum
  unsigned iterations = 1; ///< of the loop that one filling holds
  unsigned size = 1;
};

/// An expression that reads memory, and the tile that takes its place.
struct StagedExpr {
  /// All that are worth the same; the first stands for them.
  std::vector<const syntax::Expr *> exprs;
  std::string type;                   ///< of the expression
  std::string name;                   ///< of the tile
  llvm::SmallVector<TileDim, 4> dims; ///< the slowest of the tile first
  unsigned pitch = 0;                 ///< of the last dimension, in elements
  unsigned fastest = 0; ///< the dimension along which memory is contiguous

  unsigned elementCount() const;
  uint64_t bytes() const;
  /// Whether the workgroup reads some element more than once.
  bool isReused(const std::array<uint32_t, 3> &workgroupSize) const;
};

/// Which part of the loops one filling of the tiles holds.
struct TileLoops {
  /// Those that are held as a whole, in any order.
  std::vector<const CountedLoop *> whole;
  /// The one that is held in chunks; null: none.
  const CountedLoop *chunked = nullptr;
  unsigned chunk = 0;    ///< its iterations at a time
  std::string firstName; ///< variable with the first value of the chunk
  /// Variable with the number of iterations of the chunk; empty where that is
  /// always `chunk`.
  std::string countName;
};

/// The dimensions that the tile of \p expr needs.
/// Errors: why it cannot be staged.
llvm::Expected<StagedExpr> planTile(const RewriteContext &context,
                                    IndexForms &forms, const syntax::Expr &expr,
                                    const TileLoops &loops);

/// The element of the tile that takes the expression's place in the loops.
std::string useText(const syntax::SyntaxTree &tree, const StagedExpr &staged,
                    const TileLoops &loops);

/// The statements by which a workgroup fills the tile, to stand in front of
/// \p scope; \p guards are the conditions under which an invocation comes to
/// the loops.
/// Errors: why an invocation cannot evaluate the expression for another.
llvm::Expected<std::string>
fillText(const RewriteContext &context, IndexForms &forms,
         const StagedExpr &staged, const TileLoops &loops,
         llvm::ArrayRef<Guard> guards, const syntax::Node &scope);

} // namespace wglint

#endif // WGLINT_REWRITE_TILEPLAN_H
