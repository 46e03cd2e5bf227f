// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The loop of `--fix`: lint, choose a finding, work out its rewrite, prove it,
/// apply it, and lint again until nothing is left that may be mended.
#include "FileResultJson.h"
#include "FixTrial.h"
#include "wglint/Rewrites/Registry.h"
#include "wglint/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace wglint;
using llvm::StringRef;

llvm::Expected<std::vector<const RewriteInfo *>>
wglint::selectRewrites(llvm::ArrayRef<std::string> names) {
  std::vector<const RewriteInfo *> selected;
  std::vector<StringRef> known = {"all"};
  for (const RewriteInfo *rewrite : allRewrites())
    known.push_back(rewrite->name);
  for (const std::string &name : names) {
    if (name == "all")
      return std::vector<const RewriteInfo *>(allRewrites());
    const RewriteInfo *rewrite = findRewrite(name);
    if (!rewrite) {
      std::string message = "no rewrite is called '" + name + "'";
      StringRef nearest = nearestSpelling(name, known);
      if (!nearest.empty())
        message += ("; did you mean '" + nearest + "'?").str();
      return llvm::createStringError(message);
    }
    selected.push_back(rewrite);
  }
  return selected;
}

/// Whether a fix may be applied at all, before any proof.
static bool isAllowed(const Fix &fix, const FixOptions &options) {
  bool isNamed = llvm::any_of(options.named, [&](const RewriteInfo *rewrite) {
    return rewrite->name == fix.rewrite;
  });
  switch (fix.applicability) {
  case Applicability::Safe:
    return options.named.empty() || isNamed;
  case Applicability::NeedsValidation:
    return isNamed;
  case Applicability::Unsafe:
    return isNamed && options.allowsUnsafe;
  case Applicability::DisplayOnly:
    return false;
  }
  llvm_unreachable("all applicabilities are listed");
}

namespace {
/// A finding with a rewrite that may mend it.
struct Candidate {
  const Diagnostic *finding = nullptr;
  const Fix *fix = nullptr;
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

static std::optional<Candidate> nextCandidate(const FileResult &result,
                                              const FixOptions &options,
                                              const Tried &tried) {
  std::optional<Candidate> best;
  for (const Diagnostic &finding : result.diagnostics)
    for (const Fix &fix : finding.fixes)
      if (isAllowed(fix, options) && !tried.count({finding, fix.rewrite}) &&
          (!best || rankOf(finding) > rankOf(*best->finding)))
        best = {&finding, &fix};
  return best;
}

FixedFile wglint::fixFile(StringRef path, StringRef text, const JobOptions &job,
                          const FixOptions &options) {
  // Every fix removes a finding and brings none of its rank, so that the loop
  // ends; this is for findings that are new but of a lower rank.
  constexpr unsigned kMaxFixes = 100;
  FixTrial trial(path, job, options);
  FixedFile fixed;
  fixed.text = text.str();
  FileResult current = trial.lint(fixed.text);
  Tried tried;
  while (fixed.applied.size() < kMaxFixes) {
    std::optional<Candidate> candidate = nextCandidate(current, options, tried);
    if (!candidate)
      break;
    FixRecord record{*candidate->finding, *candidate->fix, ""};
    tried.insert({record.finding, record.fix.rewrite});
    llvm::Expected<ProvedFix> proved =
        trial.prove(fixed.text, current, record.finding, record.fix.rewrite);
    if (!proved) {
      record.refusal = llvm::toString(proved.takeError());
      fixed.refused.push_back(std::move(record));
      continue;
    }
    record.fix = std::move(proved->fix);
    fixed.applied.push_back(std::move(record));
    fixed.text = std::move(proved->text);
    current = std::move(proved->result);
    // What was refused may be possible on the new text.
    tried.clear();
    fixed.refused.clear();
  }
  // The checks of the proof are more than what the user asked for.
  fixed.result = trial.lintAsAsked(fixed.text);
  return fixed;
}

llvm::Expected<Fix> wglint::proveFix(StringRef path, StringRef text,
                                     const Diagnostic &finding,
                                     StringRef rewrite, const JobOptions &job,
                                     const FixOptions &options) {
  FixTrial trial(path, job, options);
  FileResult current = trial.lint(text);
  llvm::Expected<ProvedFix> proved =
      trial.prove(text, current, finding, rewrite);
  if (!proved)
    return proved.takeError();
  return std::move(proved->fix);
}

llvm::Expected<std::string> wglint::provePair(StringRef path, StringRef before,
                                              StringRef after,
                                              const JobOptions &job,
                                              const FixOptions &options) {
  return FixTrial(path, job, options).provePair(before, after);
}
