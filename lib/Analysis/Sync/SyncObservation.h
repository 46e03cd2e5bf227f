// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A walk with a SyncRecorder that listens.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCOBSERVATION_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCOBSERVATION_H

#include "Sync/SyncFindings.h"
#include "Walk/LaneWalk.h"

namespace wglint {

/// Runs \p walk, which was made from \p input, and records the races and
/// barriers that it finds in \p findings. Returns whether it came to its end.
bool observeWalk(LaneWalk &walk, const WalkInput &input,
                 SyncFindings &findings);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCOBSERVATION_H
