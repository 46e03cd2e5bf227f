// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WorkList.h"
#include "FileResultJson.h"
#include "wglint/Driver/Death.h"
#include "wglint/Driver/Variants.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include <set>
#include <thread>

using namespace wglint;
using llvm::raw_ostream;

raw_ostream &wglint::errorTo(raw_ostream &err) {
  return err << "wglint: error: ";
}

/// The result of a file whose configuration is wrong. What is wrong is told
/// once, however many files it is for.
static FileResult misconfigured(const std::string &name,
                                std::vector<Diagnostic> errors,
                                const ConfigLoader &loader,
                                std::set<Diagnostic> &told) {
  FileResult result;
  result.file = name;
  result.status = FileStatus::Unreadable;
  result.reason = "its configuration is wrong";
  for (Diagnostic &error : errors) {
    auto text = loader.texts().find(error.range.file);
    if (text != loader.texts().end())
      result.texts.push_back(*text);
    if (told.insert(error).second)
      result.diagnostics.push_back(std::move(error));
  }
  return result;
}

static FileResult skipped(const std::string &name, const Origin &by) {
  FileResult result;
  result.file = name;
  result.status = FileStatus::Skipped;
  result.reason = "skipped by " + by.text();
  return result;
}

std::vector<PlannedFile> wglint::planFiles(const RunOptions &options,
                                           ConfigLoader &loader,
                                           raw_ostream &notes) {
  std::vector<PlannedFile> files;
  std::set<Diagnostic> told;
  for (InputFile &input : findInputs(options.files, loader, notes)) {
    PlannedFile file;
    file.name = input.file == "-" ? options.stdinFilename : input.file;
    file.input = std::move(input);
    if (options.config) {
      EffectiveOptions effective =
          effectiveOptions(file.name, options.job, options.commandLine, loader);
      file.isMisconfigured = !effective.errors.empty();
      if (file.isMisconfigured)
        file.done =
            misconfigured(file.name, std::move(effective.errors), loader, told);
      else if (effective.skippedBy)
        file.done = skipped(file.name, *effective.skippedBy);
      file.jobs = std::move(effective.jobs);
      // A build would wait for ever for those that are not there.
      llvm::copy_if(
          effective.dependencies, std::back_inserter(file.dependencies),
          [](const std::string &path) { return llvm::sys::fs::exists(path); });
    } else {
      file.jobs.push_back({"", options.job});
    }
    files.push_back(std::move(file));
  }
  return files;
}

namespace {

/// One variant of one file, on its way through a worker.
struct Job {
  const PlannedFile &file;
  const VariantJob &variant;
  FileResult result; ///< as far as it is known without a worker
  /// Results stay bytes until the last fork: what a fork costs grows with its
  /// parent, and facts take ten times the memory of their bytes.
  std::optional<WorkerResult> worker;
};

} // namespace

/// Reads the file and makes the task of its worker; an empty one where it
/// cannot be read, which the job's result then says.
static WorkerTask startJob(Job &job, bool isAlone, raw_ostream &err) {
  job.result.file = job.file.name;
  auto text = readInput(job.file.input.file);
  if (!text) {
    job.result.status = FileStatus::Unreadable;
    job.result.reason = llvm::toString(text.takeError());
    errorTo(err) << "cannot read '" << job.file.input.file
                 << "': " << job.result.reason << '\n';
    return nullptr;
  }
  const JobOptions &options = job.variant.job;
  // Pays off from the second file on: workers share what their parent has.
  if (!isAlone)
    warmFrontend(job.file.name, (*text)->getBuffer().take_front(kWarmBytes),
                 options.frontend);
  std::shared_ptr<llvm::MemoryBuffer> shared = std::move(*text);
  return [shared, &job, &options](StageAnnouncer announce) {
    return serialize(
        runJob(job.file.name, shared->getBuffer(), options, announce));
  };
}

static FileResult resultOf(Job &job, const WorkerLimits &limits,
                           const std::string &reason) {
  if (job.worker && job.worker->death)
    return resultOfDeath(job.file.name, *job.worker, limits);
  if (job.worker)
    return deserialize(job.worker->output);
  if (job.result.status != FileStatus::Unreadable) {
    job.result.file = job.file.name;
    job.result.status = FileStatus::Unreadable;
    job.result.reason = reason;
  }
  return std::move(job.result);
}

std::vector<FileResult> wglint::runPlan(llvm::ArrayRef<PlannedFile> files,
                                        const RunOptions &options,
                                        raw_ostream &err) {
  std::vector<Job> jobs;
  for (const PlannedFile &file : files)
    if (!file.done)
      for (const VariantJob &variant : file.jobs)
        jobs.push_back({file, variant, {}, {}});
  unsigned parallelCount = options.parallelCount
                               ? options.parallelCount
                               : std::thread::hardware_concurrency();
  llvm::Error error = runWorkers(
      jobs.size(), parallelCount, options.limits,
      [&](size_t job) { return startJob(jobs[job], jobs.size() == 1, err); },
      [&](size_t job, WorkerResult worker) {
        jobs[job].worker = std::move(worker);
      });
  std::string reason = llvm::toString(std::move(error));
  if (!reason.empty())
    errorTo(err) << reason << '\n';

  std::vector<FileResult> results;
  size_t next = 0;
  for (const PlannedFile &file : files) {
    if (file.done) {
      results.push_back(*file.done);
      continue;
    }
    std::vector<VariantResult> variants;
    for (const VariantJob &variant : file.jobs) {
      Job &job = jobs[next++];
      variants.push_back(
          {variant.variant, resultOf(job, options.limits, reason)});
      job.worker.reset();
    }
    results.push_back(mergeVariants(std::move(variants)));
    llvm::append_range(results.back().dependencies, file.dependencies);
  }
  return results;
}
