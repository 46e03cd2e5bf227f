// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Robust statistics of timings. Times of a dispatch have a floor and a long
/// tail, so medians and order statistics stand here and means do not.
#ifndef WGLINT_EXEC_STATISTICS_H
#define WGLINT_EXEC_STATISTICS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstddef>
#include <optional>

namespace wglint {

/// The middle value; the mean of the middle two where the count is even. At
/// least one sample. Cost: linear.
double median(llvm::ArrayRef<double> samples);

/// Median of the absolute deviations from the median, not scaled.
double medianAbsoluteDeviation(llvm::ArrayRef<double> samples);

/// Probability that at most \p k of \p n fair coins show heads.
double fairBinomialCdf(size_t k, size_t n);

/// An interval that holds the true median with probability `coverage`.
struct MedianInterval {
  double low = 0;
  double high = 0;
  double coverage = 0; ///< what was reached, at least what was asked
};

/// The narrowest symmetric pair of order statistics whose coverage of the
/// distribution's median is at least \p coverage, exact for independent samples
/// of any continuous distribution (H. A. David, H. N. Nagaraja, Order
/// Statistics, 3rd edition, section 7.1).
/// Unknown for fewer samples than the coverage needs (6 for 0.95).
std::optional<MedianInterval> medianInterval(llvm::ArrayRef<double> samples,
                                             double coverage);

/// How A's times relate to B's.
struct RatioEstimate {
  /// Median of the ratios A_i / B_i of samples taken side by side: what slows
  /// both for a while cancels out. Over 1: B is faster.
  double ratio = 0;
  std::optional<MedianInterval> interval; ///< of that median
};

/// Compares samples that were taken in pairs; both of the same count, positive.
RatioEstimate estimateRatio(llvm::ArrayRef<double> a, llvm::ArrayRef<double> b,
                            double coverage);

} // namespace wglint

#endif // WGLINT_EXEC_STATISTICS_H
