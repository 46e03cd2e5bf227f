// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Server.h"
#include "Uri.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <set>

using namespace wglint;
using namespace wglint::lsp;
using llvm::StringRef;

/// A client that types without a rest still sees something now and then.
static constexpr std::chrono::milliseconds kMaxRest{500};

static void noteDependencies(OpenDocument &document) {
  document.dependencies = document.result->configFiles;
  for (const auto &[path, text] : document.result->texts)
    if (path != document.path)
      document.dependencies.push_back(path);
}

void Server::invalidate(Entry &entry, Clock::time_point dueAt) {
  if (entry.ticket != 0)
    Runner.cancel(entry.ticket);
  entry.ticket = 0;
  entry.document.result.reset();
  // Who waits cannot wait for a rest of the keyboard.
  entry.dueAt = entry.waits.empty() ? dueAt : Clock::time_point::min();
}

void Server::touchDependents(const Entry &changed, Clock::time_point dueAt) {
  for (auto &[uri, entry] : Entries)
    if (&entry != &changed &&
        llvm::is_contained(entry.document.dependencies, changed.document.path))
      invalidate(entry, dueAt);
}

void Server::open(StringRef uri, std::string text,
                  std::optional<int64_t> version, Clock::time_point now) {
  Entry &entry = Entries[uri.str()];
  OpenDocument &document = entry.document;
  document.uri = uri.str();
  document.text.assign(std::move(text));
  document.version = version;
  std::tie(document.path, document.isFile) = pathOfUri(uri);
  invalidate(entry, now);
}

TextDocument *Server::editable(StringRef uri) {
  auto found = Entries.find(uri);
  return found == Entries.end() ? nullptr : &found->second.document.text;
}

void Server::changed(StringRef uri, std::optional<int64_t> version,
                     Clock::time_point now) {
  auto found = Entries.find(uri);
  if (found == Entries.end())
    return;
  Entry &entry = found->second;
  entry.document.version = version;
  entry.document.isModified = true;
  if (!entry.firstChange)
    entry.firstChange = now;
  Clock::time_point dueAt =
      std::min(now + Debounce, std::max(now, *entry.firstChange + kMaxRest));
  invalidate(entry, dueAt);
  touchDependents(entry, dueAt);
}

void Server::saved(StringRef uri, Clock::time_point now) {
  auto found = Entries.find(uri);
  if (found == Entries.end())
    return;
  found->second.document.isModified = false;
  filesChanged({found->second.document.path}, now);
}

void Server::close(StringRef uri) {
  auto found = Entries.find(uri);
  if (found == Entries.end())
    return;
  Entry &entry = found->second;
  if (entry.ticket != 0)
    Runner.cancel(entry.ticket);
  endWaits(entry, WaitEnd::Closed);
  entry.document.result.emplace();
  Publish(entry.document);
  Entries.erase(found);
}

void Server::filesChanged(llvm::ArrayRef<std::string> paths,
                          Clock::time_point now) {
  for (auto &[uri, entry] : Entries) {
    const std::optional<LintResult> &result = entry.document.result;
    // What failed may have missed a file that is there now.
    bool isTouched = result && result->status == FileStatus::Failed;
    for (const std::string &path : paths)
      isTouched |= llvm::is_contained(entry.document.dependencies, path) ||
                   llvm::sys::path::filename(path) == ".wglint";
    if (isTouched)
      invalidate(entry, now);
  }
}

const OpenDocument *Server::find(StringRef uri) const {
  auto found = Entries.find(uri);
  return found == Entries.end() ? nullptr : &found->second.document;
}

std::vector<std::string> Server::dependencies() const {
  std::set<std::string> paths;
  for (const auto &[uri, entry] : Entries)
    paths.insert(entry.document.dependencies.begin(),
                 entry.document.dependencies.end());
  return {paths.begin(), paths.end()};
}

void Server::whenLinted(StringRef uri, std::string id, Waiter waiter,
                        Clock::time_point now) {
  auto found = Entries.find(uri);
  if (found == Entries.end())
    return waiter(nullptr, WaitEnd::Closed);
  Entry &entry = found->second;
  if (entry.document.result)
    return waiter(&entry.document, WaitEnd::Ready);
  entry.waits.push_back({std::move(id), std::move(waiter)});
  if (entry.dueAt)
    entry.dueAt = now;
}

void Server::whenFixed(const OpenDocument &document, std::string id,
                       StringRef rewrite, const Diagnostic &finding,
                       bool mendsRemarks, FixWaiter waiter) {
  FixJob job;
  job.id = std::move(id);
  job.request = requestFor(document);
  job.request.rewrite = rewrite.str();
  job.request.finding = finding;
  job.request.mendsRemarks = mendsRemarks;
  job.waiter = std::move(waiter);
  Fixes.emplace(++LastTicket, std::move(job));
  startFixes();
}

void Server::cancelWait(StringRef id) {
  for (auto &[uri, entry] : Entries)
    for (size_t i = 0; i < entry.waits.size(); ++i)
      if (entry.waits[i].id == id) {
        Waiter waiter = std::move(entry.waits[i].waiter);
        entry.waits.erase(entry.waits.begin() + static_cast<ptrdiff_t>(i));
        return waiter(nullptr, WaitEnd::Cancelled);
      }
  for (auto found = Fixes.begin(); found != Fixes.end(); ++found)
    if (found->second.id == id) {
      FixJob job = std::move(found->second);
      if (job.isRunning)
        Runner.cancel(found->first);
      Fixes.erase(found);
      LintResult result;
      result.isCancelled = true;
      return job.waiter(std::move(result));
    }
}

LintRequest Server::requestFor(const OpenDocument &document) const {
  LintRequest request;
  request.path = document.path;
  request.text = document.text.text().str();
  for (const auto &[uri, entry] : Entries)
    if (&entry.document != &document && entry.document.isFile &&
        entry.document.isModified)
      request.overlays[entry.document.path] = entry.document.text.text().str();
  return request;
}

void Server::startFixes() {
  for (auto &[ticket, job] : Fixes)
    if (!job.isRunning)
      job.isRunning = Runner.start(ticket, job.request);
}

void Server::startDue(Clock::time_point now) {
  // The one that waits longest first.
  std::vector<Entry *> due;
  for (auto &[uri, entry] : Entries)
    if (entry.dueAt && *entry.dueAt <= now)
      due.push_back(&entry);
  llvm::stable_sort(due, [](const Entry *a, const Entry *b) {
    return *a->dueAt < *b->dueAt;
  });
  for (Entry *entry : due) {
    if (!Runner.start(LastTicket + 1, requestFor(entry->document)))
      return;
    entry->ticket = ++LastTicket;
    entry->dueAt.reset();
    entry->firstChange.reset();
  }
  startFixes();
}

std::optional<Clock::time_point> Server::nextDeadline() const {
  std::optional<Clock::time_point> first;
  for (const auto &[uri, entry] : Entries)
    if (entry.dueAt && (!first || *entry.dueAt < *first))
      first = entry.dueAt;
  return first;
}

void Server::endWaits(Entry &entry, WaitEnd end) {
  std::vector<Wait> waits = std::move(entry.waits);
  entry.waits.clear();
  for (Wait &wait : waits)
    wait.waiter(end == WaitEnd::Ready ? &entry.document : nullptr, end);
}

void Server::finish(uint64_t ticket, LintResult result) {
  if (auto found = Fixes.find(ticket); found != Fixes.end()) {
    FixJob job = std::move(found->second);
    Fixes.erase(found);
    return job.waiter(std::move(result));
  }
  for (auto &[uri, entry] : Entries)
    if (entry.ticket == ticket) {
      entry.ticket = 0;
      entry.document.result = std::move(result);
      noteDependencies(entry.document);
      Publish(entry.document);
      return endWaits(entry, WaitEnd::Ready);
    }
  // Nobody wants it: the text has changed or is closed.
}
