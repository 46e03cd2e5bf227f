// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Annotations.h"
#include "wglint/Check/Findings.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace wglint;
using namespace wglint::lsp;
using llvm::formatv;
using llvm::raw_ostream;

static std::string maybeText(const MaybeCount &count) {
  return count ? countText(*count) : "unknown";
}

/// `main`: what is said of several entry points has to tell them apart.
static void printHeading(raw_ostream &os, const std::string &what,
                         const EntryPointFacts &facts) {
  os << "**" << what << "** in `" << facts.name << "`\n\n";
}

static void printSectors(raw_ostream &os, const AccessFact &access) {
  os << "| device | sectors per request | would do |\n|---|---|---|\n";
  for (const DeviceCost &cost : access.costs)
    if (cost.sectorsPerRequest)
      os << formatv("| {0} | {1} | {2} |\n", deviceText(cost.config),
                    countText(*cost.sectorsPerRequest),
                    maybeText(cost.idealSectorsPerRequest));
}

static void printBanks(raw_ostream &os, const AccessFact &access) {
  os << "| device | conflict | wavefronts per request | would do |\n"
        "|---|---|---|---|\n";
  for (const DeviceCost &cost : access.costs)
    if (cost.wavefrontsPerRequest)
      os << formatv("| {0} | {1}-way | {2} | {3} |\n", deviceText(cost.config),
                    maybeText(cost.conflictWays),
                    countText(*cost.wavefrontsPerRequest),
                    maybeText(cost.idealWavefrontsPerRequest));
}

/// The byte that each lane touches, eight lanes a line.
static void printLanes(raw_ostream &os, const DeviceCost &cost) {
  const std::optional<Witness> &witness = cost.worst ? cost.worst : cost.first;
  if (!witness || witness->laneAddressBytes.empty())
    return;
  constexpr size_t kLanesPerLine = 8, kShownBits = 64;
  os << formatv("\nByte of each lane in subgroup {0}", witness->subgroup);
  if (!witness->unknownBase.empty())
    os << ", plus `" << witness->unknownBase << "`";
  if (!witness->example.empty())
    os << " (for " << witness->example << ")";
  os << ":\n```text\n";
  llvm::ArrayRef<int64_t> lanes = witness->laneAddressBytes;
  for (size_t lane = 0; lane < lanes.size(); ++lane) {
    if (lane % kLanesPerLine == 0)
      os << llvm::format_decimal(static_cast<int64_t>(lane), 2) << ':';
    bool isActive = lane < kShownBits && (witness->activeMask >> lane & 1);
    if (isActive)
      os << ' ' << llvm::format_decimal(lanes[lane], 6);
    else
      os << "      -";
    if (lane % kLanesPerLine == kLanesPerLine - 1 || lane + 1 == lanes.size())
      os << '\n';
  }
  os << "```\n";
}

/// How sure the numbers are, and what they rest on.
static void printEvidence(raw_ostream &os, const AccessFact &access) {
  if (access.unknown) {
    os << "\nNot known: " << access.unknown->text << ".\n";
    return;
  }
  os << "\nEvidence: " << toString(evidenceOf(access.evidence));
  if (!access.assumptions.empty())
    os << " (" << llvm::join(access.assumptions, ", ") << ")";
  os << ".\n";
}

static void printTotals(raw_ostream &os, const CostTotals &totals,
                        bool isShared) {
  const MaybeCount &count = isShared ? totals.wavefronts : totals.sectors;
  if (count && totals.requests)
    os << formatv("\nPer workgroup: {0} {1} in {2} requests.\n",
                  countText(*count), isShared ? "wavefronts" : "sectors",
                  countText(*totals.requests));
}

static void printStride(raw_ostream &os, const AccessFact &access) {
  if (access.isSubgroupUniform)
    os << "\nAll lanes touch the same address.\n";
  else if (access.laneStrideBytes)
    os << formatv("\nNeighbouring lanes are {0} bytes apart.\n",
                  *access.laneStrideBytes);
  else if (!access.laneStrideText.empty())
    os << formatv("\nNeighbouring lanes are `{0}` bytes apart.\n",
                  access.laneStrideText);
}

/// Some configuration knows the count that \p member names.
static bool isCounted(const AccessFact &access,
                      MaybeCount DeviceCost::*member) {
  for (const DeviceCost &cost : access.costs)
    if (cost.*member)
      return true;
  return false;
}

static std::string accessMarkdown(const EntryPointFacts &facts,
                                  const AccessFact &access) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printHeading(os, accessText(access), facts);
  os << toString(access.space) << " memory";
  if (access.elementBytes)
    os << ", " << access.elementBytes << " bytes per lane";
  os << "\n\n";
  bool isShared = isCounted(access, &DeviceCost::wavefrontsPerRequest);
  if (isShared)
    printBanks(os, access);
  else if (isCounted(access, &DeviceCost::sectorsPerRequest))
    printSectors(os, access);
  printStride(os, access);
  if (!access.costs.empty()) {
    printTotals(os, access.costs.front().perWorkgroup, isShared);
    printLanes(os, access.costs.front());
  }
  printEvidence(os, access);
  return text;
}

/// "32 sectors, 4 would do"; empty where nothing is known or nothing is lost.
static std::string hintLabel(const AccessFact &access) {
  if (access.costs.empty())
    return "";
  const DeviceCost &cost = access.costs.front();
  if (cost.sectorsPerRequest && cost.idealSectorsPerRequest) {
    std::string label =
        countText(*cost.sectorsPerRequest) +
        (cost.sectorsPerRequest->max == 1 ? " sector" : " sectors");
    if (!(*cost.sectorsPerRequest == *cost.idealSectorsPerRequest))
      label += ", " + countText(*cost.idealSectorsPerRequest) + " would do";
    return label;
  }
  if (cost.conflictWays && cost.conflictWays->max > 1)
    return countText(*cost.conflictWays) + "-way conflict";
  return "";
}

static void annotateAccesses(const CheckContext &context,
                             Annotations &annotations) {
  for (const AccessFact &access : context.facts.accesses) {
    SourceRange range = context.sourceMap.resolve(access.key).range;
    if (range.isWholeFile())
      continue;
    annotations.hovers.push_back(
        {range, "", accessMarkdown(context.facts, access)});
    std::string label = hintLabel(access);
    if (!label.empty())
      annotations.hints.push_back({range, std::move(label)});
  }
}

/// What devices of the target and the APIs let a workgroup have.
static void printSharedLimits(raw_ostream &os, const CheckContext &context) {
  os << "| limit of shared memory | bytes |\n|---|---|\n";
  const DeviceProfile *previous = nullptr;
  for (const DeviceConfig &config : context.options.configs) {
    if (config.device != previous && config.device->maxSharedBytes)
      os << formatv("| {0} | {1} |\n", config.device->displayName,
                    *config.device->maxSharedBytes);
    previous = config.device;
  }
  for (const ApiProfile *api : context.apis)
    os << formatv("| {0} guarantees | {1} |\n", api->displayName,
                  api->maxSharedBytes);
}

static void annotateShared(const CheckContext &context,
                           Annotations &annotations) {
  const EntryPointFacts &facts = context.facts;
  for (const SharedVariableFact &variable : facts.sharedVariables) {
    std::string text;
    llvm::raw_string_ostream os(text);
    printHeading(os, "shared " + variable.variable, facts);
    os << formatv("{0} of the {1} bytes of shared memory of a workgroup\n\n",
                  variable.bytes, facts.sharedBytes);
    for (const SharedUseFact &use : facts.resources.sharedUses)
      if (use.variableId == variable.variableId && use.paddingBytes)
        os << formatv("{0} of them are padding behind the elements\n\n",
                      use.paddingBytes);
    printSharedLimits(os, context);
    auto location = context.sourceMap.sharedDeclaration(variable.variable);
    annotations.hovers.push_back({location ? location->range : SourceRange(),
                                  variable.variable, os.str()});
  }
}

static void annotatePrivate(const CheckContext &context,
                            Annotations &annotations) {
  for (const PrivateArrayFact &array : context.facts.privateArrays) {
    std::string text;
    llvm::raw_string_ostream os(text);
    printHeading(os, "private array " + array.variable, context.facts);
    os << formatv("{0} elements, {1} bytes in each invocation; its index is "
                  "{2}\n",
                  array.elementCount, array.bytes, toString(array.index));
    for (const DeviceConfig &config : context.options.configs)
      if (config.device->registersPerInvocationLimit &&
          config.subgroupSize == config.device->subgroupSizes.front())
        os << formatv("\n{0} has {1} registers of 4 bytes for an invocation\n",
                      config.device->displayName,
                      *config.device->registersPerInvocationLimit);
    // The declaration of a private array has no place of its own.
    annotations.hovers.push_back({SourceRange(), array.variable, os.str()});
  }
}

static void annotateWorkgroup(const CheckContext &context,
                              Annotations &annotations) {
  auto location = context.sourceMap.workgroupSizeDeclaration();
  const EntryPointFacts &facts = context.facts;
  if (!location || facts.unknown)
    return;
  std::string text;
  llvm::raw_string_ostream os(text);
  printHeading(
      os,
      "workgroup of " + workgroupText(facts.workgroupSize) + " invocations" +
          (facts.sizeSource == SizeSource::Assumed ? ", which are assumed"
                                                   : ""),
      facts);
  os << formatv("{0} bytes of shared memory\n\n", facts.sharedBytes);
  if (!facts.resources.occupancies.empty())
    os << "| device | compute unit | resident subgroups | limited by |\n"
          "|---|---|---|---|\n";
  for (const OccupancyFact &fact : facts.resources.occupancies)
    os << formatv("| {0} | {1} | {2} of {3} ({4:P0}) | {5} |\n",
                  deviceText(fact.config), fact.unit->name,
                  fact.residentSubgroups, fact.maxSubgroups,
                  fact.occupancyFraction(), toString(fact.limiter));
  os << "\nAn upper bound: registers are not counted.\n";
  annotations.hovers.push_back({location->range, "", os.str()});
}

void wglint::lsp::annotate(const CheckContext &context,
                           Annotations &annotations) {
  annotateAccesses(context, annotations);
  annotateShared(context, annotations);
  annotatePrivate(context, annotations);
  annotateWorkgroup(context, annotations);
}
