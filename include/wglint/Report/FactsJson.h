// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Facts as JSON, in the form that docs/JsonOutput.md describes.
#ifndef WGLINT_REPORT_FACTSJSON_H
#define WGLINT_REPORT_FACTSJSON_H

#include "wglint/Analysis/Facts.h"
#include "wglint/Diag/SourceMap.h"
#include "llvm/Support/JSON.h"

namespace wglint {

/// The facts of one entry point of \p file; places are resolved by \p
/// sourceMap.
llvm::json::Object factsToJson(llvm::StringRef file,
                               const EntryPointFacts &facts,
                               const SourceMap &sourceMap);

} // namespace wglint

#endif // WGLINT_REPORT_FACTSJSON_H
