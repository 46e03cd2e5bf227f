// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What an editor offers at a place: fixes of findings, and taking a finding
/// back. Built from the server's own state; what a client echoes is not read.
#ifndef WGLINT_LIB_LSP_CODEACTIONS_H
#define WGLINT_LIB_LSP_CODEACTIONS_H

#include "Server.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace wglint::lsp {

constexpr llvm::StringLiteral kQuickFix = "quickfix";
constexpr llvm::StringLiteral kFixAll = "source.fixAll.wglint";

struct CodeAction {
  std::string title;
  llvm::StringRef kind;
  bool isPreferred = false;
  /// Number of the finding in LintResult::diagnostics; meaningless for kFixAll.
  size_t finding = 0;
  std::vector<TextEdit> edits;
  /// Where `edits` is empty: the rewrite that has to be worked out first.
  std::string rewrite;
};

/// Where a finding is shown in the document itself: its own place, or, if that
/// is in an included file, the #include.
SourceRange shownRange(const Diagnostic &finding, llvm::StringRef path);

/// Whether editors show \p finding. Remarks are shown on demand.
bool isShown(const Diagnostic &finding, bool showRemarks);

/// What there is to do about the findings on the lines of \p range; the
/// document must have a result.
std::vector<CodeAction> codeActions(const OpenDocument &document,
                                    const SourceRange &range, bool showRemarks);

/// The one edit that makes \p text of the document; empty if it is that
/// already. Whole lines, as few as there are between the first and the last
/// that differ.
std::vector<TextEdit> editsTo(const OpenDocument &document,
                              llvm::StringRef text);

} // namespace wglint::lsp

#endif // WGLINT_LIB_LSP_CODEACTIONS_H
