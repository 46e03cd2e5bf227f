// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// See Findings.h.
#include "wglint/Check/Findings.h"
#include "AssumptionTexts.h"
#include "wglint/Check/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <set>

using namespace wglint;

std::string wglint::namesText(llvm::ArrayRef<llvm::StringRef> names) {
  constexpr size_t kMaxNames = 4;
  llvm::ArrayRef<llvm::StringRef> shown = names.take_front(kMaxNames);
  std::string text;
  for (llvm::StringRef name : shown)
    text += (text.empty() ? "'" : ", '") + name.str() + "'";
  if (names.size() > shown.size())
    text += " and " + std::to_string(names.size() - shown.size()) + " more";
  return text;
}

std::string wglint::countText(const CountRange &count) {
  if (count.isExact())
    return std::to_string(count.min);
  return llvm::formatv("{0} to {1}", count.min, count.max).str();
}

std::string wglint::accessText(const AccessFact &access) {
  llvm::StringRef verb = access.op == AccessOp::Load    ? "load from"
                         : access.op == AccessOp::Store ? "store to"
                                                        : "atomic on";
  // SPIR-V without names.
  if (access.variable.empty())
    return (verb + " an unnamed variable").str();
  return llvm::formatv("{0} '{1}'", verb, access.variable).str();
}

std::string wglint::deviceText(const DeviceConfig &config) {
  return llvm::formatv("{0} ({1} lanes)", config.device->displayName,
                       config.subgroupSize)
      .str();
}

uint64_t wglint::subgroupCount(const EntryPointFacts &facts,
                               const DeviceConfig &config) {
  return llvm::divideCeil(invocationCount(facts), config.subgroupSize);
}

std::string wglint::workgroupText(const std::array<uint32_t, 3> &size) {
  uint64_t count = invocationCount(size);
  if (size[1] == 1 && size[2] == 1)
    return std::to_string(count);
  std::string shape = llvm::formatv("{0} x {1}", size[0], size[1]);
  if (size[2] != 1)
    shape += llvm::formatv(" x {0}", size[2]).str();
  return shape + " = " + std::to_string(count);
}

Evidence wglint::evidenceOf(FactEvidence evidence) {
  switch (evidence) {
  case FactEvidence::Exact:
    return Evidence::Proved;
  case FactEvidence::Assumed:
    return Evidence::Assumed;
  case FactEvidence::Bounded:
  case FactEvidence::Unknown: // never a finding on its numbers
    return Evidence::Bounded;
  }
  llvm_unreachable("unknown evidence");
}

std::string wglint::statedAssumption(const EntryPointFacts &facts,
                                     const std::string &assumption) {
  bool isSizeAssumed = facts.sizeSource == SizeSource::Assumed;
  return isSizeAssumed && assumption == kSpecializationAssumption
             ? "other " + assumption
             : assumption;
}

static void assume(const EntryPointFacts &facts, Diagnostic &diagnostic,
                   std::string assumption) {
  assumption = statedAssumption(facts, assumption);
  if (!llvm::is_contained(diagnostic.assumptions, assumption))
    diagnostic.assumptions.push_back(std::move(assumption));
  diagnostic.evidence = std::max(diagnostic.evidence, Evidence::Assumed);
}

std::string wglint::assumedSizeText(const EntryPointFacts &facts) {
  return "the host makes workgroups of " + workgroupText(facts.workgroupSize) +
         " invocations";
}

static void assumeSpecializationDefaults(const CheckContext &context,
                                         Diagnostic &diagnostic) {
  if (context.facts.sizeSource == SizeSource::Assumed)
    assume(context.facts, diagnostic, assumedSizeText(context.facts));
  assume(context.facts, diagnostic,
         context.options.specialization.empty()
             ? kSpecializationAssumption
             : "specialization constants as given");
}

static void noteAtFinding(Diagnostic &diagnostic, std::string message) {
  diagnostic.notes.push_back({SourceRange(), std::move(message)});
}

/// "57 % of this shader's memory traffic"; empty where it is next to nothing.
/// Images count for nothing in it.
static std::string shareText(const EntryPointFacts &facts,
                             double costFraction) {
  if (costFraction < 0.01)
    return "";
  bool hasImages = llvm::any_of(facts.accesses, [](const AccessFact &access) {
    return access.space == MemorySpace::Image;
  });
  return llvm::formatv(
      "{0} % of this shader's {1}", std::lround(costFraction * 100),
      hasImages ? "traffic to buffers and shared memory" : "memory traffic");
}

/// One note with all that a number rests on; none where there is nothing to
/// say. \p access: the one that the number is of, if it is of one.
static void noteCircumstances(Diagnostic &diagnostic, const std::string &share,
                              const DeviceConfig *config,
                              const AccessFact *access = nullptr) {
  std::vector<std::string> parts;
  if (!share.empty())
    parts.push_back(share);
  if (!diagnostic.assumptions.empty())
    parts.push_back(assumptionsText(diagnostic.assumptions,
                                    access && config
                                        ? smallValuesRemark(*access, *config)
                                        : AssumptionRemark()));
  if (config) {
    diagnostic.device = config->device->name.str();
    parts.push_back("counted for " + deviceText(*config));
  }
  if (!parts.empty())
    noteAtFinding(diagnostic, llvm::join(parts, "; "));
}

static void noteSurroundings(const CheckContext &context,
                             Diagnostic &diagnostic, const AccessFact &access,
                             const SourceLocation &location) {
  llvm::append_range(diagnostic.notes, location.context);
  for (const DebugKey &call : access.callChain)
    diagnostic.notes.push_back(
        {context.sourceMap.resolve(call).range, "called from here"});
}

/// Notes with \p format and the text of each for \p accesses, or for the first
/// few of them and how many more of \p others there are. Other calls of the
/// same function are the same place, as are those of \p known.
static void notePlaces(const CheckContext &context, Diagnostic &diagnostic,
                       llvm::ArrayRef<const AccessFact *> accesses,
                       std::set<uint32_t> known, const char *format,
                       llvm::StringRef others) {
  constexpr size_t kMaxNamed = 8;
  size_t count = 0;
  for (const AccessFact *access : accesses)
    if (known.insert(access->instruction).second && ++count <= kMaxNamed)
      diagnostic.notes.push_back(
          {context.sourceMap.resolve(access->key).range,
           llvm::formatv(format, accessText(*access), others)});
  if (count > kMaxNamed)
    diagnostic.notes.push_back(
        {SourceRange(),
         llvm::formatv("{0}: {1} more", others, count - kMaxNamed)});
}

void wglint::noteLikewise(const CheckContext &context, Diagnostic &diagnostic,
                          llvm::ArrayRef<const AccessFact *> accesses,
                          size_t findingCount) {
  if (accesses.empty())
    return;
  notePlaces(context, diagnostic, accesses, {}, "{1}: {0} here", "likewise");
  addMeasurement(diagnostic, kLikewiseFindings, double(findingCount),
                 "findings");
}

/// What \p way is of the traffic where its first access is executed, in which
/// what excludes that has no part; 0 where it is not known.
static double fractionOnWay(const EntryPointFacts &facts,
                            llvm::ArrayRef<const AccessFact *> way) {
  double own = 0, all = 0;
  for (const AccessFact *access : way) {
    if (!access->costFraction)
      return 0;
    own += *access->costFraction;
  }
  for (const AccessFact &access : facts.accesses)
    if (!areExclusive(access.way, way.front()->way))
      all += access.costFraction.value_or(0);
  return all > 0 ? own / all : 0;
}

Diagnostic &
wglint::addAccessFinding(const CheckContext &context, DiagnosticSink &sink,
                         llvm::ArrayRef<const AccessFact *> accesses,
                         const DeviceConfig *config, std::string message,
                         llvm::StringRef advice, llvm::StringRef others,
                         llvm::ArrayRef<const AccessFact *> likewise) {
  const AccessFact &first = *accesses.front();
  llvm::SmallVector<const AccessFact *, 8> all(accesses);
  llvm::append_range(all, likewise);
  SourceLocation location = context.sourceMap.resolve(first.key);
  Diagnostic &diagnostic = sink.add(location.range, std::move(message));
  for (const AccessFact *access : all) {
    diagnostic.evidence =
        std::max(diagnostic.evidence, evidenceOf(access->evidence));
    if (access->dependsOnSpecialization ||
        isSpecialized(context.facts.sizeSource))
      assumeSpecializationDefaults(context, diagnostic);
  }
  // What holds on one way through the branches contradicts another one.
  auto way = accessesOfOneWay(all);
  for (const AccessFact *access : way)
    for (const std::string &assumption : access->assumptions)
      assume(context.facts, diagnostic, assumption);
  double costFraction = fractionOnWay(context.facts, way);
  noteCircumstances(diagnostic, shareText(context.facts, costFraction), config,
                    &first);
  if (costFraction > 0)
    addMeasurement(diagnostic, "costFraction", costFraction, "fraction");
  if (!advice.empty())
    noteAtFinding(diagnostic, advice.str());
  notePlaces(context, diagnostic, accesses, {first.instruction}, "{0} {1}",
             others);
  noteSurroundings(context, diagnostic, first, location);
  return diagnostic;
}

Diagnostic &wglint::addFinding(const CheckContext &context,
                               DiagnosticSink &sink,
                               const SourceLocation &location,
                               const DeviceConfig *config, std::string message,
                               llvm::StringRef advice) {
  Diagnostic &diagnostic = sink.add(location.range, std::move(message));
  if (isSpecialized(context.facts.sizeSource))
    assumeSpecializationDefaults(context, diagnostic);
  noteCircumstances(diagnostic, /*share=*/"", config);
  if (!advice.empty())
    noteAtFinding(diagnostic, advice.str());
  llvm::append_range(diagnostic.notes, location.context);
  return diagnostic;
}

SourceLocation wglint::workgroupSizeLocation(const CheckContext &context) {
  if (auto location = context.sourceMap.workgroupSizeDeclaration())
    return *location;
  return context.sourceMap.resolve(context.facts.key);
}

SourceLocation wglint::sharedVariableLocation(const CheckContext &context,
                                              const SharedUseFact &variable) {
  if (auto location = context.sourceMap.sharedDeclaration(variable.variable))
    return *location;
  for (const AccessFact &access : context.facts.accesses)
    if (isSameVariable(access.variableId, variable.variableId))
      return context.sourceMap.resolve(access.key);
  return context.sourceMap.resolve(context.facts.key);
}

SourceLocation wglint::sharedMemoryLocation(const CheckContext &context) {
  const SharedUseFact *largest = nullptr;
  for (const SharedUseFact &variable : context.facts.resources.sharedUses)
    if (!largest || std::pair(variable.isUsed, variable.bytes) >
                        std::pair(largest->isUsed, largest->bytes))
      largest = &variable;
  return largest ? sharedVariableLocation(context, *largest)
                 : workgroupSizeLocation(context);
}

Diagnostic &wglint::addWorkgroupFinding(const CheckContext &context,
                                        DiagnosticSink &sink,
                                        const DeviceConfig *config,
                                        std::string message,
                                        llvm::StringRef advice) {
  Diagnostic &diagnostic =
      addFinding(context, sink, workgroupSizeLocation(context), config,
                 std::move(message), advice);
  setMinor(diagnostic,
           isSpecialized(context.facts.sizeSource) ? kOpenSize : "");
  return diagnostic;
}

Diagnostic &wglint::addIdleLanesFinding(const CheckContext &context,
                                        DiagnosticSink &sink,
                                        const ConfigVerdict &verdict,
                                        llvm::StringRef what) {
  uint64_t count = invocationCount(context.facts);
  uint64_t laneCount = llvm::alignTo(count, verdict.numbers.subgroupSize);
  uint64_t idleCount = laneCount - count;
  Diagnostic &diagnostic = addWorkgroupFinding(
      context, sink, &verdict.numbers,
      llvm::formatv("{0}: {1} of {2} lanes {3} idle", what, idleCount,
                    laneCount, idleCount == 1 ? "is" : "are"),
      llvm::formatv(
          "a multiple of {0} invocations fills whole subgroups on every "
          "device of the target (resize-workgroup)",
          largestSubgroup(context)) // a power of two, as all of them
          .str());
  setMinor(diagnostic,
           verdict.agreement == Agreement::OneDevice ? kSomeDevices : "");
  addMeasurement(diagnostic, "workgroupInvocations", double(count),
                 "invocations");
  addMeasurement(diagnostic, "subgroupLanes", verdict.numbers.subgroupSize,
                 "lanes");
  addMeasurement(diagnostic, "idleLanes", double(idleCount), "lanes");
  return diagnostic;
}

void wglint::addMeasurement(Diagnostic &diagnostic, llvm::StringRef name,
                            double value, llvm::StringRef unit) {
  diagnostic.measurements.push_back({name.str(), value, unit.str()});
}

void wglint::addMeasurement(Diagnostic &diagnostic, llvm::StringRef name,
                            const CountRange &count, llvm::StringRef unit) {
  if (count.isExact())
    return addMeasurement(diagnostic, name, double(count.min), unit);
  addMeasurement(diagnostic, (name + "Min").str(), double(count.min), unit);
  addMeasurement(diagnostic, (name + "Max").str(), double(count.max), unit);
}

void wglint::addSectorNumbers(Diagnostic &diagnostic, const AccessFact &access,
                              const CostVerdict &verdict) {
  addMeasurement(diagnostic, "sectorsPerRequest", verdict.perRequest,
                 "sectors");
  addMeasurement(diagnostic, "idealSectorsPerRequest", verdict.idealPerRequest,
                 "sectors");
  addMeasurement(diagnostic, "sectorBytes",
                 *verdict.numbers->config.device->sectorBytes, "bytes");
  if (access.elementBytes)
    addMeasurement(diagnostic, "elementBytes", access.elementBytes, "bytes");
  if (access.laneStrideBytes)
    addMeasurement(diagnostic, "laneStrideBytes",
                   double(*access.laneStrideBytes), "bytes");
  const CostTotals &totals = verdict.numbers->perWorkgroup;
  if (totals.sectors)
    addMeasurement(diagnostic, "sectorsPerWorkgroup", *totals.sectors,
                   "sectors");
  if (totals.idealSectors)
    addMeasurement(diagnostic, "idealSectorsPerWorkgroup", *totals.idealSectors,
                   "sectors");
  if (!verdict.together)
    return;
  auto [usedBytes, movedBytes] = *verdict.together;
  addMeasurement(diagnostic, "groupUsedBytes", double(usedBytes), "bytes");
  addMeasurement(diagnostic, "groupMovedBytes", double(movedBytes), "bytes");
  noteAtFinding(diagnostic,
                llvm::formatv("together they use {0} of the {1} bytes in the "
                              "sectors of a request",
                              usedBytes, movedBytes));
}
