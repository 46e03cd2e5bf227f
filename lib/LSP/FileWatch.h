// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Notices changes of files by looking at their times, for clients that do not
/// tell.
#ifndef WGLINT_LIB_LSP_FILEWATCH_H
#define WGLINT_LIB_LSP_FILEWATCH_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace wglint::lsp {

class FileWatch {
public:
  /// Those of \p paths that are other than when they were first, or last, asked
  /// for. Cost: a system call for each.
  std::vector<std::string> changed(llvm::ArrayRef<std::string> paths);

private:
  std::map<std::string, int64_t> Times; ///< ns since the epoch; 0: no file
};

} // namespace wglint::lsp

#endif // WGLINT_LIB_LSP_FILEWATCH_H
