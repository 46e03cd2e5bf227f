// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Telling a scan, of which all partial results are wanted, from a reduction.
#ifndef WGLINT_CHECK_SCANS_H
#define WGLINT_CHECK_SCANS_H

#include "wglint/Analysis/Facts.h"

namespace wglint {

/// The store of \p reduction; null where it was not recorded.
const AccessFact *storeOf(const EntryPointFacts &facts,
                          const ReductionFact &reduction);

/// Whether what has the form of a reduction is a scan: a step takes more than
/// half of the lanes of the one before (AccessFact::keepsLanes), or it is the
/// way up of one, behind which another loop loads from the variable and stores
/// to it what is no reduction. False where the store was not recorded.
bool isScan(const EntryPointFacts &facts, const ReductionFact &reduction);

/// Whether lanes load each its own of what \p store has left, in other code
/// behind it: of a reduction only the last result is wanted.
bool isReadByLanes(const EntryPointFacts &facts, const AccessFact &store);

} // namespace wglint

#endif // WGLINT_CHECK_SCANS_H
