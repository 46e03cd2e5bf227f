// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/Staging.h"
#include "wglint/Rewrite/UniformFlow.h"
#include "wglint/Rewrite/Variables.h"

using namespace wglint;
using namespace wglint::syntax;

namespace {

class Predicator {
public:
  Predicator(const RewriteContext &context, IndexForms &forms, EditSet &edits)
      : Context(context), Forms(forms), Edits(edits),
        Name(freshName(context, "isInside")) {}

  llvm::Expected<std::string> run(const Stmt &region);

private:
  bool isDivergent(const Expr &condition);
  std::string conditionText(const Expr &condition, bool isNegated);
  llvm::Error addLevel(const CompoundStmt &block, const Stmt &child);
  llvm::Error guardInFront(const Stmt &statement);
  llvm::Error guardBehind(llvm::ArrayRef<const Stmt *> statements);
  void opened(const IfStmt &branch);

  const RewriteContext &Context;
  IndexForms &Forms;
  EditSet &Edits;
  std::string Name;
  bool IsDeclared = false;
};

} // namespace

bool Predicator::isDivergent(const Expr &condition) {
  return !Forms.isWorkgroupUniform(Forms.evaluate(condition));
}

/// The first condition declares the variable, the others narrow it.
std::string Predicator::conditionText(const Expr &condition, bool isNegated) {
  std::string text =
      guardText(Context.tree, Forms,
                conjuncts(Context.tree, condition, isNegated), Renaming());
  std::string start =
      IsDeclared ? Name + " = " + Name + " && " : "bool " + Name + " = ";
  IsDeclared = true;
  return start + text + ";";
}

/// `if (c) {` becomes `bool isInside = c;` and a block.
void Predicator::opened(const IfStmt &branch) {
  Edits.insertLinesBefore(branch, conditionText(*branch.condition, false));
  Edits.replaceTokens(branch.firstToken, branch.thenStmt->firstToken, "{");
}

/// Values that are read for nothing where the condition is false become zero.
llvm::Error Predicator::guardInFront(const Stmt &statement) {
  const auto *declared = llvm::dyn_cast<DeclStmt>(&statement);
  if (!declared) {
    guardStatements(Context, &statement, Name, Edits);
    return llvm::Error::success();
  }
  const TypeSpec &type = *declared->declaration->type;
  for (const Declarator *variable : declared->declaration->declarators) {
    if (!variable->initializer ||
        !touchesMemory(Context.tree, *variable->initializer))
      continue;
    auto zero = zeroOf(Context, type, *variable);
    if (!zero)
      return zero.takeError();
    Edits.insertBefore(variable->initializer->firstToken, Name + " ? ");
    Edits.insertAfter(variable->initializer->lastToken, " : " + *zero);
  }
  return llvm::Error::success();
}

llvm::Error Predicator::guardBehind(llvm::ArrayRef<const Stmt *> statements) {
  while (!statements.empty() &&
         !touchesMemory(Context.tree, *statements.front()))
    statements = statements.drop_front();
  guardStatements(Context, statements, Name, Edits);
  return llvm::Error::success();
}

llvm::Error Predicator::addLevel(const CompoundStmt &block, const Stmt &child) {
  std::vector<const Stmt *> behind;
  for (const Stmt *statement : block.statements) {
    if (statement == &child)
      continue;
    bool isInFront = statement->firstToken < child.firstToken;
    const IfStmt *exit = asEarlyReturn(Context.tree, *statement);
    if (exit && isInFront && isDivergent(*exit->condition)) {
      Edits.replaceLines(*exit, conditionText(*exit->condition, true));
      continue;
    }
    if (IsDeclared && hasBarrier(Context.tree, *statement))
      return refusal("there are barriers behind a condition");
    for (const JumpStmt *jump : allOf<JumpStmt>(*statement))
      if (Context.tree.text(jump->firstToken) == "return" && !exit)
        return refusal("an invocation may return from within a statement");
    if (!isInFront)
      behind.push_back(statement);
    else if (IsDeclared && touchesMemory(Context.tree, *statement))
      if (llvm::Error error = guardInFront(*statement))
        return error;
  }
  return IsDeclared ? guardBehind(behind) : llvm::Error::success();
}

llvm::Expected<std::string> Predicator::run(const Stmt &region) {
  // From the outside inwards, so that the outermost condition declares.
  std::vector<const Stmt *> path;
  for (const Node *n = &region; n && !llvm::isa<Function>(n); n = n->parent)
    path.insert(path.begin(), llvm::cast<Stmt>(n));
  for (size_t i = 0; i + 1 < path.size(); ++i) {
    const Stmt &child = *path[i + 1];
    if (const auto *block = llvm::dyn_cast<CompoundStmt>(path[i])) {
      if (llvm::Error error = addLevel(*block, child))
        return error;
    } else if (const auto *branch = llvm::dyn_cast<IfStmt>(path[i])) {
      if (!isDivergent(*branch->condition))
        continue;
      if (branch->elseStmt || &child != branch->thenStmt ||
          !llvm::isa<CompoundStmt>(child))
        return refusal("the loop stands in one branch of two");
      opened(*branch);
    } else if (!llvm::isa<ForStmt>(path[i])) {
      return refusal("the loop stands in another statement");
    }
  }
  return IsDeclared ? Name : std::string();
}

llvm::Expected<std::string> wglint::predicateRest(const RewriteContext &context,
                                                  IndexForms &forms,
                                                  const Stmt &region,
                                                  EditSet &edits) {
  return Predicator(context, forms, edits).run(region);
}
