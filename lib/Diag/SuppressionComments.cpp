// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SuppressionComments.h"
#include "Comments.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"
#include <optional>

using namespace wglint;
using llvm::StringRef;
using Kind = SuppressionComment::Kind;

static constexpr llvm::StringLiteral kWord = "NOLINT";

StringRef wglint::toString(Kind kind) {
  switch (kind) {
  case Kind::Line:
    return "NOLINT";
  case Kind::NextLine:
    return "NOLINTNEXTLINE";
  case Kind::Begin:
    return "NOLINTBEGIN";
  case Kind::End:
    return "NOLINTEND";
  }
  llvm_unreachable("all kinds are listed");
}

static std::optional<Kind> kindOf(StringRef word) {
  return llvm::StringSwitch<std::optional<Kind>>(word)
      .Case("NOLINT", Kind::Line)
      .Case("NOLINTNEXTLINE", Kind::NextLine)
      .Case("NOLINTBEGIN", Kind::Begin)
      .Case("NOLINTEND", Kind::End)
      .Default(std::nullopt);
}

namespace {

/// Turns offsets into places; counts lines forwards only.
class PlaceCounter {
public:
  explicit PlaceCounter(StringRef text) : Text(text) {}
  /// \p place points into the text, behind that of the call before.
  Position at(const char *place) {
    auto offset = static_cast<size_t>(place - Text.data());
    Line += static_cast<unsigned>(Text.slice(CountedTo, offset).count('\n'));
    CountedTo = offset;
    size_t lineStart = Text.take_front(offset).rfind('\n') + 1;
    return {Line, static_cast<unsigned>(offset - lineStart + 1)};
  }

private:
  StringRef Text;
  size_t CountedTo = 0;
  unsigned Line = 1;
};

} // namespace

/// Takes the list off the front of \p rest, which follows the word. Like
/// clang-tidy: no space before the bracket, and a list that is not closed on
/// its line is none.
static void takeList(StringRef &rest, SuppressionComment &comment) {
  size_t end = rest.find_first_of(")\n");
  if (!rest.starts_with("(") || end == StringRef::npos || rest[end] != ')')
    return;
  comment.hasList = true;
  llvm::SmallVector<StringRef, 4> globs;
  rest.slice(1, end).split(globs, ',', -1, /*KeepEmpty=*/false);
  for (StringRef glob : globs)
    if (!glob.trim().empty())
      comment.globs.push_back(glob.trim().str());
  rest = rest.drop_front(end + 1);
}

static bool isProse(StringRef text, StringRef word) {
  if (word.data() == text.data())
    return false;
  char before = word.data()[-1];
  return llvm::isAlnum(before) || before == '_' ||
         StringRef("'\"`").contains(before);
}

std::vector<SuppressionComment> wglint::parseSuppressions(StringRef file,
                                                          StringRef text) {
  std::vector<SuppressionComment> found;
  if (!text.contains(kWord))
    return found;
  PlaceCounter places(text);
  forEachComment(file, text, [&](StringRef rest) {
    for (size_t at = rest.find(kWord); at != StringRef::npos;
         at = rest.find(kWord)) {
      rest = rest.drop_front(at);
      StringRef word = rest.take_while(llvm::isAlpha);
      rest = rest.drop_front(word.size());
      std::optional<Kind> kind = kindOf(word);
      if (!kind || isProse(text, word))
        continue;
      SuppressionComment comment;
      comment.kind = *kind;
      takeList(rest, comment);
      comment.range = {file.str(), places.at(word.data()),
                       places.at(rest.data())};
      found.push_back(std::move(comment));
    }
  });
  return found;
}
