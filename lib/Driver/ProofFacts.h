// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the proof of a rewrite compares of the facts before and after; private
/// to lib/Driver.
#ifndef WGLINT_LIB_DRIVER_PROOFFACTS_H
#define WGLINT_LIB_DRIVER_PROOFFACTS_H

#include "wglint/Driver/Driver.h"

namespace wglint {

/// Of one entry point.
ProofFacts proofFactsOf(const EntryPointFacts &facts);

} // namespace wglint

#endif // WGLINT_LIB_DRIVER_PROOFFACTS_H
