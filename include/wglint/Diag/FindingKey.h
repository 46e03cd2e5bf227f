// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a finding is known by from one run to the next, while the text around
/// it changes: for baselines and for the fingerprints of output formats.
#ifndef WGLINT_DIAG_FINDINGKEY_H
#define WGLINT_DIAG_FINDINGKEY_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace wglint {

/// 16 hexadecimal digits, from the check, the file and the text of the line
/// without the space around it. No line number takes part, so that lines may
/// come and go above, and no message, so that other numbers are the same
/// finding. Several findings may have the same key.
/// \param path relative to something that is the same for all who compare.
std::string findingKey(llvm::StringRef path, llvm::StringRef check,
                       llvm::StringRef lineText);

} // namespace wglint

#endif // WGLINT_DIAG_FINDINGKEY_H
