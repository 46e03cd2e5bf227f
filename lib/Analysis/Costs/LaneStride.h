// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The one distance between the addresses of neighbouring lanes, as long as all
/// pairs of lanes agree on it.
#ifndef WGLINT_LIB_ANALYSIS_COSTS_LANESTRIDE_H
#define WGLINT_LIB_ANALYSIS_COSTS_LANESTRIDE_H

#include "wglint/Analysis/BufferFacts.h"
#include <cstdint>
#include <optional>
#include <string>

namespace wglint {

/// See the file comment. At most one of `bytes` and `text` is set; neither is
/// while no pair of lanes was looked at.
struct LaneStride {
  bool isConsistent = true; ///< false: some pairs are at another distance
  std::optional<int64_t> bytes;
  std::string text;    ///< "4 * pitch", where the distance depends on unknowns
  uint64_t id = 0;     ///< of the text; see AccessFact::laneStrideId
  StrideOrigin origin; ///< of the text

  bool isSet() const { return bytes || !text.empty(); }
  bool isSame(const LaneStride &other) const {
    return bytes == other.bytes && text == other.text;
  }
  /// Takes the pairs of \p other, of another execution, into account.
  void join(const LaneStride &other) {
    bool areConsistent = isConsistent && other.isConsistent &&
                         (!isSet() || !other.isSet() || isSame(other));
    if (!isSet())
      *this = other;
    isConsistent = areConsistent;
  }
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_COSTS_LANESTRIDE_H
