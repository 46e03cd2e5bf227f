// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What one request costs: sectors of global memory, wavefronts of shared
/// memory. Pure arithmetic on the byte addresses of the active lanes.
#ifndef WGLINT_ANALYSIS_ACCESSCOST_H
#define WGLINT_ANALYSIS_ACCESSCOST_H

#include "wglint/Analysis/AccessKinds.h"
#include "wglint/Target/DeviceProfile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace wglint {

/// Lanes that a request's mask has room for. Only Adreno runs more, and its
/// rules are not documented.
constexpr unsigned kMaxLanes = 64;

/// One request: lane l touches bytes [addressBytes[l], addressBytes[l] +
/// accessBytes) if bit l of activeMask is set. Addresses may be negative
/// (relative to an unknown base that is a multiple of the sector size).
struct RequestAddresses {
  llvm::ArrayRef<int64_t>
      addressBytes; ///< size: subgroup size, at most kMaxLanes
  uint64_t activeMask = 0;
  unsigned accessBytes = 0;
};

/// Number of distinct sectors of \p sectorBytes that the active lanes touch.
/// Exact on NVIDIA for loads and stores of all sizes (H200 counters).
/// Cost: linear in the lanes where addresses ascend, else that of sorting them.
uint64_t countSectors(const RequestAddresses &request, unsigned sectorBytes);

/// Fewest sectors that the distinct bytes could lie in: distinct bytes over the
/// sector size, rounded up; 0 where no lane is active.
uint64_t countIdealSectors(const RequestAddresses &request,
                           unsigned sectorBytes);

/// Cost of one shared-memory request.
struct SharedCost {
  uint64_t wavefronts = 0;
  uint64_t idealWavefronts = 0; ///< distinct bytes over the width of all banks,
                                ///< rounded up; at least 1 with an active lane
  uint64_t conflictWays = 0;    ///< the largest number of distinct words in one
                                ///< bank within a phase; 1 is no conflict
};

/// Wavefronts of one request under the banks of a device; std::nullopt where
/// the device's rule is not documented: a width other than 1, 2, 4, 8 or 16
/// bytes, a width over that of a bank under WideSharedAccess::Unknown, an
/// address that is no multiple of the width, an atomic. The rules and the data
/// that confirm them: docs/analyses/SharedBanks.md.
std::optional<SharedCost> sharedCost(const RequestAddresses &request,
                                     const SharedBanks &banks, AccessOp op);

/// Two costs that the true one lies between.
struct SharedCostBounds {
  SharedCost min;
  SharedCost max;
};

/// As sharedCost(), for every access: where the rule is known both bounds are
/// the same. Elsewhere the least is all lanes in one phase, and the most is one
/// request for each piece of a word, or for atomics one wavefront for each
/// active lane's word. Caveat: a floating-point atomic that the device emulates
/// by a compare-and-swap loop costs more than that.
SharedCostBounds sharedCostBounds(const RequestAddresses &request,
                                  const SharedBanks &banks, AccessOp op);

/// A part of a lane's access that is issued as a request of its own.
struct AccessPiece {
  unsigned offsetBytes = 0; ///< from the address of the access
  unsigned bytes = 0;
};

/// How an access is issued.
struct AccessSplit {
  llvm::SmallVector<AccessPiece, 4> pieces; ///< in ascending order, no gaps
  /// The counters of an H200 confirm the split; else it is an assumption that a
  /// fact has to state.
  bool isConfirmed = false;
};

/// Bytes of a lane that one request moves at most, as splitAccess() says.
constexpr unsigned kMaxRequestBytes = 16;

/// The requests that one access of \p accessBytes at a multiple of
/// \p alignmentBytes (a power of two) makes.
///
/// Confirmed: 1, 2, 4, 8 and 16 aligned bytes are one request. Assumed, after
/// NVIDIA's OpenGL compiler (read from its NVcp5.0 assembly, H200, driver
/// 580.159.04, 2026): 12 bytes in a 16-byte slot load as one request and store
/// as 8 and 4 bytes. Assumed without a source: anything else goes in the
/// largest aligned powers of two up to 16 bytes.
AccessSplit splitAccess(unsigned accessBytes, unsigned alignmentBytes,
                        AccessOp op);

} // namespace wglint

#endif // WGLINT_ANALYSIS_ACCESSCOST_H
