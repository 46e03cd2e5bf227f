// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A run over several files: workers, one report, an exit code.
#ifndef WGLINT_DRIVER_RUN_H
#define WGLINT_DRIVER_RUN_H

#include "wglint/Config/ConfigLoader.h"
#include "wglint/Driver/Driver.h"
#include "wglint/Driver/Fix.h"
#include "wglint/Report/Format.h"
#include "wglint/Support/Worker.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace wglint {

enum class ColorMode { Auto, Always, Never };

/// What the process says to its caller. The larger concern wins: a bug of ours,
/// then the environment, then findings, then files that could not be analysed.
enum class ExitCode {
  Clean = 0,
  Findings = 1,    ///< at or above RunOptions::failOn; a failed --verify; or
                   ///< a patch that is not empty
  Usage = 2,       ///< options or environment, a missing file too
  NotAnalyzed = 3, ///< no findings, but some file does not compile, or a
                   ///< library died on it
  InternalError = 101, ///< a bug in wglint
};

/// A report that goes into a file.
struct OutputFile {
  const ReportFormat *format = nullptr;
  std::string file;
};

/// Everything that a command line says.
struct RunOptions {
  /// Files, folders, globs; "-" is standard input.
  std::vector<std::string> files;
  std::string stdinFilename = "<stdin>";
  JobOptions job; ///< as it is without a configuration
  /// Where configurations come from; std::nullopt: there are none.
  std::optional<ConfigSource> config;
  Settings commandLine;       ///< goes on top of the configurations
  FixOptions fix;             ///< whether files are mended, and how
  unsigned parallelCount = 0; ///< workers at a time; 0: one per core
  WorkerLimits limits;
  const ReportFormat *format = &reportFormats().front();
  std::vector<OutputFile> outputs; ///< beside what goes to `out`
  /// Where to write, as a rule of Make, what the run read; empty: nowhere. The
  /// rule's target is the name without its last ending: "a.stamp.d", "a.stamp".
  std::string depfile;
  ColorMode color = ColorMode::Auto;
  bool showRemarks = false; ///< JSON always holds them
  /// Checks that were asked for by their names: their remarks are shown anyway.
  std::set<std::string> remarksOf;
  std::optional<Severity> failOn = Severity::Warning; ///< std::nullopt: never
  bool isQuiet = false;        ///< findings and errors only
  bool wantStatistics = false; ///< how often each check found something
  std::string baseline;        ///< file of findings to pass over; empty: none
  bool writesBaseline = false; ///< write it rather than read it
  bool verify = false;
  /// Severities that verify mode does not mind if they are not expected.
  std::vector<Severity> verifyIgnores;
};

/// Lints all files, prints the report on \p out and everything about the run
/// itself on \p err. Of `--diff`, \p out is the patch, and the report goes to
/// \p err.
/// Caveat: forks; call it before the process starts its first thread.
ExitCode runFiles(const RunOptions &options, llvm::raw_ostream &out,
                  llvm::raw_ostream &err);

/// Prints the options of each file and where they were said, and what is wrong
/// with them.
ExitCode explainConfigs(const RunOptions &options, llvm::raw_ostream &out,
                        llvm::raw_ostream &err);

} // namespace wglint

#endif // WGLINT_DRIVER_RUN_H
