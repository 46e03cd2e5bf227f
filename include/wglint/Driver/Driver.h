// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// One file's job, from text to findings.
#ifndef WGLINT_DRIVER_DRIVER_H
#define WGLINT_DRIVER_DRIVER_H

#include "wglint/Analysis/Facts.h"
#include "wglint/Check/Check.h"
#include "wglint/Config/CheckSelection.h"
#include "wglint/Diag/Diagnostic.h"
#include "wglint/Frontend/Frontend.h"
#include "wglint/Report/Report.h"
#include "wglint/Rewrite/Rewrite.h"
#include "wglint/SPIRV/Queries.h"
#include "wglint/Support/Stage.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wglint {

/// wglint's own version, such as "0.1.0".
llvm::StringRef wglintVersion();

/// See JobOptions::rewrite.
struct RewriteRequest {
  const RewriteInfo *rewrite = nullptr;
  Diagnostic finding; ///< found by its check, place and message
};

/// Options of one file's job: the whole input besides the text.
struct JobOptions {
  FrontendOptions frontend;
  std::string target = "generic"; ///< as given, for messages
  AnalysisOptions analysis;       ///< `configs` are those of `target`
  /// APIs whose limits apply; empty: those of the file's target environment.
  std::vector<const ApiProfile *> apis;
  std::vector<const CheckInfo *> checks;
  std::vector<const CheckInfo *> errorChecks; ///< whose warnings are errors
  CheckOptionValues checkOptions;
  bool wantFacts = false;    ///< also return the facts as JSON
  bool wantAllTexts = false; ///< return the text of every file that took part
  /// Told of the facts of each entry point; for what an editor shows of them.
  /// Runs beside the checks where walks may run side by side.
  std::function<void(const CheckContext &)> observe;
  /// Work out the edits of what fixes are offered, not proved yet.
  bool wantFixEdits = false;
  bool wantProof = false; ///< return what the proof of a rewrite compares
  /// A rewrite that is to be worked out for one finding of this very text.
  std::optional<RewriteRequest> rewrite;
  /// Options of rewrites: "stage-transpose.rows" to "4".
  std::vector<std::pair<std::string, std::string>> rewriteParameters;
};

/// What the proof of a rewrite compares, of one entry point.
struct ProofFacts {
  std::string entryPoint;
  std::array<uint32_t, 3> workgroupSize = {0, 0, 0};
  bool isSynchronizationPartial = false;
  std::vector<std::string> raceKinds; ///< by raceKinds()
  /// Accesses whose addresses are not known; of shared memory only those that
  /// are no atomics.
  unsigned unknownGlobalCount = 0, unknownSharedCount = 0;
  /// Sectors and wavefronts of a workgroup over its invocations, for each of
  /// AnalysisOptions::configs; the middle of bounds, std::nullopt if unknown.
  std::vector<std::optional<double>> trafficPerInvocation;
  /// What issuing the requests to buffers takes on the first of them, in
  /// wavefronts that take as long; 0 where that is not known.
  double issuePerInvocation = 0;
  /// predictCost() of the dispatch, where one is given.
  std::optional<double> predictedNs;
};

/// What one file's job gives back; can be written down and read again, so that
/// it crosses from a worker to its parent.
struct FileResult {
  std::string file;
  FileStatus status = FileStatus::Analyzed;
  std::string reason;                  ///< for Skipped and Unreadable
  std::vector<Diagnostic> diagnostics; ///< in output order, remarks included
  llvm::json::Array facts;             ///< one object per entry point
  std::vector<ProofFacts> proof;       ///< one per entry point, if asked for
  std::vector<Fix> fixes; ///< of JobOptions::rewrite, the best first
  std::string refusal;    ///< why there are none
  /// What --assume and --spec may name; set where they name something and the
  /// file was analysed.
  std::optional<spirv::HostNames> hostNames;
  /// Name and text of every file that a diagnostic points into, for carets; the
  /// main one first.
  std::vector<std::pair<std::string, std::string>> texts;
  /// Every file that was read, by the name it was found under, the main one
  /// first.
  std::vector<std::string> dependencies;
  bool isInternalError = false; ///< Crashed in wglint itself, not in a library
};

/// The pipeline, from text to findings; a pure function.
/// Caveat: may die in a foreign library; run it in a worker.
FileResult runJob(llvm::StringRef path, llvm::StringRef text,
                  const JobOptions &options, StageAnnouncer announce);

} // namespace wglint

#endif // WGLINT_DRIVER_DRIVER_H
