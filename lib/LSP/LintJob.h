// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the server asks of a worker and what it gets back, as plain data that
/// crosses the border of processes.
#ifndef WGLINT_LIB_LSP_LINTJOB_H
#define WGLINT_LIB_LSP_LINTJOB_H

#include "Annotations.h"
#include "wglint/Diag/Diagnostic.h"
#include "wglint/Report/Report.h"
#include "wglint/Support/Worker.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wglint::lsp {

/// Stands for the name of a rewrite where all that are safe are meant.
constexpr llvm::StringLiteral kEveryRewrite = "*";

/// One text to be linted, or, where `rewrite` is set, to be mended.
struct LintRequest {
  std::string path; ///< names the text in places, decides by its ending
  std::string text;
  /// Texts that editors hold and have not saved, by absolute path.
  std::map<std::string, std::string> overlays;
  /// To be worked out and proved for `finding`; kEveryRewrite: for all.
  std::string rewrite;
  Diagnostic finding;
  bool mendsRemarks = false; ///< kEveryRewrite takes in remarks as well
};

/// What came of it.
struct LintResult {
  FileStatus status = FileStatus::Analyzed;
  std::string reason; ///< for Skipped
  std::vector<Diagnostic> diagnostics;
  Annotations annotations;
  /// Name and text of every file that took part, the main one first.
  std::vector<std::pair<std::string, std::string>> texts;
  /// Where the configuration is, or would be if there were one.
  std::vector<std::string> configFiles;
  std::optional<Fix> fix;               ///< of LintRequest::rewrite
  std::optional<std::string> fixedText; ///< the same where all are meant
  std::string refusal;                  ///< why there is none
  bool isCancelled = false; ///< nobody wanted it any more; all else is empty
};

/// Makes the task of a worker for \p request, which has to outlive it. Warms
/// what the task needs, so that the next one finds it warm too.
WorkerTask prepareLint(const LintRequest &request);

/// What the worker of a request may use.
WorkerLimits limitsOf(const LintRequest &request);

/// The bytes for a worker that has ended, whether with its task done or not.
std::string serializeEnd(const LintRequest &request, WorkerResult worker,
                         const WorkerLimits &limits);

} // namespace wglint::lsp

#endif // WGLINT_LIB_LSP_LINTJOB_H
