// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A file's text as text: edits applied to it, its style, what differs.
#ifndef WGLINT_REWRITE_SOURCETEXT_H
#define WGLINT_REWRITE_SOURCETEXT_H

#include "wglint/Diag/Fix.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace wglint {

/// \p text with \p edits made. Line ends within the edits become those of the
/// text; a byte order mark stays and counts in no column.
/// Errors: an edit that lies outside of the text, or two that overlap.
llvm::Expected<std::string> applyEdits(llvm::StringRef text,
                                       llvm::ArrayRef<TextEdit> edits);

/// Whether two fixes change the same bytes, or one inserts where the other
/// changes.
bool overlap(llvm::ArrayRef<TextEdit> a, llvm::ArrayRef<TextEdit> b);

/// What stands in front of the first token of the line of \p offset.
llvm::StringRef indentationAt(llvm::StringRef text, size_t offset);
/// One level of indentation, as most of \p text has it: a tab or some spaces.
std::string indentationUnit(llvm::StringRef text);
/// "\r\n" where most lines of \p text end so, else "\n".
llvm::StringRef lineEnd(llvm::StringRef text);

/// The difference as `diff -u` shows it, with three lines of context and the
/// headers `--- a/NAME` and `+++ b/NAME`; empty where there is none.
/// Cost: the lines times the changed ones.
std::string unifiedDiff(llvm::StringRef before, llvm::StringRef after,
                        llvm::StringRef name);

/// The edits, of whole lines of \p file, that make \p after of \p before; both
/// without a byte order mark. Cost: as unifiedDiff().
std::vector<TextEdit> editsBetween(llvm::StringRef before,
                                   llvm::StringRef after, llvm::StringRef file);

} // namespace wglint

#endif // WGLINT_REWRITE_SOURCETEXT_H
