// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Statistics of timings against a brute force that looks at every outcome.

#include "wglint/Exec/Statistics.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace wglint;

namespace {

/// How likely the k-th smallest to the k-th largest of \p n samples enclose the
/// median: each sample lies below or above it, all 2^n ways alike.
double coverageByCounting(unsigned n, unsigned k) {
  unsigned enclosing = 0;
  for (unsigned ways = 0; ways < (1U << n); ++ways) {
    unsigned below = 0;
    for (unsigned i = 0; i < n; ++i)
      below += (ways >> i) & 1;
    // The k-th smallest is below the median, the k-th largest is not.
    enclosing += below >= k && n - below >= k;
  }
  return static_cast<double>(enclosing) / (1U << n);
}

/// The widest k whose interval still covers enough; 0 where none does.
unsigned orderByCounting(unsigned n, double coverage) {
  unsigned best = 0;
  for (unsigned k = 1; 2 * k <= n; ++k)
    if (coverageByCounting(n, k) >= coverage)
      best = k;
  return best;
}

std::vector<double> shuffledUpTo(unsigned n, std::mt19937 &random) {
  std::vector<double> values(n);
  for (unsigned i = 0; i < n; ++i)
    values[i] = i + 1;
  std::shuffle(values.begin(), values.end(), random);
  return values;
}

TEST(Statistics, MedianIsTheMiddleWhateverTheOrder) {
  std::mt19937 random(7);
  for (unsigned n = 1; n < 40; ++n)
    EXPECT_EQ(median(shuffledUpTo(n, random)), (n + 1) / 2.0);
}

TEST(Statistics, DeviationIgnoresOneOutlier) {
  EXPECT_EQ(medianAbsoluteDeviation({10, 12, 11, 13, 1000}), 1);
  EXPECT_EQ(medianAbsoluteDeviation({5, 5, 5}), 0);
}

TEST(Statistics, BinomialMatchesCounting) {
  for (unsigned n = 1; n <= 12; ++n)
    for (unsigned k = 0; k <= n; ++k) {
      unsigned ways = 0;
      for (unsigned way = 0; way < (1U << n); ++way) {
        unsigned heads = 0;
        for (unsigned i = 0; i < n; ++i)
          heads += (way >> i) & 1;
        ways += heads <= k;
      }
      EXPECT_NEAR(fairBinomialCdf(k, n), static_cast<double>(ways) / (1U << n),
                  1e-12);
    }
  // Where the coefficients leave a double's range.
  EXPECT_NEAR(fairBinomialCdf(999, 1999), 0.5, 1e-9);
}

TEST(Statistics, IntervalMatchesCounting) {
  std::mt19937 random(11);
  for (double coverage : {0.5, 0.9, 0.95, 0.99})
    for (unsigned n = 1; n <= 14; ++n) {
      unsigned k = orderByCounting(n, coverage);
      auto interval = medianInterval(shuffledUpTo(n, random), coverage);
      ASSERT_EQ(interval.has_value(), k > 0) << n << " at " << coverage;
      if (!interval)
        continue;
      // The values are their own ranks.
      EXPECT_EQ(interval->low, k);
      EXPECT_EQ(interval->high, n + 1 - k);
      EXPECT_NEAR(interval->coverage, coverageByCounting(n, k), 1e-12);
    }
}

TEST(Statistics, IntervalNeedsSixSamples) {
  EXPECT_FALSE(medianInterval({1, 2, 3, 4, 5}, 0.95));
  EXPECT_TRUE(medianInterval({1, 2, 3, 4, 5, 6}, 0.95));
}

TEST(Statistics, IntervalHoldsTheMedianAsOftenAsItSays) {
  std::mt19937 random(3);
  std::exponential_distribution<double> draw(1);
  const double trueMedian = std::log(2.0);
  unsigned held = 0, trials = 20000;
  double coverage = 0;
  for (unsigned trial = 0; trial < trials; ++trial) {
    std::vector<double> samples(25);
    for (double &sample : samples)
      sample = draw(random);
    auto interval = medianInterval(samples, 0.95);
    coverage = interval->coverage;
    held += interval->low <= trueMedian && trueMedian <= interval->high;
  }
  EXPECT_NEAR(static_cast<double>(held) / trials, coverage, 0.006);
}

TEST(Statistics, RatioIgnoresWhatSlowsBoth) {
  // Both slow down together, by far more than they differ.
  std::vector<double> a, b;
  for (unsigned i = 0; i < 25; ++i) {
    double slowdown = 1 + i % 7;
    a.push_back(3 * slowdown);
    b.push_back(2 * slowdown);
  }
  RatioEstimate estimate = estimateRatio(a, b, 0.95);
  EXPECT_DOUBLE_EQ(estimate.ratio, 1.5);
  ASSERT_TRUE(estimate.interval);
  EXPECT_DOUBLE_EQ(estimate.interval->low, 1.5);
  EXPECT_DOUBLE_EQ(estimate.interval->high, 1.5);
}

} // namespace
