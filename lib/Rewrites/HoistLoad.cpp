// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Loads what every iteration of a loop loads again once, in front of it.
///
///     for (i = 0; i < n; ++i)        float f = 0 < n ? scale[g] : float(0);
///       sum += scale[g] * a[i];  ->  for (i = 0; i < n; ++i)
///                                      sum += f * a[i];
#include "wglint/Rewrite/EditSet.h"
#include "wglint/Rewrite/Evaluate.h"
#include "wglint/Rewrite/ExprTypes.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/Variables.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;
using namespace wglint::syntax;

namespace {
struct Hoist {
  const Expr *load = nullptr;
  const ForStmt *loop = nullptr;
  std::string type;
  std::string condition; ///< that there is an iteration; empty: there is
};
} // namespace

static bool hasWord(const RewriteContext &context, const Qualifiers &qualifiers,
                    llvm::StringRef wanted) {
  return llvm::any_of(qualifiers.words, [&](uint32_t word) {
    return context.tree.text(word) == wanted;
  });
}

/// The block that an expression's root is (a member of); null for others.
static const Block *blockOf(const RewriteContext &context, const Expr &expr) {
  const NameExpr *root = rootName(expr);
  const Node *declaration = root ? context.tree.declarationOf(*root) : nullptr;
  return declaration ? enclosing<Block>(*declaration) : nullptr;
}

/// Why the load has another value, or another right to happen, from iteration
/// to iteration.
static llvm::Error whyNotInvariant(const RewriteContext &context,
                                   const Hoist &hoist) {
  for (const NameExpr *name : allOf<NameExpr>(*hoist.load)) {
    const Node *declaration = context.tree.declarationOf(*name);
    if (!declaration)
      continue;
    if (isAncestor(*hoist.loop, *declaration))
      return refusal("its address changes in the loop");
    for (const NameExpr *use : context.tree.usesOf(*declaration))
      if (isAncestor(*hoist.loop, *use) &&
          isWritten(context.tree, wholeAccess(*use)))
        return refusal("its address changes in the loop");
  }
  for (const Node *n = hoist.load->parent; n && n != hoist.loop;
       n = n->parent) {
    const auto *binary = llvm::dyn_cast<BinaryExpr>(n);
    llvm::StringRef op = binary ? context.tree.text(binary->opToken) : "";
    if (llvm::isa<IfStmt, SwitchStmt, ConditionalExpr>(n) || op == "&&" ||
        op == "||")
      return refusal("not every iteration loads it");
  }
  for (const JumpStmt *jump : allOf<JumpStmt>(*hoist.loop->body))
    if (jump->firstToken < hoist.load->firstToken)
      return refusal("not every iteration loads it");
  return llvm::Error::success();
}

/// A store that may reach what is loaded: distinct blocks may name one buffer.
static llvm::Error whyStored(const RewriteContext &context, const Hoist &hoist,
                             const Block &block) {
  if (!watchQualifier(context.tree, block).empty())
    return refusal("the buffer is coherent or volatile");
  bool isRestrict = hasWord(context, block.qualifiers, "restrict");
  bool mayStore = false;
  walk(*hoist.loop, [&](const Node &n) {
    const auto *name = llvm::dyn_cast<NameExpr>(&n);
    if (name && isWritten(context.tree, wholeAccess(*name))) {
      const Block *stored = blockOf(context, *name);
      mayStore |= stored && (stored == &block || !isRestrict);
    }
    const auto *call = llvm::dyn_cast<CallExpr>(&n);
    llvm::StringRef callee = call ? context.tree.name(*call->callee) : "";
    if (call && !context.tree.functionsNamed(callee).empty())
      mayStore |= !isPure(context.tree, *call);
    return true;
  });
  if (mayStore)
    return refusal("a store in the loop may reach it: the buffers are not "
                   "restrict");
  return llvm::Error::success();
}

/// That the loop runs at all, with the variable's first value in its condition.
static std::optional<std::string> firstCondition(const RewriteContext &context,
                                                 const EditSet &edits,
                                                 const ForStmt &loop) {
  const auto *condition = llvm::dyn_cast_or_null<Expr>(loop.condition);
  if (!condition)
    return loop.condition ? std::nullopt : std::optional<std::string>("");
  const auto *init = llvm::dyn_cast<DeclStmt>(loop.init);
  Invocation lane;
  if (init)
    for (const Declarator *variable : init->declaration->declarators)
      if (variable->initializer)
        if (auto value = evaluate(context, *variable->initializer, lane))
          lane.variables[variable] = *value;
  if (evaluate(context, *condition, lane).value_or(0) != 0)
    return "";
  if (!init || !isPure(context.tree, *condition))
    return std::nullopt;
  std::string text;
  uint32_t token = condition->firstToken;
  for (const NameExpr *name : allOf<NameExpr>(*condition)) {
    const auto *variable =
        llvm::dyn_cast_or_null<Declarator>(context.tree.declarationOf(*name));
    if (!variable || variable->parent != init->declaration)
      continue;
    if (!variable->initializer)
      return std::nullopt;
    for (; token < name->firstToken; ++token)
      text += context.tree.text(token).str() + " ";
    text += "(" + edits.written(*variable->initializer) + ") ";
    ++token;
  }
  for (; token <= condition->lastToken; ++token)
    text += context.tree.text(token).str() + " ";
  return llvm::StringRef(text).rtrim().str();
}

static llvm::Expected<Hoist> readHoist(const RewriteContext &context,
                                       const Diagnostic &finding) {
  Hoist hoist;
  hoist.load = findNode<Expr>(context, finding.range);
  const Stmt *loop = hoist.load ? enclosingLoop(*hoist.load) : nullptr;
  hoist.loop = llvm::dyn_cast_or_null<ForStmt>(loop);
  if (!hoist.loop || !isAncestor(*hoist.loop->body, *hoist.load))
    return refusal("it does not stand in the body of a for loop");
  const Block *block = blockOf(context, *hoist.load);
  ExprType type = typeOf(context.tree, *hoist.load);
  if (!block || !type.isKnown() || type.dimensions > 0 ||
      !isPure(context.tree, *hoist.load) ||
      isWritten(context.tree, *hoist.load))
    return refusal("it is no plain load of a value from a buffer");
  hoist.type = type.name;
  if (llvm::Error error = whyNotInvariant(context, hoist))
    return error;
  if (llvm::Error error = whyStored(context, hoist, *block))
    return error;
  auto condition = firstCondition(context, EditSet(context), *hoist.loop);
  bool isStructure = llvm::any_of(
      allOf<StructSpec>(context.tree.root()), [&](const StructSpec *structure) {
        return context.tree.text(structure->nameToken) == hoist.type;
      });
  // A structure has no value to stand for "not loaded".
  if (!condition || (isStructure && !condition->empty()))
    return refusal("whether the loop runs at all cannot be said in front of "
                   "it");
  hoist.condition = *condition;
  return hoist;
}

static std::optional<FixOffer> prepareHoistLoad(const RewriteContext &context,
                                                const Diagnostic &finding) {
  auto hoist = llvm::expectedToOptional(readHoist(context, finding));
  if (!hoist)
    return std::nullopt;
  return FixOffer{"loads it once, in front of the loop",
                  Applicability::NeedsValidation};
}

static llvm::Expected<std::vector<Fix>>
applyHoistLoad(const RewriteContext &context, const Diagnostic &finding) {
  auto hoist = readHoist(context, finding);
  if (!hoist)
    return hoist.takeError();
  EditSet edits(context);
  const NameExpr *root = rootName(*hoist->load);
  std::string name =
      freshName(context, context.tree.name(*root).str() + "Once");
  std::string value = edits.written(*hoist->load);
  if (!hoist->condition.empty())
    value = hoist->condition + " ? " + value + " : " + hoist->type + "(0)";
  edits.insertLinesBefore(*hoist->loop,
                          hoist->type + " " + name + " = " + value + ";");
  for (const Expr *expr : allOf<Expr>(*hoist->loop->body))
    if (isSameText(context.tree, *expr, *hoist->load))
      edits.replace(*expr, name);
  auto taken = edits.take();
  if (!taken)
    return taken.takeError();
  Fix fix;
  fix.message = "loads it once, in front of the loop";
  fix.applicability = Applicability::NeedsValidation;
  fix.edits = std::move(*taken);
  return std::vector<Fix>{std::move(fix)};
}

static constexpr llvm::StringRef kHoistLoadMends[] = {"loop-invariant-load",
                                                      "redundant-global-load"};

WGLINT_DEFINE_REWRITE(
    HoistLoad,
    {"hoist-load", "moves a load that a loop repeats to the front of the loop",
     Applicability::NeedsValidation, kHoistLoadMends,
     /*claimsSpeed=*/false,
     R"(## What it does

```
for (i = 0; i < n; ++i)         float scaleOnce = 0 < n ? scale[g] : float(0);
  sum += scale[g] * a[i];  ->   for (i = 0; i < n; ++i)
                                  sum += scaleOnce * a[i];
```

The load stays under the condition that the loop runs at all, unless that is certain.

## When it is refused

Where the address changes in the loop, not every iteration loads it, the buffer is
coherent or volatile, or a store in the loop may reach it: two blocks may name one buffer
unless the one that is loaded from is `restrict`.
)",
     prepareHoistLoad, applyHoistLoad})
