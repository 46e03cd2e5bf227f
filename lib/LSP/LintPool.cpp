// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LintPool.h"
#include <mlir/Tools/lsp-server-support/Logging.h>

using namespace wglint;
using namespace wglint::lsp;
using mlir::lsp::Logger;

LintPool::Slot *LintPool::findIdle() {
  constexpr size_t kMaxProcesses = 2;
  for (Slot &slot : Slots)
    if (slot.ticket == 0)
      return &slot;
  if (Slots.size() == kMaxProcesses)
    return nullptr;
  auto process = LintProcess::start();
  if (!process) {
    Logger::error("{0}", llvm::toString(process.takeError()));
    return nullptr;
  }
  Slots.push_back({std::move(*process), 0, {}});
  return &Slots.back();
}

bool LintPool::start(uint64_t ticket, const LintRequest &request) {
  Slot *slot = findIdle();
  if (!slot)
    return false;
  slot->ticket = ticket;
  slot->request = request;
  slot->process->send(request);
  return true;
}

void LintPool::cancel(uint64_t ticket) {
  for (Slot &slot : Slots)
    if (slot.ticket == ticket)
      slot.process->cancel();
}

void LintPool::addTo(std::vector<pollfd> &polled) const {
  for (const Slot &slot : Slots)
    polled.push_back({slot.process->fd(), POLLIN, 0});
}

/// What a file gets whose process died before it forked a worker.
static LintResult lost(const LintRequest &request) {
  LintResult result;
  result.status = FileStatus::Crashed;
  Diagnostic diagnostic;
  diagnostic.check = "internal-error";
  diagnostic.severity = Severity::Error;
  diagnostic.range.file = request.path;
  diagnostic.message =
      "wglint died before its analysis began, please report this bug";
  result.diagnostics.push_back(std::move(diagnostic));
  result.refusal = "wglint died";
  result.texts.push_back({request.path, request.text});
  return result;
}

void LintPool::receive(Server &server) {
  for (size_t i = 0; i < Slots.size();) {
    auto answer = Slots[i].process->receive();
    if (answer && !*answer) {
      ++i;
      continue;
    }
    uint64_t ticket = Slots[i].ticket;
    LintResult result;
    if (answer) {
      result = std::move(**answer);
      Slots[i++].ticket = 0;
    } else {
      Logger::error("{0}", llvm::toString(answer.takeError()));
      result = lost(Slots[i].request);
      Slots.erase(Slots.begin() + static_cast<ptrdiff_t>(i));
    }
    if (ticket != 0)
      server.finish(ticket, std::move(result));
  }
}
