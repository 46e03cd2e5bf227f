// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Compares diagnostics with the `expected-...` comments of the files that they
/// are about, as clang's -verify does.
///
///     dst[i * 8u] = v; // expected-warning {{touches 32 sectors}}
///     // expected-note@-1 {{87 %}}
///     // expected-remark-re@+2 2 {{loaded from '{{a|b}}'}}
///
/// The forms are `error`, `warning`, `remark` and `note`; `-re`; the line
/// `@12`,
/// `@+1`, `@-2`, or `@*` for any line of any file and for diagnostics of a
/// whole file; a count `2`, `2+`, `0-1`. A file that expects nothing says
/// `expected-no-diagnostics`. Comments are `//` and `/* */`; in *.spvasm, `;`.
#ifndef WGLINT_DIAG_VERIFY_H
#define WGLINT_DIAG_VERIFY_H

#include "wglint/Diag/Diagnostic.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <utility>
#include <vector>

namespace wglint {

/// What a run of verify mode found, to be printed as it is.
struct VerifyResult {
  unsigned errorCount = 0;
  std::string report; ///< empty if there are no errors
};

/// Matches every diagnostic and every note of it with one expectation.
///
/// An expected text is matched if it occurs in the message or, so that a test
/// can pin the check, in `message [check-name]`.
/// \param texts name and text of each file that takes part, the main one first.
/// \param ignoreUnexpected severities that may occur without being expected.
/// Errors: malformed expectations count as errors and are part of the report.
VerifyResult
verifyDiagnostics(llvm::ArrayRef<Diagnostic> diagnostics,
                  llvm::ArrayRef<std::pair<std::string, std::string>> texts,
                  llvm::ArrayRef<Severity> ignoreUnexpected);

} // namespace wglint

#endif // WGLINT_DIAG_VERIFY_H
