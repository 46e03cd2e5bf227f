// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the loads of a buffer by one workgroup have in common.
#ifndef WGLINT_CHECK_REUSE_H
#define WGLINT_CHECK_REUSE_H

#include "wglint/Analysis/Facts.h"
#include <string>

namespace wglint {

/// Neighbours overlap from one load to the next, rather than lanes sharing the
/// bytes of one.
bool isStencil(const ReuseFact &reuse);

/// Whether all invocations of a dispatch go through the same elements of a
/// buffer, one after the other, of which each has one for itself as well:
/// bodies that pull each other. Such a loop is as long as there are
/// invocations, so that it pays to load a tile for the workgroup though the
/// host decides its length: by 1.7 to 3.4 times from 1024 bodies on, in
/// workgroups of 32 to 256 (docs/Measurements.md, "All pairs").
bool pairsInvocations(const EntryPointFacts &facts, const ReuseFact &reuse);

/// Which tile serves \p reuse, and what that was measured to be worth, where
/// one request for all lanes suggests that it is worth nothing.
std::string tileAdvice(const EntryPointFacts &facts, const ReuseFact &reuse);

/// Whether one tile, or one way to fill several, serves \p a and \p b: what
/// each of several paths loads of a buffer, the operands of a product, whose
/// loop fills both tiles, and all that goes through the elements of all
/// invocations.
bool haveOneTile(const EntryPointFacts &facts, const ReuseFact &a,
                 const ReuseFact &b);

} // namespace wglint

#endif // WGLINT_CHECK_REUSE_H
