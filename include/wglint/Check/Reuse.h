// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the loads of one workgroup from a buffer have in common.
#ifndef WGLINT_CHECK_REUSE_H
#define WGLINT_CHECK_REUSE_H

#include "wglint/Analysis/Facts.h"
#include <string>

namespace wglint {

/// From so many loads of a neighbourhood by each invocation on, in a workgroup
/// of several rows of so many, a tile in shared memory is faster. A box blur of
/// radius 4 (81 loads) in workgroups of 32 x 8 on an H200: from a buffer 1293
/// us to 913 us, but 1415 us to 1532 us by 16 x 16, and no gain by radius 2
/// (25); of texels 5453 us to 2825 us by imageLoad(), 3914 us to 2823 us by
/// texelFetch() (docs/Measurements.md, `blur_naive` and "box blur of texels").
constexpr unsigned kMinLoadsForTile = 81, kMinTileRow = 32;

/// Whether the windows of neighbouring invocations overlap from one load to the
/// next, rather than lanes sharing the bytes of one load.
bool isStencil(const ReuseFact &reuse);

/// Whether all invocations of a dispatch go through the same elements of a
/// buffer one by one, while each also owns one of them: bodies that attract
/// each other. Such a loop is as long as there are invocations. So a shared
/// tile pays off although the host decides the length: it was 1.7 to 3.4 times
/// as fast from 1024 bodies on, in workgroups of 32 to 256
/// (docs/Measurements.md, "All pairs").
bool pairsInvocations(const EntryPointFacts &facts, const ReuseFact &reuse);

/// Which shared tile helps \p reuse, and what it was measured to save where one
/// request for all lanes suggests that it saves nothing.
std::string tileAdvice(const EntryPointFacts &facts, const ReuseFact &reuse);

/// Whether one tile, or one loop that fills several, serves \p a and \p b. That
/// holds for what several paths load from one buffer, for the operands of a
/// product, whose loop fills both tiles, and for all loops over the elements of
/// all invocations.
bool haveOneTile(const EntryPointFacts &facts, const ReuseFact &a,
                 const ReuseFact &b);

} // namespace wglint

#endif // WGLINT_CHECK_REUSE_H
