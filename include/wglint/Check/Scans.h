// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Distinguishes a scan, all of whose partial results are wanted, from a
/// reduction.
#ifndef WGLINT_CHECK_SCANS_H
#define WGLINT_CHECK_SCANS_H

#include "wglint/Analysis/Facts.h"

namespace wglint {

/// The store of \p reduction; nullptr where it was not recorded.
const AccessFact *storeOf(const EntryPointFacts &facts,
                          const ReductionFact &reduction);

/// Whether what looks like a reduction is a scan. Either a step takes more than
/// half of the lanes of the one before (AccessFact::keepsLanes), or it is the
/// way up of a scan: another loop behind it loads from the variable and stores
/// to it, and is no reduction. False where the store was not recorded.
bool isScan(const EntryPointFacts &facts, const ReductionFact &reduction);

/// Whether lanes load, in other code behind \p store, each its own element of
/// what it has left. Of a reduction only the last result is wanted.
bool isReadByLanes(const EntryPointFacts &facts, const AccessFact &store);

} // namespace wglint

#endif // WGLINT_CHECK_SCANS_H
