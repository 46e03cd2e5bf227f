// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GlslangLog.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace wglint {

/// `'x' : undeclared identifier` becomes `'x': undeclared identifier`.
static std::string tidyMessage(StringRef message, StringRef tokenText) {
  StringRef name;
  if (message.consume_front("'")) {
    size_t end = message.find("' :");
    if (end == StringRef::npos)
      return ("'" + message).str();
    name = message.substr(0, end);
    message = message.substr(end + 3).trim();
  }
  if (message.contains("memory exhausted"))
    return "nested too deeply for the compiler (its parser ran out of room)";
  if (message.consume_front("syntax error, "))
    return ("syntax error at '" + tokenText + "': " + message).str();
  std::string text = message.str();
  if (!text.empty() && llvm::isUpper(text[0]) && text.size() > 1 &&
      llvm::isLower(text[1]))
    text[0] = llvm::toLower(text[0]);
  return name.empty() ? text : ("'" + name + "': " + text).str();
}

/// Whether a statement ends between two tokens.
static bool areInOneStatement(const syntax::TokenMap &tokens, uint32_t a,
                              uint32_t b) {
  if (a > b)
    std::swap(a, b);
  for (uint32_t i = a; i < b; ++i) {
    StringRef text = tokens.tokens()[i].text;
    if (text == ";" || text == "{" || text == "}")
      return false;
  }
  return true;
}

std::vector<GlslangError> readGlslangLog(StringRef log,
                                         const syntax::TokenMap &tokens) {
  std::vector<GlslangError> errors;
  llvm::SmallVector<StringRef, 0> lines;
  log.split(lines, '\n', -1, /*KeepEmpty=*/false);
  auto lastToken = static_cast<uint32_t>(tokens.tokens().size()) - 1;
  for (StringRef line : lines) {
    if (!line.consume_front("ERROR: ") ||
        line.contains("compilation errors.") ||
        line.contains("compilation terminated"))
      continue;
    GlslangError error;
    uint32_t number = 0;
    StringRef rest = line;
    if (rest.consume_front("0:") && !rest.consumeInteger(10, number) &&
        rest.consume_front(": ")) {
      error.token = std::min(number == 0 ? 0 : number - 1, lastToken);
      error.message =
          tidyMessage(rest.trim(), tokens.tokens()[*error.token].text);
    } else {
      error.message = tidyMessage(line.trim(), "");
    }
    bool isFollowUp =
        error.token && llvm::any_of(errors, [&](const GlslangError &earlier) {
          return earlier.token &&
                 areInOneStatement(tokens, *earlier.token, *error.token);
        });
    if (!isFollowUp)
      errors.push_back(std::move(error));
  }
  if (errors.empty())
    errors.push_back(
        {std::nullopt, "the compiler gives up without saying why"});
  return errors;
}

} // namespace wglint
