// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which rewrites would mend which finding; private to lib/Driver.
#ifndef WGLINT_LIB_DRIVER_FIXOFFERS_H
#define WGLINT_LIB_DRIVER_FIXOFFERS_H

#include "wglint/Driver/Driver.h"

namespace wglint {

/// Adds to each of \p findings, which are of one entry point, the fixes that
/// the rewrites offer, with edits where options.wantFixEdits, and takes the
/// names of those that are not offered out of the advice. Where
/// options.rewrite asks for one of these findings, works that out into
/// \p result and offers nothing.
/// Cost: nothing where no rewrite is for any of the checks; else the syntax
/// tree of the text, once.
void offerFixes(const FrontendResult &compiled, const CheckContext &context,
                const JobOptions &options,
                llvm::MutableArrayRef<Diagnostic> findings, FileResult &result);

} // namespace wglint

#endif // WGLINT_LIB_DRIVER_FIXOFFERS_H
