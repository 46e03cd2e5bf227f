// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Under which conditions a statement is executed, and those as text.
#include "wglint/Rewrite/Clone.h"
#include "wglint/Rewrite/Refusal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace wglint;
using namespace wglint::syntax;

static bool isReturn(const SyntaxTree &tree, const Stmt &statement) {
  if (const auto *block = llvm::dyn_cast<CompoundStmt>(&statement))
    return block->statements.size() == 1 &&
           isReturn(tree, *block->statements.front());
  return llvm::isa<JumpStmt>(statement) &&
         tree.text(statement.firstToken) == "return";
}

const IfStmt *wglint::asEarlyReturn(const SyntaxTree &tree,
                                    const Stmt &statement) {
  const auto *branch = llvm::dyn_cast<IfStmt>(&statement);
  return branch && !branch->elseStmt && isReturn(tree, *branch->thenStmt)
             ? branch
             : nullptr;
}

/// Splits conjunctions: what has to hold is all of the parts.
static void addConjuncts(const SyntaxTree &tree, const Expr &condition,
                         bool isNegated, std::vector<Guard> &guards) {
  const Expr &plain = withoutParens(condition);
  if (const auto *unary = llvm::dyn_cast<UnaryExpr>(&plain);
      unary && tree.text(unary->opToken) == "!")
    return addConjuncts(tree, *unary->operand, !isNegated, guards);
  if (const auto *binary = llvm::dyn_cast<BinaryExpr>(&plain);
      binary && tree.text(binary->opToken) == (isNegated ? "||" : "&&")) {
    addConjuncts(tree, *binary->lhs, isNegated, guards);
    return addConjuncts(tree, *binary->rhs, isNegated, guards);
  }
  guards.push_back({&plain, isNegated});
}

std::vector<Guard> wglint::conjuncts(const SyntaxTree &tree,
                                     const Expr &condition, bool isNegated) {
  std::vector<Guard> guards;
  addConjuncts(tree, condition, isNegated, guards);
  return guards;
}

static llvm::Error refuseReturn() {
  return refusal("the shader returns from within a nested statement");
}

/// Conditions that statements in front of \p statement leave behind.
static llvm::Error addEarlyReturns(const SyntaxTree &tree,
                                   const CompoundStmt &block,
                                   const Node &statement,
                                   std::vector<Guard> &guards) {
  std::vector<Guard> found;
  for (const Stmt *sibling : block.statements) {
    if (sibling == &statement)
      break;
    if (const IfStmt *exit = asEarlyReturn(tree, *sibling)) {
      addConjuncts(tree, *exit->condition, true, found);
      continue;
    }
    for (const JumpStmt *jump : allOf<JumpStmt>(*sibling)) {
      llvm::StringRef word = tree.text(jump->firstToken);
      // A jump out of a loop within the sibling stays within.
      const Stmt *loop = enclosingLoop(*jump);
      if (word == "return" || word == "discard" || !loop ||
          (loop != sibling && !isAncestor(*sibling, *loop)))
        return refuseReturn();
    }
  }
  guards.insert(guards.begin(), found.begin(), found.end());
  return llvm::Error::success();
}

static void addEnclosing(const SyntaxTree &tree, const Node &node,
                         std::vector<Guard> &guards) {
  std::vector<Guard> found;
  if (const auto *branch = llvm::dyn_cast_or_null<IfStmt>(node.parent)) {
    if (&node != branch->condition)
      addConjuncts(tree, *branch->condition, &node == branch->elseStmt, found);
  } else if (const auto *choice =
                 llvm::dyn_cast_or_null<ConditionalExpr>(node.parent)) {
    if (&node != choice->condition)
      addConjuncts(tree, *choice->condition, &node == choice->whenFalse, found);
  } else if (const auto *binary =
                 llvm::dyn_cast_or_null<BinaryExpr>(node.parent)) {
    llvm::StringRef op = tree.text(binary->opToken);
    if (&node == binary->rhs && (op == "&&" || op == "||"))
      addConjuncts(tree, *binary->lhs, op == "||", found);
  }
  guards.insert(guards.begin(), found.begin(), found.end());
}

llvm::Expected<std::vector<Guard>> wglint::guardsOf(const SyntaxTree &tree,
                                                    const Node &node) {
  std::vector<Guard> guards;
  for (const Node *n = &node; n && !llvm::isa<Function>(n); n = n->parent) {
    if (n->parent && llvm::isa<SwitchStmt>(n->parent))
      return refusal("the access stands in a switch");
    addEnclosing(tree, *n, guards);
    if (const auto *block = llvm::dyn_cast_or_null<CompoundStmt>(n->parent))
      if (llvm::Error error = addEarlyReturns(tree, *block, *n, guards))
        return error;
  }
  return guards;
}

/// The comparison that holds where \p op does not; empty where there is none.
static llvm::StringRef oppositeOf(llvm::StringRef op) {
  return llvm::StringSwitch<llvm::StringRef>(op)
      .Case("<", ">=")
      .Case("<=", ">")
      .Case(">", "<=")
      .Case(">=", "<")
      .Case("==", "!=")
      .Case("!=", "==")
      .Default("");
}

static std::string guardText(const SyntaxTree &tree, IndexForms &forms,
                             const Guard &guard, const Renaming &renaming) {
  std::string whole = cloneText(tree, *guard.condition, renaming);
  const auto *binary = llvm::dyn_cast<BinaryExpr>(guard.condition);
  if (!guard.isNegated) {
    bool binds = !binary || tree.text(binary->opToken) != "||";
    binds = binds && !llvm::isa<ConditionalExpr>(guard.condition);
    return binds ? whole : "(" + whole + ")";
  }
  if (binary) {
    // Not for floating-point numbers: of NaN neither holds.
    llvm::StringRef opposite = oppositeOf(tree.text(binary->opToken));
    IndexValue lhs = forms.evaluate(*binary->lhs),
               rhs = forms.evaluate(*binary->rhs);
    bool isInteger = !lhs.isFloat && !rhs.isFloat && !forms.isUnknown(lhs) &&
                     !forms.isUnknown(rhs);
    if (!opposite.empty() && isInteger)
      return cloneText(tree, *binary->lhs, renaming) + " " + opposite.str() +
             " " + cloneText(tree, *binary->rhs, renaming);
    return "!(" + whole + ")";
  }
  bool isPrimary = llvm::isa<NameExpr, CallExpr, MemberExpr>(guard.condition);
  return isPrimary ? "!" + whole : "!(" + whole + ")";
}

std::string wglint::guardText(const SyntaxTree &tree, IndexForms &forms,
                              llvm::ArrayRef<Guard> guards,
                              const Renaming &renaming) {
  std::string text;
  for (const Guard &guard : guards)
    text += (text.empty() ? "" : " && ") +
            ::guardText(tree, forms, guard, renaming);
  return text;
}
