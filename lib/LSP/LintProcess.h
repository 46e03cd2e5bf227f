// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A process beside the server that forks a worker for each text.
///
/// The server itself could fork, but what a fork costs grows with its parent,
/// and glslang had better not run in a process that holds the user's unsaved
/// texts. So a child stands between: small, warm, and started anew if it dies.
#ifndef WGLINT_LIB_LSP_LINTPROCESS_H
#define WGLINT_LIB_LSP_LINTPROCESS_H

#include "LintJob.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>

namespace wglint::lsp {

/// One such process. It works on one request at a time.
class LintProcess {
public:
  /// Errors: the system gives no process or no socket.
  /// Caveat: forks; the server must have no threads.
  static llvm::Expected<std::unique_ptr<LintProcess>> start();
  /// Ends the process and its worker.
  ~LintProcess();

  /// Where an answer announces itself to poll().
  int fd() const { return Fd; }
  bool isIdle() const { return IsIdle; }
  bool isAlive() const { return Fd >= 0; }

  /// Hands over a request; only when idle.
  void send(const LintRequest &request);
  /// Asks for an early end of the request; its answer comes all the same.
  void cancel();
  /// Reads what is there. The answer, once it is complete; std::nullopt before.
  /// Errors: the process has died; isAlive() is false from then on.
  llvm::Expected<std::optional<LintResult>> receive();

  LintProcess(const LintProcess &) = delete;
  LintProcess &operator=(const LintProcess &) = delete;

private:
  LintProcess(pid_t pid, int fd) : Pid(pid), Fd(fd) {}

  pid_t Pid;
  int Fd;
  bool IsIdle = true;
  std::string Received;
};

} // namespace wglint::lsp

#endif // WGLINT_LIB_LSP_LINTPROCESS_H
