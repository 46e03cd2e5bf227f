// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Check/ElementJudgement.h"
#include "ByteUnion.h"
#include "wglint/Check/Judgement.h"
#include "wglint/Check/Share.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstdlib>
#include <set>

using namespace wglint;

llvm::SmallVector<const AccessFact *, 4>
wglint::accessesAlongElements(const EntryPointFacts &facts,
                              const BufferArrayFact &array) {
  llvm::SmallVector<const AccessFact *, 4> walking;
  for (uint32_t index : array.accesses) {
    const AccessFact &access = facts.accesses[index];
    if (access.evidence != FactEvidence::Unknown && access.laneStrideBytes &&
        uint64_t(std::llabs(*access.laneStrideBytes)) == array.strideBytes)
      walking.push_back(&access);
  }
  return walking;
}

/// What the elements of \p laneCount neighbouring lanes use and move, from a
/// sector's begin on.
static ByteUnion::Sectors sectorsOf(const BufferArrayFact &array,
                                    const DeviceConfig &config) {
  ByteUnion bytes;
  for (unsigned lane = 0; lane < config.subgroupSize; ++lane)
    for (const ByteRange &used : array.usedBytes) {
      int64_t base = int64_t(array.strideBytes) * lane;
      bytes.add({base + used.begin, base + used.end});
    }
  return bytes.sectors(*config.device->sectorBytes);
}

static std::optional<ElementVerdict> judge(const EntryPointFacts &facts,
                                           const BufferArrayFact &array) {
  ElementVerdict verdict;
  verdict.array = &array;
  verdict.accesses = accessesAlongElements(facts, array);
  if (verdict.accesses.empty() || array.strideBytes == 0)
    return std::nullopt;
  for (const DeviceCost &cost : verdict.accesses.front()->costs) {
    const DeviceConfig &config = cost.config;
    if (!config.device->sectorBytes)
      continue;
    ByteUnion::Sectors sectors = sectorsOf(array, config);
    uint64_t movedBytes = sectors.touched * *config.device->sectorBytes;
    if (movedBytes < 2 * sectors.usedBytes ||
        movedBytes - sectors.usedBytes <
            kExcessBytesPerLane * config.subgroupSize)
      return std::nullopt;
    if (!verdict.numbers) {
      verdict.numbers = &cost;
      verdict.usedBytes = sectors.usedBytes;
      verdict.movedBytes = movedBytes;
    }
  }
  if (!verdict.numbers)
    return std::nullopt;
  return verdict;
}

std::vector<ElementVerdict>
wglint::judgeElements(const EntryPointFacts &facts) {
  std::vector<ElementVerdict> verdicts;
  for (const BufferArrayFact &array : facts.bufferArrays) {
    // Elements that are no structures only carry what a layout adds.
    if (!array.isStructure && array.strideBytes < 2 * array.dataBytes)
      continue;
    if (std::optional<ElementVerdict> verdict = judge(facts, array))
      verdicts.push_back(std::move(*verdict));
  }
  return verdicts;
}

bool wglint::isMaterial(const EntryPointFacts &facts,
                        const ElementVerdict &verdict) {
  if (llvm::all_of(verdict.accesses, [](const AccessFact *access) {
        return access->isLoopInvariant;
      }))
    return false;
  AvoidableByVariable shares(facts);
  for (const AccessFact *access : verdict.accesses) // loops run more often
    shares.add(access, verdict.numbers->config);
  const DeviceConfig &config = verdict.numbers->config;
  return shares.isMaterial(*verdict.accesses.front()) &&
         !isHiddenByArithmetic(facts, config, shares.totalTraffic(config));
}

uint64_t wglint::usedBytesOf(const BufferArrayFact &array) {
  uint64_t usedBytes = 0;
  for (const ByteRange &used : array.usedBytes)
    usedBytes += used.end - used.begin;
  return usedBytes;
}

bool wglint::isDrawCommand(const BufferArrayFact &array) {
  // VkDrawIndirectCommand, VkDrawIndexedIndirectCommand, and DrawArrays- and
  // DrawElementsIndirectCommand of OpenGL 4.6, 10.3.10.
  auto names = [&](llvm::StringRef name) {
    return llvm::any_of(array.members, [&](const ElementMemberFact &member) {
      std::string plain = llvm::StringRef(member.name).lower();
      llvm::erase(plain, '_');
      return plain == name;
    });
  };
  return names("instancecount") &&
         (names("firstinstance") || names("baseinstance"));
}

const BufferArrayFact *wglint::structuresOf(const EntryPointFacts &facts,
                                            const AccessFact &access) {
  uint32_t index = &access - facts.accesses.data();
  auto it = llvm::find_if(facts.bufferArrays, [&](const auto &array) {
    return array.isStructure && llvm::is_contained(array.accesses, index);
  });
  return it == facts.bufferArrays.end() ? nullptr : &*it;
}

bool wglint::isOnlyStored(const EntryPointFacts &facts,
                          const BufferArrayFact &array) {
  return llvm::all_of(array.accesses, [&](uint32_t index) {
    return facts.accesses[index].op == AccessOp::Store;
  });
}

bool wglint::isJudged(const std::vector<ElementVerdict> &verdicts,
                      const AccessFact &access) {
  return llvm::any_of(verdicts, [&](const ElementVerdict &verdict) {
    return llvm::is_contained(verdict.accesses, &access);
  });
}

const BufferArrayFact *wglint::arrayOfParts(const EntryPointFacts &facts,
                                            const AccessFact &access,
                                            int64_t strideBytes) {
  auto array = llvm::find_if(facts.bufferArrays, [&](const BufferArrayFact &a) {
    return a.variableId == access.variableId &&
           a.strideBytes == uint64_t(std::llabs(strideBytes)) &&
           access.elementBytes < a.strideBytes;
  });
  return array == facts.bufferArrays.end() ? nullptr : &*array;
}

/// The elements are vectors, or arrays that are as small.
static bool hasVectors(const BufferArrayFact &array) {
  constexpr uint64_t kVectorBytes = 16; // of four 32-bit components
  return !array.isStructure && array.strideBytes <= kVectorBytes;
}

bool wglint::takesPartOnce(const AccessFact &access,
                           const BufferArrayFact &array) {
  return access.loopDepth == 0 &&
         (hasVectors(array) || 2 * usedBytesOf(array) >= array.strideBytes);
}

bool wglint::isPartOfUsedSector(const EntryPointFacts &facts,
                                const AccessFact &access) {
  if (access.costs.empty() || !access.laneStrideBytes)
    return false;
  const BufferArrayFact *array =
      arrayOfParts(facts, access, *access.laneStrideBytes);
  auto sectorBytes = access.costs.front().config.device->sectorBytes;
  return array && array->isStructure && sectorBytes &&
         array->strideBytes < 2 * *sectorBytes &&
         4 * uint64_t(access.elementBytes) <= array->strideBytes &&
         4 * usedBytesOf(*array) >= 3 * array->strideBytes;
}

std::optional<int64_t> wglint::rowStrideBytes(const EntryPointFacts &facts,
                                              const DeviceCost &cost) {
  unsigned width = facts.workgroupSize[0];
  std::optional<int64_t> strideBytes;
  if (!cost.first || width < 2 || width >= cost.config.subgroupSize)
    return strideBytes;
  const Witness &request = *cost.first;
  unsigned laneCount = request.laneAddressBytes.size();
  for (unsigned lane = 1; lane < laneCount; ++lane) {
    bool areActive = (request.activeMask >> (lane - 1) & 3) == 3;
    bool isRowStart = (request.subgroup * laneCount + lane) % width == 0;
    int64_t distanceBytes =
        request.laneAddressBytes[lane] - request.laneAddressBytes[lane - 1];
    if (!areActive || isRowStart)
      continue;
    if (strideBytes && *strideBytes != distanceBytes)
      return std::nullopt;
    strideBytes = distanceBytes;
  }
  return strideBytes;
}

bool wglint::isCostOfDistance(const AccessFact &access,
                              const CostVerdict &verdict,
                              std::optional<int64_t> rowStrideBytes) {
  const DeviceConfig &config = verdict.numbers->config;
  uint64_t distanceBytes = std::llabs(rowStrideBytes.value_or(0));
  uint64_t sectorBytes = *config.device->sectorBytes;
  return distanceBytes > access.elementBytes && distanceBytes < sectorBytes &&
         verdict.perRequest.max * sectorBytes <=
             config.subgroupSize * distanceBytes;
}

/// Whether most lanes of the request that the analysis kept are at most \p
/// reachBytes away from their neighbour.
static bool lieClose(const DeviceCost &cost, uint64_t reachBytes) {
  if (!cost.first)
    return false;
  llvm::ArrayRef<int64_t> addresses = cost.first->laneAddressBytes;
  unsigned close = 0;
  for (unsigned lane = 1; lane < addresses.size(); ++lane) {
    bool areActive = (cost.first->activeMask >> (lane - 1) & 3) == 3;
    int64_t distanceBytes = addresses[lane] - addresses[lane - 1];
    close += areActive && distanceBytes != 0 &&
             uint64_t(std::llabs(distanceBytes)) <= reachBytes;
  }
  return 2 * close > addresses.size();
}

/// Whether no request touches more sectors than the one that the analysis kept
/// would if its lanes took the vectors \p strideBytes apart in order. False
/// where they take different components.
static bool isInBestOrder(const DeviceCost &cost, uint64_t strideBytes) {
  if (!cost.first || !cost.sectorsPerRequest)
    return false;
  std::set<int64_t> starts, parts;
  for (auto [lane, address] : llvm::enumerate(cost.first->laneAddressBytes))
    if (cost.first->activeMask >> lane & 1) {
      starts.insert(address);
      int64_t stride = int64_t(strideBytes);
      parts.insert((address % stride + stride) % stride);
    }
  uint64_t sectorBytes = *cost.config.device->sectorBytes;
  return parts.size() == 1 &&
         cost.sectorsPerRequest->max <=
             llvm::divideCeil(starts.size() * strideBytes, sectorBytes);
}

bool wglint::lacksOnlyOrder(const EntryPointFacts &facts,
                            const AccessFact &access, const DeviceCost &cost) {
  size_t index = &access - facts.accesses.data();
  for (const BufferArrayFact &array : facts.bufferArrays) {
    bool isSmall = array.strideBytes <= *cost.config.device->sectorBytes;
    bool isWhole = access.elementBytes >= array.strideBytes;
    if (!llvm::is_contained(array.accesses, index))
      continue;
    if (hasVectors(array) && !isWhole && isInBestOrder(cost, array.strideBytes))
      return true;
    if (2 * usedBytesOf(array) > array.strideBytes &&
        (array.isStructure || !isWhole))
      return lieClose(cost, array.strideBytes - (isSmall || isWhole ? 0 : 1));
  }
  return false;
}

bool wglint::lacksOnlyLayout(const EntryPointFacts &facts,
                             const AccessFact &access, const DeviceCost &cost) {
  const MaybeCount &sectors = cost.perWorkgroup.sectors;
  const MaybeCount &requests = cost.perWorkgroup.requests;
  bool isRow = facts.workgroupSize[1] == 1 && facts.workgroupSize[2] == 1;
  if (access.op != AccessOp::Store || !isRow || !cost.first || !sectors ||
      !requests || !access.workgroupSectors ||
      sectors->min > *access.workgroupSectors + requests->max)
    return false;
  std::optional<int64_t> last;
  for (auto [lane, address] : llvm::enumerate(cost.first->laneAddressBytes)) {
    if (!(cost.first->activeMask >> lane & 1))
      continue;
    if (last && address < *last)
      return false;
    last = address;
  }
  return true;
}

llvm::StringRef wglint::paddingAdvice(const BufferArrayFact &structures) {
  bool isPadded = structures.dataBytes < structures.strideBytes;
  return isPadded && usedBytesOf(structures) == structures.dataBytes
             ? "the rest is padding, as std140 rounds structures up to 16 "
               "bytes: declare the block std430"
             : "";
}

llvm::StringRef wglint::layoutAdvice(const BufferArrayFact &array) {
  if (!array.isStructure)
    return "keep the components that are used together in an array of their "
           "own";
  llvm::StringRef padding = paddingAdvice(array);
  return padding.empty() ? "keep the members that are used together in an "
                           "array of their own (split-structure)"
                         : padding;
}

bool wglint::isWholePaddedElement(const EntryPointFacts &facts,
                                  const AccessFact &access) {
  size_t index = &access - facts.accesses.data();
  return llvm::any_of(facts.bufferArrays, [&](const BufferArrayFact &array) {
    return !array.isStructure && array.dataBytes < array.strideBytes &&
           access.elementBytes == array.dataBytes &&
           std::llabs(access.laneStrideBytes.value_or(0)) ==
               int64_t(array.strideBytes) &&
           llvm::is_contained(array.accesses, index);
  });
}

/// Two sectors of the devices where they are largest (Intel): what is further
/// apart is a column rather than a record.
static constexpr uint64_t kRecordBytes = 128;

bool wglint::takesElementInTurns(const EntryPointFacts &facts,
                                 const AccessFact &access) {
  if (!access.laneTurns || !access.laneStrideBytes)
    return false;
  const BufferArrayFact *array =
      arrayOfParts(facts, access, *access.laneStrideBytes);
  uint64_t stepBytes = std::llabs(access.laneTurns->stepBytes);
  uint64_t turns = access.laneTurns->turns;
  return array && array->strideBytes <= kRecordBytes &&
         stepBytes >= access.elementBytes &&
         turns * stepBytes == array->strideBytes &&
         turns * access.elementBytes == array->dataBytes;
}

bool wglint::isStoredRecord(const EntryPointFacts &facts,
                            const AccessFact &access) {
  const std::array<uint32_t, 3> &size = facts.workgroupSize;
  uint64_t strideBytes = std::llabs(access.laneStrideBytes.value_or(0));
  return access.loopDepth == 0 && strideBytes <= kRecordBytes &&
         !llvm::isPowerOf2_64(strideBytes) && strideBytes != 0 &&
         size[1] == 1 && size[2] == 1 &&
         llvm::all_of(facts.accesses, [&](const AccessFact &other) {
           return !isSameVariable(other.variableId, access.variableId) ||
                  (other.op == AccessOp::Store &&
                   other.laneStrideBytes == access.laneStrideBytes);
         });
}

bool wglint::movesWholeElements(const EntryPointFacts &facts,
                                const AccessFact &access,
                                const DeviceCost &cost,
                                std::optional<int64_t> rowStrideBytes) {
  uint64_t rowBytes = uint64_t(facts.workgroupSize[0]) * access.elementBytes;
  return access.elementBytes > kMaxRequestBytes && rowStrideBytes &&
         std::llabs(*rowStrideBytes) == access.elementBytes &&
         rowBytes >= 4 * 2 * uint64_t(*cost.config.device->sectorBytes);
}

bool wglint::isInDrawCommands(const EntryPointFacts &facts,
                              const AccessFact &access) {
  return llvm::any_of(facts.bufferArrays, [&](const BufferArrayFact &array) {
    return isDrawCommand(array) &&
           llvm::is_contained(accessesAlongElements(facts, array), &access);
  });
}
