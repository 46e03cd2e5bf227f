// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// AccessCost against an oracle that enumerates bytes, over random requests,
/// and the few rules that an oracle would only repeat.

#include "wglint/Analysis/AccessCost.h"
#include "CostOracle.h"
#include <gtest/gtest.h>
#include <random>

using namespace wglint;

namespace {
struct Request {
  std::vector<int64_t> addressBytes;
  uint64_t activeMask = 0;
  unsigned accessBytes = 0;

  RequestAddresses view() const {
    return {addressBytes, activeMask, accessBytes};
  }
  oracle::Lanes lanes() const {
    oracle::Lanes lanes;
    for (size_t lane = 0; lane < addressBytes.size(); ++lane)
      lanes.push_back(activeMask >> lane & 1
                          ? std::optional<int64_t>(addressBytes[lane])
                          : std::nullopt);
    return lanes;
  }
};

/// Random requests of the shapes that shaders make: strides, broadcasts, pairs
/// that share an address, swizzles, noise; all, few and random lanes.
class RequestSource {
public:
  int64_t below(int64_t limit) {
    return std::uniform_int_distribution<int64_t>(0, limit - 1)(Random);
  }

  Request next(unsigned accessBytes, unsigned laneCount) {
    Request request;
    request.accessBytes = accessBytes;
    request.addressBytes.resize(laneCount);
    int64_t shape = below(6), stride = below(70) - 35, base = below(200) - 100;
    for (unsigned lane = 0; lane < laneCount; ++lane)
      request.addressBytes[lane] =
          accessBytes * elementOf(shape, lane, stride, base);
    request.activeMask = mask(laneCount);
    return request;
  }

private:
  int64_t elementOf(int64_t shape, int64_t lane, int64_t stride, int64_t base) {
    switch (shape) {
    case 0:
      return base + lane * stride;
    case 1:
      return base + (lane >> 1) * stride;
    case 2:
      return base + ((lane & 1) | (lane >> 2 << 1)) * stride;
    case 3:
      return base + (lane % 8) * stride + lane / 8;
    case 4:
      return base + (lane ^ (stride & 31));
    default:
      return below(300) - 150;
    }
  }

  uint64_t mask(unsigned laneCount) {
    uint64_t all =
        laneCount == 64 ? ~uint64_t(0) : (uint64_t(1) << laneCount) - 1;
    switch (below(4)) {
    case 0:
      return all;
    case 1:
      return all & Random();
    case 2:
      return all & Random() & Random() & Random();
    default:
      return all >> below(laneCount);
    }
  }

  std::mt19937_64 Random{20261121};
};

constexpr unsigned widths[] = {1, 2, 4, 8, 16};
constexpr unsigned laneCounts[] = {8, 16, 32, 64};
constexpr unsigned rounds = 500;
constexpr SharedBanks nvidiaBanks = {32, 4, WideSharedAccess::NvidiaHalves,
                                     false};
constexpr SharedBanks amdBanks = {32, 4, WideSharedAccess::AmdGroups, false};
constexpr SharedBanks intelBanks = {16, 4, WideSharedAccess::Unknown, true};

/// Calls \p body with every combination of width and number of lanes, often.
template <typename Body>
void forRandomRequests(Body body) {
  RequestSource source;
  for (unsigned width : widths)
    for (unsigned laneCount : laneCounts)
      for (unsigned round = 0; round < rounds; ++round)
        body(source.next(width, laneCount));
}
} // namespace

TEST(Sectors, EqualEnumeratedBytes) {
  forRandomRequests([](const Request &request) {
    for (unsigned sectorBytes : {32u, 64u, 128u})
      ASSERT_EQ(
          countSectors(request.view(), sectorBytes),
          oracle::sectors(request.lanes(), request.accessBytes, sectorBytes));
  });
}

TEST(Sectors, AreExactForUnalignedAndWideAccesses) {
  RequestSource source;
  for (unsigned round = 0; round < 20 * rounds; ++round) {
    Request request = source.next(1, 32);
    request.accessBytes = 1 + source.below(100);
    ASSERT_EQ(countSectors(request.view(), 32),
              oracle::sectors(request.lanes(), request.accessBytes, 32));
    uint64_t bytes =
        oracle::distinctBytes(request.lanes(), request.accessBytes);
    ASSERT_EQ(countIdealSectors(request.view(), 32), (bytes + 31) / 32);
  }
}

TEST(Wavefronts, EqualEnumeratedBytesOnNvidia) {
  forRandomRequests([](const Request &request) {
    for (AccessOp op : {AccessOp::Load, AccessOp::Store}) {
      std::optional<SharedCost> cost =
          sharedCost(request.view(), nvidiaBanks, op);
      ASSERT_TRUE(cost);
      ASSERT_EQ(cost->wavefronts,
                oracle::nvidiaWavefronts(request.lanes(), request.accessBytes,
                                         op == AccessOp::Load));
      uint64_t bytes =
          oracle::distinctBytes(request.lanes(), request.accessBytes);
      ASSERT_EQ(cost->idealWavefronts, (bytes + 127) / 128);
    }
  });
}

TEST(Wavefronts, EqualEnumeratedBytesInAmdGroups) {
  forRandomRequests([](const Request &request) {
    unsigned groupLanes = request.accessBytes == 16  ? 8
                          : request.accessBytes == 8 ? 16
                                                     : 32;
    std::optional<SharedCost> cost =
        sharedCost(request.view(), amdBanks, AccessOp::Load);
    ASSERT_TRUE(cost);
    ASSERT_EQ(cost->wavefronts,
              oracle::groupedWavefronts(request.lanes(), request.accessBytes,
                                        groupLanes, 32, false));
  });
}

TEST(Wavefronts, CountWritingLanesOnIntel) {
  forRandomRequests([](const Request &request) {
    for (AccessOp op : {AccessOp::Load, AccessOp::Store}) {
      std::optional<SharedCost> cost =
          sharedCost(request.view(), intelBanks, op);
      ASSERT_EQ(cost.has_value(), request.accessBytes <= 4);
      if (cost) {
        ASSERT_EQ(cost->wavefronts, oracle::groupedWavefronts(
                                        request.lanes(), request.accessBytes,
                                        16, 16, op == AccessOp::Store));
      }
    }
  });
}

TEST(Wavefronts, ConflictWaysAreTheWorstPhase) {
  // 16 lanes of 8 bytes, all in two banks: one phase of 16 ways, one of none.
  Request request = {std::vector<int64_t>(32), 0, 8};
  for (unsigned lane = 0; lane < 16; ++lane)
    request.addressBytes[lane] = 128 * lane;
  request.activeMask = 0x1ffff;
  std::optional<SharedCost> cost =
      sharedCost(request.view(), nvidiaBanks, AccessOp::Store);
  ASSERT_TRUE(cost);
  EXPECT_EQ(cost->conflictWays, 16u);
  EXPECT_EQ(cost->wavefronts, 17u);
}

TEST(Wavefronts, AreUnknownWithoutADocumentedRule) {
  Request request = {{0, 16, 32, 48}, 0xf, 12};
  EXPECT_FALSE(sharedCost(request.view(), nvidiaBanks, AccessOp::Load));
  request.accessBytes = 4;
  EXPECT_TRUE(sharedCost(request.view(), nvidiaBanks, AccessOp::Load));
  EXPECT_FALSE(sharedCost(request.view(), nvidiaBanks, AccessOp::Atomic));
  request.addressBytes[2] = 34;
  EXPECT_FALSE(sharedCost(request.view(), nvidiaBanks, AccessOp::Load));
  request.activeMask = 0xb;
  EXPECT_TRUE(sharedCost(request.view(), nvidiaBanks, AccessOp::Load));
}

TEST(Bounds, HoldForEveryRule) {
  forRandomRequests([](const Request &request) {
    for (AccessOp op : {AccessOp::Load, AccessOp::Store}) {
      // Ask as if the rule were not known, then compare with the rules that
      // are.
      SharedBanks unknown = {32, 4, WideSharedAccess::Unknown, false};
      SharedCostBounds bounds = sharedCostBounds(request.view(), unknown, op);
      for (const SharedBanks &banks : {nvidiaBanks, amdBanks}) {
        std::optional<SharedCost> cost = sharedCost(request.view(), banks, op);
        ASSERT_LE(bounds.min.wavefronts, cost->wavefronts);
        ASSERT_GE(bounds.max.wavefronts, cost->wavefronts);
      }
    }
  });
}

TEST(Bounds, AtomicsAreOneWavefrontForEachLaneAtMost) {
  Request request = {std::vector<int64_t>(32, 64), 0xffff, 4};
  SharedCostBounds bounds =
      sharedCostBounds(request.view(), nvidiaBanks, AccessOp::Atomic);
  EXPECT_EQ(bounds.min.wavefronts, 1u);
  EXPECT_EQ(bounds.max.wavefronts, 16u);
}

static std::vector<unsigned> pieces(unsigned bytes, unsigned alignment,
                                    AccessOp op) {
  std::vector<unsigned> sizes;
  unsigned end = 0;
  for (const AccessPiece &piece : splitAccess(bytes, alignment, op).pieces) {
    EXPECT_EQ(piece.offsetBytes, end);
    end += piece.bytes;
    sizes.push_back(piece.bytes);
  }
  EXPECT_EQ(end, bytes);
  return sizes;
}

TEST(Split, FollowsTheAlignment) {
  using Sizes = std::vector<unsigned>;
  EXPECT_EQ(pieces(16, 16, AccessOp::Load), Sizes({16}));
  EXPECT_EQ(pieces(12, 16, AccessOp::Load), Sizes({12}));
  EXPECT_EQ(pieces(12, 16, AccessOp::Store), Sizes({8, 4}));
  EXPECT_EQ(pieces(12, 4, AccessOp::Load), Sizes({4, 4, 4}));
  EXPECT_EQ(pieces(8, 4, AccessOp::Load), Sizes({4, 4}));
  EXPECT_EQ(pieces(32, 16, AccessOp::Store), Sizes({16, 16}));
  EXPECT_EQ(pieces(6, 2, AccessOp::Load), Sizes({2, 2, 2}));
}

TEST(Split, IsConfirmedWhereCountersWere) {
  for (unsigned width : widths)
    EXPECT_TRUE(splitAccess(width, width, AccessOp::Load).isConfirmed);
  EXPECT_FALSE(splitAccess(12, 16, AccessOp::Load).isConfirmed);
  EXPECT_FALSE(splitAccess(8, 4, AccessOp::Load).isConfirmed);
  EXPECT_FALSE(splitAccess(32, 16, AccessOp::Load).isConfirmed);
}
