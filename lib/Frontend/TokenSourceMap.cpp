// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TokenSourceMap.h"
#include "wglint/Syntax/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using llvm::StringRef;

namespace wglint {

SourceRange toSourceRange(const syntax::TokenMap &tokens,
                          const syntax::Spelling &spelling) {
  SourceRange range;
  if (spelling.instance == syntax::kNone) {
    range.file =
        tokens.files().empty() ? "" : tokens.files().back()->name().str();
    return range;
  }
  const syntax::SourceFile &file = tokens.fileOf(spelling.instance);
  uint32_t begin = file.physicalOffset(spelling.begin);
  // The end is behind the last byte, not in front of the next one: lines may be
  // joined between the two.
  uint32_t end = spelling.end > spelling.begin
                     ? file.physicalOffset(spelling.end - 1) + 1
                     : begin;
  syntax::LineColumn from = file.lineColumn(begin), to = file.lineColumn(end);
  range.file = file.name().str();
  range.begin = {from.line, from.column};
  range.end = {to.line, to.column};
  return range;
}

std::vector<DiagnosticNote> contextNotes(const syntax::TokenMap &tokens,
                                         const syntax::Spelling &spelling,
                                         uint32_t use) {
  std::vector<DiagnosticNote> notes;
  if (use != syntax::kNone) {
    const syntax::MacroUse &macro = tokens.uses()[use];
    SourceRange definition = toSourceRange(tokens, macro.definition);
    std::string text = ("expanded from macro '" + macro.macro + "'").str();
    if (definition.file == kCommandLineText)
      text += ", given by the command line or the configuration";
    notes.push_back({definition, text, NoteKind::MacroDefinition});
  }
  // Files that include each other make a long chain: it is told once.
  llvm::SmallVector<uint32_t, 8> told;
  for (uint32_t i = spelling.instance; i != syntax::kNone;) {
    const syntax::FileInstance &instance = tokens.instances()[i];
    if (llvm::is_contained(told, instance.file))
      break;
    told.push_back(instance.file);
    if (instance.includedAt.instance != syntax::kNone)
      notes.push_back({toSourceRange(tokens, instance.includedAt),
                       "in file included from here", NoteKind::Inclusion});
    i = instance.includedAt.instance;
  }
  return notes;
}

/// The entry that an instruction belongs to. Several instructions may belong to
/// one entry (a swizzled store), so that running numbers beyond the last entry
/// mean the last.
const SiteEntry *TokenSourceMap::findEntry(const DebugKey &key,
                                           bool &isExact) const {
  size_t index = key.line - kFirstSiteLine;
  if (index >= Sites.size() || Sites[index].entries.empty())
    return nullptr;
  const auto &entries = Sites[index].entries;
  auto pick = [&](auto &&matches) {
    const SiteEntry *found = nullptr;
    uint32_t count = 0;
    for (const SiteEntry &entry : entries)
      if (matches(entry) && count++ <= key.ordinal)
        found = &entry;
    return found;
  };
  isExact = true;
  if (auto *entry = pick(
          [&](auto &e) { return e.kind == key.kind && e.root == key.root; }))
    return entry;
  // A value without a variable is put into one by the compiler, and what a
  // reference points to has no name.
  if (auto *entry = pick([&](auto &e) {
        return e.kind == key.kind && (e.isTemporary || key.root.empty());
      }))
    return entry;
  // Part of a store may be a load, and the other way round.
  if (auto *entry = pick(
          [&](auto &e) { return !key.root.empty() && e.root == key.root; }))
    return entry;
  isExact = false;
  return &entries.back();
}

/// Calls of built-in functions stand at their closing parenthesis: the token
/// with which the call that ends at \p last begins, or \p last.
static uint32_t callBegin(const syntax::TokenMap &map, uint32_t last) {
  const auto &tokens = map.tokens();
  if (tokens[last].text != ")")
    return last;
  uint32_t open = map.matchingBracket(last);
  if (open == syntax::kNone || open == 0)
    return last;
  StringRef name = tokens[open - 1].text;
  return !name.empty() && (llvm::isAlpha(name.front()) || name.front() == '_')
             ? open - 1
             : last;
}

SourceLocation TokenSourceMap::resolve(const DebugKey &key) const {
  SourceLocation location;
  uint32_t first = 0, last = 0;
  if (key.line >= kFirstSiteLine) {
    if (const SiteEntry *entry = findEntry(key, location.isExact)) {
      first = entry->firstToken;
      last = entry->lastToken;
    }
  } else if (key.line > 0 && key.line <= Tokens->tokens().size()) {
    last = key.line - 1;
    first = callBegin(*Tokens, last);
  }
  if (last == 0) {
    // Token 0 is the version: nothing is known.
    location.range.file = Tokens->files()[MainFile]->name().str();
    location.isExact = false;
    return location;
  }
  bool isExact = location.isExact;
  location = locate(first, last);
  location.isExact &= isExact;
  return location;
}

SourceLocation TokenSourceMap::locate(uint32_t firstToken,
                                      uint32_t lastToken) const {
  syntax::TokenPlace place = Tokens->place(firstToken, lastToken);
  return {toSourceRange(*Tokens, place.range),
          contextNotes(*Tokens, place.range, place.use), place.isExact};
}

/// The tokens of `layout(local_size_x = 8)`, the first and the last.
std::optional<std::pair<uint32_t, uint32_t>>
TokenSourceMap::workgroupSizeLayout() const {
  const auto &tokens = Tokens->tokens();
  for (uint32_t i = 0; i + 1 < tokens.size(); ++i) {
    if (tokens[i].text != "layout" || tokens[i + 1].text != "(")
      continue;
    uint32_t close = Tokens->matchingBracket(i + 1);
    if (close == syntax::kNone)
      return std::nullopt;
    auto isSize = [](const syntax::OutputToken &token) {
      return token.text.starts_with("local_size_");
    };
    if (std::any_of(tokens.begin() + i, tokens.begin() + close, isSize))
      return std::make_pair(i, close);
  }
  return std::nullopt;
}

std::optional<SourceLocation> TokenSourceMap::workgroupSizeDeclaration() const {
  auto layout = workgroupSizeLayout();
  if (!layout)
    return std::nullopt;
  // Together with `in;`.
  uint32_t last = Tokens->tokens().size() - 1;
  return locate(layout->first, std::min(layout->second + 2, last));
}

bool TokenSourceMap::isWorkgroupSizeOpen() const {
  auto layout = workgroupSizeLayout();
  if (!layout)
    return true;
  const auto &tokens = Tokens->tokens();
  for (uint32_t i = layout->first; i < layout->second; ++i) {
    if (tokens[i].text == "=" && (Tokens->isFromBody(i + 1) ||
                                  !llvm::isDigit(tokens[i + 1].text.front())))
      return true;
  }
  return false;
}

std::optional<SourceLocation>
TokenSourceMap::sharedDeclaration(StringRef name) const {
  const auto &tokens = Tokens->tokens();
  bool isShared = false; // within a declaration that begins with `shared`
  for (uint32_t i = 0; i < tokens.size(); ++i) {
    StringRef text = tokens[i].text;
    if (text == "shared")
      isShared = true;
    else if (text == ";" || text == "{" || text == "}")
      isShared = false;
    else if (isShared && text == name)
      return locate(i, i);
  }
  return std::nullopt;
}

/// Offsets in the logical text \p text at which \p name stands as the name of a
/// variable, its declarations as a shared one left aside.
static std::vector<uint32_t> useOffsets(StringRef text, StringRef name) {
  std::vector<uint32_t> offsets;
  bool isShared = false; // within a declaration that begins with `shared`
  StringRef before;
  for (const syntax::RawToken &token : syntax::lex(text).tokens) {
    StringRef spelling = token.in(text);
    if (spelling == "shared")
      isShared = true;
    else if (spelling == ";" || spelling == "{" || spelling == "}")
      isShared = false;
    else if (!isShared && spelling == name && before != ".")
      offsets.push_back(token.offset);
    before = spelling;
  }
  return offsets;
}

std::optional<SourceLocation>
TokenSourceMap::sharedUseLeftOut(StringRef name) const {
  const auto &instances = Tokens->instances();
  // A file may be read several times, and another part of it each time.
  std::set<std::pair<uint32_t, uint32_t>> compiled;
  for (const syntax::OutputToken &token : Tokens->tokens())
    if (token.text == name && token.spelling.instance != syntax::kNone)
      compiled.insert(
          {instances[token.spelling.instance].file, token.spelling.begin});
  std::set<uint32_t> seen;
  for (uint32_t i = 0; i < instances.size(); ++i) {
    uint32_t file = instances[i].file;
    if (!seen.insert(file).second)
      continue;
    for (uint32_t begin : useOffsets(Tokens->fileOf(i).logicalText(), name)) {
      if (compiled.count({file, begin}))
        continue;
      syntax::Spelling use{i, begin,
                           begin + static_cast<uint32_t>(name.size())};
      return SourceLocation{toSourceRange(*Tokens, use), {}, true};
    }
  }
  return std::nullopt;
}

std::optional<StringRef> TokenSourceMap::text(StringRef name) const {
  for (const auto &file : Tokens->files())
    if (file->name() == name)
      return file->text();
  return std::nullopt;
}

std::optional<std::set<unsigned>>
TokenSourceMap::compiledLines(StringRef name) const {
  std::set<unsigned> lines;
  auto add = [&](const syntax::Spelling &spelling) {
    if (spelling.instance == syntax::kNone)
      return;
    const syntax::SourceFile &file = Tokens->fileOf(spelling.instance);
    if (file.name() == name)
      lines.insert(file.lineColumn(file.physicalOffset(spelling.begin)).line);
  };
  for (const syntax::OutputToken &token : Tokens->tokens()) {
    add(token.spelling);
    if (token.use != syntax::kNone)
      add(Tokens->uses()[token.use].use);
  }
  return lines;
}

std::vector<std::string> TokenSourceMap::files() const {
  std::vector<std::string> names = {Tokens->files()[MainFile]->name().str()};
  for (size_t i = 0; i < Tokens->files().size(); ++i)
    if (i != MainFile)
      names.push_back(Tokens->files()[i]->name().str());
  return names;
}

} // namespace wglint
