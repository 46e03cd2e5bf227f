// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What one request costs: sectors of global memory, wavefronts of shared
/// memory. Pure arithmetic on the byte addresses of the active lanes.
#ifndef WGLINT_ANALYSIS_ACCESSCOST_H
#define WGLINT_ANALYSIS_ACCESSCOST_H

#include "wglint/Analysis/Facts.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>

namespace wglint {

/// One request: lane l touches bytes [addressBytes[l], addressBytes[l] +
/// accessBytes) if bit l of activeMask is set. Addresses may be negative
/// (relative to an unknown base that is a multiple of the sector size).
struct RequestAddresses {
  llvm::ArrayRef<int64_t> addressBytes; ///< size: subgroup size, at most 64
  uint64_t activeMask = 0;
  unsigned accessBytes = 0;
};

/// Number of distinct sectors of \p sectorBytes that the active lanes touch.
/// Exact on NVIDIA for loads and stores of all sizes (H200 counters).
uint64_t countSectors(const RequestAddresses &request, unsigned sectorBytes);

/// Fewest sectors that the distinct bytes could lie in: distinct bytes over the
/// sector size, rounded up; 0 where no lane is active.
uint64_t countIdealSectors(const RequestAddresses &request, unsigned sectorBytes);

/// Cost of one shared-memory request.
struct SharedCost {
  uint64_t wavefronts = 0;
  uint64_t idealWavefronts = 0; ///< distinct bytes over the width of all banks,
                                ///< rounded up; at least 1 with an active lane
  uint64_t conflictWays = 0;    ///< the largest number of distinct words in one
                                ///< bank within a phase; 1 is no conflict
};

/// Wavefronts of one request under the banks of a device; std::nullopt where the
/// device's rule for this width is not documented (WideSharedAccess::Unknown
/// and an access wider than a bank, or a width that no counter confirmed).
/// The rules and the data that confirm them: docs/analyses/SharedBanks.md.
std::optional<SharedCost> sharedCost(const RequestAddresses &request,
                                     const SharedBanks &banks, AccessOp op);

} // namespace wglint

#endif // WGLINT_ANALYSIS_ACCESSCOST_H
