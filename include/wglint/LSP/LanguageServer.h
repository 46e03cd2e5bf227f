// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A language server on standard input and output.
#ifndef WGLINT_LSP_LANGUAGESERVER_H
#define WGLINT_LSP_LANGUAGESERVER_H

#include <chrono>
#include <optional>
#include <string>

namespace wglint::lsp {

struct LanguageServerOptions {
  /// How long a text has to rest before it is linted.
  std::chrono::milliseconds debounce{50};
  bool showRemarks = false;
  /// Folder of the checks' pages, that findings link to; empty: no links.
  std::string checksFolder;
  /// The server ends when this process does, whoever else holds its input.
  std::optional<int> clientProcess;
  bool isLogging = false; ///< name every message on standard error
};

/// Serves until the client says `exit`, closes the input or dies. Returns the
/// exit code: 0 after a `shutdown`, else 1.
/// Caveat: forks; the process must have no threads.
int runLanguageServer(const LanguageServerOptions &options);

} // namespace wglint::lsp

#endif // WGLINT_LSP_LANGUAGESERVER_H
