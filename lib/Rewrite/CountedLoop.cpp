// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Rewrite/CountedLoop.h"
#include "wglint/Rewrite/Clone.h"
#include "wglint/Rewrite/Variables.h"

using namespace wglint;
using namespace wglint::syntax;

std::string CountedLoop::literal(int64_t value) const {
  if (type == "uint")
    return std::to_string(value) + "u";
  return value < 0 ? "(" + std::to_string(value) + ")" : std::to_string(value);
}

static bool isVariable(const SyntaxTree &tree, const Expr &expr,
                       const Declarator &variable) {
  const auto *name = llvm::dyn_cast<NameExpr>(&withoutParens(expr));
  return name && tree.declarationOf(*name) == &variable;
}

/// `++k`, `k++`, `k += 1` or `k = k + 1`.
static bool countsByOne(const SyntaxTree &tree, IndexForms &forms,
                        const Expr &step, const Declarator &variable) {
  const Expr &plain = withoutParens(step);
  if (const auto *unary = llvm::dyn_cast<UnaryExpr>(&plain))
    return tree.text(unary->opToken) == "++" &&
           isVariable(tree, *unary->operand, variable);
  const auto *assign = llvm::dyn_cast<AssignExpr>(&plain);
  if (!assign || !isVariable(tree, *assign->lhs, variable))
    return false;
  llvm::StringRef op = tree.text(assign->opToken);
  if (op == "+=")
    return forms.constantOf(*assign->rhs) == 1;
  IndexPolynomial next = IndexPolynomial::atom(forms.loopVariable(variable)) +
                         IndexPolynomial::constant(1);
  IndexValue value = forms.evaluate(*assign->rhs);
  return op == "=" && value.components.size() == 1 &&
         value.components.front() == next;
}

/// `variable < bound`, or the same from the other side.
static bool readCondition(const SyntaxTree &tree, CountedLoop &counted) {
  const auto *expr = llvm::dyn_cast_or_null<Expr>(counted.loop->condition);
  const auto *compare =
      expr ? llvm::dyn_cast<BinaryExpr>(&withoutParens(*expr)) : nullptr;
  if (!compare)
    return false;
  llvm::StringRef op = tree.text(compare->opToken);
  bool isForward = isVariable(tree, *compare->lhs, *counted.variable);
  if (!isForward && !isVariable(tree, *compare->rhs, *counted.variable))
    return false;
  counted.bound = isForward ? compare->rhs : compare->lhs;
  counted.isInclusive = op == (isForward ? "<=" : ">=");
  return counted.isInclusive || op == (isForward ? "<" : ">");
}

std::optional<CountedLoop> wglint::asCountedLoop(const SyntaxTree &tree,
                                                 IndexForms &forms,
                                                 const ForStmt &loop) {
  CountedLoop counted;
  counted.loop = &loop;
  const auto *init = llvm::dyn_cast_or_null<DeclStmt>(loop.init);
  if (!init || !init->declaration || !init->declaration->type ||
      init->declaration->declarators.size() != 1 || !loop.step)
    return std::nullopt;
  counted.variable = init->declaration->declarators.front();
  counted.type = tree.text(init->declaration->type->nameToken).str();
  counted.first = counted.variable->initializer;
  if ((counted.type != "int" && counted.type != "uint") || !counted.first ||
      !countsByOne(tree, forms, *loop.step, *counted.variable) ||
      !readCondition(tree, counted))
    return std::nullopt;
  // Nothing but the step may change the variable, and nothing at all the bound.
  for (const NameExpr *use : tree.usesOf(*counted.variable))
    if (isWritten(tree, wholeAccess(*use)) && !isAncestor(*loop.step, *use) &&
        loop.step != use)
      return std::nullopt;
  if (!isPure(tree, *counted.bound) ||
      forms.isUnknown(forms.evaluate(*counted.bound)))
    return std::nullopt;
  counted.firstValue = forms.constantOf(*counted.first);
  counted.lastValue = forms.constantOf(*counted.bound);
  if (counted.lastValue && !counted.isInclusive)
    --*counted.lastValue;
  return counted;
}

bool wglint::hasEarlyExit(const SyntaxTree &tree, const ForStmt &loop) {
  for (const JumpStmt *jump : allOf<JumpStmt>(*loop.body)) {
    llvm::StringRef word = tree.text(jump->firstToken);
    if (word == "return" || word == "discard" ||
        (word == "break" && enclosingLoop(*jump) == &loop &&
         !enclosing<SwitchStmt>(*jump)))
      return true;
  }
  return false;
}

std::string wglint::chunkHeader(const SyntaxTree &tree, const CountedLoop &loop,
                                llvm::StringRef start, int64_t chunk) {
  Renaming none;
  return ("for (" + loop.type + " " + start + " = " +
          cloneText(tree, *loop.first, none) + "; " + start +
          (loop.isInclusive ? " <= " : " < ") +
          cloneText(tree, *loop.bound, none) + "; " + start +
          " += " + loop.literal(chunk) + ") {")
      .str();
}

void wglint::countFromZero(const SyntaxTree &tree, const CountedLoop &loop,
                           llvm::StringRef start, llvm::StringRef end,
                           llvm::function_ref<bool(const NameExpr &)> isGone,
                           EditSet &edits) {
  llvm::StringRef variable = tree.name(*loop.variable);
  edits.replace(*loop.first, loop.literal(0));
  edits.replace(*loop.loop->condition, variable + " < " + end);
  std::string sum = (start + " + " + variable).str();
  for (const NameExpr *use : tree.usesOf(*loop.variable)) {
    if (!isAncestor(*loop.loop->body, *use) || isGone(*use))
      continue;
    bool isPlain = mayLoseParens(tree.text(use->firstToken - 1),
                                 tree.text(use->lastToken + 1));
    edits.replace(*use, isPlain ? sum : "(" + sum + ")");
  }
}
