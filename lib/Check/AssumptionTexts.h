// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a finding rests on, as text for a note.
#ifndef WGLINT_LIB_CHECK_ASSUMPTIONTEXTS_H
#define WGLINT_LIB_CHECK_ASSUMPTIONTEXTS_H

#include "wglint/Analysis/Facts.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace wglint {

/// "assumed: a, b, c, d and 3 more": the shortest, in their order. (A report's
/// `assumptions` has all of them.)
std::string assumptionsText(llvm::ArrayRef<std::string> assumptions);

/// Adds to \p text, which lists \p assumptions, what \p access costs on
/// \p config where the one on the unknown between its lanes does not hold:
/// "pitch >= 16 (4 sectors at 1, 8 at 2)". Leaves it where there is none.
void addSmallValues(std::string &text, const AccessFact &access,
                    const DeviceConfig &config,
                    llvm::ArrayRef<std::string> assumptions);

} // namespace wglint

#endif // WGLINT_LIB_CHECK_ASSUMPTIONTEXTS_H
