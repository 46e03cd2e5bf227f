// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Rewrite/Trial.h"
#include "wglint/Check/BankRemedies.h"
#include "wglint/Check/RaceFindings.h"
#include "wglint/Rewrite/SourceText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>

namespace wglint {

llvm::StringRef mainText(const RewriteContext &context) {
  for (const auto &file : context.tokens.files())
    if (file->name() == context.mainFile)
      return file->text();
  return {};
}

void letReadAgain(
    RewriteContext &context,
    std::function<llvm::Expected<ReadText>(llvm::StringRef text)> read) {
  context.reanalyze =
      [read](llvm::StringRef text) -> llvm::Expected<EntryPointFacts> {
    llvm::Expected<ReadText> edited = read(text);
    if (!edited)
      return edited.takeError();
    return std::move(edited->facts);
  };
  context.reread = [&context, read](llvm::StringRef text,
                                    auto visit) -> llvm::Error {
    llvm::Expected<ReadText> edited = read(text);
    if (!edited)
      return edited.takeError();
    const CheckContext &given = context.analysis;
    CheckContext analysis{edited->facts,      given.options,
                          given.targetName,   given.apis,
                          *edited->sourceMap, given.optionValues};
    auto tree = syntax::SyntaxTree::parse(*edited->tokens);
    RewriteContext again{*edited->tokens,    *tree,
                         analysis,           context.mainFile,
                         context.parameters, raceRanges(analysis)};
    letReadAgain(again, read);
    return visit(again);
  };
}

std::optional<EntryPointFacts> tryEdits(const RewriteContext &context,
                                        llvm::ArrayRef<TextEdit> edits) {
  if (!context.reanalyze)
    return std::nullopt;
  llvm::Expected<std::string> text = applyEdits(mainText(context), edits);
  if (!text) {
    llvm::consumeError(text.takeError());
    return std::nullopt;
  }
  llvm::Expected<EntryPointFacts> facts = context.reanalyze(*text);
  if (!facts) {
    llvm::consumeError(facts.takeError());
    return std::nullopt;
  }
  return std::move(*facts);
}

/// Of a workgroup, or of one request where its number is not known.
static std::optional<double> costOf(const MaybeCount &total,
                                    const MaybeCount &perRequest) {
  if (total)
    return total->middle();
  if (perRequest)
    return perRequest->middle();
  return std::nullopt;
}

bool isAccessTo(const AccessFact &access, llvm::StringRef variable) {
  llvm::StringRef name = access.variable;
  return name.consume_front(variable) && (name.empty() || name[0] == '.');
}

SharedCostSum sumSharedCost(const EntryPointFacts &facts,
                            llvm::StringRef variable) {
  SharedCostSum sum;
  for (const AccessFact &access : facts.accesses) {
    if (access.space != MemorySpace::Shared ||
        (!variable.empty() && !isAccessTo(access, variable)))
      continue;
    sum.hasUnknown |= access.evidence == FactEvidence::Unknown;
    for (const DeviceCost &cost : access.costs) {
      auto actual =
          costOf(cost.perWorkgroup.wavefronts, cost.wavefrontsPerRequest);
      auto ideal = costOf(cost.perWorkgroup.idealWavefronts,
                          cost.idealWavefrontsPerRequest);
      if (!actual)
        continue;
      sum.wavefronts += *actual;
      if (&cost == &access.costs.front())
        sum.shownWavefronts += *actual;
      sum.excess += *actual - ideal.value_or(*actual);
      const MaybeCount &requests = cost.perWorkgroup.requests;
      sum.requests += requests ? requests->middle() : 1;
    }
  }
  return sum;
}

bool isWorthInstructions(const SharedCostSum &before,
                         const SharedCostSum &after, double addedInstructions) {
  bool isShown =
      before.shownWavefronts <= 0 || std::llround(after.shownWavefronts) <
                                         std::llround(before.shownWavefronts);
  double added = addedInstructions / kInstructionsPerWavefront * after.requests;
  return isShown && after.wavefronts + added < before.wavefronts;
}

std::optional<double> sumSectors(const EntryPointFacts &facts) {
  double sum = 0;
  for (const AccessFact &access : facts.accesses) {
    if (access.space != MemorySpace::Global)
      continue;
    for (const DeviceCost &cost : access.costs) {
      if (!cost.config.device->sectorBytes)
        continue;
      auto sectors = costOf(cost.perWorkgroup.sectors, cost.sectorsPerRequest);
      if (!sectors)
        return std::nullopt;
      sum += *sectors;
    }
  }
  return sum;
}

double shownSectors(const EntryPointFacts &facts) {
  double sum = 0;
  for (const AccessFact &access : facts.accesses) {
    if (access.space != MemorySpace::Global || access.costs.empty())
      continue;
    const DeviceCost &cost = access.costs.front();
    sum +=
        costOf(cost.perWorkgroup.sectors, cost.sectorsPerRequest).value_or(0);
  }
  return sum;
}

static size_t countDivergent(const EntryPointFacts &facts) {
  return llvm::count_if(facts.synchronization.barriers, [](const auto &b) {
    return b.divergence != Divergence::None;
  });
}

std::vector<std::string> raceKinds(const EntryPointFacts &facts) {
  std::vector<std::string> kinds;
  for (const RaceFact &race : facts.synchronization.races) {
    auto [first, second] = std::minmax({race.first.op, race.second.op});
    kinds.push_back(llvm::formatv(
        "{0} {1}: {2}, {3}, {4}", toString(race.space), race.variable,
        toString(first), toString(second), static_cast<int>(race.missing)));
  }
  llvm::sort(kinds);
  return kinds;
}

bool hasNewRace(llvm::ArrayRef<std::string> before,
                llvm::ArrayRef<std::string> now) {
  return !std::includes(before.begin(), before.end(), now.begin(), now.end());
}

bool isLessSynchronized(const EntryPointFacts &before,
                        const EntryPointFacts &after) {
  const SynchronizationFacts &old = before.synchronization;
  const SynchronizationFacts &now = after.synchronization;
  return hasNewRace(raceKinds(before), raceKinds(after)) ||
         countDivergent(after) > countDivergent(before) ||
         now.uninitializedReads.size() > old.uninitializedReads.size() ||
         (now.isPartial && !old.isPartial);
}

std::string countChange(double before, double after) {
  return std::to_string(std::llround(before)) + " to " +
         std::to_string(std::llround(after));
}

std::vector<Fix> cheapestFirst(std::vector<std::pair<double, Fix>> found) {
  llvm::stable_sort(
      found, [](const auto &a, const auto &b) { return a.first < b.first; });
  std::vector<Fix> fixes;
  for (auto &[cost, fix] : found)
    fixes.push_back(std::move(fix));
  return fixes;
}

} // namespace wglint
