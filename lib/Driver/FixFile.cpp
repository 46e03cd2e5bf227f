// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The loop of `--fix`: lint, choose a finding, work out its rewrite, prove it,
/// apply it, and lint again until nothing is left that may be mended.
#include "FileResultJson.h"
#include "FixTrial.h"
#include "wglint/Checks/Registry.h"
#include "wglint/Rewrites/Registry.h"
#include "wglint/Support/Error.h"
#include "wglint/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace wglint;
using llvm::StringRef;

llvm::Expected<std::vector<const RewriteInfo *>>
wglint::selectRewrites(llvm::ArrayRef<std::string> names) {
  std::vector<const RewriteInfo *> selected;
  bool isAll = false;
  std::vector<StringRef> known = {"all"};
  for (const RewriteInfo *rewrite : allRewrites())
    known.push_back(rewrite->name);
  for (const std::string &name : names) {
    if (name == "all") {
      isAll = true;
      continue;
    }
    const RewriteInfo *rewrite = findRewrite(name);
    if (!rewrite) {
      std::string message = "no rewrite is called '" + name + "'";
      StringRef nearest = nearestSpelling(name, known);
      if (!nearest.empty())
        message += ("; did you mean '" + nearest + "'?").str();
      return makeError(message);
    }
    selected.push_back(rewrite);
  }
  if (isAll)
    return std::vector<const RewriteInfo *>(allRewrites());
  return selected;
}

static bool isNamed(const Fix &fix, const FixOptions &options) {
  return llvm::any_of(options.named, [&](const RewriteInfo *rewrite) {
    return rewrite->name == fix.rewrite;
  });
}

/// Whether a fix may be applied at all, before any proof.
static bool isAllowed(const Fix &fix, const FixOptions &options) {
  switch (fix.applicability) {
  case Applicability::Safe:
    return options.named.empty() || isNamed(fix, options);
  case Applicability::NeedsValidation:
    return isNamed(fix, options);
  case Applicability::Unsafe:
    return isNamed(fix, options) && options.allowsUnsafe;
  case Applicability::DisplayOnly:
    return false;
  }
  llvm_unreachable("all applicabilities are listed");
}

namespace {
/// A finding with the rewrites that may mend it.
struct Candidate {
  Diagnostic finding;
  std::vector<Fix> fixes;

  std::vector<std::string> rewrites() const {
    std::vector<std::string> names;
    for (const Fix &fix : fixes)
      names.push_back(fix.rewrite);
    return names;
  }
};

/// What has been tried on the present text: finding and rewrite.
using Tried = std::set<std::pair<Diagnostic, std::string>>;
} // namespace

/// What is worth most comes first: errors, then what moves most memory.
static double rankOf(const Diagnostic &finding) {
  double share = 0;
  for (const Measurement &measurement : finding.measurements)
    if (measurement.name == "costFraction")
      share = measurement.value;
  return 2 * static_cast<int>(finding.severity) + share;
}

/// The findings of all variants that the report shows: the checks of the proof
/// find more than what was asked for.
static std::vector<Diagnostic> openFindings(llvm::ArrayRef<VariantResult> all,
                                            llvm::ArrayRef<VariantJob> jobs,
                                            const FixOptions &options) {
  std::vector<Diagnostic> open;
  for (auto [variant, job] : llvm::zip(all, jobs)) {
    FileResult shown = variant.result;
    llvm::erase_if(shown.diagnostics, [&, &checks = job.job.checks](
                                          const Diagnostic &finding) {
      return !llvm::is_contained(checks, findCheck(finding.check));
    });
    if (options.dropHidden)
      options.dropHidden(shown);
    llvm::append_range(open, std::move(shown.diagnostics));
  }
  return open;
}

static std::optional<Candidate> nextCandidate(llvm::ArrayRef<Diagnostic> open,
                                              const FixOptions &options,
                                              const Tried &tried) {
  std::optional<Candidate> best;
  for (const Diagnostic &finding : open) {
    if (best && rankOf(finding) <= rankOf(best->finding))
      continue;
    std::vector<Fix> fixes;
    llvm::copy_if(finding.fixes, std::back_inserter(fixes),
                  [&](const Fix &fix) {
                    return isAllowed(fix, options) &&
                           !tried.count({finding, fix.rewrite});
                  });
    if (!fixes.empty())
      best = {finding, std::move(fixes)};
  }
  return best;
}

/// Notes why rewrites of \p candidate were not applied.
static void addRefusals(const Candidate &candidate, const TrialOutcome &outcome,
                        std::vector<FixRecord> &refused) {
  for (const auto &[rewrite, reason] : outcome.refusals)
    for (const Fix &fix : candidate.fixes)
      if (fix.rewrite == rewrite)
        refused.push_back({candidate.finding, fix, reason});
}

/// Counts in \p fixed what asking in another way would mend; \p open is what
/// the report shows of \p all.
static void countLeft(llvm::ArrayRef<VariantResult> all,
                      llvm::ArrayRef<Diagnostic> open,
                      const FixOptions &options, FixedFile &fixed) {
  FixOptions unsafe = options;
  unsafe.allowsUnsafe = true;
  auto isMendedBy = [](const Diagnostic &finding, const FixOptions &by) {
    return llvm::any_of(finding.fixes,
                        [&](const Fix &fix) { return isAllowed(fix, by); });
  };
  std::set<Diagnostic> shown(open.begin(), open.end()), remarks, hosts;
  for (const Diagnostic &finding : shown)
    if (!isMendedBy(finding, options) && isMendedBy(finding, unsafe))
      hosts.insert(finding);
  for (const VariantResult &variant : all)
    for (const Diagnostic &finding : variant.result.diagnostics)
      if (finding.severity == Severity::Remark && !shown.count(finding) &&
          isMendedBy(finding, options))
        remarks.insert(finding);
  fixed.unsafeCount = hosts.size();
  fixed.hiddenRemarkCount = remarks.size();
}

FixedFile wglint::fixFile(StringRef path, StringRef text,
                          llvm::ArrayRef<VariantJob> jobs,
                          const FixOptions &options) {
  // Every fix removes a finding and brings none of its rank, so that the loop
  // ends; this is for findings that are new but of a lower rank.
  constexpr unsigned kMaxFixes = 100;
  FixTrial trial(path, text, jobs, options);
  FixedFile fixed;
  fixed.text = text.str();
  std::vector<VariantResult> current = trial.lint(fixed.text);
  std::vector<Diagnostic> open = openFindings(current, jobs, options);
  Tried tried;
  while (fixed.applied.size() < kMaxFixes) {
    std::optional<Candidate> candidate = nextCandidate(open, options, tried);
    if (!candidate)
      break;
    for (const Fix &fix : candidate->fixes)
      tried.insert({candidate->finding, fix.rewrite});
    TrialOutcome outcome = trial.prove(fixed.text, current, candidate->finding,
                                       candidate->rewrites());
    if (!outcome.proved) {
      addRefusals(*candidate, outcome, fixed.refused);
      continue;
    }
    ProvedFix &proved = *outcome.proved;
    fixed.applied.push_back({candidate->finding, std::move(proved.fix), ""});
    fixed.text = std::move(proved.text);
    current = std::move(proved.results);
    open = openFindings(current, jobs, options);
    // What was refused may be possible on the new text.
    tried.clear();
    fixed.refused.clear();
  }
  countLeft(current, open, options, fixed);
  fixed.result = trial.asAsked(fixed.text, std::move(current));
  return fixed;
}

llvm::Expected<Fix> wglint::proveFix(StringRef path, StringRef text,
                                     const Diagnostic &finding,
                                     StringRef rewrite,
                                     llvm::ArrayRef<VariantJob> jobs,
                                     const FixOptions &options) {
  FixTrial trial(path, text, jobs, options);
  TrialOutcome outcome =
      trial.prove(text, trial.lint(text), finding, {rewrite.str()});
  if (!outcome.proved)
    return makeError(outcome.refusals.front().second);
  return std::move(outcome.proved->fix);
}

llvm::Expected<std::string> wglint::provePair(StringRef path, StringRef before,
                                              StringRef after,
                                              llvm::ArrayRef<VariantJob> jobs,
                                              const FixOptions &options) {
  return FixTrial(path, before, jobs, options).provePair(before, after);
}
