// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Precedence climbing over the binary operators of GLSL 4.60, section 3.3.
#include "ConditionExpression.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

using llvm::StringRef;

namespace wglint::syntax {

/// Parentheses and signs that may be open at a time. Nobody writes that many;
/// the limit keeps the evaluator's own stack small.
static constexpr unsigned kMaxNesting = 256;

static unsigned precedence(StringRef op) {
  return llvm::StringSwitch<unsigned>(op)
      .Case("||", 1)
      .Case("&&", 2)
      .Case("|", 3)
      .Case("^", 4)
      .Case("&", 5)
      .Cases("==", "!=", 6)
      .Cases("<", ">", "<=", ">=", 7)
      .Cases("<<", ">>", 8)
      .Cases("+", "-", 9)
      .Cases("*", "/", "%", 10)
      .Default(0);
}

namespace {
class Evaluator {
public:
  Evaluator(llvm::ArrayRef<ConditionToken> tokens, bool rejectsUnknownNames)
      : Tokens(tokens), RejectsUnknownNames(rejectsUnknownNames) {}

  ConditionResult run() {
    Result.value = binary(1, /*matters=*/true);
    if (!Result.error && At < Tokens.size())
      fail("unexpected '" + Tokens[At].text + "' behind the condition");
    return Result;
  }

private:
  StringRef peek() const {
    return At < Tokens.size() ? Tokens[At].text : StringRef();
  }

  int32_t fail(const llvm::Twine &message) {
    if (!Result.error) {
      Result.error = message.str();
      Result.errorToken = At;
    }
    At = Tokens.size();
    return 0;
  }

  int32_t binary(unsigned minPrecedence, bool matters);
  int32_t apply(StringRef op, int32_t left, int32_t right, bool matters);
  int32_t unary(bool matters);
  int32_t primary(bool matters);
  int32_t number(StringRef text);

  llvm::ArrayRef<ConditionToken> Tokens;
  bool RejectsUnknownNames;
  size_t At = 0;
  unsigned Depth = 0;
  ConditionResult Result;
};
} // namespace

int32_t Evaluator::binary(unsigned minPrecedence, bool matters) {
  int32_t left = unary(matters);
  for (;;) {
    StringRef op = peek();
    unsigned level = precedence(op);
    if (level == 0 || level < minPrecedence)
      return left;
    ++At;
    bool isDecided = (op == "&&" && left == 0) || (op == "||" && left != 0);
    int32_t right = binary(level + 1, matters && !isDecided);
    left = apply(op, left, right, matters);
  }
}

int32_t Evaluator::apply(StringRef op, int32_t left, int32_t right,
                         bool matters) {
  auto l = static_cast<uint32_t>(left), r = static_cast<uint32_t>(right);
  if (op == "/" || op == "%") {
    if (right == 0)
      return matters ? fail("division by zero") : 0;
    if (right == -1) // INT_MIN / -1 wraps
      return op == "/" ? static_cast<int32_t>(0u - l) : 0;
    return op == "/" ? left / right : left % right;
  }
  return llvm::StringSwitch<int32_t>(op)
      .Case("||", left || right)
      .Case("&&", left && right)
      .Case("|", left | right)
      .Case("^", left ^ right)
      .Case("&", left & right)
      .Case("==", left == right)
      .Case("!=", left != right)
      .Case("<", left < right)
      .Case(">", left > right)
      .Case("<=", left <= right)
      .Case(">=", left >= right)
      .Case("<<", static_cast<int32_t>(l << (r & 31)))
      .Case(">>", left >> (r & 31))
      .Case("+", static_cast<int32_t>(l + r))
      .Case("-", static_cast<int32_t>(l - r))
      .Default(static_cast<int32_t>(l * r));
}

int32_t Evaluator::unary(bool matters) {
  // Signs are gathered in a loop, so that a long row of them needs no stack.
  std::string signs;
  while (peek() == "-" || peek() == "+" || peek() == "!" || peek() == "~")
    signs += Tokens[At++].text;
  int32_t value = primary(matters);
  for (auto sign = signs.rbegin(); sign != signs.rend(); ++sign)
    value = *sign == '-'
                ? static_cast<int32_t>(0u - static_cast<uint32_t>(value))
            : *sign == '!' ? !value
            : *sign == '~' ? ~value
                           : value;
  return value;
}

int32_t Evaluator::primary(bool matters) {
  if (At >= Tokens.size())
    return fail("the condition ends where a value should follow");
  ConditionToken token = Tokens[At];
  if (token.text == "(") {
    if (++Depth > kMaxNesting)
      return fail("the condition is nested deeper than " +
                  llvm::Twine(kMaxNesting) + " levels");
    ++At;
    int32_t value = binary(1, matters);
    if (peek() != ")")
      return fail("missing ')' in the condition");
    ++At;
    --Depth;
    return value;
  }
  if (token.kind == TokenKind::Number) {
    int32_t value = number(token.text);
    ++At;
    return value;
  }
  if (token.kind != TokenKind::Identifier)
    return fail("unexpected '" + token.text + "' in the condition");
  if (RejectsUnknownNames && matters) {
    Result.isUnknownName = !Result.error;
    return fail("'" + token.text +
                "' is not defined, and ES allows no unknown name here");
  }
  ++At;
  return 0;
}

int32_t Evaluator::number(StringRef text) {
  StringRef digits = text.rtrim("uUlLsS");
  unsigned long long value = 0;
  if (digits.getAsInteger(0, value))
    return fail("'" + text + "' is no integer");
  return static_cast<int32_t>(static_cast<uint32_t>(value));
}

ConditionResult evaluateCondition(llvm::ArrayRef<ConditionToken> tokens,
                                  bool rejectsUnknownNames) {
  return Evaluator(tokens, rejectsUnknownNames).run();
}

} // namespace wglint::syntax
