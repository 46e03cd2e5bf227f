// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Puts every index of an array through a function: `s[i]` to `s[f(i)]`.
#ifndef WGLINT_REWRITE_INDEXMAP_H
#define WGLINT_REWRITE_INDEXMAP_H

#include "wglint/Rewrite/ArrayUses.h"
#include <functional>

namespace wglint {

/// Where the elements of an array of one dimension go.
struct IndexMap {
  std::string function; ///< its name
  /// What it is worth for `i`; "u" or nothing stands behind numbers.
  std::function<std::string(llvm::StringRef)> expressionOf;
  /// For each power of two up to this and each multiple m of it,
  /// `function(m + j)` is `function(m) JOIN j` for all j that are less.
  int64_t rowLength = 1;
  llvm::StringRef join; ///< "^", "+"
};

/// Puts the only index of every use of \p array through \p map, and declares
/// its function behind the array for the types that the indices have.
void mapIndices(const RewriteContext &context, EditSet &edits,
                const syntax::Declarator &array, llvm::ArrayRef<ArrayUse> uses,
                const IndexMap &map);

/// The same, but where a loop goes along rows the function is called once for
/// each row, or each part of one, and the iteration joined to it:
///
///     for (k = 0; k < 64; ++k)      for (kRow = 0; kRow < 64; kRow += 32) {
///       sum += s[l * 32 + k];         uint sRow = f(l * 32 + kRow);
///                               ->    for (k = 0; k < 32; ++k)
///                                       sum += s[sRow ^ k];
///                                   }
///
/// False where there is no such loop; nothing is edited then.
bool mapIndicesByRows(const RewriteContext &context, EditSet &edits,
                      const syntax::Declarator &array,
                      llvm::ArrayRef<ArrayUse> uses, const IndexMap &map);

} // namespace wglint

#endif // WGLINT_REWRITE_INDEXMAP_H
