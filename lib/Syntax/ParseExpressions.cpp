// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The parser's rules for expressions: OpenGL Shading Language 4.60, 5.1.
#include "Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace wglint::syntax {

/// How tightly a binary operator binds; 0 for what is none.
static int precedenceOf(StringRef op) {
  return llvm::StringSwitch<int>(op)
      .Cases("*", "/", "%", 10)
      .Cases("+", "-", 9)
      .Cases("<<", ">>", 8)
      .Cases("<", ">", "<=", ">=", 7)
      .Cases("==", "!=", 6)
      .Case("&", 5)
      .Case("^", 4)
      .Case("|", 3)
      .Cases("&&", "^^", 2)
      .Case("||", 1)
      .Default(0);
}

static bool isAssignment(StringRef op) {
  return llvm::StringSwitch<bool>(op)
      .Cases("=", "+=", "-=", "*=", "/=", "%=", true)
      .Cases("<<=", ">>=", "&=", "^=", "|=", true)
      .Default(false);
}

Expr *Parser::parseExpression() {
  Expr *left = parseAssignment();
  while (left && isAt(",")) {
    auto *comma = make<BinaryExpr>();
    comma->lhs = left;
    comma->opToken = take();
    Expr *right = parseAssignment();
    if (!right)
      return nullptr;
    comma->rhs = right;
    left = finish(comma, left->firstToken, {left, right});
  }
  return left;
}

Expr *Parser::parseAssignment() {
  Nesting nesting(Depth);
  if (nesting.isTooDeep())
    return nullptr;
  Expr *left = parseConditional();
  if (!left || !isAssignment(peek()))
    return left;
  auto *assign = make<AssignExpr>();
  assign->lhs = left;
  assign->opToken = take();
  Expr *right = parseAssignment();
  if (!right)
    return nullptr;
  assign->rhs = right;
  return finish(assign, left->firstToken, {left, right});
}

Expr *Parser::parseConditional() {
  Expr *condition = parseBinary(1);
  if (!condition || !accept("?"))
    return condition;
  auto *expr = make<ConditionalExpr>();
  expr->condition = condition;
  expr->whenTrue = parseExpression();
  if (!expr->whenTrue || !accept(":"))
    return nullptr;
  expr->whenFalse = parseAssignment();
  if (!expr->whenFalse)
    return nullptr;
  return finish(expr, condition->firstToken,
                {condition, expr->whenTrue, expr->whenFalse});
}

Expr *Parser::parseBinary(int minPrecedence) {
  Expr *left = parseUnary();
  while (left) {
    int precedence = precedenceOf(peek());
    if (precedence < minPrecedence || precedence == 0)
      break;
    auto *binary = make<BinaryExpr>();
    binary->lhs = left;
    binary->opToken = take();
    Expr *right = parseBinary(precedence + 1);
    if (!right)
      return nullptr;
    binary->rhs = right;
    left = finish(binary, left->firstToken, {left, right});
  }
  return left;
}

Expr *Parser::parseUnary() {
  Nesting nesting(Depth);
  if (nesting.isTooDeep())
    return nullptr;
  StringRef op = peek();
  bool isPrefix = op == "+" || op == "-" || op == "!" || op == "~" ||
                  op == "++" || op == "--";
  if (!isPrefix)
    return parsePostfix();
  auto *unary = make<UnaryExpr>();
  unary->opToken = take();
  unary->operand = parseUnary();
  if (!unary->operand)
    return nullptr;
  return finish(unary, unary->opToken, {unary->operand});
}

Expr *Parser::parsePostfix() {
  Expr *expr = parsePrimary();
  while (expr) {
    if (isAt("[")) {
      expr = parseIndex(expr);
    } else if (isAt("(")) {
      expr = parseCall(expr);
    } else if (isAt(".") && isIdentifier(1)) {
      auto *member = make<MemberExpr>();
      member->base = expr;
      take();
      member->memberToken = take();
      expr = finish(member, expr->firstToken, {expr});
    } else if (isAt("++") || isAt("--")) {
      auto *unary = make<UnaryExpr>();
      unary->opToken = take();
      unary->isPostfix = true;
      unary->operand = expr;
      expr = finish(unary, expr->firstToken, {expr});
    } else {
      break;
    }
  }
  return expr;
}

Expr *Parser::parseIndex(Expr *base) {
  auto *expr = make<IndexExpr>();
  expr->base = base;
  take();
  if (!isAt("]")) {
    expr->index = parseExpression();
    if (!expr->index)
      return nullptr;
  }
  if (!accept("]"))
    return nullptr;
  return finish(expr, base->firstToken, {base, expr->index});
}

Expr *Parser::parseCall(Expr *callee) {
  auto *call = make<CallExpr>();
  call->callee = callee;
  take();
  llvm::SmallVector<const Expr *, 4> arguments;
  llvm::SmallVector<const Node *, 5> children = {callee};
  if (isAt("void") && peek(1) == ")")
    take();
  while (!isAt(")")) {
    Expr *argument = parseInitializer();
    if (!argument)
      return nullptr;
    arguments.push_back(argument);
    children.push_back(argument);
    if (!isAt(")") && !accept(","))
      return nullptr;
  }
  take();
  call->arguments = keep<const Expr *>(arguments);
  return finish(call, callee->firstToken, children);
}

Expr *Parser::parseInitializer() {
  if (!isAt("{"))
    return parseAssignment();
  Nesting nesting(Depth);
  if (nesting.isTooDeep())
    return nullptr;
  uint32_t first = take();
  llvm::SmallVector<const Expr *, 8> elements;
  while (!isAt("}")) {
    Expr *element = parseInitializer();
    if (!element)
      return nullptr;
    elements.push_back(element);
    if (!isAt("}") && !accept(","))
      return nullptr;
  }
  take();
  auto *list = make<InitializerList>();
  list->elements = keep<const Expr *>(elements);
  llvm::SmallVector<const Node *, 8> children(elements.begin(), elements.end());
  return finish(list, first, children);
}

Expr *Parser::parsePrimary() {
  if (isAt("(")) {
    uint32_t first = take();
    auto *paren = make<ParenExpr>();
    paren->inner = parseExpression();
    if (!paren->inner || !accept(")"))
      return nullptr;
    return finish(paren, first, {paren->inner});
  }
  if (isIdentifier() && !isAt("true") && !isAt("false"))
    return parseName();
  StringRef text = peek();
  bool isLiteral =
      text == "true" || text == "false" ||
      (!text.empty() &&
       (llvm::isDigit(text[0]) || text[0] == '"' || text[0] == '.') &&
       text != ".");
  if (!isLiteral)
    return nullptr;
  uint32_t first = take();
  return finish(make<LiteralExpr>(), first, {});
}

Expr *Parser::parseName() {
  uint32_t first = take();
  takeTypeArguments();
  return finish(make<NameExpr>(), first, {});
}

} // namespace wglint::syntax
