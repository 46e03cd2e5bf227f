// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds loops over a run of elements that each invocation has for itself, and
/// proves that the elements may be dealt out in another way.
#include "wglint/Rewrite/InterleaveRuns.h"
#include "wglint/Rewrite/Evaluate.h"
#include "wglint/Rewrite/ExprTypes.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint::syntax;

namespace wglint {

namespace {
/// A loop `for (i = 0; i < length; ++i)` and what it does with its elements.
class RunLoop {
public:
  RunLoop(const RewriteContext &context, const ForStmt &loop)
      : Context(context), Tree(context.tree), Loop(loop),
        Lanes(context.analysis.facts.workgroupSize[0]) {}

  llvm::Error read();
  llvm::Expected<std::vector<TextEdit>> edits() const;

private:
  bool readHeader();
  bool isElement(const Expr &expr) const;
  void collectElements();
  bool isInElement(const Node &node) const;
  bool isSameInAllLanes(const NameExpr &name) const;
  llvm::Error whyNotIndependent() const;
  llvm::Error checkName(const NameExpr &name) const;
  bool isElementAccess(const Expr &access) const;

  const RewriteContext &Context;
  const SyntaxTree &Tree;
  const ForStmt &Loop;
  const Declarator *Variable = nullptr;
  int64_t Length = 0; ///< of an invocation's run
  uint64_t Lanes;
  /// The expressions that are worth id * length + i.
  llvm::SmallVector<const Expr *, 4> Elements;
};
} // namespace

bool RunLoop::readHeader() {
  const auto *init = llvm::dyn_cast<DeclStmt>(Loop.init);
  const auto *condition = llvm::dyn_cast_or_null<Expr>(Loop.condition);
  if (!init || init->declaration->declarators.size() != 1 || !condition)
    return false;
  Variable = init->declaration->declarators.front();
  Invocation lane;
  lane.workgroupSize = Context.analysis.facts.workgroupSize;
  if (!Variable->initializer ||
      evaluate(Context, *Variable->initializer, lane) != 0)
    return false;
  // As long as the condition holds for 0, 1, 2 and so on.
  constexpr int64_t kMaxLength = 1024;
  for (Length = 0; Length <= kMaxLength; ++Length) {
    lane.variables[Variable] = Length;
    auto goesOn = evaluate(Context, *condition, lane);
    if (!goesOn)
      return false;
    if (!*goesOn)
      break;
  }
  const auto *step = llvm::dyn_cast_or_null<UnaryExpr>(Loop.step);
  const auto *add = llvm::dyn_cast_or_null<AssignExpr>(Loop.step);
  bool isByOne = (step && Tree.text(step->opToken) == "++") ||
                 (add && Tree.text(add->opToken) == "+=" &&
                  evaluate(Context, *add->rhs, lane) == 1);
  return isByOne && Length >= 2 && Length <= kMaxLength;
}

/// Whether \p expr is worth id * length + i, in some invocations and iterations
/// that have nothing in common.
bool RunLoop::isElement(const Expr &expr) const {
  for (uint32_t sample : {0u, 1u, 2u, 5u, 11u}) {
    Invocation lane;
    lane.workgroupSize = Context.analysis.facts.workgroupSize;
    lane.localId = {uint32_t(sample * 7 % Lanes), 0, 0};
    lane.workgroupId = {sample * 3, 0, 0};
    int64_t i = sample * 5 % Length;
    lane.variables[Variable] = i;
    int64_t id = int64_t(lane.workgroupId[0]) * Lanes + lane.localId[0];
    if (evaluate(Context, expr, lane) != id * Length + i)
      return false;
  }
  return true;
}

void RunLoop::collectElements() {
  walk(*Loop.body, [&](const Node &node) {
    const auto *expr = llvm::dyn_cast<Expr>(&node);
    // A name for it is right once its declaration is.
    if (!expr || llvm::isa<ParenExpr>(expr) || !isElement(*expr))
      return true;
    const auto *name = llvm::dyn_cast<NameExpr>(expr);
    const Node *declaration = name ? Tree.declarationOf(*name) : nullptr;
    if (!declaration || !isAncestor(*Loop.body, *declaration))
      Elements.push_back(expr);
    return false;
  });
}

bool RunLoop::isInElement(const Node &node) const {
  return llvm::any_of(Elements, [&](const Expr *element) {
    return isAncestor(*element, node);
  });
}

bool RunLoop::isSameInAllLanes(const NameExpr &name) const {
  std::optional<int64_t> first;
  for (uint32_t lane : {0u, 1u}) {
    Invocation invocation;
    invocation.workgroupSize = Context.analysis.facts.workgroupSize;
    invocation.localId = {uint32_t(lane % Lanes), 0, 0};
    invocation.workgroupId = {lane, 0, 0};
    auto value = evaluate(Context, name, invocation);
    if (!value || (first && *first != *value))
      return false;
    first = value;
  }
  return true;
}

/// `a[e]`, where `e` is an element or a variable that holds one.
bool RunLoop::isElementAccess(const Expr &access) const {
  const Expr *inner = &access;
  while (const auto *member = llvm::dyn_cast<MemberExpr>(inner))
    inner = member->base;
  const auto *index = llvm::dyn_cast<IndexExpr>(inner);
  return index && index->index && isElement(*index->index);
}

/// What an iteration may use besides its element: what is the same everywhere,
/// and what it declares itself.
llvm::Error RunLoop::checkName(const NameExpr &name) const {
  const Node *declaration = Tree.declarationOf(name);
  if (!declaration) {
    bool isId = Tree.name(name).starts_with("gl_");
    return isId ? refusal("the loop uses the invocation's id in another way")
                : llvm::Error::success();
  }
  if (declaration == Variable)
    return refusal("the loop uses its variable in another way");
  if (isAncestor(*Loop.body, *declaration))
    return llvm::Error::success();
  const Expr &whole = wholeAccess(name);
  if (enclosing<Block>(*declaration)) {
    if (isElementAccess(whole))
      return llvm::Error::success();
    const Block &block = *enclosing<Block>(*declaration);
    bool isUniform = llvm::any_of(block.qualifiers.words, [&](uint32_t word) {
      return Tree.text(word) == "uniform";
    });
    return isUniform ? llvm::Error::success()
                     : refusal("an iteration touches more than its element");
  }
  bool isGlobal = declaration->parent && declaration->parent->parent &&
                  llvm::isa<TranslationUnit>(declaration->parent->parent);
  if (isWritten(Tree, whole) || (!isGlobal && !isSameInAllLanes(name)))
    return refusal("iterations depend on each other, or on the invocation");
  const auto *owner = llvm::dyn_cast<Declaration>(declaration->parent);
  bool isFixed =
      owner && llvm::any_of(owner->qualifiers.words, [&](uint32_t word) {
        return Tree.text(word) == "uniform" || Tree.text(word) == "const";
      });
  if (isGlobal && !isFixed)
    return refusal("iterations depend on each other, or on the invocation");
  return llvm::Error::success();
}

llvm::Error RunLoop::whyNotIndependent() const {
  if (!allOf<JumpStmt>(*Loop.body).empty() ||
      !allOf<OpaqueStmt>(*Loop.body).empty())
    return refusal("the loop may end early");
  for (const CallExpr *call : allOf<CallExpr>(*Loop.body))
    if (!Tree.functionsNamed(Tree.name(*call->callee)).empty() ||
        !isPure(Tree, *call))
      return refusal("the loop calls functions that are not looked into");
  for (const NameExpr *name : allOf<NameExpr>(*Loop.body))
    if (!isInElement(*name))
      if (llvm::Error error = checkName(*name))
        return error;
  return llvm::Error::success();
}

llvm::Error RunLoop::read() {
  const auto *main = enclosing<Function>(Loop);
  if (!main || Tree.name(*main) != "main" || Loop.parent != main->body)
    return refusal("the loop is not executed by all invocations");
  for (const JumpStmt *jump : allOf<JumpStmt>(*main->body))
    if (jump->firstToken < Loop.firstToken)
      return refusal("some invocations leave before the loop");
  if (!readHeader())
    return refusal("the loop does not run from 0 by one to a number that is "
                   "known");
  collectElements();
  if (Elements.empty())
    return refusal("the loop goes over no run of elements of its own");
  return whyNotIndependent();
}

llvm::Expected<std::vector<TextEdit>> RunLoop::edits() const {
  EditSet edits(Context);
  std::string i = Tree.name(*Variable).str();
  bool isUnsigned = declaredType(Tree, *Variable).isScalar("uint");
  std::string iteration = isUnsigned ? i : "uint(" + i + ")";
  std::string text = llvm::formatv(
      "gl_WorkGroupID.x * {0}u + {1} * {2}u + gl_LocalInvocationIndex",
      Lanes * Length, iteration, Lanes);
  for (const Expr *element : Elements) {
    bool isInt = !typeOf(Tree, *element).isScalar("uint");
    edits.replace(*element, isInt ? "int(" + text + ")" : text);
  }
  return edits.take();
}

llvm::Expected<std::vector<TextEdit>>
interleaveRuns(const RewriteContext &context, const Diagnostic &finding) {
  const EntryPointFacts &facts = context.analysis.facts;
  const auto *access = findNode<Expr>(context, finding.range);
  const auto *loop =
      access ? llvm::dyn_cast_or_null<ForStmt>(enclosingLoop(*access))
             : nullptr;
  if (!loop || facts.sizeSource != SizeSource::Literal ||
      facts.workgroupSize[1] * facts.workgroupSize[2] != 1)
    return refusal("it stands in no loop of a workgroup of one row");
  RunLoop run(context, *loop);
  if (llvm::Error error = run.read())
    return error;
  return run.edits();
}

} // namespace wglint
