// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Removes a barrier that orders nothing.
///
///     s[l] = a;            s[l] = a;
///     barrier();     ->    b = s[l];
///     b = s[l];
#include "wglint/Rewrite/EditSet.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace wglint;
using namespace wglint::syntax;

/// The statement that consists of the barrier alone.
static const ExprStmt *barrierStatement(const RewriteContext &context,
                                        const Diagnostic &finding) {
  const auto *call = findNode<CallExpr>(context, finding.range);
  if (!call || context.tree.name(*call->callee) != "barrier")
    return nullptr;
  return llvm::dyn_cast_or_null<ExprStmt>(call->parent);
}

/// \p barrier and the `if` around that has nothing else to do, where what it
/// asks changes nothing.
static const Node &withCondition(const SyntaxTree &tree,
                                 const ExprStmt &barrier) {
  const auto *branch = llvm::dyn_cast_or_null<IfStmt>(barrier.parent);
  bool isAll = branch && branch->thenStmt == &barrier && !branch->elseStmt;
  if (isAll && isPure(tree, *branch->condition))
    return *branch;
  return barrier;
}

static std::optional<FixOffer>
prepareRemoveBarrier(const RewriteContext &context, const Diagnostic &finding) {
  if (!barrierStatement(context, finding))
    return std::nullopt;
  return FixOffer{"leaves the barrier out", Applicability::Safe};
}

static llvm::Expected<std::vector<Fix>>
applyRemoveBarrier(const RewriteContext &context, const Diagnostic &finding) {
  const ExprStmt *statement = barrierStatement(context, finding);
  if (!statement)
    return refusal("the barrier is no statement of its own");
  EditSet edits(context);
  // A macro that several places use is one finding only if all are redundant.
  llvm::SmallPtrSet<const Node *, 4> removed;
  for (const Node *node : nodesAt(context, finding.range))
    if (const auto *other = enclosing<ExprStmt>(*node))
      if (removed.insert(other).second)
        edits.removeStatement(withCondition(context.tree, *other));
  auto taken = edits.take();
  if (!taken)
    return taken.takeError();
  Fix fix;
  fix.message = "leaves the barrier out";
  fix.applicability = Applicability::Safe;
  fix.edits = std::move(*taken);
  return std::vector<Fix>{std::move(fix)};
}

static constexpr llvm::StringRef kRemoveBarrierMends[] = {"redundant-barrier"};
/// Where invocations meet that nothing orders, one barrier too many may be one
/// that stands in the wrong place.
static constexpr llvm::StringRef kRemoveBarrierNotBeside[] = {
    "data-race", "missing-memory-barrier", "workgroup-race"};

WGLINT_DEFINE_REWRITE(RemoveBarrier,
                      {"remove-barrier",
                       "removes a barrier that orders nothing",
                       Applicability::Safe, kRemoveBarrierMends,
                       /*claimsSpeed=*/false,
                       R"(## What it does

```
s[l] = a;            s[l] = a;
barrier();     ->    b = s[l];
b = s[l];
```

The statement goes, and its line with it, and so does an `if` that it is all of. Memory barriers beside it stay: they also
order what the invocation itself does.

## When it is refused

Where the barrier comes out of a macro or a header that other places use too. And while
`data-race`, `missing-memory-barrier` or `workgroup-race` finds something in the same shader: the order of things is not
settled there, and the barrier may just stand in the wrong place.

## References

OpenGL Shading Language 4.60, 8.16 "Shader Invocation Control Functions".
)",
                       prepareRemoveBarrier, applyRemoveBarrier,
                       /*mendsUndefined=*/false, /*changesOrder=*/false,
                       /*stagesInShared=*/false, kRemoveBarrierNotBeside})
