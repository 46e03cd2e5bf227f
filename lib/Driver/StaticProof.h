// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Whether the pipeline's answers before and after a rewrite let it through;
/// private to lib/Driver.
#ifndef WGLINT_LIB_DRIVER_STATICPROOF_H
#define WGLINT_LIB_DRIVER_STATICPROOF_H

#include "wglint/Driver/Driver.h"

namespace wglint {

/// The check set of both runs that are compared: \p selected, and all that is
/// on by default, because a rewrite must not break what the user happens not to
/// look at.
std::vector<const CheckInfo *>
checksOfProof(llvm::ArrayRef<const CheckInfo *> selected);

/// Why \p after may not take the place of \p before, as a sentence that starts
/// in lower case; std::nullopt if it may: it compiles, one finding of
/// \p finding's check less, of no check more findings of its severity or a
/// higher one, no new race, no new unknown address, and, where \p claimsSpeed,
/// less predicted traffic on a device. Without a \p finding, no warning or
/// error more than before.
std::optional<std::string> whyNotProved(const FileResult &before,
                                        const FileResult &after,
                                        const Diagnostic *finding,
                                        bool claimsSpeed);

/// \p result of an edited text with its traffic for each invocation of the
/// original whose work is done, where \p fix changes the dispatch; a time that
/// was predicted for the original's dispatch is dropped then.
FileResult perInvocationCovered(FileResult result, const Fix &fix);

/// Sectors and wavefronts for each invocation on the first device, of the first
/// entry point; std::nullopt where they are not known.
std::optional<double> predictedTraffic(const FileResult &result);

/// "predicted: 9.0 to 2.3 sectors and wavefronts for each invocation", of the
/// first device; empty where it is not known.
std::string predictionText(const FileResult &before, const FileResult &after);

} // namespace wglint

#endif // WGLINT_LIB_DRIVER_STATICPROOF_H
