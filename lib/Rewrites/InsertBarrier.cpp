// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Puts the barrier that is missing between two accesses.
///
///     s[l] = a;            s[l] = a;
///     b = s[l ^ 1];  ->    barrier();
///                          b = s[l ^ 1];
#include "wglint/Check/RaceFindings.h"
#include "wglint/Rewrite/EditSet.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/Trial.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace wglint;
using namespace wglint::syntax;

namespace {
/// A place for a barrier: in front of a statement or behind it.
struct BarrierPlace {
  const Stmt *statement = nullptr;
  bool isBefore = true;
  unsigned loopDepth = 0;
};
} // namespace

/// The races that a finding speaks of.
static llvm::SmallVector<const RaceFact *, 2>
racesOf(const RewriteContext &context, const Diagnostic &finding) {
  RaceFact::Missing missing = finding.check == "data-race"
                                  ? RaceFact::Missing::Barrier
                                  : RaceFact::Missing::MemoryBarrier;
  llvm::SmallVector<const RaceFact *, 2> races;
  for (auto [race, range] : llvm::zip_equal(
           context.analysis.facts.synchronization.races, context.raceRanges))
    if (race.missing == missing && !race.isSameValue && !race.isTestOfCount &&
        range == finding.range)
      races.push_back(&race);
  return races;
}

/// The access and the calls that lead to it, as nodes, the innermost first.
static llvm::SmallVector<const Node *, 4> pathOf(const RewriteContext &context,
                                                 const RaceAccess &access) {
  llvm::SmallVector<const Node *, 4> path;
  llvm::SmallVector<DebugKey, 4> keys = {access.key};
  keys.append(access.callChain.begin(), access.callChain.end());
  for (const DebugKey &key : keys) {
    auto nodes =
        nodesAt(context, context.analysis.sourceMap.resolve(key).range);
    if (!nodes.empty())
      path.push_back(nodes.front());
  }
  return path;
}

static unsigned loopDepthOf(const Node &node) {
  unsigned depth = 0;
  for (const Stmt *loop = enclosingLoop(node); loop;
       loop = enclosingLoop(*loop))
    ++depth;
  return depth;
}

/// Whether lines can go in front of \p statement or behind it: it is one of a
/// list, and not the body of a loop, of a branch or of a function.
static bool isPlace(const Stmt &statement) {
  return !llvm::isa<CaseLabel, OpaqueStmt>(statement) &&
         llvm::isa_and_nonnull<CompoundStmt>(statement.parent);
}

static void addPlaces(const RewriteContext &context, const RaceAccess &access,
                      bool isBefore, std::vector<BarrierPlace> &candidates) {
  for (const Node *node : pathOf(context, access))
    for (const Node *n = node; n; n = n->parent) {
      const auto *statement = llvm::dyn_cast<Stmt>(n);
      if (statement && isPlace(*statement))
        candidates.push_back({statement, isBefore, loopDepthOf(*statement)});
    }
}

/// Places from the least often executed to the most; of those the ones in front
/// of the later access first.
static std::vector<BarrierPlace> placesFor(const RewriteContext &context,
                                           const RaceFact &race) {
  std::vector<BarrierPlace> candidates;
  addPlaces(context, race.second, /*isBefore=*/true, candidates);
  addPlaces(context, race.first, /*isBefore=*/false, candidates);
  addPlaces(context, race.second, /*isBefore=*/false, candidates);
  addPlaces(context, race.first, /*isBefore=*/true, candidates);
  llvm::stable_sort(candidates,
                    [](const BarrierPlace &a, const BarrierPlace &b) {
                      return a.loopDepth < b.loopDepth;
                    });
  std::vector<BarrierPlace> result;
  for (const BarrierPlace &candidate : candidates)
    if (llvm::none_of(result, [&](const BarrierPlace &other) {
          return other.statement == candidate.statement &&
                 other.isBefore == candidate.isBefore;
        }))
      result.push_back(candidate);
  return result;
}

/// Where a barrier() stands that lacks the memory barrier beside it.
static std::vector<BarrierPlace> barriersIn(const RewriteContext &context) {
  std::vector<BarrierPlace> candidates;
  for (const CallExpr *call : context.tree.callsOf("barrier"))
    if (const auto *statement = llvm::dyn_cast<ExprStmt>(call->parent))
      candidates.push_back({statement, true, 0});
  return candidates;
}

static std::string linesFor(const RewriteContext &context,
                            const RaceFact &race) {
  std::string lines;
  if (race.space == MemorySpace::Image)
    lines = "memoryBarrierImage();\n";
  else if (race.space != MemorySpace::Shared)
    lines = "memoryBarrierBuffer();\n";
  else if (!context.tree.callsOf("memoryBarrierShared").empty())
    lines = "memoryBarrierShared();\n"; // as the rest of the shader does
  if (race.missing == RaceFact::Missing::MemoryBarrier)
    return llvm::StringRef(lines).rtrim().str();
  return lines + "barrier();";
}

/// Stores to buffers and images are seen by others through `coherent` only.
static void makeCoherent(const RewriteContext &context, const RaceFact &race,
                         EditSet &edits) {
  if (race.space == MemorySpace::Shared)
    return;
  const auto *access = findNode<Expr>(
      context, context.analysis.sourceMap.resolve(race.second.key).range);
  const NameExpr *root = nullptr;
  if (access)
    for (const NameExpr *name : allOf<NameExpr>(*access))
      if (!root && context.tree.declarationOf(*name))
        root = name;
  const Node *declaration = root ? context.tree.declarationOf(*root) : nullptr;
  const Node *owner = declaration ? enclosing<Block>(*declaration) : nullptr;
  if (declaration && !owner)
    owner = enclosing<Declaration>(*declaration);
  const Qualifiers *qualifiers = nullptr;
  if (const auto *block = llvm::dyn_cast_or_null<Block>(owner))
    qualifiers = &block->qualifiers;
  else if (const auto *variable = llvm::dyn_cast_or_null<Declaration>(owner))
    qualifiers = &variable->qualifiers;
  if (!qualifiers || qualifiers->words.empty())
    return edits.refuse("the declaration of '" + race.variable +
                        "' is not found");
  bool isCoherent = llvm::any_of(qualifiers->words, [&](uint32_t word) {
    return context.tree.text(word) == "coherent" ||
           context.tree.text(word) == "volatile";
  });
  if (!isCoherent)
    edits.insertBefore(qualifiers->words.front(), "coherent ");
}

static std::optional<std::vector<TextEdit>>
tryAt(const RewriteContext &context, const RaceFact &race,
      llvm::ArrayRef<BarrierPlace> candidates) {
  EditSet edits(context);
  std::string lines = linesFor(context, race);
  for (const BarrierPlace &candidate : candidates)
    if (candidate.isBefore)
      edits.insertLinesBefore(*candidate.statement, lines);
    else
      edits.insertLinesAfter(*candidate.statement, lines);
  makeCoherent(context, race, edits);
  auto taken = llvm::expectedToOptional(edits.take());
  if (!taken)
    return std::nullopt;
  std::optional<EntryPointFacts> after = tryEdits(context, *taken);
  const EntryPointFacts &before = context.analysis.facts;
  if (!after || isLessSynchronized(before, *after) ||
      after->synchronization.races.size() >=
          before.synchronization.races.size())
    return std::nullopt;
  return std::move(*taken);
}

/// One barrier, or else two: an exchange in a loop needs one behind the stores
/// and one in front of the next iteration's.
static std::optional<std::vector<TextEdit>>
tryAll(const RewriteContext &context, const RaceFact &race) {
  std::vector<BarrierPlace> candidates =
      race.missing == RaceFact::Missing::Barrier ? placesFor(context, race)
                                                 : barriersIn(context);
  for (const BarrierPlace &candidate : candidates)
    if (auto edits = tryAt(context, race, {candidate}))
      return edits;
  for (size_t i = 0; i < candidates.size(); ++i)
    for (size_t j = i + 1; j < candidates.size(); ++j)
      if (candidates[i].loopDepth > 0 &&
          candidates[i].loopDepth == candidates[j].loopDepth)
        if (auto edits = tryAt(context, race, {candidates[i], candidates[j]}))
          return edits;
  return std::nullopt;
}

static std::optional<FixOffer>
prepareInsertBarrier(const RewriteContext &context, const Diagnostic &finding) {
  auto races = racesOf(context, finding);
  if (races.empty() || races.front()->isOwnResult ||
      isInPlace(*races.front()) || races.front()->isPicked ||
      races.front()->isUpdate || races.front()->announcedBy ||
      isOneStatement(context.analysis, *races.front()) ||
      raceAcrossWorkgroups(context.analysis, *races.front()) ||
      llvm::any_of(races, [](const RaceFact *race) { return race->isOneGo; }))
    return std::nullopt;
  bool isShared = races.front()->space == MemorySpace::Shared;
  return FixOffer{races.front()->missing == RaceFact::Missing::Barrier
                      ? "puts a barrier between the two accesses"
                      : "puts a memory barrier in front of the barrier",
                  isShared ? Applicability::Safe
                           : Applicability::NeedsValidation};
}

static llvm::Expected<std::vector<Fix>>
applyInsertBarrier(const RewriteContext &context, const Diagnostic &finding) {
  std::optional<FixOffer> offer = prepareInsertBarrier(context, finding);
  if (!offer || !context.reanalyze)
    return refusal("where the barrier has to stand cannot be found out");
  for (const RaceFact *race : racesOf(context, finding)) {
    auto edits = tryAll(context, *race);
    if (!edits)
      continue;
    Fix fix;
    fix.message = offer->message;
    fix.applicability = offer->applicability;
    fix.edits = std::move(*edits);
    return std::vector<Fix>{std::move(fix)};
  }
  return refusal("no place between the two accesses is reached by all "
                 "invocations of the workgroup");
}

static constexpr llvm::StringRef kInsertBarrierMends[] = {
    "data-race", "missing-memory-barrier"};

WGLINT_DEFINE_REWRITE(
    InsertBarrier, {"insert-barrier",
                    "inserts the barrier that is missing between two accesses",
                    Applicability::Safe, kInsertBarrierMends,
                    /*claimsSpeed=*/false,
                    R"(## What it does

```
s[l] = a;            s[l] = a;
b = s[l ^ 1];  ->    barrier();
                     b = s[l ^ 1];
```

Every place in front of the later access and behind the earlier one is tried, those that are
executed least often first: the first at which the race is gone and which all invocations
reach is taken. For buffers and images a memory barrier comes with it, and the variable becomes
`coherent`. A barrier that lacks only the memory barrier gets that.

## When it is refused

Where each place between the two stands under a condition that only some invocations meet.

## References

OpenGL Shading Language 4.60, 8.16 and 8.17.
)",
                    prepareInsertBarrier, applyInsertBarrier,
                    /*mendsUndefined=*/true})
