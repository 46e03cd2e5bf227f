// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The processes that lint, and which request each of them has.
#ifndef WGLINT_LIB_LSP_LINTPOOL_H
#define WGLINT_LIB_LSP_LINTPOOL_H

#include "LintProcess.h"
#include "Server.h"
#include <memory>
#include <poll.h>
#include <vector>

namespace wglint::lsp {

class LintPool : public LintRunner {
public:
  /// Starts the first process. A second one starts when the first is busy, so
  /// that a slow shader holds up nothing but itself.
  LintPool() { findIdle(); }

  bool start(uint64_t ticket, const LintRequest &request) override;
  void cancel(uint64_t ticket) override;
  bool hasRoom() { return findIdle() != nullptr; }

  /// Adds what poll() has to wait for.
  void addTo(std::vector<pollfd> &polled) const;
  /// Reads what has come; hands answers to \p server.
  void receive(Server &server);

private:
  struct Slot {
    std::unique_ptr<LintProcess> process;
    uint64_t ticket = 0; ///< of its request; 0: idle
    LintRequest request;
  };

  Slot *findIdle();

  std::vector<Slot> Slots;
};

} // namespace wglint::lsp

#endif // WGLINT_LIB_LSP_LINTPOOL_H
