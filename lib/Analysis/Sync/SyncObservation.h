// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A walk with a SyncRecorder that listens.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCOBSERVATION_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCOBSERVATION_H

#include "Sync/SyncFindings.h"
#include "Walk/LaneWalk.h"

namespace wglint {

/// Runs \p walk, which was made of \p input, and enters what it finds of races
/// and barriers into \p findings. False: it was not walked to its end.
bool observeWalk(LaneWalk &walk, const WalkInput &input,
                 SyncFindings &findings);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCOBSERVATION_H
