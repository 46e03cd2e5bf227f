// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Rewrite/CountedLoop.h"
#include "wglint/Rewrite/Fold.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/UniformFlow.h"
#include "wglint/Rewrite/Variables.h"
#include "wglint/Rewrite/WorkgroupSize.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;
using namespace wglint::syntax;

namespace {

class FoldPlanner {
public:
  FoldPlanner(const RewriteContext &context, IndexForms &forms,
              const Fold &fold)
      : Context(context), Tree(context.tree), Forms(forms), By(fold) {}

  llvm::Expected<FoldPlan> run(const Function &entry);

private:
  bool isUniform(const Expr &expr);
  bool isUniformLoop(const ForStmt &loop);
  bool isTakenApart(const Stmt &statement);
  bool isCommon(const DeclStmt &statement);
  bool isMovable(const DeclStmt &statement) const;
  bool isForFirstPart(const Stmt &statement);
  llvm::Error addBlock(llvm::ArrayRef<const Stmt *> statements, bool isInLoop);
  llvm::Error addBody(const Stmt &body, bool isInLoop);
  llvm::Error takeApart(const Stmt &statement, bool isInLoop);
  llvm::Error checkRunnable(const Stmt &statement) const;
  void close(bool isInLoop);
  llvm::Expected<bool> isNeededBeyond(const DeclStmt &statement,
                                      const FoldRun *home) const;
  const FoldRun *runOf(const Node &node) const;

  const RewriteContext &Context;
  const SyntaxTree &Tree;
  IndexForms &Forms;
  const Fold &By;
  FoldRun Open;
  FoldPlan Plan;
  /// Declarations in front of runs, without initializers.
  std::vector<const DeclStmt *> Bare;
};

} // namespace

bool FoldRun::holds(const Node &node) const {
  return llvm::any_of(statements, [&](const Stmt *statement) {
    return (statement == &node || isAncestor(*statement, node)) &&
           !llvm::is_contained(common, statement);
  });
}

bool FoldPlan::isSpread(const Node &declaration) const {
  const auto *statement = enclosing<DeclStmt>(declaration);
  return llvm::is_contained(arrays, statement) ||
         llvm::any_of(runs, [&](const FoldRun &run) {
           return llvm::is_contained(run.spread, statement);
         });
}

/// Whether all invocations of the workgroup agree on \p expr.
bool FoldPlanner::isUniform(const Expr &expr) {
  IndexValue value = Forms.evaluate(expr);
  return isPure(Tree, expr) && !Forms.isUnknown(value) &&
         Forms.isWorkgroupUniform(value);
}

/// Whether all invocations run through \p loop equally often, and with the same
/// values of its variable.
bool FoldPlanner::isUniformLoop(const ForStmt &loop) {
  const auto *init = llvm::dyn_cast_or_null<DeclStmt>(loop.init);
  const auto *condition = llvm::dyn_cast_or_null<Expr>(loop.condition);
  if (!init || !condition || !loop.step || hasEarlyExit(Tree, loop) ||
      init->declaration->declarators.size() != 1)
    return false;
  const Declarator &variable = *init->declaration->declarators.front();
  if (!variable.initializer || !variable.dims.empty() ||
      !isUniform(*variable.initializer) || !isUniform(*condition))
    return false;
  for (const NameExpr *use : Tree.usesOf(variable))
    if (isWritten(Tree, wholeAccess(*use)) && loop.step != use &&
        !isAncestor(*loop.step, *use))
      return false;
  // An invocation that goes on with the next iteration would go on with the
  // next part.
  for (const JumpStmt *jump : allOf<JumpStmt>(*loop.body))
    if (Tree.text(jump->firstToken) == "continue" &&
        enclosingLoop(*jump) == &loop)
      return false;
  return llvm::all_of(allOf<NameExpr>(*loop.step), [&](const NameExpr *name) {
    return Tree.declarationOf(*name) == &variable || isUniform(*name);
  });
}

/// Whether the parts of \p statement are runs of their own.
bool FoldPlanner::isTakenApart(const Stmt &statement) {
  if (const auto *loop = llvm::dyn_cast<ForStmt>(&statement))
    return isUniformLoop(*loop);
  if (const auto *branch = llvm::dyn_cast<IfStmt>(&statement)) {
    if (!isUniform(*branch->condition))
      return false;
    return hasReturn(Tree, statement) || hasBarrier(Tree, statement) ||
           isTakenApart(*branch->thenStmt) ||
           (branch->elseStmt && isTakenApart(*branch->elseStmt));
  }
  const auto *block = llvm::dyn_cast<CompoundStmt>(&statement);
  return block && (hasBarrier(Tree, statement) ||
                   llvm::any_of(block->statements, [&](const Stmt *inner) {
                     return isTakenApart(*inner);
                   }));
}

/// Whether \p statement declares what is the same for all parts, for ever.
bool FoldPlanner::isCommon(const DeclStmt &statement) {
  return llvm::all_of(
      statement.declaration->declarators, [&](const Declarator *variable) {
        if (!variable->initializer || !variable->dims.empty() ||
            !isPure(Tree, *variable->initializer) ||
            !isNeverWritten(Tree, *variable))
          return false;
        IndexValue value = Forms.evaluate(*variable->initializer);
        return !Forms.isUnknown(value) &&
               !Forms.dependsOn(value, Forms.localId(By.axis));
      });
}

/// Whether \p statement may stand in front of the open run: nothing that it
/// reads is declared there, or stored there under another name.
bool FoldPlanner::isMovable(const DeclStmt &statement) const {
  if (touchesMemory(Tree, statement))
    return false;
  return llvm::all_of(allOf<NameExpr>(statement), [&](const NameExpr *name) {
    const Node *declaration = Tree.declarationOf(*name);
    if (!declaration)
      return Tree.name(*name) != "gl_WorkGroupSize";
    return !Open.holds(*declaration);
  });
}

llvm::Error FoldPlanner::checkRunnable(const Stmt &statement) const {
  if (hasBarrier(Tree, statement))
    return refusal("there is a barrier where invocations may not agree");
  if (hasReturn(Tree, statement))
    return refusal("an invocation may return early");
  for (const JumpStmt *jump : allOf<JumpStmt>(statement)) {
    const Stmt *loop = enclosingLoop(*jump);
    bool isWithin =
        loop && (loop == &statement || isAncestor(statement, *loop));
    if (!isWithin && !enclosing<SwitchStmt>(*jump))
      return refusal("an invocation may leave an iteration early");
  }
  return llvm::Error::success();
}

void FoldPlanner::close(bool isInLoop) {
  Open.isInLoop = isInLoop;
  if (!Open.statements.empty())
    Plan.runs.push_back(std::move(Open));
  Open = FoldRun();
}

llvm::Error FoldPlanner::takeApart(const Stmt &statement, bool isInLoop) {
  if (const auto *loop = llvm::dyn_cast<ForStmt>(&statement))
    return addBody(*loop->body, /*isInLoop=*/true);
  if (const auto *block = llvm::dyn_cast<CompoundStmt>(&statement))
    return addBlock(block->statements, isInLoop);
  const auto &branch = llvm::cast<IfStmt>(statement);
  if (llvm::Error error = addBody(*branch.thenStmt, isInLoop))
    return error;
  return branch.elseStmt ? addBody(*branch.elseStmt, isInLoop)
                         : llvm::Error::success();
}

llvm::Error FoldPlanner::addBody(const Stmt &body, bool isInLoop) {
  if (const auto *block = llvm::dyn_cast<CompoundStmt>(&body))
    return addBlock(block->statements, isInLoop);
  return addBlock({&body}, isInLoop);
}

bool wglint::isBareDeclaration(const Stmt &statement) {
  const auto *declared = llvm::dyn_cast<DeclStmt>(&statement);
  return declared && llvm::none_of(declared->declaration->declarators,
                                   [](const Declarator *variable) {
                                     return variable->initializer;
                                   });
}

/// Whether \p statement is `if (gl_LocalInvocationIndex < n)` for no more than
/// become invocations, and says for their first part what it says as it stands.
bool FoldPlanner::isForFirstPart(const Stmt &statement) {
  const WorkgroupSize &size = Context.analysis.facts.workgroupSize;
  const auto *branch = llvm::dyn_cast<IfStmt>(&statement);
  const auto *test = branch && !branch->elseStmt
                         ? llvm::dyn_cast<BinaryExpr>(branch->condition)
                         : nullptr;
  if (!test || Tree.text(test->opToken) != "<" ||
      expandedText(Tree, *test->lhs) != "gl_LocalInvocationIndex")
    return false;
  std::optional<int64_t> limit = Forms.constantOf(*test->rhs);
  // Only along the slowest axis do the first invocations lie in one part.
  bool isSlowest = true;
  for (unsigned axis = By.axis + 1; axis < 3; ++axis)
    isSlowest = isSlowest && size[axis] == 1;
  if (!limit || !isSlowest || *limit > size[0] * size[1] * size[2] / By.parts)
    return false;
  return llvm::all_of(allOf<NameExpr>(statement), [&](const NameExpr *name) {
    const Node *declaration = Tree.declarationOf(*name);
    if (!declaration)
      return Tree.name(*name) != "gl_GlobalInvocationID";
    if (isAncestor(statement, *declaration) ||
        storageOf(Tree, *declaration) != VariableStorage::Local)
      return true;
    IndexValue value = Forms.evaluate(*name);
    return !Forms.isUnknown(value) &&
           !Forms.dependsOn(value, Forms.localId(By.axis));
  });
}

llvm::Error FoldPlanner::addBlock(llvm::ArrayRef<const Stmt *> statements,
                                  bool isInLoop) {
  for (const Stmt *statement : statements) {
    bool isReturn = llvm::isa<JumpStmt>(statement) &&
                    Tree.text(statement->firstToken) == "return";
    if (isReturn || isBarrierStatement(Tree, *statement)) {
      close(isInLoop);
      continue;
    }
    if (isTakenApart(*statement)) {
      close(isInLoop);
      if (llvm::Error error = takeApart(*statement, isInLoop))
        return error;
      continue;
    }
    if (const auto *declared = llvm::dyn_cast<DeclStmt>(statement);
        declared && isCommon(*declared)) {
      if (!isMovable(*declared))
        close(isInLoop);
      if (Open.statements.empty())
        continue; // stays where it is
      Open.common.push_back(declared);
      Open.statements.push_back(statement);
      continue;
    }
    if (Open.statements.empty() && isBareDeclaration(*statement)) {
      Bare.push_back(llvm::cast<DeclStmt>(statement));
      continue;
    }
    if (llvm::Error error = checkRunnable(*statement))
      return error;
    if (isForFirstPart(*statement)) {
      close(isInLoop);
      continue; // stays as it is
    }
    Open.statements.push_back(statement);
  }
  close(isInLoop);
  return llvm::Error::success();
}

const FoldRun *FoldPlanner::runOf(const Node &node) const {
  auto found = llvm::find_if(
      Plan.runs, [&](const FoldRun &run) { return run.holds(node); });
  return found == Plan.runs.end() ? nullptr : &*found;
}

/// Whether variables of \p statement are used in another run than \p home, or
/// in several where that is null.
llvm::Expected<bool> FoldPlanner::isNeededBeyond(const DeclStmt &statement,
                                                 const FoldRun *home) const {
  bool isNeeded = false;
  for (const Declarator *variable : statement.declaration->declarators)
    for (const NameExpr *use : Tree.usesOf(*variable)) {
      const FoldRun *user = runOf(*use);
      if (!user)
        return refusal("'" + Tree.name(*variable) +
                       "' may differ where all invocations have to agree");
      if (!home)
        home = user;
      isNeeded = isNeeded || user != home;
    }
  const TypeSpec *type = statement.declaration->type;
  if (isNeeded && (!type || type->structure))
    return refusal("a variable has a type without a name");
  return isNeeded;
}

llvm::Expected<FoldPlan> FoldPlanner::run(const Function &entry) {
  if (llvm::Error error = addBlock(entry.body->statements, false))
    return error;
  for (FoldRun &run : Plan.runs)
    for (const Stmt *statement : run.statements) {
      const auto *declared = llvm::dyn_cast<DeclStmt>(statement);
      if (!declared || llvm::is_contained(run.common, declared))
        continue;
      llvm::Expected<bool> isNeeded = isNeededBeyond(*declared, &run);
      if (!isNeeded)
        return isNeeded.takeError();
      if (*isNeeded)
        run.spread.push_back(declared);
    }
  for (const DeclStmt *declared : Bare) {
    llvm::Expected<bool> isNeeded = isNeededBeyond(*declared, nullptr);
    if (!isNeeded)
      return isNeeded.takeError();
    if (*isNeeded)
      Plan.arrays.push_back(declared);
  }
  return std::move(Plan);
}

/// What the shader may not use, wherever.
static llvm::Error checkShader(const RewriteContext &context,
                               const Function &entry) {
  if (!context.tree.opaqueNodes().empty())
    return refusal("the shader has a construct that is not understood");
  if (usesSubgroups(context))
    return refusal("the shader uses subgroups");
  for (llvm::StringRef id : {"gl_LocalInvocationID", "gl_GlobalInvocationID",
                             "gl_LocalInvocationIndex"})
    for (const NameExpr *use : usesOfBuiltIn(context, id))
      if (enclosing<Function>(*use) != &entry)
        return refusal("a function reads " + id);
  if (const Declarator *variable = writtenGlobal(context.tree))
    return refusal("'" + context.tree.name(*variable) +
                   "' would keep its value from one part to the next");
  return llvm::Error::success();
}

llvm::Expected<FoldPlan> wglint::planFold(const RewriteContext &context,
                                          IndexForms &forms, const Fold &fold) {
  const EntryPointFacts &facts = context.analysis.facts;
  const Function *entry = entryFunction(context);
  if (!entry || facts.sizeSource != SizeSource::Literal)
    return refusal("the host chooses the workgroup's size");
  if (fold.parts < 2 || facts.workgroupSize[fold.axis] % fold.parts)
    return refusal("the workgroup's size cannot be divided so");
  if (llvm::Error error = checkShader(context, *entry))
    return error;
  return FoldPlanner(context, forms, fold).run(*entry);
}
