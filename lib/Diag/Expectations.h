// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The parsed form of `expected-...` comments, private to lib/Diag.
#ifndef WGLINT_LIB_DIAG_EXPECTATIONS_H
#define WGLINT_LIB_DIAG_EXPECTATIONS_H

#include "wglint/Diag/Diagnostic.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Regex.h"
#include <memory>
#include <string>
#include <vector>

namespace wglint {

/// One `expected-...` comment.
struct Expectation {
  Severity severity = Severity::Warning;
  SourceRange directive;   ///< where it is written
  bool isAnyPlace = false; ///< `@*`
  unsigned line = 0;       ///< in the directive's file, unless isAnyPlace
  unsigned minCount = 1;
  unsigned maxCount = 1;
  std::string text;                   ///< as written between the braces
  std::shared_ptr<llvm::Regex> regex; ///< set for `-re`
};

/// All that the comments of some files say.
struct ExpectationSet {
  std::vector<Expectation> expectations;
  bool hasNoDiagnostics = false;      ///< `expected-no-diagnostics` was met
  std::vector<DiagnosticNote> errors; ///< malformed directives
};

/// Adds the expectations in the comments of \p text to \p set.
void parseExpectations(llvm::StringRef file, llvm::StringRef text,
                       ExpectationSet &set);

} // namespace wglint

#endif // WGLINT_LIB_DIAG_EXPECTATIONS_H
