// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Requests and results as bytes, on their way between the server and the
/// processes that lint.
#ifndef WGLINT_LIB_LSP_LINTMESSAGES_H
#define WGLINT_LIB_LSP_LINTMESSAGES_H

#include "LintJob.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace wglint::lsp {

std::string serialize(const LintRequest &request);
std::string serialize(const LintResult &result);

/// The inverses. The bytes are this program's own: anything else is a bug.
LintRequest deserializeRequest(llvm::StringRef bytes);
LintResult deserializeResult(llvm::StringRef bytes);

} // namespace wglint::lsp

#endif // WGLINT_LIB_LSP_LINTMESSAGES_H
