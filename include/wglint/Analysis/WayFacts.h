// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which way through the branches leads to an access: the outcomes of branches
/// that could not be decided, and what these say of uniform values.
#ifndef WGLINT_ANALYSIS_WAYFACTS_H
#define WGLINT_ANALYSIS_WAYFACTS_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <vector>

namespace wglint {

/// The outcome of an undecided branch that leads to an access.
struct BranchSide {
  /// Equal for outcomes of the same execution of a branch, and for branches on
  /// the same uniform.
  uint64_t condition = 0;
  bool side = false;
  bool isUniform = false; ///< the lanes of a subgroup agree
  /// Only for a switch: the edges that may have led to the access.
  llvm::SmallVector<uint32_t, 1> edges;
};

/// The range that comparisons on the way to an access leave to a uniform value.
struct UniformRange {
  uint32_t value = 0; ///< identifies the uniform among all that one walk met
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
  /// Components of gl_WorkGroupID that have the same single value in every
  /// execution, while the address depends on no other component. So either a
  /// single workgroup of a dispatch comes here, or several that do the same.
  std::vector<UniformRange> workgroupIds;
};

/// The entries that both lists contain.
std::vector<UniformRange> common(const std::vector<UniformRange> &a,
                                 const std::vector<UniformRange> &b);

/// Whether no subgroup can take both ways in one execution: they differ in the
/// side of a uniform branch, or in the value of a uniform.
bool areExclusive(const WayFacts &a, const WayFacts &b);

} // namespace wglint

#endif // WGLINT_ANALYSIS_WAYFACTS_H
