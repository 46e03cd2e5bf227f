// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The arithmetic of a predicted cost, by hand: rates of powers of two, so that
/// every result is exact.
#include "wglint/Analysis/PredictedCost.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <list>
#include <set>

using namespace wglint;

static Throughput simpleRates() {
  Throughput rates;
  rates.computeUnitCount = 4;
  rates.ramBytesPerNs = 64;
  rates.workgroupsPerNs = 2;
  rates.subgroupStartNs = 8;
  rates.requestIssueNs = 2;
  rates.passNs = 0.5;
  rates.missLatencyNs = 128;
  rates.ramLatencyNs = 256;
  rates.l2SectorsPerNs = 16;
  rates.partialSectorsPerNs = 4;
  rates.pageVisitNs = 2;
  rates.pageBytes = 64;
  rates.translatedBytes = 256;
  return rates;
}

TEST(PredictedCost, PartsAreCountsTimesRates) {
  DispatchCounts counts;
  counts.workgroups = 64;
  counts.subgroups = 128;
  counts.requests = 256;
  counts.missRequests = 64;
  counts.ramRequests = 32;
  counts.lines = 512;
  counts.wavefronts = 1024;
  counts.l2Sectors = 2048;
  counts.partialSectors = 16;
  counts.ramSectors = 1024;
  counts.pageVisits = 24;
  counts.residentSubgroups = 8;
  PredictedCost cost = predictCost(counts, simpleRates(), /*sectorBytes=*/32);
  EXPECT_EQ(cost.startNs, 64 / 2 + 128 * 8 / 4);
  EXPECT_EQ(cost.issueNs, 256 * 2 / 4);
  EXPECT_EQ(cost.latencyNs, (64 * 128 + 32 * 256) / (8 * 4));
  EXPECT_EQ(cost.passesNs, (512 + 1024) / 2 / 4);
  EXPECT_EQ(cost.l2Ns, 2048 / 16 + 16 / 4);
  EXPECT_EQ(cost.ramNs, 1024 * 32 / 64);
  EXPECT_EQ(cost.pagesNs, 24 * 2);
}

TEST(PredictedCost, PartsAddUpAsSquares) {
  PredictedCost cost;
  EXPECT_EQ(cost.totalNs(), 0);
  cost.issueNs = 300;
  EXPECT_EQ(cost.totalNs(), 300);
  cost.ramNs = 400;
  EXPECT_DOUBLE_EQ(cost.totalNs(), 500);
  cost.startNs = 1200;
  EXPECT_DOUBLE_EQ(cost.totalNs(), 1300);
}

TEST(PredictedCost, FewerResidentSubgroupsWaitLonger) {
  DispatchCounts counts;
  counts.missRequests = 1000;
  counts.residentSubgroups = 64;
  double full = predictCost(counts, simpleRates(), 32).latencyNs;
  counts.residentSubgroups = 16;
  EXPECT_EQ(predictCost(counts, simpleRates(), 32).latencyNs, 4 * full);
}

/// One workgroup of 64 invocations, each of which loads what no other does.
static EntryPointFacts loadingFacts() {
  EntryPointFacts facts;
  facts.workgroupSize = {64, 1, 1};
  facts.dispatch = {{100, 1, 1}};
  const DeviceConfig config = deviceConfigs("nvidia-hopper").front();
  OccupancyFact occupancy;
  occupancy.config = config;
  occupancy.residentSubgroups = 64;
  facts.resources.occupancies.push_back(occupancy);
  AccessFact load;
  load.elementBytes = 4;
  DeviceCost cost;
  cost.config = config;
  cost.perWorkgroup.requests = CountRange{2, 2};
  cost.perWorkgroup.sectors = CountRange{8, 8};
  cost.dispatch = CostTotals();
  cost.dispatch->requests = CountRange{200, 200};
  cost.dispatch->sectors = CountRange{800, 800};
  load.costs.push_back(cost);
  facts.accesses.push_back(load);
  return facts;
}

TEST(PredictedCost, CountsLoadsOnceForEachWorkgroup) {
  EntryPointFacts facts = loadingFacts();
  std::optional<DispatchCounts> counts = countDispatch(facts, simpleRates());
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->workgroups, 100);
  EXPECT_EQ(counts->subgroups, 200);
  EXPECT_EQ(counts->requests, 200);
  EXPECT_EQ(counts->l2Sectors, 800);
  EXPECT_EQ(counts->ramSectors, 800);

  // Of eight sectors a workgroup fetches two, and all fetch the same.
  ReuseFact reuse;
  reuse.accesses = {0};
  reuse.distinctSectors = 2;
  facts.reuses.push_back(reuse);
  facts.accesses[0].reachedBytes = ByteRange{0, 64};
  counts = countDispatch(facts, simpleRates());
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->l2Sectors, 200);
  EXPECT_EQ(counts->missRequests, 50);
  EXPECT_EQ(counts->ramSectors, 2);
  EXPECT_EQ(counts->ramRequests, 0.5);
}

TEST(PredictedCost, CountsPartsOfStoredSectors) {
  EntryPointFacts facts = loadingFacts();
  facts.accesses[0].op = AccessOp::Store;
  facts.accesses[0].workgroupSectors = 64;
  facts.accesses[0].workgroupBytes = 256;
  std::optional<DispatchCounts> counts = countDispatch(facts, simpleRates());
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->partialSectors, 100 * (64 - 8));
  EXPECT_EQ(counts->missRequests, 0);
}

TEST(PredictedCost, IsUnknownWhereACountIs) {
  EntryPointFacts facts = loadingFacts();
  facts.dispatch.reset();
  EXPECT_FALSE(countDispatch(facts, simpleRates()));

  facts = loadingFacts();
  facts.accesses[0].op = AccessOp::Atomic;
  EXPECT_FALSE(countDispatch(facts, simpleRates()));

  facts = loadingFacts();
  facts.accesses[0].costs[0].dispatch->sectors.reset();
  EXPECT_FALSE(countDispatch(facts, simpleRates()));

  facts = loadingFacts();
  PrivateArrayFact array;
  array.index = PrivateArrayFact::Index::Divergent;
  facts.privateArrays.push_back(array);
  EXPECT_FALSE(countDispatch(facts, simpleRates()));
}

TEST(PredictedCost, OneWorkgroupStandsForAnUndecidedDispatch) {
  EntryPointFacts facts = loadingFacts();
  facts.accesses[0].costs[0].dispatch = CostTotals();
  std::optional<DispatchCounts> counts = countDispatch(facts, simpleRates());
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->requests, 200);
  EXPECT_EQ(counts->l2Sectors, 800);
}

/// Pages that are not at hand when the workgroups of \p dispatch come one after
/// the other, each to its \p spanPages pages, and the last ones used stay.
static unsigned countMisses(unsigned spanPages, std::array<unsigned, 3> steps,
                            std::array<uint32_t, 3> dispatch, unsigned capacity,
                            bool &areAllAtHand) {
  std::list<unsigned> atHand;
  unsigned misses = 0;
  std::set<unsigned> seen;
  for (uint32_t z = 0; z < dispatch[2]; ++z)
    for (uint32_t y = 0; y < dispatch[1]; ++y)
      for (uint32_t x = 0; x < dispatch[0]; ++x)
        for (unsigned p = 0; p < spanPages; ++p) {
          unsigned page = x * steps[0] + y * steps[1] + z * steps[2] + p;
          auto it = std::find(atHand.begin(), atHand.end(), page);
          misses += it == atHand.end();
          if (it != atHand.end())
            atHand.erase(it);
          atHand.push_front(page);
          atHand.resize(std::min<size_t>(atHand.size(), capacity));
          seen.insert(page);
        }
  areAllAtHand = seen.size() <= capacity;
  return misses;
}

TEST(PredictedCost, VisitsPagesAsACacheOfTheLastOnesDoes) {
  const Throughput rates = simpleRates();
  unsigned withVisits = 0;
  for (unsigned span : {1, 2, 5})
    for (unsigned nx : {1, 3, 6})
      for (unsigned ny : {1, 2, 5})
        // Side by side, or the same pages once more.
        for (bool movesX : {false, true})
          for (bool movesY : {false, true}) {
            std::array<unsigned, 3> steps{movesX ? span : 0, 0, 0};
            unsigned rowPages = span + steps[0] * (nx - 1);
            steps[1] = movesY ? rowPages : 0;
            std::array<uint32_t, 3> dispatch{nx, ny, 2};
            WorkgroupReach reach{span * rates.pageBytes, {}};
            for (unsigned d = 0; d < 3; ++d)
              reach.stepBytes[d] = int64_t(steps[d] * rates.pageBytes);
            bool areAllAtHand = false;
            unsigned misses =
                countMisses(span, steps, dispatch,
                            unsigned(rates.translatedBytes / rates.pageBytes),
                            areAllAtHand);
            double visits = countPageVisits(reach, 1e6, dispatch, rates);
            EXPECT_EQ(visits, areAllAtHand ? 0 : misses)
                << span << " pages, " << nx << " x " << ny;
            withVisits += visits > 0;
          }
  EXPECT_GT(withVisits, 40u);
}

TEST(PredictedCost, VisitsNoMorePagesThanSectors) {
  // Two sectors of each workgroup, 100 pages apart.
  WorkgroupReach reach{100 * 64, {200 * 64, 0, 0}};
  EXPECT_EQ(countPageVisits(reach, 2, {1, 1, 1}, simpleRates()), 0);
  EXPECT_EQ(countPageVisits(reach, 2, {3, 7, 1}, simpleRates()), 6 * 7);
  // Six sectors, each in a page of its own, and the same pages for all.
  EXPECT_EQ(countPageVisits({600 * 64, {0, 0, 0}}, 4, {3, 7, 1}, simpleRates()),
            0);
  EXPECT_EQ(countPageVisits({600 * 64, {1, 0, 0}}, 4, {3, 7, 1}, simpleRates()),
            (4 + 4 * 2. / 64) * 7);
}
