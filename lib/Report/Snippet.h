// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// One source line made fit for a terminal, with the columns of a range in it;
/// private to lib/Report.
#ifndef WGLINT_LIB_REPORT_SNIPPET_H
#define WGLINT_LIB_REPORT_SNIPPET_H

#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <string>

namespace wglint {

/// A source line and the marks under it, both as they are to be printed.
struct Snippet {
  std::string line;
  std::string marks; ///< spaces, a caret and tildes
};

/// Renders \p line with the bytes [\p begin, \p end) marked.
///
/// Tabs become spaces (stops every 8 columns), wide characters count as many
/// columns as a terminal gives them, what is not printable or not UTF-8 is
/// shown as <U+0007> or <FF>. Of a line that is longer than \p maxColumns, only
/// the surroundings of the mark are kept, with "..." for the rest.
Snippet renderSnippet(llvm::StringRef line, size_t begin, size_t end,
                      unsigned maxColumns);

} // namespace wglint

#endif // WGLINT_LIB_REPORT_SNIPPET_H
