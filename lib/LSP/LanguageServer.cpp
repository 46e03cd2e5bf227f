// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The server's loop: one thread that waits for the client, for the processes
/// that lint, and for texts to come to rest.
#include "wglint/LSP/LanguageServer.h"
#include "FileWatch.h"
#include "LintPool.h"
#include "MessageReader.h"
#include "ProtocolHandler.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <mlir/Tools/lsp-server-support/Logging.h>
#include <poll.h>
#include <unistd.h>

using namespace wglint;
using namespace wglint::lsp;
using mlir::lsp::Logger;

namespace {

class Loop {
public:
  explicit Loop(const LanguageServerOptions &options)
      : Transport(stdin, llvm::outs()), Handler(options, Pool, Transport) {}

  int run();

private:
  int timeoutMs();
  void wait();
  void readInput();
  void handleMessages();
  void lookAround();

  // The processes come first: they are forked from as little as possible.
  LintPool Pool;
  mlir::lsp::JSONTransport Transport;
  ProtocolHandler Handler;
  MessageReader Reader;
  FileWatch Watch;
  bool IsInputOpen = true;
  bool IsClientGone = false;
  Clock::time_point NextLook = Clock::now();
};

} // namespace

/// How often to look whether the client lives and, if it does not tell, whether
/// files have changed.
static constexpr std::chrono::seconds kLookInterval{1};

int Loop::timeoutMs() {
  Clock::time_point until = NextLook;
  // What is due but finds no room waits for an answer, not for the clock.
  if (auto deadline = Handler.server().nextDeadline();
      deadline && Pool.hasRoom())
    until = std::min(until, *deadline);
  auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::max(until, Clock::now()) - Clock::now());
  return static_cast<int>(left.count()) + (left.count() > 0 ? 1 : 0);
}

void Loop::readInput() {
  char buffer[64 * 1024];
  ssize_t count = read(STDIN_FILENO, buffer, sizeof(buffer));
  if (count < 0 && (errno == EINTR || errno == EAGAIN))
    return;
  if (count <= 0)
    IsInputOpen = false;
  else
    Reader.append({buffer, static_cast<size_t>(count)});
}

void Loop::handleMessages() {
  while (!Handler.hasExited()) {
    auto message = Reader.next();
    if (!message)
      return;
    if (*message)
      Handler.handle(parseMessage(**message));
    else
      Handler.handle(message->takeError());
  }
}

void Loop::wait() {
  std::vector<pollfd> polled = {{STDIN_FILENO, POLLIN, 0}};
  Pool.addTo(polled);
  if (poll(polled.data(), polled.size(), timeoutMs()) <= 0)
    return;
  if (polled.front().revents)
    readInput();
  handleMessages();
  Pool.receive(Handler.server());
}

void Loop::lookAround() {
  if (Clock::now() < NextLook)
    return;
  NextLook = Clock::now() + kLookInterval;
  std::optional<int> client = Handler.clientProcess();
  IsClientGone = client && kill(*client, 0) != 0 && errno == ESRCH;
  if (Handler.isToldOfFiles())
    return;
  std::vector<std::string> changed =
      Watch.changed(Handler.server().dependencies());
  if (!changed.empty())
    Handler.server().filesChanged(changed, Clock::now());
}

int Loop::run() {
  while (IsInputOpen && !IsClientGone && !Handler.hasExited()) {
    wait();
    lookAround();
    Handler.server().startDue(Clock::now());
  }
  // Words for a client that is gone are no failure.
  llvm::outs().clear_error();
  return Handler.hasExited() && Handler.wasShutDown() ? 0 : 1;
}

int wglint::lsp::runLanguageServer(const LanguageServerOptions &options) {
  Logger::setLogLevel(options.isLogging ? Logger::Level::Info
                                        : Logger::Level::Error);
  // A client that is gone shows as the end of the input.
  signal(SIGPIPE, SIG_IGN);
  return Loop(options).run();
}
