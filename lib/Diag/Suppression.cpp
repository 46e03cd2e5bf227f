// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Diag/Suppression.h"
#include "SuppressionComments.h"
#include "wglint/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/GlobPattern.h"
#include <map>
#include <optional>
#include <set>

using namespace wglint;
using llvm::StringRef;
using Kind = SuppressionComment::Kind;

namespace {

/// One entry of a list, with the checks that it names; for a comment without a
/// list, the entry that names all.
struct Entry {
  std::string glob;
  std::vector<StringRef> checks;
  bool isUsed = false;
};

/// A comment and the stretch of its file that it is about.
struct Suppression {
  SuppressionComment comment;
  Position begin, end; ///< half open
  std::vector<Entry> entries;

  bool covers(const Position &place) const {
    return !(place < begin) && place < end;
  }
};

/// The suppressions of all files that took part in one shader.
class Suppressor {
public:
  Suppressor(const SourceMap &sourceMap, const SuppressibleChecks &checks)
      : Map(sourceMap), Checks(checks) {}

  void read(StringRef file, StringRef text);
  bool suppresses(const Diagnostic &diagnostic);
  void reportUnused(const std::string &mainFile);
  std::vector<Diagnostic> takeProblems() { return std::move(Problems); }

private:
  void pairBlocks(std::vector<SuppressionComment> comments);
  void add(SuppressionComment comment, Position begin, Position end);
  Entry resolve(const SuppressionComment &comment, std::string glob);
  bool suppressesAt(const Diagnostic &diagnostic, const SourceRange &place);
  unsigned lastLineOfDirective(const SourceRange &place) const;
  bool isUnused(const Entry &entry) const;
  void report(StringRef check, const SourceRange &range, std::string message);

  const SourceMap &Map;
  const SuppressibleChecks &Checks;
  std::map<std::string, std::vector<Suppression>> ByFile;
  std::vector<Diagnostic> Problems;
};

} // namespace

void Suppressor::report(StringRef check, const SourceRange &range,
                        std::string message) {
  Diagnostic problem;
  problem.check = check.str();
  problem.range = range;
  problem.message = std::move(message);
  Problems.push_back(std::move(problem));
}

/// Whether \p name is a check of clang-tidy, whose comments look the same, as
/// in headers that C++ code includes too: by the modules that
/// https://clang.llvm.org/extra/clang-tidy/ lists.
static bool isOfClangTidy(StringRef name) {
  constexpr StringRef kModules[] = {
      "abseil-",      "altera-",      "android-",
      "boost-",       "bugprone-",    "cert-",
      "clang-",       "concurrency-", "cppcoreguidelines-",
      "darwin-",      "fuchsia-",     "google-",
      "hicpp-",       "linuxkernel-", "llvm-",
      "llvmlibc-",    "misc-",        "modernize-",
      "mpi-",         "objc-",        "openmp-",
      "performance-", "portability-", "readability-",
      "zircon-"};
  return llvm::any_of(
      kModules, [&](StringRef module) { return name.starts_with(module); });
}

Entry Suppressor::resolve(const SuppressionComment &comment, std::string glob) {
  Entry entry;
  entry.glob = std::move(glob);
  // clang-tidy passes over removals; what takes nothing back is told here.
  llvm::Expected<llvm::GlobPattern> pattern =
      llvm::GlobPattern::create(entry.glob);
  if (!pattern) {
    report(kUnknownSuppression, comment.range,
           "'" + entry.glob +
               "' is no glob: " + llvm::toString(pattern.takeError()));
    return entry;
  }
  llvm::copy_if(Checks.known, std::back_inserter(entry.checks),
                [&](StringRef check) { return pattern->match(check); });
  if (entry.checks.empty() && !isOfClangTidy(entry.glob)) {
    std::string message = "no check matches '" + entry.glob + "'";
    StringRef nearest = nearestSpelling(entry.glob, Checks.known);
    if (!nearest.empty())
      message += ("; did you mean '" + nearest + "'?").str();
    report(kUnknownSuppression, comment.range, std::move(message));
  }
  return entry;
}

void Suppressor::add(SuppressionComment comment, Position begin, Position end) {
  Suppression suppression;
  if (!comment.hasList)
    suppression.entries.push_back({"", Checks.known, false});
  else if (comment.globs.empty())
    report(kUnknownSuppression, comment.range,
           "the list names no check, so nothing is suppressed");
  for (std::string &glob : comment.globs)
    suppression.entries.push_back(resolve(comment, std::move(glob)));
  suppression.begin = begin;
  suppression.end = end;
  suppression.comment = std::move(comment);
  ByFile[suppression.comment.range.file].push_back(std::move(suppression));
}

/// Each NOLINTEND ends the innermost block, and must have its list.
void Suppressor::pairBlocks(std::vector<SuppressionComment> comments) {
  std::vector<SuppressionComment> open;
  auto reportOpen = [&](const SuppressionComment &begin) {
    report(kUnmatchedSuppression, begin.range,
           "'NOLINTBEGIN' without a later 'NOLINTEND' of the same checks "
           "suppresses nothing");
  };
  for (SuppressionComment &comment : comments) {
    if (comment.kind == Kind::Begin) {
      open.push_back(std::move(comment));
      continue;
    }
    bool isMatch = !open.empty() && open.back().hasList == comment.hasList &&
                   open.back().globs == comment.globs;
    if (isMatch) {
      Position begin = open.back().range.end;
      add(std::move(open.back()), begin, comment.range.begin);
    } else {
      if (!open.empty())
        reportOpen(open.back());
      report(kUnmatchedSuppression, comment.range,
             "'NOLINTEND' without an earlier 'NOLINTBEGIN' of the same checks");
    }
    if (!open.empty())
      open.pop_back();
  }
  llvm::for_each(open, reportOpen);
}

void Suppressor::read(StringRef file, StringRef text) {
  std::vector<SuppressionComment> blocks;
  for (SuppressionComment &comment : parseSuppressions(file, text)) {
    if (comment.kind == Kind::Begin || comment.kind == Kind::End) {
      blocks.push_back(std::move(comment));
      continue;
    }
    unsigned line =
        comment.range.begin.line + (comment.kind == Kind::NextLine ? 1 : 0);
    add(std::move(comment), {line, 0}, {line + 1, 0});
  }
  pairBlocks(std::move(blocks));
}

/// The last line of the directive that begins at \p place: a macro's definition
/// reaches over lines that end in a backslash.
unsigned Suppressor::lastLineOfDirective(const SourceRange &place) const {
  StringRef rest = Map.text(place.file).value_or("");
  for (unsigned line = 1; line < place.begin.line; ++line)
    rest = rest.split('\n').second;
  unsigned last = place.begin.line;
  while (rest.take_until([](char c) { return c == '\n'; })
             .rtrim('\r')
             .ends_with("\\")) {
    rest = rest.split('\n').second;
    ++last;
  }
  return last;
}

bool Suppressor::suppressesAt(const Diagnostic &diagnostic,
                              const SourceRange &place) {
  auto file = ByFile.find(place.file);
  if (file == ByFile.end() || place.isWholeFile())
    return false;
  bool isSuppressed = false;
  // All that fit count as used: which of two was meant is not for us to say.
  for (Suppression &suppression : file->second) {
    if (!suppression.covers(place.begin))
      continue;
    for (Entry &entry : suppression.entries)
      if (llvm::is_contained(entry.checks, diagnostic.check))
        isSuppressed = entry.isUsed = true;
  }
  return isSuppressed;
}

bool Suppressor::suppresses(const Diagnostic &diagnostic) {
  if (!llvm::is_contained(Checks.known, diagnostic.check))
    return false;
  bool isSuppressed = suppressesAt(diagnostic, diagnostic.range);
  for (const DiagnosticNote &note : diagnostic.notes) {
    SourceRange place = note.range;
    if (note.kind == NoteKind::WhyMinor)
      continue; // it stands at the finding
    if (note.kind == NoteKind::Text) {
      // One of several places of one cause: the finding stays, but a comment
      // there is not in vain.
      suppressesAt(diagnostic, place);
      continue;
    }
    unsigned last = note.kind == NoteKind::MacroDefinition
                        ? lastLineOfDirective(place)
                        : place.begin.line;
    for (; place.begin.line <= last; place.begin = {place.begin.line + 1, 1})
      isSuppressed |= suppressesAt(diagnostic, place);
  }
  return isSuppressed;
}

/// Whether the checks that \p entry names had their chance.
bool Suppressor::isUnused(const Entry &entry) const {
  auto hasRun = [&](StringRef check) {
    return llvm::is_contained(Checks.ran, check);
  };
  return !entry.isUsed && llvm::any_of(entry.checks, hasRun) &&
         llvm::all_of(entry.checks, [&](StringRef check) {
           return hasRun(check) || !llvm::is_contained(Checks.usual, check);
         });
}

/// Whether the comment has its line to itself, which nothing is then found on.
static bool isAloneOnItsLine(const SuppressionComment &comment,
                             StringRef text) {
  for (unsigned line = 1; line < comment.range.begin.line; ++line)
    text = text.split('\n').second;
  return comment.kind == Kind::Line && text.ltrim(" \t").starts_with("//");
}

/// Whether one of \p lines is in the stretch. Code behind an #if that is not
/// taken may need its suppressions in another variant.
static bool hasLineOf(const Suppression &suppression,
                      const std::optional<std::set<unsigned>> &lines) {
  if (!lines)
    return true;
  unsigned last = suppression.end.line - (suppression.end.column == 0 ? 1 : 0);
  auto line = lines->lower_bound(suppression.begin.line);
  return line != lines->end() && *line <= last;
}

/// "on this line", as the comment's words have it.
static StringRef stretchText(Kind kind) {
  switch (kind) {
  case Kind::Line:
    return "on this line";
  case Kind::NextLine:
    return "on the next line";
  case Kind::Begin:
  case Kind::End:
    break;
  }
  return "up to its 'NOLINTEND'";
}

void Suppressor::reportUnused(const std::string &mainFile) {
  auto file = ByFile.find(mainFile);
  if (file == ByFile.end())
    return;
  std::optional<std::set<unsigned>> lines = Map.compiledLines(mainFile);
  for (const Suppression &suppression : file->second) {
    if (!hasLineOf(suppression, lines) &&
        !isAloneOnItsLine(suppression.comment, Map.text(mainFile).value_or("")))
      continue;
    for (const Entry &entry : suppression.entries)
      if (isUnused(entry))
        report(kUnusedSuppression, suppression.comment.range,
               (toString(suppression.comment.kind) + " is not needed: no " +
                (entry.glob.empty() ? "finding"
                                    : "finding of '" + entry.glob + "'") +
                " " + stretchText(suppression.comment.kind))
                   .str());
  }
}

unsigned wglint::applySuppressions(std::vector<Diagnostic> &diagnostics,
                                   const SourceMap &sourceMap,
                                   const SuppressibleChecks &checks) {
  Suppressor suppressor(sourceMap, checks);
  std::vector<std::string> files = sourceMap.files();
  for (const std::string &file : files)
    if (std::optional<StringRef> text = sourceMap.text(file))
      suppressor.read(file, *text);
  size_t count = diagnostics.size();
  llvm::erase_if(diagnostics, [&](const Diagnostic &diagnostic) {
    return suppressor.suppresses(diagnostic);
  });
  count -= diagnostics.size();
  if (!files.empty())
    suppressor.reportUnused(files.front());
  llvm::append_range(diagnostics, suppressor.takeProblems());
  return static_cast<unsigned>(count);
}
