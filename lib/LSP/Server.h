// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The server without the protocol: open texts, when each is linted, who waits
/// for what. Knows no JSON, no process and no clock of its own.
#ifndef WGLINT_LIB_LSP_SERVER_H
#define WGLINT_LIB_LSP_SERVER_H

#include "LintJob.h"
#include "TextDocument.h"
#include "llvm/ADT/FunctionExtras.h"
#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace wglint::lsp {

using Clock = std::chrono::steady_clock;

/// A text that the client has open.
struct OpenDocument {
  std::string uri;
  /// Of a `file:` URI its path; else a name that stands for it in places.
  std::string path;
  bool isFile = false;
  TextDocument text;
  std::optional<int64_t> version; ///< as the client counts
  bool isModified = false;        ///< differs from what is on the disk
  /// Of the text as it is now, or else empty.
  std::optional<LintResult> result;
  /// Paths of the other files that the last result was made from.
  std::vector<std::string> dependencies;
};

/// Runs requests somewhere else.
class LintRunner {
public:
  virtual ~LintRunner() = default;
  /// Starts \p request, whose answer will be handed to Server::finish() with
  /// \p ticket; false where there is no room now.
  virtual bool start(uint64_t ticket, const LintRequest &request) = 0;
  /// The answer is not wanted any more; it comes all the same.
  virtual void cancel(uint64_t ticket) = 0;
};

/// Why someone who waited for a result is told.
enum class WaitEnd { Ready, Cancelled, Closed };

class Server {
public:
  /// Called with each new result, and with nothing in it after a close.
  using Publisher = std::function<void(const OpenDocument &)>;
  /// \p document is null unless the wait ended well.
  using Waiter =
      llvm::unique_function<void(const OpenDocument *document, WaitEnd end)>;
  using FixWaiter = llvm::unique_function<void(LintResult result)>;

  Server(LintRunner &runner, Publisher publish)
      : Runner(runner), Publish(std::move(publish)) {}

  /// How long a text has to rest before it is linted.
  void setDebounce(std::chrono::milliseconds debounce) { Debounce = debounce; }

  void open(llvm::StringRef uri, std::string text,
            std::optional<int64_t> version, Clock::time_point now);
  /// The text to be edited in place; call changed() after it. Null for one that
  /// is not open.
  TextDocument *editable(llvm::StringRef uri);
  void changed(llvm::StringRef uri, std::optional<int64_t> version,
               Clock::time_point now);
  void saved(llvm::StringRef uri, Clock::time_point now);
  void close(llvm::StringRef uri);
  /// Files on the disk have changed: lints again whatever depends on them.
  void filesChanged(llvm::ArrayRef<std::string> paths, Clock::time_point now);

  /// Null for a text that is not open.
  const OpenDocument *find(llvm::StringRef uri) const;
  /// Paths of all files that open texts were made from, their own excepted.
  std::vector<std::string> dependencies() const;

  /// Calls \p waiter once the result of the text as it is now is there, at once
  /// if it is. \p id names the wait for cancelWait().
  void whenLinted(llvm::StringRef uri, std::string id, Waiter waiter,
                  Clock::time_point now);
  /// Works out a fix of the text as it is now; see LintRequest.
  void whenFixed(const OpenDocument &document, std::string id,
                 llvm::StringRef rewrite, const Diagnostic &finding,
                 bool mendsRemarks, FixWaiter waiter);
  void cancelWait(llvm::StringRef id);

  /// Starts what is due. Call it when the time of nextDeadline() has come and
  /// whenever a request has ended.
  void startDue(Clock::time_point now);
  /// When something will be due; std::nullopt: not before something happens.
  std::optional<Clock::time_point> nextDeadline() const;
  /// The answer to a request of LintRunner::start().
  void finish(uint64_t ticket, LintResult result);

private:
  struct Wait {
    std::string id;
    Waiter waiter;
  };
  struct Entry {
    OpenDocument document;
    std::optional<Clock::time_point> dueAt;
    std::optional<Clock::time_point> firstChange; ///< since the last start
    uint64_t ticket = 0; ///< of the request that runs; 0: none does
    std::vector<Wait> waits;
  };
  struct FixJob {
    std::string id;
    LintRequest request;
    FixWaiter waiter;
    bool isRunning = false;
  };

  void invalidate(Entry &entry, Clock::time_point dueAt);
  void touchDependents(const Entry &changed, Clock::time_point dueAt);
  LintRequest requestFor(const OpenDocument &document) const;
  void startFixes();
  static void endWaits(Entry &entry, WaitEnd end);

  LintRunner &Runner;
  Publisher Publish;
  std::chrono::milliseconds Debounce{50};
  std::map<std::string, Entry, std::less<>> Entries; ///< by URI
  std::map<uint64_t, FixJob> Fixes;                  ///< by ticket
  uint64_t LastTicket = 0;
};

} // namespace wglint::lsp

#endif // WGLINT_LIB_LSP_SERVER_H
