// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Lanes that a switch on their own number and one of the host's parts:
/// `switch (l + pc.op)`.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCSWITCHES_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCSWITCHES_H

#include "Flow/Flow.h"
#include "Sync/SyncAddresses.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>

namespace wglint {

/// Two lanes of which one takes the case that is asked for.
struct SwitchParting {
  uint32_t arriving, missing; ///< lanes
  std::string text;           ///< for which number of the host's: "op = 3"
};

/// The least number of the host's, not negative, for which some lanes take the
/// case that \p c stands for, and others do not. std::nullopt where \p c is no
/// such switch, several cases fall through into this one, or another condition
/// of \p chain, those around the barrier, may rule numbers out.
/// Cost: a look at each lane for each case and lane.
std::optional<SwitchParting>
partingOfSwitch(const SyncWalk &walk, const LaneMath &math, const Context &c,
                llvm::ArrayRef<const Context *> chain);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCSWITCHES_H
