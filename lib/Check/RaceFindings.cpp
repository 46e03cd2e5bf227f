// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Check/RaceFindings.h"
#include "AssumptionTexts.h"
#include "wglint/Check/Findings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include <tuple>

using namespace wglint;

uint32_t wglint::stretchNumber(const EntryPointFacts &facts,
                               const RaceAccess &access) {
  for (const AccessFact &fact : facts.accesses)
    if (fact.instruction == access.instruction)
      return fact.stretch;
  return 0;
}

std::string wglint::invocationText(const EntryPointFacts &facts,
                                   const InvocationId &id) {
  if (facts.workgroupSize[1] == 1 && facts.workgroupSize[2] == 1)
    return llvm::formatv("invocation {0}", id[0]);
  return llvm::formatv("invocation ({0}, {1}, {2})", id[0], id[1], id[2]);
}

std::string wglint::workgroupIdText(const InvocationId &id) {
  return llvm::formatv("workgroup ({0}, {1}, {2})", id[0], id[1], id[2]);
}

std::string wglint::verbText(AccessOp op) {
  switch (op) {
  case AccessOp::Load:
    return "loads";
  case AccessOp::Store:
    return "stores to";
  case AccessOp::Atomic:
    return "atomically changes";
  }
  llvm_unreachable("unknown operation");
}

static std::string variableText(const RaceFact &race) {
  return race.variable.empty() ? "an unnamed variable"
                               : "'" + race.variable + "'";
}

std::string wglint::placeText(const RaceFact &race) {
  std::string variable = variableText(race);
  if (!race.addressBytes)
    return (race.space == MemorySpace::Image ? "a texel of "
                                             : "an element of ") +
           variable;
  std::string address = std::to_string(*race.addressBytes);
  if (!race.unknownBase.empty())
    address += " + " + race.unknownBase;
  return "byte " + address + " of " + variable;
}

std::string wglint::meetingText(const CheckContext &context,
                                const RaceFact &race) {
  return llvm::formatv("{0} {1} {2}, which {3} {4}",
                       invocationText(context.facts, race.second.invocation),
                       verbText(race.second.op), placeText(race),
                       invocationText(context.facts, race.first.invocation),
                       verbText(race.first.op));
}

/// In whichever order.
static bool areSamePlaces(const RaceFact &a, const RaceFact &b) {
  auto placesOf = [](const RaceFact &race) {
    return std::minmax(race.first.instruction, race.second.instruction);
  };
  return placesOf(a) == placesOf(b);
}

bool wglint::meetsWithinWorkgroup(const CheckContext &context,
                                  const RaceFact &race) {
  return llvm::any_of(context.facts.synchronization.races,
                      [&](const RaceFact &other) {
                        return other.missing == RaceFact::Missing::Barrier &&
                               (race.isSameValue || !other.isSameValue) &&
                               areSamePlaces(other, race);
                      });
}

const RaceFact *wglint::raceAcrossWorkgroups(const CheckContext &context,
                                             const RaceFact &race) {
  const auto &races = context.facts.synchronization.races;
  auto it = llvm::find_if(races, [&](const RaceFact &other) {
    return other.missing == RaceFact::Missing::Everything &&
           areSamePlaces(other, race);
  });
  return it == races.end() ? nullptr : &*it;
}

bool wglint::isInPlace(const RaceFact &race) {
  return race.dependsOnData && race.space == MemorySpace::Global &&
         !race.addressBytes;
}

std::string wglint::acrossWorkgroupsAdvice(const RaceFact &race) {
  if (race.isKeptToOne)
    return "no barrier orders workgroups: set it before the dispatch, and read "
           "it after that";
  return "workgroups meet there, too, and no barrier orders those: store to a "
         "second " +
         std::string(race.space == MemorySpace::Image ? "image" : "buffer") +
         ", and exchange the two between dispatches";
}

std::vector<SourceRange> wglint::raceRanges(const CheckContext &context) {
  std::vector<SourceRange> ranges;
  for (const RaceFact &race : context.facts.synchronization.races)
    ranges.push_back(context.sourceMap.resolve(race.second.key).range);
  return ranges;
}

Diagnostic &wglint::addSyncFinding(const CheckContext &context,
                                   DiagnosticSink &sink, const DebugKey &key,
                                   llvm::ArrayRef<DebugKey> callChain,
                                   llvm::ArrayRef<std::string> assumptions,
                                   std::string message,
                                   llvm::StringRef advice) {
  SourceLocation location = context.sourceMap.resolve(key);
  Diagnostic &finding = sink.add(location.range, std::move(message));
  for (const std::string &assumption : assumptions)
    finding.assumptions.push_back(statedAssumption(context.facts, assumption));
  if (context.facts.sizeSource == SizeSource::Assumed)
    finding.assumptions.push_back(assumedSizeText(context.facts));
  if (!finding.assumptions.empty()) {
    finding.evidence = Evidence::Assumed;
    finding.notes.push_back(
        {SourceRange(), assumptionsText(finding.assumptions)});
  }
  if (!advice.empty())
    finding.notes.push_back({SourceRange(), advice.str()});
  llvm::append_range(finding.notes, location.context);
  for (const DebugKey &call : callChain)
    finding.notes.push_back(
        {context.sourceMap.resolve(call).range, "called from here"});
  return finding;
}

static std::vector<std::string> assumptionsOf(const RaceFact &race) {
  std::vector<std::string> assumptions = race.assumptions;
  if (race.dependsOnData)
    assumptions.push_back(
        !race.isPicked &&
                (race.addressBytes || race.space == MemorySpace::Image)
            ? "some data makes an invocation come here"
            : "some data brings two invocations to one element");
  return assumptions;
}

Diagnostic &wglint::addRaceFinding(const CheckContext &context,
                                   DiagnosticSink &sink, const RaceFact &race,
                                   std::string message,
                                   llvm::StringRef advice) {
  Diagnostic &finding =
      addSyncFinding(context, sink, race.second.key, race.second.callChain,
                     assumptionsOf(race), std::move(message), advice);
  SourceRange other = context.sourceMap.resolve(race.first.key).range;
  finding.notes.push_back(
      {other, invocationText(context.facts, race.first.invocation) + " " +
                  verbText(race.first.op) + " it here"});
  return finding;
}

void wglint::addOthers(const CheckContext &context, Diagnostic &finding,
                       llvm::ArrayRef<const RaceFact *> group,
                       const RaceFact &leader) {
  constexpr size_t kMaxNamed = 4;
  std::vector<SourceRange> places = {
      context.sourceMap.resolve(leader.second.key).range};
  for (const RaceFact *race : group) {
    SourceRange range = context.sourceMap.resolve(race->second.key).range;
    if (!range.isWholeFile() && llvm::is_contained(places, range))
      continue;
    places.push_back(range);
    if (places.size() > 1 + kMaxNamed)
      continue;
    std::string text =
        llvm::formatv("likewise: {0} {1} {2} here",
                      invocationText(context.facts, race->second.invocation),
                      verbText(race->second.op), variableText(*race));
    std::vector<std::string> assumptions;
    llvm::copy_if(assumptionsOf(*race), std::back_inserter(assumptions),
                  [&](const std::string &assumption) {
                    return !llvm::is_contained(finding.assumptions, assumption);
                  });
    if (!assumptions.empty())
      text += "; " + assumptionsText(assumptions);
    finding.notes.push_back({range, std::move(text)});
  }
  if (places.size() > 1 + kMaxNamed)
    finding.notes.push_back(
        {SourceRange(),
         llvm::formatv("likewise: {0} more", places.size() - 1 - kMaxNamed)});
}

bool wglint::isOfSeveralWords(const CheckContext &context,
                              const RaceFact &race) {
  constexpr unsigned kAtomicBytes = 4;
  return llvm::any_of(context.facts.accesses, [&](const AccessFact &access) {
    return access.elementBytes > kAtomicBytes &&
           (access.instruction == race.first.instruction ||
            access.instruction == race.second.instruction);
  });
}

bool wglint::isOneStatement(const CheckContext &context, const RaceFact &race) {
  if (race.isOneGo)
    return true;
  auto placeOf = [&](const DebugKey &key) {
    return context.sourceMap.resolve(key).range;
  };
  SourceRange first = placeOf(race.first.key);
  SourceRange second = placeOf(race.second.key);
  bool isOnePlace = !first.isWholeFile() && first.file == second.file &&
                    first.begin == second.begin;
  return (isOnePlace || race.first.instruction == race.second.instruction) &&
         llvm::none_of(context.facts.accesses, [&](const AccessFact &access) {
           if (access.loopDepth == 0 || access.op != AccessOp::Store)
             return false;
           SourceRange place = placeOf(access.key);
           return place == first || place == second;
         });
}

bool wglint::isOneStore(const CheckContext &context, const RaceFact &race) {
  return race.first.op == AccessOp::Store &&
         race.second.op == AccessOp::Store && isOneStatement(context, race);
}

const SharedVariableFact *wglint::passedArray(const EntryPointFacts &facts,
                                              const PrivateArrayFact &array) {
  for (const SharedVariableFact &shared : facts.sharedVariables)
    if (array.copyOf && isSameVariable(*array.copyOf, shared.variableId))
      return &shared;
  return nullptr;
}

/// Whether \p race is between what fetches \p array and hands it back.
static bool handsBack(const CheckContext &context, const RaceFact &race,
                      const PrivateArrayFact &array) {
  return array.copyOf && isSameVariable(*array.copyOf, race.variableId) &&
         isOneStatement(context, race);
}

bool wglint::isPassedBack(const CheckContext &context, const RaceFact &race) {
  return llvm::any_of(context.facts.privateArrays,
                      [&](const PrivateArrayFact &array) {
                        return handsBack(context, race, array);
                      });
}

bool wglint::isHandedBackInRace(const CheckContext &context,
                                const PrivateArrayFact &array) {
  return llvm::any_of(
      context.facts.synchronization.races,
      [&](const RaceFact &race) { return handsBack(context, race, array); });
}
