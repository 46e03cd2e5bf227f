// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What an editor shows of the facts: texts for hovering, hints between the
/// words of a line. Made in the worker, so that facts never leave it.
#ifndef WGLINT_LIB_LSP_ANNOTATIONS_H
#define WGLINT_LIB_LSP_ANNOTATIONS_H

#include "wglint/Check/Check.h"
#include "wglint/Diag/SourceRange.h"
#include <string>
#include <vector>

namespace wglint::lsp {

/// Shown where the cursor is in `range`, or, where the range is a whole file,
/// on any word that is `name`.
struct HoverText {
  SourceRange range;
  std::string name; ///< of a variable whose declaration has no place
  std::string markdown;
};

/// A few words behind an access.
struct CostHint {
  SourceRange range; ///< of the access; the hint stands at its end
  std::string label; ///< "32 sectors, 4 would do"
};

struct Annotations {
  std::vector<HoverText> hovers;
  std::vector<CostHint> hints;
};

/// Adds what there is to say of one entry point: of its accesses, of its shared
/// and private arrays, of its workgroup's size.
void annotate(const CheckContext &context, Annotations &annotations);

} // namespace wglint::lsp

#endif // WGLINT_LIB_LSP_ANNOTATIONS_H
