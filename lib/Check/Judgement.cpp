// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The rules by which a cost becomes a finding. They judge totals over a
/// workgroup where these are known, so that one odd iteration of a loop does
/// not speak for all of them, and single requests where they are not.
#include "wglint/Check/Judgement.h"
#include "ByteUnion.h"
#include "wglint/Check/Findings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <cstdlib>

using namespace wglint;

/// Actual and ideal cost of some number of requests.
namespace {
struct CostPair {
  CountRange actual;
  CountRange ideal;
  uint64_t requests = 1;
};
} // namespace

// Below twice the ideal nothing is said: caches and compilers merge that much
// (three scalar loads of a packed structure cost what three arrays cost on an
// H200).
static bool isTwiceTheIdeal(const CostPair &cost) {
  return cost.ideal.max > 0 && cost.actual.min >= 2 * cost.ideal.max;
}

static bool wastesSectors(const CostPair &cost, const DeviceConfig &config) {
  if (!isTwiceTheIdeal(cost))
    return false;
  uint64_t excessBytes =
      (cost.actual.min - cost.ideal.max) * *config.device->sectorBytes;
  return excessBytes >=
         kExcessBytesPerLane * config.subgroupSize * cost.requests;
}

static std::optional<CostPair> totalCost(const MaybeCount &actual,
                                         const MaybeCount &ideal,
                                         const MaybeCount &requests) {
  if (!actual || !ideal || !requests)
    return std::nullopt;
  return CostPair{*actual, *ideal, requests->max};
}

static std::optional<CostPair> sectorCost(const DeviceCost &cost) {
  const CostTotals &totals = cost.perWorkgroup;
  if (auto pair =
          totalCost(totals.sectors, totals.idealSectors, totals.requests))
    return pair;
  if (!cost.sectorsPerRequest || !cost.idealSectorsPerRequest)
    return std::nullopt;
  return CostPair{*cost.sectorsPerRequest, *cost.idealSectorsPerRequest};
}

static std::optional<CostPair> wavefrontCost(const DeviceCost &cost) {
  const CostTotals &totals = cost.perWorkgroup;
  if (auto pair =
          totalCost(totals.wavefronts, totals.idealWavefronts, totals.requests))
    return pair;
  if (!cost.wavefrontsPerRequest || !cost.idealWavefrontsPerRequest)
    return std::nullopt;
  return CostPair{*cost.wavefrontsPerRequest, *cost.idealWavefrontsPerRequest};
}

bool wglint::groupWastesSectors(
    const AccessGroup &group, std::optional<CostVerdict::Together> *together) {
  const AccessFact &first = *group.members.front();
  for (unsigned i = 0; i < first.costs.size(); ++i) {
    const DeviceConfig &config = first.costs[i].config;
    if (!config.device->sectorBytes)
      continue;
    ByteUnion::Sectors all = sectorsOf(group.members, i);
    ByteUnion::Sectors alone = sectorsOf(&first, i);
    CostPair cost;
    cost.actual = {all.touched, all.touched};
    cost.ideal = {all.ideal, all.ideal};
    // So many requests would fetch these bytes; repeated ones do not count.
    cost.requests = llvm::divideCeil(all.ideal, alone.ideal);
    if (!wastesSectors(cost, config))
      return false;
    if (!together || *together)
      continue;
    ByteUnion::Sectors way = sectorsOf(accessesOfOneWay(group.members), i);
    *together = {way.usedBytes, way.touched * *config.device->sectorBytes};
  }
  return true;
}

/// Whether \p access wastes sectors on every configuration that has them, taken
/// alone. Sets \p numbers to the first such configuration.
static bool wastesEverywhere(const AccessFact &access,
                             const DeviceCost *&numbers) {
  numbers = nullptr;
  for (const DeviceCost &cost : access.costs) {
    if (!cost.config.device->sectorBytes)
      continue;
    std::optional<CostPair> pair = sectorCost(cost);
    if (!pair || !wastesSectors(*pair, cost.config))
      return false;
    if (!numbers)
      numbers = &cost;
  }
  return numbers != nullptr;
}

/// Whether the requests that an element takes, as a vector of which only the
/// components' alignment is known, use up the sectors of each of them.
static bool takesElementInPieces(const AccessFact &access) {
  if (access.costs.empty() || access.elementBytes > kCheapRunBytes)
    return false;
  const DeviceCost &cost = access.costs.front();
  if (!cost.config.device->sectorBytes || !cost.sectorsPerRequest ||
      !cost.idealSectorsPerRequest || !cost.worst)
    return false;
  uint64_t elementSectors = llvm::divideCeil(
      access.elementBytes * llvm::popcount(cost.worst->activeMask),
      *cost.config.device->sectorBytes);
  return cost.idealSectorsPerRequest->max < elementSectors &&
         cost.sectorsPerRequest->max < 2 * elementSectors;
}

bool wglint::takesShortRuns(const EntryPointFacts &facts,
                            const AccessFact &access) {
  if (takesElementInPieces(access))
    return true;
  if (!access.workgroupSectors || !access.workgroupBytes ||
      access.costs.empty())
    return false;
  const DeviceCost &cost = access.costs.front();
  if (!cost.config.device->sectorBytes || !cost.sectorsPerRequest ||
      // One more where the first byte lies off the grid of sectors.
      2 * (cost.sectorsPerRequest->max - 1) > cost.config.subgroupSize)
    return false;
  uint64_t invocations = invocationCount(facts);
  uint64_t movedBytes =
      *access.workgroupSectors * *cost.config.device->sectorBytes;
  uint64_t subgroups = subgroupCount(facts, cost.config);
  return *access.workgroupBytes <= kCheapRunBytes * invocations &&
         movedBytes < 2 * *access.workgroupBytes &&
         subgroups * cost.sectorsPerRequest->max < 2 * *access.workgroupSectors;
}

bool wglint::takesWindows(const AccessFact &access) {
  if (access.op != AccessOp::Load || !access.workgroupSectors ||
      !access.workgroupBytes || access.costs.empty())
    return false;
  const DeviceCost &cost = access.costs.front();
  const std::optional<unsigned> &sectorBytes = cost.config.device->sectorBytes;
  if (!sectorBytes || !cost.perWorkgroup.idealSectors)
    return false;
  uint64_t requestedBytes = cost.perWorkgroup.idealSectors->min * *sectorBytes;
  uint64_t movedBytes = *access.workgroupSectors * *sectorBytes;
  // A quarter of the bytes is asked for more than once.
  return *access.workgroupBytes <= kWindowBytes &&
         movedBytes < 2 * *access.workgroupBytes &&
         4 * requestedBytes >= 5 * *access.workgroupBytes;
}

std::optional<CostVerdict> wglint::judgeSectors(const AccessGroup &group) {
  // If the first wastes nothing, neither do all: they use its bytes as well.
  const AccessFact &first = *group.members.front();
  const DeviceCost *numbers = nullptr;
  if (first.evidence == FactEvidence::Unknown ||
      !wastesEverywhere(first, numbers) || !numbers->sectorsPerRequest ||
      !numbers->idealSectorsPerRequest)
    return std::nullopt;
  CostVerdict verdict{numbers, *numbers->sectorsPerRequest,
                      *numbers->idealSectorsPerRequest, std::nullopt};
  if (group.members.size() > 1 && !groupWastesSectors(group, &verdict.together))
    return std::nullopt;
  return verdict;
}

std::optional<CostVerdict>
wglint::judgeSectorsOfSomeLanes(const AccessGroup &group) {
  const AccessFact &first = *group.members.front();
  if (first.evidence != FactEvidence::Bounded || !first.laneStrideBytes)
    return std::nullopt;
  std::optional<CostVerdict> verdict;
  for (const DeviceCost &cost : first.costs) {
    const std::optional<unsigned> &sectorBytes =
        cost.config.device->sectorBytes;
    const MaybeCount &actual = cost.sectorsPerRequest,
                     &ideal = cost.idealSectorsPerRequest;
    if (!sectorBytes)
      continue;
    if (!actual || !ideal ||
        uint64_t(std::llabs(*first.laneStrideBytes)) < *sectorBytes ||
        !wastesSectors({{actual->max, actual->max}, {ideal->max, ideal->max}},
                       cost.config))
      return std::nullopt;
    if (!verdict)
      verdict = {&cost, *actual, *ideal, std::nullopt, true};
  }
  return group.members.size() == 1 || groupWastesSectors(group) ? verdict
                                                                : std::nullopt;
}

/// Whether some request conflicts for certain. A range is what might be if the
/// fact is bounded, or the device's rule for the width is not documented; else
/// it is what the iterations of a loop do.
static bool surelyConflicts(const DeviceCost &cost, const CostPair &pair,
                            FactEvidence evidence) {
  if (cost.perWorkgroup.wavefronts && pair.actual.min <= pair.ideal.max)
    return false;
  const CountRange &ways = *cost.conflictWays;
  return (evidence == FactEvidence::Bounded ? ways.min : ways.max) >= 2;
}

/// How the device splits accesses as wide as this one is not documented: it
/// takes no part where it may do without a conflict.
static bool isUndocumented(const DeviceCost &cost, const AccessFact &access) {
  const SharedBanks &banks = *cost.config.device->sharedBanks;
  return banks.wide == WideSharedAccess::Unknown &&
         access.elementBytes > banks.bankBytes;
}

std::optional<ConflictVerdict>
wglint::judgeBankConflicts(const AccessFact &access) {
  if (access.evidence == FactEvidence::Unknown)
    return std::nullopt;
  std::optional<ConflictVerdict> verdict;
  for (const DeviceCost &cost : access.costs) {
    if (!cost.config.device->hasSharedMemory ||
        !cost.config.device->sharedBanks)
      continue;
    std::optional<CostPair> pair = wavefrontCost(cost);
    if (!pair || !cost.conflictWays || !cost.wavefrontsPerRequest ||
        !cost.idealWavefrontsPerRequest)
      return std::nullopt;
    if (!surelyConflicts(cost, *pair, access.evidence)) {
      if (isUndocumented(cost, access))
        continue;
      return std::nullopt;
    }
    if (!verdict)
      verdict = ConflictVerdict{{&cost, *cost.wavefrontsPerRequest,
                                 *cost.idealWavefrontsPerRequest, std::nullopt},
                                *cost.conflictWays};
    if (!isTwiceTheIdeal(*pair) && !isUndocumented(cost, access))
      verdict->share = ConflictShare::Some;
  }
  return verdict;
}

MaybeCount wglint::extraWavefronts(const ConflictVerdict &verdict) {
  const CostTotals &totals = verdict.cost.numbers->perWorkgroup;
  const MaybeCount &actual = totals.wavefronts;
  const MaybeCount &ideal = totals.idealWavefronts;
  if (!actual || !ideal || actual->min < ideal->max)
    return std::nullopt;
  return CountRange{actual->min - ideal->max, actual->max - ideal->min};
}

const StorageBlockFact *wglint::storageBlock(const EntryPointFacts &facts,
                                             const AccessFact &access) {
  for (const StorageBlockFact &block : facts.resources.storageBlocks)
    if (isSameVariable(block.variableId, access.variableId))
      return &block;
  return nullptr;
}

const StorageBlockFact *wglint::fixedBlock(const EntryPointFacts &facts,
                                           const AccessFact &access) {
  const StorageBlockFact *block = storageBlock(facts, access);
  return block && block->fixedBytes && block->count == 1 ? block : nullptr;
}

bool wglint::isSameBuffer(const StorageBlockFact &a,
                          const StorageBlockFact &b) {
  return a.binding && a.binding == b.binding && a.set == b.set;
}

bool wglint::isWholeElement(const AccessFact &access) {
  return access.laneStrideBytes &&
         std::llabs(*access.laneStrideBytes) == access.elementBytes;
}

bool wglint::conflictsByElementSize(const EntryPointFacts &facts,
                                    const AccessFact &access) {
  std::optional<ConflictVerdict> verdict = judgeBankConflicts(access);
  if (!verdict || access.elementBytes == 0)
    return false;
  return llvm::any_of(
      facts.sharedVariables, [&](const SharedVariableFact &variable) {
        return isSameVariable(variable.variableId, access.variableId) &&
               verdict->ways.max * access.elementBytes <= variable.elementBytes;
      });
}

bool wglint::conflictsByRowDistance(const EntryPointFacts &facts,
                                    const AccessFact &access) {
  constexpr uint64_t kWordBytes = 4;
  std::optional<ConflictVerdict> verdict = judgeBankConflicts(access);
  if (!verdict || !access.laneStrideBytes || access.elementBytes != kWordBytes)
    return false;
  uint64_t strideBytes = std::llabs(*access.laneStrideBytes);
  return llvm::any_of(
      facts.sharedVariables, [&](const SharedVariableFact &variable) {
        if (variable.variableId != access.variableId ||
            variable.dimensions.size() < 2 ||
            variable.elementBytes != kWordBytes)
          return false;
        uint64_t rowBytes = variable.dimensions.back() * kWordBytes;
        if (rowBytes == 0 || strideBytes == 0 || strideBytes % rowBytes != 0)
          return false;
        uint64_t rows = strideBytes / rowBytes;
        return verdict->ways.max <= uint64_t(1) << llvm::countr_zero(rows);
      });
}

bool wglint::hasOpenLayout(const EntryPointFacts &facts,
                           const AccessFact &access) {
  return llvm::any_of(
      facts.resources.sharedUses, [&](const SharedUseFact &variable) {
        return variable.paddingBytes > 0 &&
               isSameVariable(variable.variableId, access.variableId);
      });
}

bool wglint::hasRunTimeIndex(const PrivateArrayFact &array) {
  return array.index == PrivateArrayFact::Index::Divergent ||
         array.index == PrivateArrayFact::Index::Unknown;
}

bool wglint::isCopyOf(const PrivateArrayFact &copy,
                      const PrivateArrayFact &array) {
  return copy.copyOf == array.variableId && copy.bytes == array.bytes &&
         copy.copiedMembers == array.members;
}

bool wglint::isCopy(const EntryPointFacts &facts,
                    const PrivateArrayFact &array) {
  return llvm::any_of(facts.privateArrays, [&](const auto &other) {
    return isCopyOf(array, other);
  });
}

bool wglint::isOfSeveral(const EntryPointFacts &facts,
                         const PrivateArrayFact &array) {
  return array.function == 0 || array.isPassed ||
         llvm::any_of(facts.privateArrays, [&](const auto &other) {
           return isCopyOf(other, array);
         });
}

const DeviceConfig *wglint::overRegisters(llvm::ArrayRef<DeviceConfig> configs,
                                          uint64_t bytes) {
  constexpr uint64_t kRegisterBytes = 4;
  const DeviceConfig *first = nullptr;
  for (const DeviceConfig &config : configs) {
    std::optional<unsigned> registers =
        config.device->registersPerInvocationLimit;
    if (!registers)
      continue;
    if (bytes <= *registers * kRegisterBytes)
      return nullptr;
    if (!first)
      first = &config;
  }
  return first;
}

static bool halvesSectors(const ShapeFact &now, const ShapeFact &then) {
  bool isKnown = false;
  for (size_t c = 0; c < now.costs.size(); ++c) {
    if (!now.costs[c].config.device->sectorBytes)
      continue;
    isKnown = true;
    if (now.costs[c].minSectors < 2 * then.costs[c].maxSectors ||
        then.costs[c].maxSectors == 0)
      return false;
  }
  return isKnown;
}

const ShapeFact *wglint::betterShape(const EntryPointFacts &facts) {
  auto total = [](const ShapeFact &shape) {
    uint64_t sum = 0;
    for (const ShapeCost &cost : shape.costs)
      sum += cost.maxSectors;
    return sum;
  };
  const ShapeFact *best = nullptr;
  if (facts.resources.shapes.empty())
    return best;
  for (const ShapeFact &shape : llvm::drop_begin(facts.resources.shapes))
    if (halvesSectors(facts.resources.shapes.front(), shape) &&
        (!best || total(shape) < total(*best)))
      best = &shape;
  return best;
}

bool wglint::isMendedByShape(const EntryPointFacts &facts,
                             const AccessFact &access) {
  const ShapeFact *shape = betterShape(facts);
  if (!shape)
    return false;
  size_t index = &access - facts.accesses.data();
  assert(index < facts.accesses.size() && "not an access of these facts");
  for (size_t c = 0; c < access.costs.size(); ++c) {
    const MaybeCount &ideal = access.costs[c].idealSectorsPerRequest;
    std::optional<uint64_t> then = shape->costs[c].accessMaxSectors[index];
    if (!access.costs[c].config.device->sectorBytes || !ideal || !then)
      continue;
    if (!wastesSectors({{*then, *then}, *ideal}, access.costs[c].config))
      return true; // a finding has to hold on every configuration
  }
  return false;
}

ConfigVerdict wglint::judgeAcrossDevices(
    llvm::ArrayRef<DeviceConfig> configs,
    llvm::function_ref<bool(const DeviceConfig &)> holds) {
  ConfigVerdict verdict;
  bool holdsForAll = true;
  for (size_t begin = 0, end; begin < configs.size(); begin = end) {
    bool holdsForDevice = true;
    for (end = begin;
         end < configs.size() && configs[end].device == configs[begin].device;
         ++end)
      holdsForDevice &= holds(configs[end]);
    holdsForAll &= holdsForDevice;
    if (holdsForDevice && verdict.agreement == Agreement::None) {
      verdict.agreement = Agreement::OneDevice;
      verdict.numbers = configs[begin];
    }
  }
  if (holdsForAll && verdict.agreement == Agreement::OneDevice)
    verdict.agreement = Agreement::All;
  return verdict;
}
