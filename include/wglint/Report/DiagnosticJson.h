// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Diagnostics as JSON: for the output, and for the way from a worker to its
/// parent. Bytes that are not UTF-8 become U+FFFD.
#ifndef WGLINT_REPORT_DIAGNOSTICJSON_H
#define WGLINT_REPORT_DIAGNOSTICJSON_H

#include "wglint/Diag/Diagnostic.h"
#include "llvm/Support/JSON.h"
#include <optional>

namespace wglint {

/// A string value for \p text, whatever its bytes are.
llvm::json::Value toJsonString(llvm::StringRef text);

/// `{"start": {"line", "column"}, "end": {"line", "column"}}`; the file stands
/// beside it.
llvm::json::Value toJson(const SourceRange &range);
llvm::json::Value toJson(const Fix &fix);
llvm::json::Value toJson(const Diagnostic &diagnostic);

/// The inverse of toJson(); std::nullopt if \p value has another shape.
std::optional<Diagnostic> diagnosticFromJson(const llvm::json::Value &value);
std::optional<Fix> fixFromJson(const llvm::json::Value &value);

} // namespace wglint

#endif // WGLINT_REPORT_DIAGNOSTICJSON_H
