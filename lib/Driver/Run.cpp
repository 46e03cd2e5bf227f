// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Driver/Run.h"
#include "Depfile.h"
#include "FileResultJson.h"
#include "FixFiles.h"
#include "wglint/Checks/Registry.h"
#include "wglint/Diag/Verify.h"
#include "wglint/Driver/Death.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdlib>
#include <thread>

using namespace wglint;
using llvm::raw_ostream;

static raw_ostream &errorTo(raw_ostream &err) {
  return err << "wglint: error: ";
}

static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readInput(llvm::StringRef file) {
  if (llvm::sys::fs::is_directory(file))
    return llvm::createStringError("is a directory; name the files in it");
  // Volatile means no memory map, which would end the process if an editor
  // shrinks the file meanwhile.
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      file == "-" ? llvm::MemoryBuffer::getSTDIN()
                  : llvm::MemoryBuffer::getFile(file, /*IsText=*/false,
                                                /*RequiresNullTerminator=*/true,
                                                /*IsVolatile=*/true);
  if (!buffer)
    return llvm::createStringError(buffer.getError().message());
  return std::move(*buffer);
}

/// A worker that died sent no text, but verify mode wants its comments.
static void restoreText(FileResult &file) {
  if (file.status != FileStatus::Crashed)
    return;
  if (auto text = readInput(file.file))
    file.texts.push_back({file.file, (*text)->getBuffer().str()});
  else
    llvm::consumeError(text.takeError());
}

static llvm::StringRef displayName(llvm::StringRef file,
                                   const RunOptions &options) {
  return file == "-" ? llvm::StringRef(options.stdinFilename) : file;
}

/// Reads the file and makes the task of its worker; an empty one where it
/// cannot be read, which \p result then says.
static WorkerTask startJob(llvm::StringRef file, const RunOptions &options,
                           FileResult &result, raw_ostream &err) {
  result.file = displayName(file, options).str();
  auto text = readInput(file);
  if (!text) {
    result.status = FileStatus::Unreadable;
    result.reason = llvm::toString(text.takeError());
    errorTo(err) << "cannot read '" << file << "': " << result.reason << '\n';
    return nullptr;
  }
  // Pays off from the second file on: workers share what their parent has. The
  // beginning says enough, and the parent had better not read hostile input.
  constexpr size_t kWarmBytes = 16 * 1024;
  if (options.files.size() > 1)
    warmFrontend(result.file, (*text)->getBuffer().take_front(kWarmBytes),
                 options.job.frontend);
  std::shared_ptr<llvm::MemoryBuffer> shared = std::move(*text);
  return [shared, &options, &result](StageAnnouncer announce) {
    return serialize(
        runJob(result.file, shared->getBuffer(), options.job, announce));
  };
}

/// Runs each file's job in a worker of its own.
static std::vector<FileResult> runJobs(const RunOptions &options,
                                       raw_ostream &err) {
  std::vector<FileResult> files(options.files.size());
  // Results stay bytes until the last fork: what a fork costs grows with its
  // parent, and facts take ten times the memory of their bytes.
  std::vector<std::optional<WorkerResult>> workers(options.files.size());
  unsigned parallelCount = options.parallelCount
                               ? options.parallelCount
                               : std::thread::hardware_concurrency();
  llvm::Error error = runWorkers(
      options.files.size(), parallelCount, options.limits,
      [&](size_t job) {
        return startJob(options.files[job], options, files[job], err);
      },
      [&](size_t job, WorkerResult worker) {
        workers[job] = std::move(worker);
      });
  std::string reason = llvm::toString(std::move(error));
  if (!reason.empty())
    errorTo(err) << reason << '\n';

  for (size_t job = 0; job < files.size(); ++job) {
    FileResult &file = files[job];
    if (workers[job]) {
      file = workers[job]->death
                 ? resultOfDeath(file.file, *workers[job], options.limits)
                 : deserialize(workers[job]->output);
      workers[job].reset();
    } else if (file.status != FileStatus::Unreadable) {
      file.file = displayName(options.files[job], options).str();
      file.status = FileStatus::Unreadable;
      file.reason = reason;
    }
  }
  return files;
}

/// The folder that reports name files from: the repository where a CI service
/// says which it is, else the current one.
static std::string reportRoot() {
  for (const char *variable : {"GITHUB_WORKSPACE", "CI_PROJECT_DIR"})
    if (const char *folder = std::getenv(variable); folder && *folder)
      return folder;
  llvm::SmallString<256> folder;
  if (llvm::sys::fs::current_path(folder))
    return "";
  return folder.str().str();
}

/// Mends each file, one after the other: what is run has the machine for
/// itself.
static std::vector<FileResult> mendFiles(const RunOptions &options,
                                         raw_ostream &out, raw_ostream &err) {
  std::vector<FileResult> files;
  for (const std::string &file : options.files) {
    llvm::StringRef name = displayName(file, options);
    auto text = readInput(file);
    if (text) {
      files.push_back(mendFile(name, (*text)->getBuffer(), options.job,
                               options.fix, out, err));
      continue;
    }
    FileResult result;
    result.file = name.str();
    result.status = FileStatus::Unreadable;
    result.reason = llvm::toString(text.takeError());
    errorTo(err) << "cannot read '" << file << "': " << result.reason << '\n';
    files.push_back(std::move(result));
  }
  return files;
}

/// Puts the results of all files together, in the order of the command line.
static Report makeReport(const RunOptions &options,
                         std::vector<FileResult> &files) {
  Report report;
  report.version = wglintVersion().str();
  report.target = options.job.target;
  report.root = reportRoot();
  report.checks = allChecks();
  for (FileResult &file : files) {
    report.files.push_back({file.file, file.status, file.reason});
    llvm::append_range(report.findings, file.diagnostics);
    for (llvm::json::Value &fact : file.facts)
      report.facts.push_back(std::move(fact));
    for (auto &[name, text] : file.texts)
      report.texts.emplace(name, std::move(text));
  }
  // Several files may include the same header.
  dropRepeatedDiagnostics(report.findings);
  return report;
}

static bool wantsColor(ColorMode mode, const raw_ostream &out) {
  switch (mode) {
  case ColorMode::Always:
    return true;
  case ColorMode::Never:
    return false;
  case ColorMode::Auto:
    break;
  }
  // https://no-color.org, version of 2021: set and not empty.
  const char *noColor = std::getenv("NO_COLOR");
  return out.has_colors() && !(noColor && *noColor);
}

static void printSkipped(const Report &report, raw_ostream &err) {
  for (const ReportedFile &file : report.files)
    if (file.status == FileStatus::Skipped)
      err << "wglint: note: skipped '" << file.file << "': " << file.reason
          << '\n';
}

/// Writes the report into each file that was asked for; true if all are there.
static bool writeOutputs(const RunOptions &options, const Report &report,
                         const PrintOptions &print, raw_ostream &err) {
  bool isGood = true;
  for (const OutputFile &output : options.outputs) {
    // By way of a temporary file: nobody reads a half-written report.
    llvm::Error error =
        llvm::writeToOutput(output.file, [&](raw_ostream &os) -> llvm::Error {
          output.format->print(report, print, os);
          return llvm::Error::success();
        });
    if (!error)
      continue;
    isGood = false;
    errorTo(err) << "cannot write '" << output.file
                 << "': " << llvm::toString(std::move(error)) << '\n';
  }
  return isGood;
}

/// True if every report is where it should be.
static bool printReport(const RunOptions &options, const Report &report,
                        raw_ostream &out, raw_ostream &err) {
  printSkipped(report, err);
  PrintOptions print;
  print.showRemarks = options.showRemarks;
  print.withFacts = options.job.wantFacts;
  bool isGood = writeOutputs(options, report, print, err);
  print.isColored = wantsColor(options.color, out);
  options.format->print(report, print, out);
  out.flush();
  if (options.format->isForPeople)
    printSummary(report, print, err);
  return isGood;
}

/// Compares each file's findings with its comments; true if all agree.
static bool verifyAll(const RunOptions &options, std::vector<FileResult> &files,
                      raw_ostream &err) {
  bool isGood = true;
  for (FileResult &file : files) {
    if (file.status == FileStatus::Unreadable)
      continue;
    if (!options.showRemarks)
      llvm::erase_if(file.diagnostics, [](const Diagnostic &diagnostic) {
        return diagnostic.severity == Severity::Remark;
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
  return file.status == FileStatus::Analyzed && options.failOn &&
         llvm::any_of(file.diagnostics, [&](const Diagnostic &diagnostic) {
           return diagnostic.severity >= *options.failOn;
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
  llvm::Error error = writeDepfile(options.depfile, files);
  if (!error)
    return true;
  errorTo(err) << "cannot write '" << options.depfile
               << "': " << llvm::toString(std::move(error)) << '\n';
  return false;
}

/// `--prove`: whether options.fix.provedFile may take the place of the file.
static ExitCode provePairOf(const RunOptions &options, raw_ostream &out,
                            raw_ostream &err) {
  llvm::StringRef files[] = {options.files.front(), options.fix.provedFile};
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
                options.job, options.fix);
  out << files[1] << (proof ? " may" : " may not") << " take the place of "
      << files[0] << ": "
      << (proof ? *proof : llvm::toString(proof.takeError())) << '\n';
  return proof ? ExitCode::Clean : ExitCode::Findings;
}

ExitCode wglint::runFiles(const RunOptions &options, raw_ostream &out,
                          raw_ostream &err) {
  if (!options.fix.provedFile.empty())
    return provePairOf(options, out, err);
  std::vector<FileResult> files = options.fix.isFixing
                                      ? mendFiles(options, out, err)
                                      : runJobs(options, err);
  bool isWritten = writeDepfileOf(options, files, err);
  bool isVerified = true;
  if (options.verify)
    isVerified = verifyAll(options, files, err);
  else
    isWritten &= printReport(options, makeReport(options, files), out, err);

  auto has = [&](auto predicate) { return llvm::any_of(files, predicate); };
  if (has([](const FileResult &file) { return file.isInternalError; }))
    return ExitCode::InternalError;
  if (has(isUnreadable) || !isWritten)
    return ExitCode::Usage;
  if (options.verify)
    return isVerified ? ExitCode::Clean : ExitCode::Findings;
  if (has([&](const FileResult &file) { return hasFinding(file, options); }))
    return ExitCode::Findings;
  return has(isNotAnalyzed) ? ExitCode::NotAnalyzed : ExitCode::Clean;
}
