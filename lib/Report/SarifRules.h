// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The checks as SARIF's rules; private to lib/Report.
#ifndef WGLINT_LIB_REPORT_SARIFRULES_H
#define WGLINT_LIB_REPORT_SARIFRULES_H

#include "wglint/Check/Check.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"

namespace wglint {

/// "error", "warning", "note".
llvm::StringRef sarifLevel(Severity severity);

/// The rules of those checks that found something, in the order of their first
/// finding.
class SarifRules {
public:
  explicit SarifRules(llvm::ArrayRef<const CheckInfo *> checks)
      : Checks(checks) {}
  /// The number of \p check's rule, which is made at the first call.
  size_t indexOf(llvm::StringRef check);
  llvm::json::Array take() { return std::move(Rules); }

private:
  llvm::ArrayRef<const CheckInfo *> Checks;
  llvm::StringMap<size_t> Indices;
  llvm::json::Array Rules;
};

} // namespace wglint

#endif // WGLINT_LIB_REPORT_SARIFRULES_H
