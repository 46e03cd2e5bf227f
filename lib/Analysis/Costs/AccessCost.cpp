// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Sectors and wavefronts by counting distinct blocks of memory.
///
/// Sectors: the lanes' byte intervals, mapped to intervals of sectors, are
/// swept in ascending order. Wavefronts: the words that a group of lanes
/// touches are sorted, duplicates are dropped, and the fullest bank counts.
/// Everything lives on the stack: a request has at most 64 lanes, and lanes
/// mostly ascend, so that sorting is mostly one comparison each.

#include "wglint/Analysis/AccessCost.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <array>

namespace wglint {

static bool isActive(const RequestAddresses &request, unsigned lane) {
  return request.activeMask >> lane & 1;
}

/// Number of blocks of \p blockBytes that the active lanes' bytes lie in.
static uint64_t countBlocks(const RequestAddresses &request,
                            unsigned blockBytes) {
  assert(request.addressBytes.size() <= kMaxLanes &&
         "a subgroup has at most 64 lanes");
  assert(blockBytes > 0 && "memory moves in pieces of at least one byte");
  if (request.accessBytes == 0)
    return 0;
  std::array<int64_t, kMaxLanes> addresses;
  unsigned count = 0;
  for (unsigned lane = 0; lane < request.addressBytes.size(); ++lane)
    if (isActive(request, lane))
      addresses[count++] = request.addressBytes[lane];
  auto begin = addresses.begin(), end = begin + count;
  if (!std::is_sorted(begin, end))
    std::sort(begin, end);

  if (count == 0)
    return 0;
  // Where no gap is as long as a block, every block between the ends is
  // touched. Most requests are so, and divisions are what this costs.
  int64_t longestStep = 0;
  for (auto it = begin; it + 1 != end; ++it)
    longestStep = std::max(longestStep, it[1] - it[0]);
  if (longestStep < int64_t(request.accessBytes) + blockBytes)
    return llvm::divideFloorSigned(end[-1] + (request.accessBytes - 1),
                                   blockBytes) -
           llvm::divideFloorSigned(*begin, blockBytes) + 1;

  uint64_t blocks = 0;
  int64_t nextUncounted = 0;
  for (auto it = begin; it != end; ++it) {
    int64_t first = llvm::divideFloorSigned(*it, blockBytes);
    int64_t last =
        llvm::divideFloorSigned(*it + (request.accessBytes - 1), blockBytes);
    if (it != begin)
      first = std::max(first, nextUncounted);
    if (last < first)
      continue;
    blocks += last - first + 1;
    nextUncounted = last + 1;
  }
  return blocks;
}

uint64_t countSectors(const RequestAddresses &request, unsigned sectorBytes) {
  return countBlocks(request, sectorBytes);
}

uint64_t countIdealSectors(const RequestAddresses &request,
                           unsigned sectorBytes) {
  return llvm::divideCeil(countBlocks(request, /*blockBytes=*/1), sectorBytes);
}

namespace {
/// Lanes [first, first + count) of a request.
struct LaneGroup {
  unsigned first = 0;
  unsigned count = 0;
};

/// Distinct words of one bank are served one after the other, banks at once.
class BankCounter {
public:
  BankCounter(const RequestAddresses &request, const SharedBanks &banks,
              AccessOp op)
      : Request(request), Banks(banks),
        CountsLanes(banks.sameAddressWritesConflict && op != AccessOp::Load) {
    assert(banks.bankCount > 0 && banks.bankCount <= BankWords.size());
    assert(request.accessBytes <= kMaxRequestBytes);
  }

  /// Passes that the lanes of \p group need: 0 where none is active.
  uint64_t conflictWays(LaneGroup group);
  /// Passes of the request in groups of \p lanes, one after the other.
  SharedCost costInGroups(unsigned lanes);

private:
  unsigned collectWords(LaneGroup group);

  const RequestAddresses &Request;
  const SharedBanks &Banks;
  const bool CountsLanes; ///< the same word by two lanes conflicts, too
  // Even with 1-byte banks a lane touches at most a word for each of its bytes.
  std::array<int64_t, kMaxLanes * kMaxRequestBytes> Words;
  std::array<uint16_t, 256> BankWords;
};
} // namespace

/// Fills Words with the words that the active lanes touch; returns how many.
unsigned BankCounter::collectWords(LaneGroup group) {
  unsigned count = 0;
  unsigned end = std::min<unsigned>(group.first + group.count,
                                    Request.addressBytes.size());
  for (unsigned lane = group.first; lane < end; ++lane) {
    if (!isActive(Request, lane))
      continue;
    int64_t address = Request.addressBytes[lane];
    int64_t last = llvm::divideFloorSigned(address + Request.accessBytes - 1,
                                           Banks.bankBytes);
    for (int64_t word = llvm::divideFloorSigned(address, Banks.bankBytes);
         word <= last; ++word)
      Words[count++] = word;
  }
  return count;
}

uint64_t BankCounter::conflictWays(LaneGroup group) {
  auto begin = Words.begin(), end = begin + collectWords(group);
  if (!CountsLanes) {
    if (!std::is_sorted(begin, end))
      std::sort(begin, end);
    end = std::unique(begin, end);
  }
  std::fill_n(BankWords.begin(), Banks.bankCount, 0);
  uint16_t ways = 0;
  for (auto it = begin; it != end; ++it) {
    int64_t row = llvm::divideFloorSigned(*it, Banks.bankCount);
    unsigned bank = static_cast<unsigned>(*it - row * Banks.bankCount);
    ways = std::max(ways, ++BankWords[bank]);
  }
  return ways;
}

SharedCost BankCounter::costInGroups(unsigned lanes) {
  SharedCost cost;
  for (unsigned first = 0; first < Request.addressBytes.size();
       first += lanes) {
    uint64_t ways = conflictWays({first, lanes});
    cost.wavefronts += ways;
    cost.conflictWays = std::max(cost.conflictWays, ways);
  }
  return cost;
}

/// Whether each active lane of \p group finds its partner, the lane whose
/// number differs in \p bit, inactive or at the same address.
static bool partnersAgree(const RequestAddresses &request, LaneGroup group,
                          unsigned bit) {
  unsigned laneCount = static_cast<unsigned>(request.addressBytes.size());
  unsigned end = std::min(group.first + group.count, laneCount);
  for (unsigned lane = group.first; lane < end; ++lane) {
    unsigned partner = lane ^ bit;
    if (partner < laneCount && isActive(request, lane) &&
        isActive(request, partner) &&
        request.addressBytes[lane] != request.addressBytes[partner])
      return false;
  }
  return true;
}

/// NVIDIA's loads of 8 and 16 bytes: two neighbouring groups are merged where
/// lanes share addresses in pairs.
static SharedCost nvidiaWideLoad(BankCounter &counter,
                                 const RequestAddresses &request,
                                 unsigned groupLanes) {
  SharedCost cost;
  for (unsigned first = 0; first < request.addressBytes.size();
       first += 2 * groupLanes) {
    LaneGroup both = {first, 2 * groupLanes};
    bool isMerged =
        partnersAgree(request, both, 1) || partnersAgree(request, both, 2);
    unsigned step = isMerged ? 2 * groupLanes : groupLanes;
    for (unsigned lane = first; lane < first + 2 * groupLanes; lane += step) {
      uint64_t ways = counter.conflictWays({lane, step});
      cost.wavefronts += ways;
      cost.conflictWays = std::max(cost.conflictWays, ways);
    }
  }
  return cost;
}

static bool isDocumented(const RequestAddresses &request,
                         const SharedBanks &banks, AccessOp op) {
  unsigned bytes = request.accessBytes;
  if (op == AccessOp::Atomic || bytes > kMaxRequestBytes ||
      !llvm::isPowerOf2_32(bytes))
    return false;
  if (bytes > banks.bankBytes && banks.wide == WideSharedAccess::Unknown)
    return false;
  for (unsigned lane = 0; lane < request.addressBytes.size(); ++lane)
    if (isActive(request, lane) &&
        (request.addressBytes[lane] & (bytes - 1)) != 0)
      return false;
  return true;
}

static uint64_t idealWavefronts(const RequestAddresses &request,
                                const SharedBanks &banks) {
  return llvm::divideCeil(countBlocks(request, /*blockBytes=*/1),
                          uint64_t(banks.bankCount) * banks.bankBytes);
}

std::optional<SharedCost> sharedCost(const RequestAddresses &request,
                                     const SharedBanks &banks, AccessOp op) {
  if (!isDocumented(request, banks, op))
    return std::nullopt;
  BankCounter counter(request, banks, op);
  // Lanes whose words fill all banks once make up a phase.
  unsigned groupLanes = banks.bankCount;
  if (request.accessBytes > banks.bankBytes)
    groupLanes = banks.bankCount * banks.bankBytes / request.accessBytes;
  SharedCost cost;
  if (request.accessBytes > banks.bankBytes && op == AccessOp::Load &&
      banks.wide == WideSharedAccess::NvidiaHalves)
    cost = nvidiaWideLoad(counter, request, groupLanes);
  else
    cost = counter.costInGroups(groupLanes);
  cost.idealWavefronts = idealWavefronts(request, banks);
  return cost;
}

/// Cost of the lanes' words number \p piece as a request of its own.
static SharedCost pieceCost(const RequestAddresses &request,
                            const SharedBanks &banks, AccessOp op,
                            unsigned piece) {
  std::array<int64_t, kMaxLanes> addresses;
  RequestAddresses part;
  part.addressBytes =
      llvm::ArrayRef(addresses).take_front(request.addressBytes.size());
  part.accessBytes = banks.bankBytes;
  for (unsigned lane = 0; lane < request.addressBytes.size(); ++lane) {
    if (!isActive(request, lane))
      continue;
    int64_t address = request.addressBytes[lane];
    int64_t word = llvm::divideFloorSigned(address, banks.bankBytes) + piece;
    if (word > llvm::divideFloorSigned(address + request.accessBytes - 1,
                                       banks.bankBytes))
      continue;
    addresses[lane] = word * banks.bankBytes;
    part.activeMask |= uint64_t(1) << lane;
  }
  return BankCounter(part, banks, op).costInGroups(banks.bankCount);
}

/// The most that an access can cost whose rule is not known.
static SharedCost mostExpensive(const RequestAddresses &request,
                                const SharedBanks &banks, AccessOp op) {
  SharedCost cost;
  unsigned words = llvm::divideCeil(request.accessBytes, banks.bankBytes);
  if (op == AccessOp::Atomic) {
    cost.wavefronts = uint64_t(llvm::popcount(request.activeMask)) * words;
    cost.conflictWays = cost.wavefronts;
    return cost;
  }
  // An unaligned access reaches into one word more.
  for (unsigned piece = 0; piece <= words; ++piece) {
    SharedCost one = pieceCost(request, banks, op, piece);
    cost.wavefronts += one.wavefronts;
    cost.conflictWays = std::max(cost.conflictWays, one.conflictWays);
  }
  return cost;
}

SharedCostBounds sharedCostBounds(const RequestAddresses &request,
                                  const SharedBanks &banks, AccessOp op) {
  if (std::optional<SharedCost> exact = sharedCost(request, banks, op))
    return {*exact, *exact};
  SharedCostBounds bounds;
  bounds.max = mostExpensive(request, banks, op);
  bounds.min.idealWavefronts = bounds.max.idealWavefronts =
      idealWavefronts(request, banks);
  // No rule can do better than all banks at work all the time.
  bounds.min.wavefronts = bounds.min.idealWavefronts;
  bounds.min.conflictWays = std::min<uint64_t>(1, bounds.min.wavefronts);
  if (request.accessBytes <= kMaxRequestBytes) {
    uint64_t ways =
        BankCounter(request, banks, op).conflictWays({0, kMaxLanes});
    bounds.min.wavefronts = std::max(bounds.min.wavefronts, ways);
  }
  return bounds;
}

AccessSplit splitAccess(unsigned accessBytes, unsigned alignmentBytes,
                        AccessOp op) {
  assert(llvm::isPowerOf2_32(alignmentBytes) && "alignments are powers of two");
  AccessSplit split;
  unsigned widest = std::min(alignmentBytes, kMaxRequestBytes);
  if (accessBytes == 12 && widest == 16 && op == AccessOp::Load) {
    split.pieces.push_back({0, 12});
    return split;
  }
  split.isConfirmed = accessBytes <= widest && llvm::isPowerOf2_32(accessBytes);
  for (unsigned offset = 0; offset < accessBytes;) {
    unsigned bytes =
        std::min<unsigned>(widest, llvm::bit_floor(accessBytes - offset));
    split.pieces.push_back({offset, bytes});
    offset += bytes;
  }
  return split;
}

} // namespace wglint
