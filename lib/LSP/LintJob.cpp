// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LintJob.h"
#include "CodeActions.h"
#include "LintMessages.h"
#include "wglint/Driver/Configure.h"
#include "wglint/Driver/Death.h"
#include "wglint/Driver/Driver.h"
#include "wglint/Driver/Fix.h"
#include "wglint/Driver/Variants.h"
#include "llvm/Support/FormatVariadic.h"
#include <memory>
#include <thread>

using namespace wglint;
using namespace wglint::lsp;
using llvm::StringRef;

/// What no configuration can set, and what holds without one.
static JobOptions baseOptions(const LintRequest &request) {
  JobOptions options;
  options.frontend.overlays = request.overlays;
  options.analysis.configs = deviceConfigs(options.target);
  options.checks = llvm::cantFail(selectChecks({}));
  options.wantAllTexts = true;
  return options;
}

static LintResult toResult(FileResult file, Annotations annotations) {
  LintResult result;
  result.status = file.status;
  result.reason = std::move(file.reason);
  result.diagnostics = std::move(file.diagnostics);
  result.annotations = std::move(annotations);
  result.texts = std::move(file.texts);
  return result;
}

/// A configuration that is wrong is all that there is to say of the file.
static LintResult wrongConfiguration(EffectiveOptions options,
                                     const ConfigLoader &loader) {
  LintResult result;
  result.status = FileStatus::Failed;
  result.diagnostics = std::move(options.errors);
  for (const auto &[path, text] : loader.texts())
    result.texts.push_back({path, text});
  return result;
}

static LintResult skipped(const Origin &origin) {
  LintResult result;
  result.status = FileStatus::Skipped;
  result.reason = "skipped by " + origin.text();
  return result;
}

/// One for each walk that there can be, if the machine has as many: three
/// subgroup sizes, and two walks for races.
static unsigned parallelWalks() {
  constexpr unsigned kMaxWalks = 5;
  return std::min(kMaxWalks, std::thread::hardware_concurrency());
}

/// Runs the pipeline once for each variant.
static LintResult lint(const LintRequest &request, EffectiveOptions &options,
                       StageAnnouncer announce) {
  Annotations annotations;
  std::vector<VariantResult> results;
  for (VariantJob &variant : options.jobs) {
    variant.job.analysis.parallelWalks = parallelWalks();
    // One set of hints is enough to read: those of the first.
    if (results.empty())
      variant.job.observe = [&](const CheckContext &context) {
        annotate(context, annotations);
      };
    results.push_back({variant.variant, runJob(request.path, request.text,
                                               variant.job, announce)});
  }
  return toResult(mergeVariants(std::move(results)), std::move(annotations));
}

/// All fixes of what the editor shows that are safe; the text that they make.
static LintResult mendAll(const LintRequest &request,
                          llvm::ArrayRef<VariantJob> jobs, FixOptions options) {
  options.dropHidden = [&](FileResult &file) {
    llvm::erase_if(file.diagnostics, [&](const Diagnostic &finding) {
      return !isShown(finding, request.mendsRemarks);
    });
  };
  LintResult result;
  FixedFile fixed = fixFile(request.path, request.text, jobs, options);
  if (!fixed.applied.empty())
    result.fixedText = std::move(fixed.text);
  for (const FixRecord &record : fixed.refused)
    if (!record.refusal.empty() && result.refusal.empty())
      result.refusal = record.fix.rewrite + ": " + record.refusal;
  return result;
}

static LintResult mend(const LintRequest &request,
                       const EffectiveOptions &options) {
  FixOptions fixing;
  fixing.isFixing = true;
  if (request.rewrite == kEveryRewrite)
    return mendAll(request, options.jobs, fixing);
  LintResult result;
  llvm::Expected<Fix> fix =
      proveFix(request.path, request.text, request.finding, request.rewrite,
               options.jobs, fixing);
  if (fix)
    result.fix = std::move(*fix);
  else
    result.refusal = llvm::toString(fix.takeError());
  return result;
}

WorkerLimits wglint::lsp::limitsOf(const LintRequest &request) {
  WorkerLimits limits;
  if (request.rewrite.empty()) {
    limits.allowParallel(parallelWalks());
    return limits;
  }
  // Its own workers and runs have limits of their own, one by one.
  constexpr unsigned kMendingWallSeconds = 600;
  limits.memoryBytes = 0;
  limits.cpuSeconds = 0;
  limits.wallSeconds = kMendingWallSeconds;
  return limits;
}

WorkerTask wglint::lsp::prepareLint(const LintRequest &request) {
  ConfigLoader loader;
  auto options = std::make_shared<EffectiveOptions>(
      effectiveOptions(request.path, baseOptions(request), Settings(), loader));
  std::optional<LintResult> early;
  if (!options->errors.empty())
    early = wrongConfiguration(*options, loader);
  else if (options->skippedBy)
    early = skipped(*options->skippedBy);
  if (early) {
    early->configFiles = options->dependencies;
    return [early = std::move(*early)](StageAnnouncer) {
      return serialize(early);
    };
  }
  warmFrontend(request.path, StringRef(request.text).take_front(kWarmBytes),
               options->jobs.front().job.frontend, /*withSecondTry=*/true);
  return [&request, options](StageAnnouncer announce) {
    LintResult result = request.rewrite.empty()
                            ? lint(request, *options, announce)
                            : mend(request, *options);
    result.configFiles = options->dependencies;
    return serialize(result);
  };
}

std::string wglint::lsp::serializeEnd(const LintRequest &request,
                                      WorkerResult worker,
                                      const WorkerLimits &limits) {
  if (!worker.death)
    return std::move(worker.output);
  if (worker.death->cause == WorkerDeath::Cause::Cancelled) {
    LintResult result;
    result.isCancelled = true;
    return serialize(result);
  }
  LintResult result =
      toResult(resultOfDeath(request.path, worker, limits), Annotations());
  // What is not known to be right must not end the server too.
  result.texts.push_back({request.path, request.text});
  return serialize(result);
}
