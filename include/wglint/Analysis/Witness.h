// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// One request as an example of what an access does.
#ifndef WGLINT_ANALYSIS_WITNESS_H
#define WGLINT_ANALYSIS_WITNESS_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wglint {

/// What the lanes of one request do.
struct Witness {
  std::optional<std::array<uint32_t, 3>> workgroupId; ///< known with a dispatch
  unsigned subgroup = 0;   ///< number of the subgroup in its workgroup
  uint64_t activeMask = 0; ///< bit l: lane l takes part (subgroups up to 64)
  /// laneAddressBytes[l]: byte address of lane l within the variable, less the
  /// part named in `unknownBase`; meaningless for inactive lanes.
  std::vector<int64_t> laneAddressBytes;
  /// Uniform part of the address that is not known, as text ("4 * N"); empty
  /// where the addresses are complete.
  std::string unknownBase;
  /// Equal for equal unknown parts. Two different ones may have the same text.
  uint64_t unknownBaseId = 0;
  /// The largest power of two that surely divides the unknown part; 0 where
  /// there is none.
  uint64_t unknownBaseAlignment = 0;
  /// Only where unknowns also separate lanes: the values that were chosen for
  /// them to compute the addresses, as "N = 4096".
  std::string example;
  /// Sectors (Global) or wavefronts (Shared) of this request.
  uint64_t cost =
      0; ///< sectors (Global) or wavefronts (Shared) of this request
};

} // namespace wglint

#endif // WGLINT_ANALYSIS_WITNESS_H
