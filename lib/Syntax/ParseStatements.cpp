// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The parser's rules for statements: OpenGL Shading Language 4.60, chapter 6.
#include "Parser.h"

namespace wglint::syntax {

Stmt *Parser::parseStatement() {
  size_t start = Pos;
  if (Stmt *statement = parseStatementOrFail())
    return statement;
  return recover<OpaqueStmt>(start);
}

Stmt *Parser::parseStatementOrFail() {
  Nesting nesting(Depth);
  if (nesting.isTooDeep() || isAtEnd())
    return nullptr;
  uint32_t first = Stream[Pos];
  // Attributes, such as [[unroll]], belong to the statement behind them.
  while (isAt("[") && peek(1) == "[")
    Pos = behindBracket(Pos);
  if (isAt("{"))
    return parseCompound();
  if (isAt("if"))
    return parseIf(first);
  if (isAt("for"))
    return parseFor(first);
  if (isAt("while"))
    return parseWhile(first);
  if (isAt("do"))
    return parseDo(first);
  if (isAt("switch"))
    return parseSwitch(first);
  if (isAt("case") || isAt("default"))
    return parseCase(first);
  if (isAt("return") || isAt("break") || isAt("continue") || isAt("discard"))
    return parseJump(first);
  return parsePlainStatement(first);
}

/// A declaration or an expression.
Stmt *Parser::parsePlainStatement(uint32_t first) {
  if (isDeclaration()) {
    auto *statement = make<DeclStmt>();
    statement->declaration = parseDeclaration(Where::Local);
    if (!statement->declaration)
      return nullptr;
    return finish(statement, first, {statement->declaration});
  }
  auto *statement = make<ExprStmt>();
  if (!isAt(";")) {
    statement->expression = parseExpression();
    if (!statement->expression)
      return nullptr;
  }
  if (!accept(";"))
    return nullptr;
  return finish(statement, first, {statement->expression});
}

CompoundStmt *Parser::parseCompound() {
  uint32_t first = Stream[Pos];
  if (!accept("{"))
    return nullptr;
  llvm::SmallVector<const Stmt *, 16> statements;
  while (!isAt("}")) {
    if (isAtEnd())
      return nullptr;
    statements.push_back(parseStatement());
  }
  take();
  auto *compound = make<CompoundStmt>();
  compound->statements = keep<const Stmt *>(statements);
  llvm::SmallVector<const Node *, 16> children(statements.begin(),
                                               statements.end());
  return finish(compound, first, children);
}

Stmt *Parser::parseIf(uint32_t first) {
  auto *statement = make<IfStmt>();
  take();
  if (!accept("("))
    return nullptr;
  statement->condition = parseExpression();
  if (!statement->condition || !accept(")"))
    return nullptr;
  statement->thenStmt = parseStatement();
  if (accept("else"))
    statement->elseStmt = parseStatement();
  return finish(
      statement, first,
      {statement->condition, statement->thenStmt, statement->elseStmt});
}

/// An expression, or in loops a declaration such as `bool more = next()`.
Node *Parser::parseCondition() {
  if (isDeclaration())
    return parseDeclaration(Where::Condition);
  return parseExpression();
}

Stmt *Parser::parseFor(uint32_t first) {
  auto *statement = make<ForStmt>();
  take();
  if (!accept("("))
    return nullptr;
  statement->init = parsePlainStatement(isAtEnd() ? first : Stream[Pos]);
  if (!statement->init)
    return nullptr;
  if (!isAt(";") && !(statement->condition = parseCondition()))
    return nullptr;
  if (!accept(";"))
    return nullptr;
  if (!isAt(")") && !(statement->step = parseExpression()))
    return nullptr;
  if (!accept(")"))
    return nullptr;
  statement->body = parseStatement();
  return finish(statement, first,
                {statement->init, statement->condition, statement->step,
                 statement->body});
}

Stmt *Parser::parseWhile(uint32_t first) {
  auto *statement = make<WhileStmt>();
  take();
  if (!accept("("))
    return nullptr;
  statement->condition = parseCondition();
  if (!statement->condition || !accept(")"))
    return nullptr;
  statement->body = parseStatement();
  return finish(statement, first, {statement->condition, statement->body});
}

Stmt *Parser::parseDo(uint32_t first) {
  auto *statement = make<DoStmt>();
  take();
  statement->body = parseStatement();
  if (!accept("while") || !accept("("))
    return nullptr;
  statement->condition = parseExpression();
  if (!statement->condition || !accept(")") || !accept(";"))
    return nullptr;
  return finish(statement, first, {statement->body, statement->condition});
}

Stmt *Parser::parseSwitch(uint32_t first) {
  auto *statement = make<SwitchStmt>();
  take();
  if (!accept("("))
    return nullptr;
  statement->condition = parseExpression();
  if (!statement->condition || !accept(")"))
    return nullptr;
  statement->body = parseStatement();
  return finish(statement, first, {statement->condition, statement->body});
}

Stmt *Parser::parseCase(uint32_t first) {
  auto *label = make<CaseLabel>();
  bool isDefault = isAt("default");
  take();
  if (!isDefault && !(label->value = parseExpression()))
    return nullptr;
  if (!accept(":"))
    return nullptr;
  return finish(label, first, {label->value});
}

Stmt *Parser::parseJump(uint32_t first) {
  auto *statement = make<JumpStmt>();
  take();
  if (!isAt(";") && !(statement->value = parseExpression()))
    return nullptr;
  if (!accept(";"))
    return nullptr;
  return finish(statement, first, {statement->value});
}

} // namespace wglint::syntax
