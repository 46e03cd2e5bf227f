// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Lets invocations that have nothing to do come to the barriers all the same.
///
///     if (x >= n)          bool isInside = x < n;
///       return;            if (isInside)
///     s[l] = a[x];   ->      s[l] = a[x];
///     barrier();           barrier();
///     b[x] = s[l ^ 1];     if (isInside)
///                            b[x] = s[l ^ 1];
#include "wglint/Rewrite/Clone.h"
#include "wglint/Rewrite/EditSet.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/UniformFlow.h"
#include "wglint/Rewrite/Variables.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;
using namespace wglint::syntax;

namespace {

/// Puts all but barriers and what surrounds them under the conditions that kept
/// invocations away.
class ReturnPredicator {
public:
  explicit ReturnPredicator(const RewriteContext &context)
      : Context(context), Tree(context.tree),
        Forms(context.tree, context.analysis.facts.workgroupSize),
        Edits(context) {}

  llvm::Expected<std::vector<TextEdit>> run(const Function &entry);

private:
  llvm::Error addBlock(const CompoundStmt &block, std::string name,
                       bool mayReturn);
  llvm::Error addAround(const Stmt &statement, const std::string &name);
  llvm::Error addBranch(const IfStmt &branch, const std::string &name);
  llvm::Error addBody(const Stmt &body, const std::string &name);
  llvm::Error guardDeclaration(const DeclStmt &statement,
                               const std::string &name);
  void guard(std::vector<const Stmt *> &statements, const std::string &name) {
    guardStatements(Context, statements, name, Edits);
    statements.clear();
  }
  bool isDivergent(const Expr &condition);
  bool isMemory(const Node &node) const;
  std::string conditionText(const Expr &condition, bool isNegated);

  const RewriteContext &Context;
  const SyntaxTree &Tree;
  IndexForms Forms;
  EditSet Edits;
  unsigned Opened = 0; ///< conditions around barriers
};

} // namespace

bool ReturnPredicator::isDivergent(const Expr &condition) {
  return !Forms.isWorkgroupUniform(Forms.evaluate(condition));
}

/// Whether \p node uses what other invocations may see, or calls a function.
bool ReturnPredicator::isMemory(const Node &node) const {
  return touchesMemory(Tree, node) ||
         llvm::any_of(allOf<NameExpr>(node), [&](const NameExpr *name) {
           const Node *declaration = Tree.declarationOf(*name);
           return declaration
                      ? storageOf(Tree, *declaration) == VariableStorage::Shared
                      : !Tree.functionsNamed(Tree.name(*name)).empty();
         });
}

std::string ReturnPredicator::conditionText(const Expr &condition,
                                            bool isNegated) {
  return guardText(Tree, Forms, conjuncts(Tree, condition, isNegated),
                   Renaming());
}

/// Values that are read for nothing where the condition is false become zero.
llvm::Error ReturnPredicator::guardDeclaration(const DeclStmt &statement,
                                               const std::string &name) {
  const TypeSpec &type = *statement.declaration->type;
  for (const Declarator *variable : statement.declaration->declarators) {
    const Expr *value = variable->initializer;
    // What is the same for all is right for those outside as well.
    if (!value || !isMemory(*value) || !isDivergent(*value))
      continue;
    auto zero = zeroOf(Context, type, *variable);
    if (!zero)
      return zero.takeError();
    if (hasBarrier(Tree, *value))
      return refusal("a function that is called has a barrier");
    bool needs = llvm::isa<ConditionalExpr>(*value);
    Edits.wrap(*value, name + (needs ? " ? (" : " ? "),
               (needs ? ") : " : " : ") + *zero);
  }
  return llvm::Error::success();
}

llvm::Error ReturnPredicator::addBody(const Stmt &body,
                                      const std::string &name) {
  if (const auto *block = llvm::dyn_cast<CompoundStmt>(&body))
    return addBlock(*block, name, /*mayReturn=*/false);
  return isBarrierStatement(Tree, body)
             ? llvm::Error::success()
             : refusal("a barrier stands in a statement without braces");
}

/// `if (c) { barrier(); }` becomes `bool isActive = c; { barrier(); }`.
llvm::Error ReturnPredicator::addBranch(const IfStmt &branch,
                                        const std::string &name) {
  if (!isDivergent(*branch.condition)) {
    if (llvm::Error error = addBody(*branch.thenStmt, name))
      return error;
    return branch.elseStmt ? addBody(*branch.elseStmt, name)
                           : llvm::Error::success();
  }
  const auto *body = llvm::dyn_cast<CompoundStmt>(branch.thenStmt);
  if (branch.elseStmt || !body)
    return refusal("a barrier stands in one branch of two");
  std::string inner = freshName(
      Context, Opened ? "isActive" + std::to_string(Opened + 1) : "isActive");
  ++Opened;
  std::string outer = name.empty() ? "" : name + " && ";
  Edits.insertLinesBefore(branch, "bool " + inner + " = " + outer +
                                      conditionText(*branch.condition, false) +
                                      ";");
  Edits.replaceTokens(branch.firstToken, body->firstToken, "{");
  return addBlock(*body, inner, /*mayReturn=*/false);
}

/// A statement with a barrier in it.
llvm::Error ReturnPredicator::addAround(const Stmt &statement,
                                        const std::string &name) {
  if (const auto *branch = llvm::dyn_cast<IfStmt>(&statement))
    return addBranch(*branch, name);
  if (const auto *block = llvm::dyn_cast<CompoundStmt>(&statement))
    return addBlock(*block, name, /*mayReturn=*/false);
  const auto *loop = llvm::dyn_cast<ForStmt>(&statement);
  if (!loop || (loop->condition && isMemory(*loop->condition)))
    return refusal("a barrier stands in a statement that cannot be left open "
                   "to all invocations");
  return addBody(*loop->body, name);
}

/// \p name says who takes part; empty: all.
llvm::Error ReturnPredicator::addBlock(const CompoundStmt &block,
                                       std::string name, bool mayReturn) {
  std::vector<const Stmt *> guarded;
  for (const Stmt *statement : block.statements) {
    const IfStmt *exit = asEarlyReturn(Tree, *statement);
    bool isLeaving = exit && isDivergent(*exit->condition);
    bool hasBarriers = hasBarrier(Tree, *statement);
    if (isLeaving && mayReturn) {
      guard(guarded, name);
      std::string start = name.empty() ? "bool " : name + " = " + name + " && ";
      if (name.empty())
        start += (name = freshName(Context, "isInside")) + " = ";
      Edits.replaceLines(*exit,
                         start + conditionText(*exit->condition, true) + ";");
      continue;
    }
    // All invocations that are still there leave together.
    bool isLeft = exit && !isLeaving && mayReturn;
    if (isLeft || isBarrierStatement(Tree, *statement) ||
        (name.empty() && !hasBarriers)) {
      guard(guarded, name);
      continue;
    }
    if (hasReturn(Tree, *statement))
      return refusal("an invocation may return from within a statement");
    const auto *declaration = llvm::dyn_cast<DeclStmt>(statement);
    if (!declaration && !hasBarriers) {
      guarded.push_back(statement);
      continue;
    }
    guard(guarded, name);
    if (llvm::Error error = declaration ? guardDeclaration(*declaration, name)
                                        : addAround(*statement, name))
      return error;
  }
  guard(guarded, name);
  return llvm::Error::success();
}

llvm::Expected<std::vector<TextEdit>>
ReturnPredicator::run(const Function &entry) {
  if (!Tree.opaqueNodes().empty())
    return refusal("the shader has syntax that is not known");
  if (llvm::Error error = addBlock(*entry.body, "", /*mayReturn=*/true))
    return error;
  return Edits.take();
}

static llvm::Expected<Fix> predicateReturns(const RewriteContext &context,
                                            const Diagnostic &finding) {
  const Function *entry = entryFunction(context);
  const auto *call = findNode<CallExpr>(context, finding.range);
  if (!entry || !call || enclosing<Function>(*call) != entry)
    return refusal("the barrier does not stand in main()");
  auto edits = ReturnPredicator(context).run(*entry);
  if (!edits)
    return edits.takeError();
  if (edits->empty())
    return refusal("nothing in main() keeps invocations from the barrier");
  Fix fix;
  fix.message = "lets invocations that have nothing to do come to the barriers";
  fix.applicability = Applicability::NeedsValidation;
  fix.edits = std::move(*edits);
  return fix;
}

static std::optional<FixOffer>
preparePredicateReturn(const RewriteContext &context,
                       const Diagnostic &finding) {
  return offerOf(predicateReturns(context, finding));
}

static llvm::Expected<std::vector<Fix>>
applyPredicateReturn(const RewriteContext &context, const Diagnostic &finding) {
  return onlyFix(predicateReturns(context, finding));
}

static constexpr llvm::StringRef kPredicateReturnMends[] = {
    "divergent-barrier"};

WGLINT_DEFINE_REWRITE(
    PredicateReturn,
    {"predicate-return",
     "lets invocations that have nothing to do come to the barriers",
     Applicability::NeedsValidation, kPredicateReturnMends,
     /*claimsSpeed=*/false,
     R"(## What it does

```
if (x >= n)          bool isInside = x < n;
  return;            if (isInside)
s[l] = a[x];   ->      s[l] = a[x];
barrier();           barrier();
b[x] = s[l ^ 1];     if (isInside)
                       b[x] = s[l ^ 1];
```

What such an invocation did not do before it does not do now: all statements behind the
return stand under its condition, but barriers, the loops around them, and declarations,
whose values become zero where they would be read from memory. A condition that is not the
same for all and stands around a barrier is treated alike.

## When it is refused

Where the barrier stands in another function than main(), in one branch of two or in a
loop whose condition reads memory; where invocations return from within a loop; where the
barrier still is not reached by all.

## References

OpenGL Shading Language 4.60, 8.16 "Shader Invocation Control Functions".
)",
     preparePredicateReturn, applyPredicateReturn, /*mendsUndefined=*/true})
