// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FixTrial.h"
#include "FileResultJson.h"
#include "Runner.h"
#include "StaticProof.h"
#include "wglint/Driver/Death.h"
#include "wglint/Rewrite/SourceText.h"
#include "wglint/Rewrites/Registry.h"
#include "wglint/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <thread>

using namespace wglint;
using llvm::StringRef;

/// What is to be mended, and what lint() says of it.
struct FixTrial::Question {
  StringRef text;
  const std::vector<VariantResult> &before;
  const Diagnostic &finding;

  /// The finding is one of variant number \p index.
  bool isIn(size_t index) const {
    return llvm::any_of(before[index].result.diagnostics,
                        [&](const Diagnostic &diagnostic) {
                          return diagnostic.check == finding.check &&
                                 diagnostic.range == finding.range &&
                                 diagnostic.message == finding.message;
                        });
  }
  size_t firstVariant() const {
    size_t index = 0;
    while (index + 1 < before.size() && !isIn(index))
      ++index;
    return index;
  }
};

FixTrial::FixTrial(StringRef path, StringRef text,
                   llvm::ArrayRef<VariantJob> jobs, const FixOptions &options)
    : Path(path.str()), Asked(jobs), Options(options) {
  // Each text is read in several workers, which share what this process has.
  warmFrontend(path, text, jobs.front().job.frontend);
  for (const VariantJob &variant : jobs) {
    Jobs.push_back(variant.job);
    Jobs.back().checks = checksOfProof(variant.job.checks);
    Jobs.back().wantFacts = false;
    Jobs.back().wantProof = true;
  }
}

/// Runs \p jobs on \p text, each in a worker.
static std::vector<FileResult> runJobs(StringRef path, StringRef text,
                                       llvm::ArrayRef<const JobOptions *> jobs,
                                       const WorkerLimits &limits) {
  std::vector<FileResult> results(jobs.size());
  for (FileResult &result : results)
    result.file = path.str();
  llvm::Error error = runWorkers(
      jobs.size(), std::thread::hardware_concurrency(), limits,
      [&](size_t job) -> WorkerTask {
        return [&, job](StageAnnouncer announce) {
          return serialize(runJob(path, text, *jobs[job], announce));
        };
      },
      [&](size_t job, const WorkerResult &worker) {
        results[job] = worker.death ? resultOfDeath(path, worker, limits)
                                    : deserialize(worker.output);
      });
  if (error) {
    std::string reason = llvm::toString(std::move(error));
    for (FileResult &result : results) {
      result.status = FileStatus::Unreadable;
      result.reason = reason;
    }
  }
  return results;
}

FileResult FixTrial::run(StringRef text, const JobOptions &job) const {
  return std::move(runJobs(Path, text, {&job}, Options.limits).front());
}

std::vector<VariantResult> FixTrial::lint(StringRef text) const {
  std::vector<const JobOptions *> jobs;
  for (const JobOptions &job : Jobs)
    jobs.push_back(&job);
  std::vector<VariantResult> results;
  for (auto [variant, result] :
       llvm::zip(Asked, runJobs(Path, text, jobs, Options.limits)))
    results.push_back({variant.variant, std::move(result)});
  return results;
}

FileResult FixTrial::asAsked(StringRef text,
                             std::vector<VariantResult> results) const {
  for (size_t i = 0; i < results.size(); ++i)
    // The checks of the proof may be more than what the user asked for.
    if (Asked[i].job.wantFacts || Asked[i].job.checks != Jobs[i].checks)
      results[i].result = run(text, Asked[i].job);
  return mergeVariants(std::move(results));
}

std::string FixTrial::inVariant(size_t index) const {
  return Asked.size() < 2 ? "" : "in variant '" + Asked[index].variant + "': ";
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
    return makeError("its outputs differ: " + answer.text);
  case Verdict::Failed:
    return makeError("the edited shader fails: " + answer.text);
  case Verdict::NotComparable:
    // What mends a race or a divergent barrier changes what comes out; that is
    // its purpose.
    if (!rewrite.claimsSpeed &&
        (fix.applicability == Applicability::Safe || rewrite.mendsUndefined)) {
      fix.validation = "proved by analysis; the outputs depend on the order of "
                       "invocations, so that running cannot compare them";
      return llvm::Error::success();
    }
    return makeError("it cannot be validated: " + answer.text);
  case Verdict::NotRun:
    if (fix.applicability == Applicability::Safe) {
      fix.validation = "proved by analysis, not run: " + answer.text;
      return llvm::Error::success();
    }
    return makeError("it cannot be validated here: " + answer.text);
  }
  llvm_unreachable("all verdicts are listed");
}

/// Whether the edited shader is really faster here.
static llvm::Error judgeTime(llvm::Expected<RunPair::Timing> timing, Fix &fix) {
  if (!timing)
    return makeError("it cannot be timed here: " +
                     llvm::toString(timing.takeError()));
  std::string text =
      llvm::formatv("{0:f2} times as fast ({1:f2} to {2:f2}, {3})",
                    timing->speedup, timing->low, timing->high, timing->device);
  if (timing->low <= 1)
    return makeError("no gain was measured: " + text);
  fix.validation += "; measured: " + text;
  return llvm::Error::success();
}

/// What was shown in each of the variants: once where it is the same in all.
static std::string joinValidations(llvm::ArrayRef<std::string> names,
                                   llvm::ArrayRef<std::string> texts) {
  if (texts.size() == 1)
    return texts.front();
  if (llvm::all_equal(texts))
    return llvm::formatv("{0}, in each of {1} variants", texts.front(),
                         texts.size());
  std::string joined;
  for (auto [name, text] : llvm::zip(names, texts))
    joined += (joined.empty() ? "" : "; ") + name + ": " + text;
  return joined;
}

llvm::Error FixTrial::proveByRunning(const Question &question,
                                     const RewriteInfo &rewrite,
                                     ProvedFix &candidate) const {
  std::vector<std::string> names, validations;
  for (size_t i = 0; i < Asked.size(); ++i) {
    if (candidate.results[i].result.status != FileStatus::Analyzed)
      continue;
    llvm::Expected<RunPair> pair = RunPair::create(
        Path, question.text, candidate.text, Asked[i].job, Options);
    RunAnswer answer;
    if (pair) {
      pair->setWorkgroupCovers(candidate.fix.workgroupCovers);
      answer = pair->compare();
    } else {
      answer.text = llvm::toString(pair.takeError());
    }
    llvm::Error error = judge(answer, rewrite, candidate.fix);
    if (!error && pair && Options.isMeasuring && rewrite.claimsSpeed &&
        question.isIn(i))
      error = judgeTime(pair->time(), candidate.fix);
    if (error)
      return makeError(inVariant(i) + llvm::toString(std::move(error)));
    names.push_back(Asked[i].variant);
    validations.push_back(candidate.fix.validation);
  }
  candidate.fix.validation = joinValidations(names, validations);
  return llvm::Error::success();
}

/// What keeps a variant that could not be analysed from being proved. One that
/// is none of a compute shader, or that never compiled, may stay so.
static std::optional<std::string> whyNotAnalyzed(const FileResult &before,
                                                 const FileResult &after) {
  if (before.status == FileStatus::Crashed ||
      before.status == FileStatus::Unreadable)
    return "it could not be analysed before";
  if (before.status != after.status)
    return "it could not be analysed before, and now it is something else";
  return std::nullopt;
}

llvm::Expected<ProvedFix> FixTrial::proveStatically(const Question &question,
                                                    const RewriteInfo &rewrite,
                                                    Fix fix) const {
  ProvedFix candidate;
  candidate.fix = std::move(fix);
  llvm::Expected<std::string> edited =
      applyEdits(question.text, candidate.fix.edits);
  if (!edited)
    return edited.takeError();
  candidate.text = std::move(*edited);
  candidate.results = lint(candidate.text);
  for (size_t i = 0; i < Asked.size(); ++i) {
    const FileResult &before = question.before[i].result;
    FileResult after =
        perInvocationCovered(candidate.results[i].result, candidate.fix);
    bool isFound = question.isIn(i);
    auto why =
        before.status == FileStatus::Analyzed
            ? whyNotProved(before, after, isFound ? &question.finding : nullptr,
                           rewrite.claimsSpeed && isFound)
            : whyNotAnalyzed(before, after);
    if (why)
      return makeError(inVariant(i) + *why);
  }
  return candidate;
}

/// Takes the next form of \p attempt that the analysis lets through.
void FixTrial::advance(const Question &question, Attempt &attempt) const {
  attempt.candidate.reset();
  while (!attempt.candidate && attempt.next < attempt.forms.size()) {
    llvm::Expected<ProvedFix> proved = proveStatically(
        question, *attempt.rewrite, std::move(attempt.forms[attempt.next++]));
    if (proved) {
      attempt.candidate = std::move(*proved);
      continue;
    }
    std::string reason = llvm::toString(proved.takeError());
    if (attempt.refusal.empty())
      attempt.refusal = reason;
  }
}

static std::string whyNotWorkedOut(const FileResult &result) {
  if (!result.refusal.empty())
    return result.refusal;
  if (result.status == FileStatus::Analyzed)
    return "the finding is not there any more";
  std::string why = result.diagnostics.empty()
                        ? result.reason
                        : result.diagnostics.front().message;
  return "it could not be worked out: " + why;
}

/// Leaves out what changes the host's part, unless that is allowed, or all that
/// \p rewrite ever does. Gives why nothing is left.
static std::string dropUnsafe(std::vector<Fix> &forms,
                              const RewriteInfo &rewrite, bool isAllowed) {
  if (isAllowed || rewrite.applicability == Applicability::Unsafe)
    return "";
  std::string dispatch = forms.empty() ? "" : forms.front().dispatchChange;
  llvm::erase_if(forms, [](const Fix &form) {
    return form.applicability == Applicability::Unsafe;
  });
  return forms.empty() ? "the host's part would change, which --unsafe-fixes "
                         "allows: " +
                             dispatch
                       : "";
}

FixTrial::Attempt FixTrial::workOut(const Question &question,
                                    StringRef rewriteName) const {
  Attempt attempt;
  attempt.rewrite = findRewrite(rewriteName);
  assert(attempt.rewrite && "offered by the registry");
  JobOptions job = Jobs[question.firstVariant()];
  job.rewrite = RewriteRequest{attempt.rewrite, question.finding};
  FileResult result = run(question.text, job);
  attempt.forms = std::move(result.fixes);
  if (attempt.forms.empty())
    attempt.refusal = whyNotWorkedOut(result);
  else
    attempt.refusal =
        dropUnsafe(attempt.forms, *attempt.rewrite, Options.allowsUnsafe);
  advance(question, attempt);
  return attempt;
}

/// Less is better: another order of the work, then the predicted traffic in
/// steps of four per cent, and of two that are alike what leaves the host's
/// part as it is.
static std::tuple<bool, long, Applicability, double>
orderOf(const RewriteInfo &rewrite, const ProvedFix &candidate,
        size_t variant) {
  double traffic =
      predictedTraffic(perInvocationCovered(candidate.results[variant].result,
                                            candidate.fix))
          .value_or(HUGE_VAL);
  constexpr long kStepsPerDoubling = 16;
  long steps = std::isfinite(traffic) && traffic > 0
                   ? std::lround(std::log2(traffic) * kStepsPerDoubling)
                   : std::numeric_limits<long>::max();
  return {!rewrite.changesOrder, steps, candidate.fix.applicability, traffic};
}

TrialOutcome FixTrial::prove(StringRef text,
                             const std::vector<VariantResult> &before,
                             const Diagnostic &finding,
                             llvm::ArrayRef<std::string> rewrites) const {
  Question question{text, before, finding};
  size_t variant = question.firstVariant();
  std::vector<Attempt> attempts;
  for (const std::string &rewrite : rewrites)
    attempts.push_back(workOut(question, rewrite));
  llvm::stable_sort(attempts, [&](const Attempt &a, const Attempt &b) {
    if (!a.candidate || !b.candidate)
      return a.candidate.has_value() && !b.candidate.has_value();
    return orderOf(*a.rewrite, *a.candidate, variant) <
           orderOf(*b.rewrite, *b.candidate, variant);
  });
  TrialOutcome outcome;
  for (Attempt &attempt : attempts) {
    while (attempt.candidate) {
      ProvedFix &candidate = *attempt.candidate;
      llvm::Error error = proveByRunning(question, *attempt.rewrite, candidate);
      if (!error) {
        std::string predicted = predictionText(
            before[variant].result,
            perInvocationCovered(candidate.results[variant].result,
                                 candidate.fix));
        if (attempt.rewrite->claimsSpeed && !predicted.empty())
          candidate.fix.validation += "; " + predicted;
        if (!attempt.refusal.empty())
          candidate.fix.validation +=
              "; not in the form that was tried first: " + attempt.refusal;
        outcome.proved = std::move(candidate);
        return outcome;
      }
      std::string reason = llvm::toString(std::move(error));
      if (attempt.refusal.empty())
        attempt.refusal = reason;
      advance(question, attempt);
    }
    outcome.refusals.emplace_back(attempt.rewrite->name.str(), attempt.refusal);
  }
  return outcome;
}

llvm::Expected<std::string> FixTrial::provePair(StringRef before,
                                                StringRef after) const {
  std::vector<VariantResult> old = lint(before), now = lint(after);
  std::vector<std::string> names, proofs;
  for (size_t i = 0; i < Asked.size(); ++i) {
    auto fail = [&](const llvm::Twine &why) {
      return makeError(inVariant(i) + why.str());
    };
    if (old[i].result.status != FileStatus::Analyzed)
      return fail("the original does not compile");
    if (auto why = whyNotProved(old[i].result, now[i].result, nullptr,
                                /*claimsSpeed=*/false))
      return fail(*why);
    llvm::Expected<RunPair> pair =
        RunPair::create(Path, before, after, Asked[i].job, Options);
    if (!pair)
      return pair.takeError();
    // Nothing here says what the edit was for: only equal outputs count.
    RunAnswer answer = pair->compare();
    if (answer.verdict != RunAnswer::Verdict::Equal)
      return fail(answer.text);
    names.push_back(Asked[i].variant);
    proofs.push_back("validated: " + answer.text);
    std::string predicted = predictionText(old[i].result, now[i].result);
    if (!predicted.empty())
      proofs.back() += "; " + predicted;
  }
  return joinValidations(names, proofs);
}
