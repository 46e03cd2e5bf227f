// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How large a planned dispatch is, and what the host's numbers become.
#ifndef WGLINT_LIB_RUN_EXTENTS_H
#define WGLINT_LIB_RUN_EXTENTS_H

#include "HostNumbers.h"
#include "wglint/Run/Plan.h"
#include <array>

namespace wglint {

/// Sizes of a planned dispatch, in invocations where nothing else is said.
struct Extents {
  std::array<uint32_t, 3> workgroupSize = {1, 1, 1};
  std::array<uint32_t, 3> workgroupCount = {1, 1, 1};
  /// workgroupSize * workgroupCount.
  std::array<uint32_t, 3> full = {1, 1, 1};
  /// What guards are given: below `full` and no multiple of the workgroup, but
  /// for a workgroup of one and for one size number of three.
  std::array<uint32_t, 3> guarded = {1, 1, 1};
};

/// Chooses counts for the components \p usedDims of the id. What the options
/// give is taken as it is.
Extents chooseExtents(const std::array<uint32_t, 3> &workgroupSize,
                      DimSet usedDims, const PlanOptions &options);

/// A number's value and the reason in words.
struct ChosenNumber {
  int64_t value = 1;
  std::string reason;
  /// Other values that may do better, where the reason is weak.
  std::vector<int64_t> alternatives;
};

/// Values for \p numbers, one each.
std::vector<ChosenNumber> chooseNumbers(const std::vector<HostNumber> &numbers,
                                        const Extents &extents);

} // namespace wglint

#endif // WGLINT_LIB_RUN_EXTENTS_H
