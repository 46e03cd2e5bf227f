// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Driver/Death.h"
#include "llvm/ADT/SmallVector.h"

using namespace wglint;

/// Whether the worker was well and only took too much.
static bool isLimit(WorkerDeath::Cause cause) {
  using Cause = WorkerDeath::Cause;
  return cause == Cause::OutOfMemory || cause == Cause::CpuLimit ||
         cause == Cause::WallLimit;
}

/// The first lines that a worker printed before its death: an assertion, or a
/// sanitizer's report.
static void addPrinted(llvm::StringRef printed, Diagnostic &diagnostic) {
  constexpr size_t kMaxLines = 8;
  llvm::SmallVector<llvm::StringRef, 8> lines;
  printed.split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : llvm::ArrayRef(lines).take_front(kMaxLines))
    diagnostic.notes.push_back({{}, ("it printed: " + line.rtrim()).str()});
}

FileResult wglint::resultOfDeath(llvm::StringRef file,
                                 const WorkerResult &worker,
                                 const WorkerLimits &limits) {
  const WorkerDeath &death = *worker.death;
  FileResult result;
  result.file = file.str();
  result.status = FileStatus::Crashed;
  result.isInternalError = !isForeignStage(death.stage);

  Diagnostic diagnostic;
  diagnostic.severity = Severity::Error;
  diagnostic.range.file = file.str();
  std::string how = describeDeath(death, limits);
  if (result.isInternalError) {
    diagnostic.check = "internal-error";
    llvm::StringRef stage =
        death.stage.empty() ? "start" : llvm::StringRef(death.stage);
    diagnostic.message = ("wglint died in its stage '" + stage + "': " + how +
                          "; the file was not analysed, please report this bug")
                             .str();
    addPrinted(worker.printed, diagnostic);
  } else {
    diagnostic.check = "frontend-crash";
    diagnostic.message =
        death.stage + (isLimit(death.cause) ? " was stopped: " : " crashed: ") +
        how + "; the file was not analysed";
  }
  result.diagnostics.push_back(std::move(diagnostic));
  return result;
}
