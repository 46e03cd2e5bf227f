// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Between the URIs of clients and the paths of files.
#ifndef WGLINT_LIB_LSP_URI_H
#define WGLINT_LIB_LSP_URI_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <utility>

namespace wglint::lsp {

/// The path of a `file:` URI and true; of any other (`untitled:Untitled-1`) the
/// URI itself and false.
std::pair<std::string, bool> pathOfUri(llvm::StringRef uri);

/// The inverse: what is no absolute path is a URI already.
std::string uriOfPath(llvm::StringRef path);

} // namespace wglint::lsp

#endif // WGLINT_LIB_LSP_URI_H
