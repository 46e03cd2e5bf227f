// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Where in the text as it was written an edit of some tokens has to go, and
/// whether that is right for all tokens that come from there.
#include "wglint/Rewrite/EditSet.h"
#include "wglint/Rewrite/Refusal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <tuple>

using llvm::StringRef;
using namespace wglint::syntax;

namespace wglint {

/// Whether the stretch takes in all tokens of the macro uses at its ends.
static bool coversUses(const TokenMap &map, uint32_t first, uint32_t last) {
  const std::vector<OutputToken> &tokens = map.tokens();
  bool isOpenFront = tokens[first].use != kNone && first > 0 &&
                     tokens[first - 1].use == tokens[first].use;
  bool isOpenBack = tokens[last].use != kNone && last + 1 < tokens.size() &&
                    tokens[last + 1].use == tokens[last].use;
  return !isOpenFront && !isOpenBack;
}

/// Whether the text really reads as the token: it does not where the
/// preprocessor joined tokens or made a string of them.
static bool isSpelledOut(const TokenMap &map, uint32_t token) {
  const OutputToken &t = map.tokens()[token];
  if (t.spelling.instance == kNone)
    return false;
  StringRef text = map.fileOf(t.spelling.instance).logicalText();
  return text.slice(t.spelling.begin, t.spelling.end) == t.text;
}

std::optional<EditSet::Place> EditSet::findPlace(uint32_t first,
                                                 uint32_t last) const {
  const TokenMap &map = Tree.tokens();
  if (!File || first == kNone || last == kNone)
    return std::nullopt;
  TokenPlace found = map.place(first, last);
  bool isUse = found.use != kNone;
  if (isUse && !coversUses(map, first, last))
    return findInBody(first, last);
  if (!found.isExact || found.range.instance == kNone ||
      &map.fileOf(found.range.instance) != File)
    return std::nullopt;
  bool isOwnText = map.tokens()[first].use == kNone || !isUse;
  if (isOwnText && !isSpelledOut(map, first))
    return std::nullopt;
  Place place;
  place.begin = File->physicalOffset(found.range.begin);
  place.end = File->physicalOffset(found.range.end - 1) + 1;
  place.anchor = first;
  // An argument may be expanded several times.
  if (map.tokens()[first].use != kNone && !isUse)
    place.twinOffset = map.tokens()[first].spelling.begin;
  return place;
}

/// The part of a macro's body that the tokens come from. Where one at an edge
/// comes from an argument or from another macro, the body's own tokens beside
/// it tell where that is named.
std::optional<EditSet::Place> EditSet::findInBody(uint32_t first,
                                                  uint32_t last) const {
  const TokenMap &map = Tree.tokens();
  const std::vector<OutputToken> &tokens = map.tokens();
  uint32_t use = tokens[first].use;
  if (use == kNone || tokens[last].use != use)
    return std::nullopt;
  const Spelling &definition = map.uses()[use].definition;
  if (definition.instance == kNone || &map.fileOf(definition.instance) != File)
    return std::nullopt;
  StringRef logical = File->logicalText();
  size_t bodyEnd = std::min(logical.find('\n', definition.end), logical.size());
  auto isOwn = [&](uint32_t i) {
    return i < tokens.size() && tokens[i].use == use && map.isFromBody(i) &&
           tokens[i].spelling.instance == definition.instance &&
           tokens[i].spelling.begin >= definition.end &&
           tokens[i].spelling.end <= bodyEnd && isSpelledOut(map, i);
  };
  uint32_t begin = 0, end = 0, anchor = first;
  if (isOwn(first)) {
    begin = tokens[first].spelling.begin;
  } else if (first > 0 && isOwn(first - 1)) {
    anchor = first - 1;
    begin = tokens[anchor].spelling.end;
    begin += logical.drop_front(begin).take_while(llvm::isSpace).size();
  } else {
    return std::nullopt;
  }
  if (isOwn(last)) {
    end = tokens[last].spelling.end;
  } else if (isOwn(last + 1)) {
    end = tokens[last + 1].spelling.begin;
    end = logical.take_front(end).rtrim().size();
  } else {
    return std::nullopt;
  }
  if (begin >= end)
    return std::nullopt;
  return Place{File->physicalOffset(begin), File->physicalOffset(end - 1) + 1,
               anchor, tokens[anchor].spelling.begin, /*isInDirective=*/true};
}

std::optional<EditSet::Place> EditSet::placeOf(uint32_t first, uint32_t last) {
  std::optional<Place> place = findPlace(first, last);
  if (place)
    return place;
  const TokenMap &map = Tree.tokens();
  const OutputToken &token = map.tokens()[first];
  uint32_t use = token.use;
  if (use != kNone)
    refuse("this is a part of what the macro '" + map.uses()[use].macro +
           "' expands to");
  else if (token.spelling.instance != kNone &&
           &map.fileOf(token.spelling.instance) != File)
    refuse("this is in the included file '" +
           map.fileOf(token.spelling.instance).name() + "'");
  else
    refuse("this stands partly in a macro or an included file");
  return std::nullopt;
}

/// A text that several expansions share may be changed only if each of them
/// asked for the same change.
llvm::Error EditSet::checkTwins() const {
  const std::vector<OutputToken> &tokens = Tree.tokens().tokens();
  for (const Edit &edit : Edits) {
    if (!edit.place.twinOffset)
      continue;
    const Spelling &spelling = tokens[edit.place.anchor].spelling;
    for (uint32_t i = 0; i < tokens.size(); ++i) {
      if (tokens[i].spelling.instance != spelling.instance ||
          tokens[i].spelling.begin != spelling.begin)
        continue;
      bool isAsked = llvm::any_of(Edits, [&](const Edit &other) {
        return other.place.anchor == i &&
               other.place.begin == edit.place.begin &&
               other.place.end == edit.place.end && other.text == edit.text;
      });
      if (!isAsked)
        return refusal(
            "the macro '" +
            Tree.tokens().uses()[tokens[edit.place.anchor].use].macro +
            "' is used elsewhere too, where it must not change");
    }
  }
  return llvm::Error::success();
}

/// What several expansions asked of one text is one edit.
std::vector<EditSet::Edit> EditSet::withoutRepeated() const {
  std::vector<Edit> result;
  for (const Edit &edit : Edits) {
    bool isRepeated = llvm::any_of(result, [&](const Edit &other) {
      return edit.place.twinOffset && other.place.twinOffset &&
             edit.place.anchor != other.place.anchor &&
             edit.place.begin == other.place.begin &&
             edit.place.end == other.place.end && edit.text == other.text;
    });
    if (!isRepeated)
      result.push_back(edit);
  }
  return result;
}

llvm::Expected<std::vector<TextEdit>> EditSet::take() const {
  if (Refusal)
    return refusal(*Refusal);
  if (llvm::Error error = checkTwins())
    return error;
  std::vector<Edit> edits = withoutRepeated();
  llvm::append_range(edits, Closings);
  llvm::stable_sort(edits, [](const Edit &a, const Edit &b) {
    return std::tie(a.place.begin, a.place.end) <
           std::tie(b.place.begin, b.place.end);
  });
  std::vector<TextEdit> result;
  uint32_t covered = 0;
  for (const Edit &edit : edits) {
    if (edit.place.begin < covered)
      return refusal("two changes of one place get in each other's way");
    covered = edit.place.end;
    LineColumn begin = File->lineColumn(edit.place.begin);
    LineColumn end = File->lineColumn(edit.place.end);
    result.push_back({{File->name().str(),
                       {begin.line, begin.column},
                       {end.line, end.column}},
                      edit.text});
  }
  return result;
}

} // namespace wglint
