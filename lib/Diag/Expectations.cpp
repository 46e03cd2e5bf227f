// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Expectations.h"
#include "Comments.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <climits>
#include <optional>

using namespace wglint;
using llvm::StringRef;

namespace {

/// Reads the directives of one comment, from left to right.
class DirectiveParser {
public:
  DirectiveParser(StringRef file, StringRef text, ExpectationSet &set)
      : File(file), Text(text), Set(set) {}

  /// \p comment is a part of the text.
  void parseComment(StringRef comment);

private:
  void parseDirective();
  bool parsePlace(Expectation &expectation);
  bool parseCount(Expectation &expectation);
  bool parseText(Expectation &expectation);
  bool makeRegex(Expectation &expectation);

  SourceRange rangeAt(const char *place);
  bool fail(const llvm::Twine &message);

  StringRef File, Text;
  ExpectationSet &Set;
  StringRef Rest;              ///< of the comment, not read yet
  const char *Start = nullptr; ///< of the directive
  // Lines are counted forwards only: comments come in order.
  const char *CountedTo = nullptr;
  unsigned Line = 1;
};

} // namespace

SourceRange DirectiveParser::rangeAt(const char *place) {
  if (!CountedTo)
    CountedTo = Text.data();
  Line += static_cast<unsigned>(
      StringRef(CountedTo, static_cast<size_t>(place - CountedTo)).count('\n'));
  CountedTo = place;
  size_t offset = static_cast<size_t>(place - Text.data());
  size_t lineStart = Text.take_front(offset).rfind('\n') + 1;
  Position begin = {Line, static_cast<unsigned>(offset - lineStart + 1)};
  return {File.str(), begin, begin};
}

bool DirectiveParser::fail(const llvm::Twine &message) {
  Set.errors.push_back({rangeAt(Start), message.str()});
  return false;
}

void DirectiveParser::parseComment(StringRef comment) {
  Rest = comment;
  while (true) {
    size_t found = Rest.find("expected-");
    if (found == StringRef::npos)
      return;
    Start = Rest.data() + found;
    // A longer word such as `unexpected-error` is prose.
    bool isWord = found > 0 && (llvm::isAlnum(Start[-1]) || Start[-1] == '_' ||
                                Start[-1] == '-');
    Rest = Rest.drop_front(found + StringRef("expected-").size());
    if (!isWord)
      parseDirective();
  }
}

void DirectiveParser::parseDirective() {
  if (Rest.consume_front("no-diagnostics")) {
    if (!Set.expectations.empty())
      fail("'expected-no-diagnostics' directive cannot follow other expected "
           "directives");
    Set.hasNoDiagnostics = true;
    return;
  }
  StringRef word = Rest.take_while(llvm::isAlpha);
  std::optional<Severity> severity =
      llvm::StringSwitch<std::optional<Severity>>(word)
          .Case("error", Severity::Error)
          .Case("warning", Severity::Warning)
          .Case("remark", Severity::Remark)
          .Case("note", Severity::Note)
          .Default(std::nullopt);
  if (!severity)
    return;
  Rest = Rest.drop_front(word.size());
  bool isRegex = Rest.consume_front("-re");

  Expectation expectation;
  expectation.severity = *severity;
  expectation.directive = rangeAt(Start);
  if (!parsePlace(expectation) || !parseCount(expectation) ||
      !parseText(expectation) || (isRegex && !makeRegex(expectation)))
    return;
  if (Set.hasNoDiagnostics)
    fail(
        "expected directive cannot follow 'expected-no-diagnostics' directive");
  Set.expectations.push_back(std::move(expectation));
}

bool DirectiveParser::parsePlace(Expectation &expectation) {
  unsigned line = expectation.directive.begin.line;
  expectation.line = line;
  if (!Rest.consume_front("@"))
    return true;
  if (Rest.consume_front("*")) {
    expectation.isAnyPlace = true;
    return true;
  }
  bool isAfter = Rest.consume_front("+");
  bool isBefore = !isAfter && Rest.consume_front("-");
  unsigned number = 0;
  if (Rest.consumeInteger(10, number) || (isBefore && number >= line))
    return fail("missing or invalid line number following '@'");
  expectation.line = isAfter    ? line + number
                     : isBefore ? line - number
                                : number;
  return true;
}

bool DirectiveParser::parseCount(Expectation &expectation) {
  Rest = Rest.ltrim(" \t");
  if (Rest.empty() || !llvm::isDigit(Rest.front()))
    return true;
  if (Rest.consumeInteger(10, expectation.minCount))
    return fail("invalid count in an expected directive");
  expectation.maxCount = expectation.minCount;
  if (Rest.consume_front("+")) {
    expectation.maxCount = UINT_MAX;
  } else if (Rest.consume_front("-")) {
    if (Rest.consumeInteger(10, expectation.maxCount) ||
        expectation.maxCount < expectation.minCount)
      return fail("invalid range following '-' in an expected directive");
  }
  Rest = Rest.ltrim(" \t");
  return true;
}

bool DirectiveParser::parseText(Expectation &expectation) {
  if (!Rest.consume_front("{{"))
    return fail("cannot find start ('{{') of expected string");
  // A regular expression inside has braces of its own: {{a {{[0-9]+}} b}}.
  unsigned depth = 1;
  size_t i = 0;
  while (depth > 0 && i < Rest.size()) {
    StringRef here = Rest.drop_front(i);
    if (here.starts_with("{{")) {
      ++depth;
      i += 2;
    } else if (here.starts_with("}}")) {
      --depth;
      i += 2;
    } else {
      ++i;
    }
  }
  if (depth > 0)
    return fail("cannot find end ('}}') of expected string");
  expectation.text = Rest.take_front(i - 2).str();
  Rest = Rest.drop_front(i);
  return true;
}

bool DirectiveParser::makeRegex(Expectation &expectation) {
  std::string pattern;
  bool hasRegexPart = false;
  StringRef rest = expectation.text;
  while (!rest.empty()) {
    auto [literal, after] = rest.split("{{");
    pattern += llvm::Regex::escape(literal);
    if (after.data() == nullptr || literal.size() == rest.size())
      break;
    auto [part, tail] = after.split("}}");
    hasRegexPart = true;
    pattern += ("(" + part + ")").str();
    rest = tail;
  }
  if (!hasRegexPart)
    return fail("cannot find start of regex ('{{') in '" + expectation.text +
                "'");
  expectation.regex = std::make_shared<llvm::Regex>(pattern);
  std::string error;
  if (!expectation.regex->isValid(error))
    return fail("invalid regex in '" + expectation.text + "': " + error);
  return true;
}

void wglint::parseExpectations(StringRef file, StringRef text,
                               ExpectationSet &set) {
  DirectiveParser parser(file, text, set);
  forEachComment(file, text,
                 [&](StringRef comment) { parser.parseComment(comment); });
}
