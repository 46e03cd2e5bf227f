// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// All places where an array is indexed, and indices that flatten rows.
#ifndef WGLINT_REWRITE_ARRAYUSES_H
#define WGLINT_REWRITE_ARRAYUSES_H

#include "wglint/Rewrite/EditSet.h"
#include "wglint/Rewrite/Rewrite.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wglint {

/// One use of an array, `tile[y][x]`.
struct ArrayUse {
  const syntax::NameExpr *name = nullptr;
  /// One for each dimension, that of the first dimension first.
  llvm::SmallVector<const syntax::IndexExpr *, 3> indices;
};

/// Every use of \p array, which has \p dimensions.
/// Errors: a use that is not indexed so often (the array is passed on, copied
/// or asked for its length), a name that stands where the compiler does not
/// look.
llvm::Expected<std::vector<ArrayUse>>
indexedUses(const RewriteContext &context, const syntax::Declarator &array,
            size_t dimensions);

/// A factor of an index that carries the length of a row: the `32` of
/// `y * 32 + x`, the `y << 5` of `(y << 5) + x`.
struct RowFactor {
  const syntax::Expr *node = nullptr;
  int64_t value = 0;    ///< a multiple of the row's length
  bool isShift = false; ///< `node` is the whole shift
};

/// An index as rows and the place in a row.
struct FlatIndex {
  llvm::SmallVector<RowFactor, 2> factors; ///< may be empty: the first row
  std::string rest; ///< what is left without them, as text; "0" if nothing is
};

/// \p index as sums of products, one factor of which is a multiple of
/// \p rowLength. That `rest` lies within a row is not known.
FlatIndex splitIndex(const RewriteContext &context, const EditSet &edits,
                     const syntax::Expr &index, int64_t rowLength);

/// Lengths of rows that the indices of \p uses suggest, ascending.
std::vector<int64_t> rowLengthsOf(const RewriteContext &context,
                                  llvm::ArrayRef<ArrayUse> uses);

/// Makes rows \p pad elements longer: \p factor becomes a multiple of
/// rowLength + pad.
void scaleFactor(const RewriteContext &context, EditSet &edits,
                 const RowFactor &factor, int64_t rowLength, int64_t pad);

/// "u" if the number at \p token has that ending, else "".
llvm::StringRef suffixOf(const syntax::SyntaxTree &tree, uint32_t token);

} // namespace wglint

#endif // WGLINT_REWRITE_ARRAYUSES_H
