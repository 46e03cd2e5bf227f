// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which way through the branches leads to an access: the outcomes of undecided
/// branches, and what they say of uniform values.
#ifndef WGLINT_ANALYSIS_WAYFACTS_H
#define WGLINT_ANALYSIS_WAYFACTS_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <vector>

namespace wglint {

/// The outcome of a branch that an access is under, which was not decided.
struct BranchSide {
  /// The same for one execution of one branch, and for branches on one uniform.
  uint64_t condition = 0;
  bool side = false;
  bool isUniform = false; ///< the lanes of a subgroup agree
  /// Of a switch: the edges that may have led here.
  llvm::SmallVector<uint32_t, 1> edges;
};

/// What comparisons on the way to an access say of a uniform value.
struct UniformRange {
  uint32_t value = 0; ///< names it among all accesses that one walk met
  int64_t min = 0, max = 0;

  bool operator==(const UniformRange &o) const {
    return value == o.value && min == o.min && max == o.max;
  }
};

/// The way to the first execution of an access.
struct WayFacts {
  uint32_t walk = 0;             ///< ways of different walks are not compared
  std::vector<BranchSide> sides; ///< the innermost first
  std::vector<UniformRange> ranges;
  /// Components of gl_WorkGroupID that have one value, the same at every
  /// execution, where the address depends on no other one: a single workgroup
  /// of a dispatch comes here, or all that do, do the same.
  std::vector<UniformRange> workgroupIds;
};

/// The entries that stand in both.
std::vector<UniformRange> common(const std::vector<UniformRange> &a,
                                 const std::vector<UniformRange> &b);

/// No subgroup goes both ways at once: one takes the other side of a uniform
/// branch, or finds another value in a uniform.
bool areExclusive(const WayFacts &a, const WayFacts &b);

} // namespace wglint

#endif // WGLINT_ANALYSIS_WAYFACTS_H
