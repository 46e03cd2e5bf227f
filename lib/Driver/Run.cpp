// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Driver/Run.h"
#include "Baseline.h"
#include "Depfile.h"
#include "FixFiles.h"
#include "RunReport.h"
#include "UnknownNames.h"
#include "WorkList.h"
#include "wglint/Checks/Registry.h"
#include "wglint/Diag/Verify.h"
#include "wglint/Driver/Death.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdlib>

using namespace wglint;
using llvm::raw_ostream;

/// A worker that died sent no text, but verify mode wants its comments.
static void restoreText(FileResult &file) {
  if (file.status != FileStatus::Crashed)
    return;
  if (auto text = readInput(file.file))
    file.texts.push_back({file.file, (*text)->getBuffer().str()});
  else
    llvm::consumeError(text.takeError());
}

/// Mends one file, or says why it is left as it is.
static FileResult mendPlanned(const PlannedFile &file,
                              const FixOptions &options, MendCounts &counts,
                              raw_ostream &out, raw_ostream &err) {
  auto text = readInput(file.input.file);
  if (text)
    return mendFile(file.name, (*text)->getBuffer(), file.jobs, options, counts,
                    out, err);
  FileResult result;
  result.file = file.name;
  result.status = FileStatus::Unreadable;
  result.reason = llvm::toString(text.takeError());
  errorTo(err) << "cannot read '" << file.input.file << "': " << result.reason
               << '\n';
  return result;
}

/// How files are mended where the report says what \p options want of it, but
/// for the findings that \p baseline has, if there is one.
static FixOptions fixOptions(const RunOptions &options,
                             const std::optional<Baseline> &baseline) {
  FixOptions fix = options.fix;
  fix.dropHidden = [print = printOptions(options),
                    &baseline](FileResult &result) {
    llvm::erase_if(result.diagnostics, [&](const Diagnostic &diagnostic) {
      return !isShown(diagnostic, print);
    });
    if (baseline)
      Baseline(*baseline).removeKnown(result);
  };
  return fix;
}

/// Mends each file, one after the other: what is run has the machine for
/// itself.
static std::vector<FileResult> mendFiles(llvm::ArrayRef<PlannedFile> plan,
                                         const FixOptions &options,
                                         MendCounts &counts, raw_ostream &out,
                                         raw_ostream &err) {
  std::vector<FileResult> files;
  for (const PlannedFile &file : plan)
    files.push_back(file.done ? *file.done
                              : mendPlanned(file, options, counts, out, err));
  return files;
}

/// Compares each file's findings with its comments; true if all agree.
static bool verifyAll(const RunOptions &options, std::vector<FileResult> &files,
                      raw_ostream &err) {
  PrintOptions print = printOptions(options);
  bool isGood = true;
  for (FileResult &file : files) {
    if (file.status == FileStatus::Unreadable)
      continue;
    llvm::erase_if(file.diagnostics, [&](const Diagnostic &diagnostic) {
      return !isShown(diagnostic, print);
    });
    restoreText(file);
    VerifyResult result =
        verifyDiagnostics(file.diagnostics, file.texts, options.verifyIgnores);
    err << result.report;
    isGood &= result.errorCount == 0;
  }
  return isGood;
}

/// Whether \p file has a finding that counts. What keeps a file from being
/// analysed is no finding.
static bool hasFinding(const FileResult &file, const RunOptions &options) {
  return options.failOn &&
         llvm::any_of(file.diagnostics, [&](const Diagnostic &diagnostic) {
           return diagnostic.severity >= *options.failOn &&
                  findCheck(diagnostic.check);
         });
}

static bool isUnreadable(const FileResult &file) {
  return file.status == FileStatus::Unreadable;
}

static bool isNotAnalyzed(const FileResult &file) {
  return file.status == FileStatus::Failed ||
         file.status == FileStatus::Crashed;
}

/// True if it is there, or nobody wants it.
static bool writeDepfileOf(const RunOptions &options,
                           llvm::ArrayRef<FileResult> files, raw_ostream &err) {
  if (options.depfile.empty())
    return true;
  llvm::Error error = writeDepfile(options.depfile, files, options.baseline);
  if (!error)
    return true;
  errorTo(err) << "cannot write '" << options.depfile
               << "': " << llvm::toString(std::move(error)) << '\n';
  return false;
}

/// `--prove`: whether options.fix.provedFile may take the place of the file.
static ExitCode provePairOf(const PlannedFile &planned,
                            const RunOptions &options, raw_ostream &out,
                            raw_ostream &err) {
  llvm::StringRef files[] = {planned.input.file, options.fix.provedFile};
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> texts;
  for (llvm::StringRef file : files) {
    auto text = readInput(file);
    if (!text) {
      errorTo(err) << "cannot read '" << file
                   << "': " << llvm::toString(text.takeError()) << '\n';
      return ExitCode::Usage;
    }
    texts.push_back(std::move(*text));
  }
  llvm::Expected<std::string> proof =
      provePair(files[0], texts[0]->getBuffer(), texts[1]->getBuffer(),
                planned.jobs, options.fix);
  out << files[1] << (proof ? " may" : " may not") << " take the place of "
      << files[0] << ": "
      << (proof ? *proof : llvm::toString(proof.takeError())) << '\n';
  return proof ? ExitCode::Clean : ExitCode::Findings;
}

/// A folder holds much that is no compute shader; who names a file wants to
/// know.
static void printSkipped(llvm::ArrayRef<PlannedFile> plan,
                         llvm::ArrayRef<FileResult> files, raw_ostream &err) {
  for (size_t i = 0; i < files.size(); ++i)
    if (files[i].status == FileStatus::Skipped && !plan[i].input.isSearched)
      err << "wglint: note: skipped '" << files[i].file
          << "': " << files[i].reason << '\n';
}

/// Leaves nothing but what keeps \p file from being analysed.
static void dropFindings(FileResult &file) {
  llvm::erase_if(file.diagnostics, [](const Diagnostic &diagnostic) {
    return findCheck(diagnostic.check) != nullptr;
  });
}

/// An error on \p err about the baseline; false.
static bool failBaseline(const RunOptions &options, llvm::StringRef what,
                         llvm::Error error, raw_ostream &err) {
  errorTo(err) << what << " the baseline '" << options.baseline
               << "': " << llvm::toString(std::move(error)) << '\n';
  return false;
}

/// The baseline that findings are held against; nothing where there is none.
/// True unless it cannot be read.
static bool readBaseline(const RunOptions &options,
                         std::optional<Baseline> &baseline, raw_ostream &err) {
  if (options.verify || options.baseline.empty() || options.writesBaseline)
    return true;
  llvm::Error error = Baseline::read(options.baseline).moveInto(baseline);
  return !error || failBaseline(options, "cannot read", std::move(error), err);
}

/// Puts all findings into the baseline; true if that worked.
static bool writeBaseline(const RunOptions &options,
                          std::vector<FileResult> &files, raw_ostream &notes,
                          raw_ostream &err) {
  Baseline baseline(options.baseline);
  for (FileResult &file : files) {
    baseline.add(file);
    dropFindings(file);
  }
  if (llvm::Error error = baseline.write())
    return failBaseline(options, "cannot write", std::move(error), err);
  notes << "wglint: note: " << baseline.count()
        << (baseline.count() == 1 ? " finding is" : " findings are") << " in '"
        << options.baseline << "'\n";
  return true;
}

/// Takes out of \p files what \p baseline has.
static void useBaseline(const RunOptions &options, Baseline &baseline,
                        std::vector<FileResult> &files, raw_ostream &notes) {
  int64_t goneCount = 0;
  for (FileResult &file : files) {
    baseline.removeKnown(file);
    if (file.status == FileStatus::Analyzed)
      goneCount += baseline.countOf(file.file);
  }
  if (goneCount == 1)
    notes << "wglint: note: 1 finding of '" << options.baseline
          << "' is gone; --write-baseline takes it out\n";
  else if (goneCount > 1)
    notes << "wglint: note: " << goneCount << " findings of '"
          << options.baseline
          << "' are gone; --write-baseline takes them out\n";
}

/// \param isRefused what was asked for, be it --verify or --diff, fails on the
/// files as they are.
static ExitCode exitCodeOf(const RunOptions &options,
                           llvm::ArrayRef<FileResult> files, bool isWritten,
                           bool isRefused) {
  auto has = [&](auto predicate) { return llvm::any_of(files, predicate); };
  if (has([](const FileResult &file) { return file.isInternalError; }))
    return ExitCode::InternalError;
  if (has(isUnreadable) || !isWritten)
    return ExitCode::Usage;
  if (options.verify)
    return isRefused ? ExitCode::Findings : ExitCode::Clean;
  if (isRefused ||
      has([&](const FileResult &file) { return hasFinding(file, options); }))
    return ExitCode::Findings;
  return has(isNotAnalyzed) ? ExitCode::NotAnalyzed : ExitCode::Clean;
}

/// Files in a folder share their configuration: how many its errors concern is
/// told once.
static void printMisconfigured(llvm::ArrayRef<PlannedFile> plan,
                               raw_ostream &err) {
  auto count = llvm::count_if(
      plan, [](const PlannedFile &file) { return file.isMisconfigured; });
  if (count > 0)
    errorTo(err) << count
                 << (count == 1
                         ? " file not linted: its configuration is wrong\n"
                         : " files not linted: their configuration is wrong\n");
}

ExitCode wglint::runFiles(const RunOptions &options, raw_ostream &out,
                          raw_ostream &err) {
  std::optional<Baseline> baseline;
  if (!readBaseline(options, baseline, err))
    return ExitCode::Usage;
  ConfigLoader loader(options.config.value_or(ConfigSource()));
  raw_ostream &notes = options.isQuiet ? llvm::nulls() : err;
  std::vector<PlannedFile> plan = planFiles(options, loader, notes);
  if (!options.fix.provedFile.empty() && !plan.empty() && !plan.front().done)
    return provePairOf(plan.front(), options, out, err);
  MendCounts mended;
  std::vector<FileResult> files =
      options.fix.isFixing
          ? mendFiles(plan, fixOptions(options, baseline), mended, out, err)
          : runPlan(plan, options, err);
  bool isWritten = writeDepfileOf(options, files, err);
  if (options.verify) {
    bool isVerified = verifyAll(options, files, err);
    printMisconfigured(plan, err);
    return exitCodeOf(options, files, isWritten, /*isRefused=*/!isVerified);
  }
  if (options.writesBaseline)
    isWritten &= writeBaseline(options, files, notes, err);
  else if (baseline)
    useBaseline(options, *baseline, files, notes);
  if (options.fix.isFixOnly)
    llvm::for_each(files, dropFindings);
  printSkipped(plan, files, notes);
  printUnknownNames(plan, files, notes);
  // A patch is for a program, which wants nothing else on standard output.
  isWritten &= printReport(options, plan, files,
                           options.fix.isDiffOnly ? err : out, err);
  printMisconfigured(plan, err);
  noteIdleFix(mended, options.fix, notes);
  return exitCodeOf(options, files, isWritten,
                    options.fix.isDiffOnly && mended.applied > 0 &&
                        options.failOn);
}
