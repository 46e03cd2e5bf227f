// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// From runs of elements, one for each invocation, to elements side by side:
///
///     lane 0: 0 1 2 3    lane 1: 4 5 6 7    ...
///     lane 0: 0 L 2L 3L  lane 1: 1 L+1 ...
#ifndef WGLINT_REWRITE_INTERLEAVERUNS_H
#define WGLINT_REWRITE_INTERLEAVERUNS_H

#include "wglint/Rewrite/EditSet.h"
#include "wglint/Rewrite/Rewrite.h"
#include <vector>

namespace wglint {

/// Edits that let the invocations of each workgroup take its elements in turns,
/// in the loop around the finding. The elements of a workgroup stay.
/// Errors: the loop has another form, or an iteration does more than to work on
/// its element, so that who does which can be told.
llvm::Expected<std::vector<TextEdit>>
interleaveRuns(const RewriteContext &context, const Diagnostic &finding);

} // namespace wglint

#endif // WGLINT_REWRITE_INTERLEAVERUNS_H
