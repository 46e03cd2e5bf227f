// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Uri.h"
#include "llvm/Support/Path.h"
#include <mlir/Tools/lsp-server-support/Protocol.h>

using namespace wglint;
using mlir::lsp::URIForFile;

std::pair<std::string, bool> lsp::pathOfUri(llvm::StringRef uri) {
  if (!uri.starts_with_insensitive("file:"))
    return {uri.str(), false};
  llvm::Expected<URIForFile> file = URIForFile::fromURI(uri);
  if (!file) {
    llvm::consumeError(file.takeError());
    return {uri.str(), false};
  }
  llvm::SmallString<128> path = file->file();
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return {path.str().str(), true};
}

std::string lsp::uriOfPath(llvm::StringRef path) {
  if (!llvm::sys::path::is_absolute(path))
    return path.str();
  llvm::Expected<URIForFile> file = URIForFile::fromFile(path);
  if (file)
    return file->uri().str();
  llvm::consumeError(file.takeError());
  return path.str();
}
