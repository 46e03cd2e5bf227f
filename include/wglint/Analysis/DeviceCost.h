// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What an access costs on one device: counts of requests, sectors and
/// wavefronts.
#ifndef WGLINT_ANALYSIS_DEVICECOST_H
#define WGLINT_ANALYSIS_DEVICECOST_H

#include "wglint/Analysis/Witness.h"
#include "wglint/Target/DeviceProfile.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <string>

namespace wglint {

/// A count that is known exactly (min == max) or lies between two numbers.
struct CountRange {
  uint64_t min = 0;
  uint64_t max = 0;
  bool isExact() const { return min == max; }
  /// The middle of the range, as one number to weigh counts by.
  double middle() const { return (double(min) + double(max)) / 2; }
  bool operator==(const CountRange &o) const {
    return min == o.min && max == o.max;
  }
};
/// std::nullopt is "unknown".
using MaybeCount = std::optional<CountRange>;

/// What a request costs if an unknown has the value `value`.
struct CostAtValue {
  int64_t value = 0;
  CountRange sectors;
};

/// Totals of one access, over a workgroup or over a whole dispatch.
/// Exact when the address of every lane and the number of executions are known.
struct CostTotals {
  MaybeCount requests;
  MaybeCount sectors;         ///< Global (and Uniform) only
  MaybeCount idealSectors;    ///< distinct bytes / sector size, rounded up
  MaybeCount wavefronts;      ///< Shared only
  MaybeCount idealWavefronts; ///< Shared only: the fewest any layout needs
};

/// Cost of one access on one device configuration.
struct DeviceCost {
  DeviceConfig config;
  CostTotals perWorkgroup;
  std::optional<CostTotals> dispatch; ///< set where a dispatch was given
  // Per request: minimum and maximum over subgroups and loop iterations.
  MaybeCount sectorsPerRequest;
  MaybeCount idealSectorsPerRequest;
  MaybeCount wavefrontsPerRequest;
  MaybeCount idealWavefrontsPerRequest;
  /// Shared: distinct words in the fullest bank; 1 is no conflict.
  MaybeCount conflictWays;
  /// The cost of some request is not known exactly, and the numbers are bounds.
  /// (A range may also mean that exact costs differ between requests.)
  bool isBounded = false;
  std::optional<Witness> worst;
  std::optional<Witness> first; ///< the first request that the walk met
  /// Only where the lanes are multiples of one unknown apart, which is assumed
  /// to be large: its name. `atSmallValues` then has sectorsPerRequest for
  /// small powers of two that it may be, ascending. Both are empty where it is
  /// known to be large.
  std::string unknownStep;
  llvm::SmallVector<CostAtValue, 0> atSmallValues;
};

} // namespace wglint

#endif // WGLINT_ANALYSIS_DEVICECOST_H
