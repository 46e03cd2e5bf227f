// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LintProcess.h"
#include "LintMessages.h"
#include "wglint/Support/Error.h"
#include "llvm/Support/Errno.h"
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace wglint;
using namespace wglint::lsp;
using llvm::StringRef;

// Each message on the socket is its length, eight bytes in the machine's order,
// and that many bytes. A request of no bytes asks to cancel.

static bool sendAll(int fd, StringRef bytes) {
  while (!bytes.empty()) {
    // Whoever dies must not take the other along.
    ssize_t count = send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    bytes = bytes.drop_front(static_cast<size_t>(count));
  }
  return true;
}

static bool sendMessage(int fd, StringRef bytes) {
  uint64_t size = bytes.size();
  return sendAll(fd, {reinterpret_cast<const char *>(&size), sizeof(size)}) &&
         sendAll(fd, bytes);
}

static bool receiveAll(int fd, char *bytes, size_t size) {
  while (size > 0) {
    ssize_t count = recv(fd, bytes, size, 0);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    bytes += count;
    size -= static_cast<size_t>(count);
  }
  return true;
}

/// The next message, waiting for it; std::nullopt at the end of the stream.
static std::optional<std::string> receiveMessage(int fd) {
  uint64_t size = 0;
  if (!receiveAll(fd, reinterpret_cast<char *>(&size), sizeof(size)))
    return std::nullopt;
  std::string bytes(size, '\0');
  if (!receiveAll(fd, bytes.data(), bytes.size()))
    return std::nullopt;
  return bytes;
}

/// Runs one request in a worker of its own and sends what came of it, while the
/// worker may still be ending. The next thing that the server says before that
/// can only be that it does not want the answer any more, or its end. False if
/// the server is gone.
static bool answer(const LintRequest &request, int fd) {
  WorkerLimits limits = limitsOf(request);
  bool isSent = false;
  auto send = [&](WorkerResult worker) {
    isSent = sendMessage(fd, serializeEnd(request, std::move(worker), limits));
  };
  llvm::Error error = runWorkers(
      1, 1, limits, [&](size_t) { return prepareLint(request); },
      [&](size_t, WorkerResult worker) { send(std::move(worker)); }, fd);
  if (!error)
    return isSent;
  WorkerResult none;
  none.death = WorkerDeath();
  none.death->stage = "start";
  none.printed = llvm::toString(std::move(error));
  send(std::move(none));
  return isSent;
}

/// The child's life: answers until the server is gone.
[[noreturn]] static void serve(int fd) {
  // The client waits for the end of the server's output, and nothing but the
  // server's words may be in it.
  int null = open("/dev/null", O_RDWR);
  dup2(null, STDIN_FILENO);
  dup2(null, STDOUT_FILENO);
  while (std::optional<std::string> request = receiveMessage(fd))
    if (!request->empty() && !answer(deserializeRequest(*request), fd))
      break;
  _exit(0);
}

llvm::Expected<std::unique_ptr<LintProcess>> LintProcess::start() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return makeError("cannot make a socket: " + llvm::sys::StrError());
  pid_t pid = fork();
  if (pid == 0) {
    close(ends[0]);
    serve(ends[1]);
  }
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    return makeError("cannot start a process: " + llvm::sys::StrError());
  }
  return std::unique_ptr<LintProcess>(new LintProcess(pid, ends[0]));
}

LintProcess::~LintProcess() {
  if (isAlive())
    close(Fd);
  kill(Pid, SIGKILL);
  waitpid(Pid, nullptr, 0);
}

void LintProcess::send(const LintRequest &request) {
  IsIdle = false;
  // A failure shows as the end of the stream in receive().
  sendMessage(Fd, serialize(request));
}

void LintProcess::cancel() { sendMessage(Fd, ""); }

llvm::Expected<std::optional<LintResult>> LintProcess::receive() {
  char buffer[64 * 1024];
  ssize_t count = recv(Fd, buffer, sizeof(buffer), MSG_DONTWAIT);
  if (count < 0 && (errno == EAGAIN || errno == EINTR))
    return std::nullopt;
  if (count <= 0) {
    close(Fd);
    Fd = -1;
    return makeError("the process that lints has died");
  }
  Received.append(buffer, static_cast<size_t>(count));
  uint64_t size = 0;
  if (Received.size() < sizeof(size))
    return std::nullopt;
  std::memcpy(&size, Received.data(), sizeof(size));
  if (Received.size() - sizeof(size) < size)
    return std::nullopt;
  LintResult result =
      deserializeResult(StringRef(Received).drop_front(sizeof(size)));
  Received.clear();
  IsIdle = true;
  return result;
}
