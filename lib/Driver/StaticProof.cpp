// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StaticProof.h"
#include "wglint/Checks/Registry.h"
#include "wglint/Rewrite/Trial.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace wglint;

std::vector<const CheckInfo *>
wglint::checksOfProof(llvm::ArrayRef<const CheckInfo *> selected) {
  std::vector<const CheckInfo *> checks;
  llvm::copy_if(
      allChecks(), std::back_inserter(checks), [&](const CheckInfo *check) {
        return check->enabledByDefault || llvm::is_contained(selected, check);
      });
  return checks;
}

/// What findings are counted by: the check. Those on how buffers are accessed
/// say together how well they are, in steps from strided to misaligned: fewer
/// sectors may well have another name.
static std::string groupOf(llvm::StringRef check) {
  const CheckInfo *info = findCheck(check);
  bool isAccess = info && info->category == CheckCategory::GlobalMemory;
  return isAccess ? "global memory" : check.str();
}

static bool isIn(const Diagnostic &diagnostic, llvm::StringRef group,
                 Severity least) {
  return diagnostic.severity >= least && groupOf(diagnostic.check) == group;
}

/// Findings of \p least severity and above, for each group.
static std::map<std::string, int> countByGroup(const FileResult &result,
                                               Severity least) {
  std::map<std::string, int> counts;
  for (const Diagnostic &diagnostic : result.diagnostics)
    if (diagnostic.severity >= least)
      counts[groupOf(diagnostic.check)] += int(findingCount(diagnostic));
  return counts;
}

/// Of the findings of \p group in \p after, the first whose check and message
/// \p before does not have.
static const Diagnostic *firstNew(const FileResult &before,
                                  const FileResult &after,
                                  llvm::StringRef group, Severity least) {
  const Diagnostic *found = nullptr;
  for (const Diagnostic &diagnostic : after.diagnostics) {
    if (!isIn(diagnostic, group, least))
      continue;
    if (llvm::none_of(before.diagnostics, [&](const Diagnostic &old) {
          return old.check == diagnostic.check &&
                 old.message == diagnostic.message;
        }))
      return &diagnostic;
    found = &diagnostic;
  }
  return found;
}

static std::optional<std::string> whyNotCompiled(const FileResult &after) {
  if (after.status == FileStatus::Analyzed)
    return std::nullopt;
  if (after.diagnostics.empty())
    return "the edited text is not analysed: " + after.reason;
  return "the edited text does not compile: " +
         after.diagnostics.front().message;
}

static std::optional<std::string> whyWorseFindings(const FileResult &before,
                                                   const FileResult &after,
                                                   const Diagnostic *finding) {
  Severity least = finding ? finding->severity : Severity::Warning;
  // What one finding speaks for may be mended one after the other.
  auto countOf = [&](const FileResult &result) {
    unsigned count = 0;
    for (const Diagnostic &d : result.diagnostics)
      if (d.check == finding->check && d.severity >= least)
        count += findingCount(d);
    return count;
  };
  if (finding && countOf(after) >= countOf(before))
    return "the finding stays";
  std::map<std::string, int> old = countByGroup(before, least);
  for (const auto &[group, count] : countByGroup(after, least)) {
    if (count <= old[group])
      continue;
    const Diagnostic *added = firstNew(before, after, group, least);
    return "a new finding would come: " + added->message + " [" + added->check +
           "]";
  }
  return std::nullopt;
}

/// The entry point that was \p facts before; nullptr if it is gone.
static const ProofFacts *counterpart(const ProofFacts &facts,
                                     const FileResult &after) {
  for (const ProofFacts &candidate : after.proof)
    if (candidate.entryPoint == facts.entryPoint)
      return &candidate;
  return nullptr;
}

static std::optional<std::string> whyNotOrdered(const ProofFacts &before,
                                                const ProofFacts &after) {
  if (hasNewRace(before.raceKinds, after.raceKinds))
    return "it would bring a data race";
  if (after.isSynchronizationPartial && !before.isSynchronizationPartial)
    return "that it is free of races cannot be shown within the analysis' "
           "budget";
  if (after.unknownSharedCount > before.unknownSharedCount)
    return "an address in shared memory would not be known, so that races "
           "cannot be excluded";
  if (after.unknownGlobalCount > before.unknownGlobalCount)
    return "the address of an access would not be known any more";
  return std::nullopt;
}

static std::optional<std::string> whyNotFaster(const ProofFacts &before,
                                               const ProofFacts &after) {
  constexpr const char *kNoGain =
      "the predicted traffic would not become less on any device";
  // As much as a rewrite may cost on the device that findings are counted for,
  // if another gains. Chosen, not measured: what requests cost to issue is an
  // estimate, and a shader timed twice differs by as much
  // (docs/Measurements.md).
  constexpr double kMaxLoss = 1.02;
  if (before.predictedNs && after.predictedNs)
    return *after.predictedNs < *before.predictedNs
               ? std::nullopt
               : std::optional<std::string>("the predicted time would not "
                                            "become less");
  size_t count = std::min(before.trafficPerInvocation.size(),
                          after.trafficPerInvocation.size());
  bool isLess = false;
  for (size_t i = 0; i < count; ++i) {
    std::optional<double> old = before.trafficPerInvocation[i];
    std::optional<double> now = after.trafficPerInvocation[i];
    if (i == 0 && old && now) {
      *old += before.issuePerInvocation;
      *now += after.issuePerInvocation;
    }
    if (i == 0 && old && now && *now > kMaxLoss * *old)
      return "the predicted traffic would become more";
    // What was unknown before cannot have become worse in a way that is known.
    isLess |= !old || (now && *now < *old);
  }
  return isLess ? std::nullopt : std::optional<std::string>(kNoGain);
}

std::optional<std::string> wglint::whyNotProved(const FileResult &before,
                                                const FileResult &after,
                                                const Diagnostic *finding,
                                                bool claimsSpeed) {
  if (auto why = whyNotCompiled(after))
    return why;
  if (auto why = whyWorseFindings(before, after, finding))
    return why;
  for (const ProofFacts &old : before.proof) {
    const ProofFacts *now = counterpart(old, after);
    if (!now)
      return "the entry point '" + old.entryPoint + "' would be gone";
    if (auto why = whyNotOrdered(old, *now))
      return why;
    // An error is worth its mending at any price.
    if (!claimsSpeed || (finding && finding->severity == Severity::Error))
      continue;
    if (auto why = whyNotFaster(old, *now))
      return why;
  }
  return std::nullopt;
}

FileResult wglint::perInvocationCovered(FileResult result, const Fix &fix) {
  if (!fix.workgroupCovers)
    return result;
  for (ProofFacts &proof : result.proof) {
    double share = 1;
    for (size_t axis = 0; axis < proof.workgroupSize.size(); ++axis)
      share *= double(proof.workgroupSize[axis]) /
               std::max(1U, (*fix.workgroupCovers)[axis]);
    for (std::optional<double> &traffic : proof.trafficPerInvocation)
      if (traffic)
        *traffic *= share;
    proof.issuePerInvocation *= share;
    proof.predictedNs.reset();
  }
  return result;
}

std::optional<double> wglint::predictedTraffic(const FileResult &result) {
  if (result.proof.empty() || result.proof.front().trafficPerInvocation.empty())
    return std::nullopt;
  return result.proof.front().trafficPerInvocation.front();
}

std::string wglint::predictionText(const FileResult &before,
                                   const FileResult &after) {
  std::optional<double> old = predictedTraffic(before);
  std::optional<double> now = predictedTraffic(after);
  if (!old || !now)
    return "";
  const char *issue = "";
  if (*now > *old) { // what falls is what requests take to be issued
    *old += before.proof.front().issuePerInvocation;
    *now += after.proof.front().issuePerInvocation;
    issue = ", with the issue of requests";
  }
  return llvm::formatv("predicted: {0:f2} to {1:f2} sectors and wavefronts for "
                       "each invocation{2}",
                       *old, *now, issue);
}
