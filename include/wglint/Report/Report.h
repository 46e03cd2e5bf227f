// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// All that a run of wglint has to say, before it takes the form of one of the
/// output formats. Every format prints the same Report.
#ifndef WGLINT_REPORT_REPORT_H
#define WGLINT_REPORT_REPORT_H

#include "wglint/Check/Check.h"
#include "wglint/Diag/Diagnostic.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace wglint {

/// What became of one file of the command line.
enum class FileStatus {
  Analyzed,
  Skipped,    ///< not a compute shader
  Failed,     ///< does not compile, or is no valid SPIR-V
  Crashed,    ///< its worker died: in a library, or by a bug of wglint
  Unreadable, ///< missing, or not a file
};

/// "analyzed", "skipped", "failed", "crashed", "unreadable".
llvm::StringRef toString(FileStatus status);

/// One file of the command line.
struct ReportedFile {
  std::string file;
  FileStatus status = FileStatus::Analyzed;
  std::string reason; ///< for Skipped and Unreadable: why, in a few words
};

/// See the file comment.
struct Report {
  std::string version; ///< of wglint
  std::string target;
  /// Absolute; names that are for another place than this run are relative to
  /// it. Empty if not known.
  std::string root;
  llvm::ArrayRef<const CheckInfo *> checks; ///< all that there are
  std::vector<ReportedFile> files;  ///< in the order of the command line
  std::vector<Diagnostic> findings; ///< in output order, remarks included
  llvm::json::Array facts; ///< one object per entry point, if asked for
  /// Text by name of each file that a finding points into, where it is known.
  std::map<std::string, std::string> texts;
};

/// How a report is printed, whatever its form.
struct PrintOptions {
  bool isColored = false; ///< text only
  /// JSON always holds the remarks.
  bool showRemarks = false;
  std::set<std::string> remarksOf; ///< checks whose remarks are shown anyway
  bool withFacts =
      false; ///< JSON only: whether the member "facts" stands in it
};

/// Whether \p finding stands in the report.
bool isShown(const Diagnostic &finding, const PrintOptions &options);

/// The findings in clang's form: a header line, the source line with a caret
/// and tildes, the notes.
void printText(const Report &report, const PrintOptions &options,
               llvm::raw_ostream &os);

/// One line for each finding.
void printConcise(const Report &report, const PrintOptions &options,
                  llvm::raw_ostream &os);

/// One JSON document; docs/JsonOutput.md describes it.
void printJson(const Report &report, const PrintOptions &options,
               llvm::raw_ostream &os);

/// One SARIF 2.1.0 document.
void printSarif(const Report &report, const PrintOptions &options,
                llvm::raw_ostream &os);

/// One GitHub workflow command for each finding, the gravest first.
void printGitHub(const Report &report, const PrintOptions &options,
                 llvm::raw_ostream &os);

/// One JSON array, as GitLab's code quality report is.
void printGitLab(const Report &report, const PrintOptions &options,
                 llvm::raw_ostream &os);

/// Prints "2 warnings in 1 file (3 remarks not shown: --remarks)" and a line
/// break, or nothing where no findings are shown.
void printSummary(const Report &report, const PrintOptions &options,
                  llvm::raw_ostream &os);

} // namespace wglint

#endif // WGLINT_REPORT_REPORT_H
