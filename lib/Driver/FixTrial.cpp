// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FixTrial.h"
#include "FileResultJson.h"
#include "Runner.h"
#include "StaticProof.h"
#include "wglint/Driver/Death.h"
#include "wglint/Rewrite/SourceText.h"
#include "wglint/Rewrites/Registry.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;
using llvm::StringRef;

FixTrial::FixTrial(StringRef path, const JobOptions &job,
                   const FixOptions &options)
    : Path(path.str()), Asked(job), Options(options), Job(job) {
  Job.checks = checksOfProof(job.checks);
  Job.wantFacts = false;
  Job.wantProof = true;
}

FileResult FixTrial::run(StringRef text, const JobOptions &job) const {
  FileResult result;
  result.file = Path;
  llvm::Error error = runWorkers(
      1, 1, Options.limits,
      [&](size_t) -> WorkerTask {
        return [&](StageAnnouncer announce) {
          return serialize(runJob(Path, text, job, announce));
        };
      },
      [&](size_t, const WorkerResult &worker) {
        result = worker.death ? resultOfDeath(Path, worker, Options.limits)
                              : deserialize(worker.output);
      });
  if (error) {
    result.status = FileStatus::Unreadable;
    result.reason = llvm::toString(std::move(error));
  }
  return result;
}

FileResult FixTrial::lint(StringRef text) const { return run(text, Job); }

FileResult FixTrial::lintAsAsked(StringRef text) const {
  return run(text, Asked);
}

/// What running both versions shows, for the result line. Errors: a difference;
/// or nothing was shown, and the fix may not be applied without.
static llvm::Error judge(const RunAnswer &answer, const RewriteInfo &rewrite,
                         Fix &fix) {
  using Verdict = RunAnswer::Verdict;
  switch (answer.verdict) {
  case Verdict::Equal:
    fix.validation = "validated: " + answer.text;
    return llvm::Error::success();
  case Verdict::Different:
    if (rewrite.mendsUndefined && fix.applicability == Applicability::Safe) {
      fix.validation =
          "proved by analysis; the outputs of before depend on the "
          "order of invocations";
      return llvm::Error::success();
    }
    return llvm::createStringError("its outputs differ: " + answer.text);
  case Verdict::NotComparable:
    // What mends a race changes what comes out; that is its purpose.
    if (!rewrite.claimsSpeed && fix.applicability == Applicability::Safe) {
      fix.validation = "proved by analysis; the outputs depend on the order of "
                       "invocations, so that running cannot compare them";
      return llvm::Error::success();
    }
    return llvm::createStringError("it cannot be validated: " + answer.text);
  case Verdict::NotRun:
    if (fix.applicability == Applicability::Safe) {
      fix.validation = "proved by analysis, not run: " + answer.text;
      return llvm::Error::success();
    }
    return llvm::createStringError("it cannot be validated here: " +
                                   answer.text);
  }
  llvm_unreachable("all verdicts are listed");
}

/// Whether the edited shader is really faster here.
static llvm::Error judgeTime(llvm::Expected<RunPair::Timing> timing, Fix &fix) {
  if (!timing)
    return llvm::createStringError("it cannot be timed here: " +
                                   llvm::toString(timing.takeError()));
  std::string text =
      llvm::formatv("{0:f2} times as fast ({1:f2} to {2:f2}, {3})",
                    timing->speedup, timing->low, timing->high, timing->device);
  if (timing->low <= 1)
    return llvm::createStringError("no gain was measured: " + text);
  fix.validation += "; measured: " + text;
  return llvm::Error::success();
}

llvm::Error FixTrial::proveByRunning(StringRef text, const RewriteInfo &rewrite,
                                     ProvedFix &candidate) const {
  llvm::Expected<RunPair> pair =
      RunPair::create(Path, text, candidate.text, Asked, Options);
  if (!pair)
    return judge({RunAnswer::Verdict::NotRun, llvm::toString(pair.takeError())},
                 rewrite, candidate.fix);
  if (llvm::Error error = judge(pair->compare(""), rewrite, candidate.fix))
    return error;
  if (Options.isMeasuring && rewrite.claimsSpeed)
    return judgeTime(pair->time(), candidate.fix);
  return llvm::Error::success();
}

llvm::Expected<ProvedFix> FixTrial::proveVariant(StringRef text,
                                                 const FileResult &before,
                                                 const Diagnostic &finding,
                                                 const RewriteInfo &rewrite,
                                                 Fix fix) const {
  ProvedFix candidate;
  candidate.fix = std::move(fix);
  llvm::Expected<std::string> edited = applyEdits(text, candidate.fix.edits);
  if (!edited)
    return edited.takeError();
  candidate.text = std::move(*edited);
  candidate.result = lint(candidate.text);
  if (auto why =
          whyNotProved(before, candidate.result, &finding, rewrite.claimsSpeed))
    return llvm::createStringError(*why);
  if (llvm::Error error = proveByRunning(text, rewrite, candidate))
    return error;
  if (rewrite.claimsSpeed) {
    std::string predicted = predictionText(before, candidate.result);
    if (!predicted.empty())
      candidate.fix.validation += "; " + predicted;
  }
  return candidate;
}

llvm::Expected<ProvedFix> FixTrial::prove(StringRef text,
                                          const FileResult &before,
                                          const Diagnostic &finding,
                                          StringRef rewriteName) const {
  const RewriteInfo *rewrite = findRewrite(rewriteName);
  assert(rewrite && "offered by the registry");
  JobOptions job = Job;
  job.rewrite = RewriteRequest{rewrite, finding};
  FileResult workedOut = run(text, job);
  if (workedOut.fixes.empty())
    return llvm::createStringError(workedOut.refusal.empty()
                                       ? "the rewrite could not be worked out"
                                       : workedOut.refusal);
  // The reason that counts is the one of the variant that was liked best.
  std::string firstReason;
  for (Fix &fix : workedOut.fixes) {
    llvm::Expected<ProvedFix> proved =
        proveVariant(text, before, finding, *rewrite, std::move(fix));
    if (proved)
      return proved;
    std::string reason = llvm::toString(proved.takeError());
    if (firstReason.empty())
      firstReason = reason;
  }
  return llvm::createStringError(firstReason);
}

llvm::Expected<std::string> FixTrial::provePair(StringRef before,
                                                StringRef after) const {
  FileResult old = lint(before);
  if (old.status != FileStatus::Analyzed)
    return llvm::createStringError("the original does not compile");
  FileResult now = lint(after);
  if (auto why = whyNotProved(old, now, nullptr, /*claimsSpeed=*/false))
    return llvm::createStringError(*why);
  llvm::Expected<RunPair> pair =
      RunPair::create(Path, before, after, Asked, Options);
  if (!pair)
    return pair.takeError();
  // Nothing here says what the edit was for: only equal outputs count.
  RunAnswer answer = pair->compare("");
  if (answer.verdict != RunAnswer::Verdict::Equal)
    return llvm::createStringError(answer.text);
  std::string predicted = predictionText(old, now);
  return "validated: " + answer.text +
         (predicted.empty() ? "" : "; " + predicted);
}
