// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Exec/Statistics.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

using namespace wglint;
using llvm::ArrayRef;

static std::vector<double> sorted(ArrayRef<double> samples) {
  std::vector<double> values = samples.vec();
  llvm::sort(values);
  return values;
}

double wglint::median(ArrayRef<double> samples) {
  assert(!samples.empty() && "no samples have no median");
  std::vector<double> values = sorted(samples);
  size_t middle = values.size() / 2;
  if (values.size() % 2 == 1)
    return values[middle];
  return (values[middle - 1] + values[middle]) / 2;
}

double wglint::medianAbsoluteDeviation(ArrayRef<double> samples) {
  double center = median(samples);
  std::vector<double> deviations;
  for (double sample : samples)
    deviations.push_back(std::abs(sample - center));
  return median(deviations);
}

double wglint::fairBinomialCdf(size_t k, size_t n) {
  if (k >= n)
    return 1;
  // In logarithms: the coefficients leave a double's range beyond n = 1029.
  double sum = 0, logCoefficient = 0;
  for (size_t i = 0; i <= k; ++i) {
    sum += std::exp(logCoefficient - static_cast<double>(n) * std::log(2.0));
    logCoefficient += std::log(static_cast<double>(n - i)) -
                      std::log(static_cast<double>(i + 1));
  }
  return sum;
}

std::optional<MedianInterval> wglint::medianInterval(ArrayRef<double> samples,
                                                     double coverage) {
  // The interval from the k-th smallest to the k-th largest misses the median
  // where fewer than k samples, or all but fewer than k, lie below it: twice
  // the probability of at most k - 1 heads.
  size_t n = samples.size();
  std::optional<MedianInterval> best;
  for (size_t k = 1; 2 * k <= n; ++k) {
    double reached = 1 - 2 * fairBinomialCdf(k - 1, n);
    if (reached < coverage)
      break;
    best = MedianInterval{static_cast<double>(k), 0, reached};
  }
  if (!best)
    return std::nullopt;
  std::vector<double> values = sorted(samples);
  auto k = static_cast<size_t>(best->low);
  best->low = values[k - 1];
  best->high = values[n - k];
  return best;
}

RatioEstimate wglint::estimateRatio(ArrayRef<double> a, ArrayRef<double> b,
                                    double coverage) {
  assert(a.size() == b.size() && "samples come in pairs");
  std::vector<double> ratios;
  for (auto [timeA, timeB] : llvm::zip_equal(a, b))
    ratios.push_back(timeA / timeB);
  return {median(ratios), medianInterval(ratios, coverage)};
}
