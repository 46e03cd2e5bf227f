// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Comments that take findings back, by clang-tidy's rules:
///
///     dst[i * 8u] = v; // NOLINT(strided-global-access): the host transposes
///     // NOLINTNEXTLINE(shared-*, tiny-workgroup)
///     // NOLINTBEGIN(data-race) ... NOLINTEND(data-race)
///
/// Without a list all checks are meant. A finding in a macro is suppressed at
/// the macro's use or at its definition, one in an included file there or at
/// the #include. docs/Suppression.md says it for users.
#ifndef WGLINT_DIAG_SUPPRESSION_H
#define WGLINT_DIAG_SUPPRESSION_H

#include "wglint/Diag/Diagnostic.h"
#include "wglint/Diag/SourceMap.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace wglint {

// The names under which comments that are wrong themselves are reported.
constexpr llvm::StringLiteral kUnknownSuppression = "unknown-suppression";
constexpr llvm::StringLiteral kUnmatchedSuppression = "unmatched-suppression";
constexpr llvm::StringLiteral kUnusedSuppression = "unused-suppression";

/// Which findings a comment may take back.
struct SuppressibleChecks {
  /// All names that a list may match. Findings of other names, such as the
  /// compiler's errors, cannot be suppressed.
  std::vector<llvm::StringRef> known;
  /// Those that a run has unless it is told otherwise. A suppression of
  /// several checks can only be unused where all of these ran.
  std::vector<llvm::StringRef> usual;
  /// Those that ran on the whole file: only of them can a suppression be
  /// unused.
  std::vector<llvm::StringRef> ran;
};

/// Takes the findings out of \p diagnostics that comments suppress, and adds
/// warnings about comments that name no check, that lack their partner or that
/// suppress nothing. Unused suppressions are reported only in the file's own
/// text (another shader may need one in a header) and only where something of
/// it was compiled.
///
/// Returns how many findings were taken out. Cost: linear in the texts of
/// \p sourceMap that hold the word NOLINT, and one search in the others.
unsigned applySuppressions(std::vector<Diagnostic> &diagnostics,
                           const SourceMap &sourceMap,
                           const SuppressibleChecks &checks);

} // namespace wglint

#endif // WGLINT_DIAG_SUPPRESSION_H
