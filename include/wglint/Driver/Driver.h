// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// One file's job from text to findings, and a run over several files.
#ifndef WGLINT_DRIVER_DRIVER_H
#define WGLINT_DRIVER_DRIVER_H

#include "wglint/Analysis/Facts.h"
#include "wglint/Check/Check.h"
#include "wglint/Diag/Diagnostic.h"
#include "wglint/Frontend/Frontend.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace wglint {

/// Options of one file's job: the whole input besides the text.
struct JobOptions {
  FrontendOptions frontend;
  AnalysisOptions analysis; ///< configs are filled in from `target`
  std::string target = "generic";
  std::string api; ///< empty: from the target environment
  std::vector<std::string> checks; ///< globs in order, "-" prefix removes
  bool wantFacts = false; ///< also return the facts as JSON
};

/// What one file's job gives back; can be written down and read again, so that
/// it crosses from a worker to its parent.
struct FileResult {
  enum class Status { Analyzed, Skipped, Failed, Crashed };
  std::string file;
  Status status = Status::Analyzed;
  std::string skipReason;
  std::vector<Diagnostic> diagnostics; ///< in output order, remarks included
  llvm::json::Array facts;             ///< one object per entry point
  /// Text of every file that a diagnostic points into, for carets.
  std::vector<std::pair<std::string, std::string>> texts;
  bool isInternalError = false; ///< Crashed in wglint itself, not in a library
};

/// The pipeline, from text to findings; a pure function. May die in a foreign
/// library: run it in a worker.
FileResult runJob(llvm::StringRef path, llvm::StringRef text, const JobOptions &options);

} // namespace wglint

#endif // WGLINT_DRIVER_DRIVER_H
