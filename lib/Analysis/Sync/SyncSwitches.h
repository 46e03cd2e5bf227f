// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Lanes that a switch divides by their own number and one of the host's:
/// `switch (l + pc.op)`.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCSWITCHES_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCSWITCHES_H

#include "Flow/Flow.h"
#include "Sync/SyncAddresses.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>

namespace wglint {

/// Two lanes, one of which takes a certain case of a switch.
struct SwitchParting {
  uint32_t arriving, missing; ///< lanes
  std::string text;           ///< for which number of the host's: "op = 3"
};

/// The smallest number of the host's, not negative, for which some lanes take
/// the case of \p c and others do not. std::nullopt where \p c is no such
/// switch, where several cases fall through into this one, and where another
/// condition of \p chain, those around the barrier, may rule numbers out. Cost:
/// a look at each lane for each case and lane.
std::optional<SwitchParting>
partingOfSwitch(const SyncWalk &walk, const LaneMath &math, const Context &c,
                llvm::ArrayRef<const Context *> chain);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCSWITCHES_H
