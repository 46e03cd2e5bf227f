// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a finding rests on, as text for a note.
#ifndef WGLINT_LIB_CHECK_ASSUMPTIONTEXTS_H
#define WGLINT_LIB_CHECK_ASSUMPTIONTEXTS_H

#include "wglint/Analysis/Facts.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace wglint {

/// What is true where an assumption does not hold.
struct AssumptionRemark {
  std::string behind; ///< how the assumption begins; empty: there is none
  std::string text;
};

/// "assumed: a, b, c, d and 3 more": the shortest, in their order. (A report's
/// `assumptions` has all of them.) \p remark stands in brackets behind its own.
std::string assumptionsText(llvm::ArrayRef<std::string> all,
                            const AssumptionRemark &remark = {});

/// What \p access costs on \p config where the assumption on the unknown
/// between its lanes does not hold: "pitch >= 16 (4 sectors at 1, 8 at 2)".
AssumptionRemark smallValuesRemark(const AccessFact &access,
                                   const DeviceConfig &config);

} // namespace wglint

#endif // WGLINT_LIB_CHECK_ASSUMPTIONTEXTS_H
