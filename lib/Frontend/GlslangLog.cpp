// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GlslangLog.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace wglint {

/// `'x' : undeclared identifier` becomes `'x': undeclared identifier`; \p token
/// is how a message names its token.
static std::string tidyMessage(StringRef message, StringRef token) {
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
    return ("syntax error at " + token + ": " + message).str();
  std::string text = message.str();
  if (!text.empty() && llvm::isUpper(text[0]) && text.size() > 1 &&
      llvm::isLower(text[1]))
    text[0] = llvm::toLower(text[0]);
  return name.empty() ? text : ("'" + name + "': " + text).str();
}

/// What \p message, which begins with `'x' :`, is about; empty if it does not.
static StringRef quotedName(StringRef message) {
  if (!message.consume_front("'") || !message.contains("' :"))
    return {};
  return message.split("' :").first;
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

/// Where \p name, which glslang complains of at \p token, stands: it puts what
/// it says of a call at the closing parenthesis.
static uint32_t tokenOf(StringRef name, uint32_t token,
                        const syntax::TokenMap &tokens) {
  auto at = [&](uint32_t i) { return tokens.tokens()[i].text; };
  uint32_t open = at(token) == ")" ? tokens.matchingBracket(token) : 0;
  bool isCall = open != 0 && open != syntax::kNone && at(open - 1) == name;
  return isCall ? open - 1 : token;
}

/// As a message names the token: with the macro that it comes from.
static std::string tokenText(uint32_t token, const syntax::TokenMap &tokens) {
  std::string text = ("'" + tokens.tokens()[token].text + "'").str();
  uint32_t use = tokens.tokens()[token].use;
  if (use != syntax::kNone && tokens.isFromBody(token))
    text += (" (from macro '" + tokens.uses()[use].macro + "')").str();
  return text;
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
      uint32_t token = std::min(number == 0 ? 0 : number - 1, lastToken);
      error.message = tidyMessage(rest.trim(), tokenText(token, tokens));
      error.token = tokenOf(quotedName(rest.trim()), token, tokens);
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
