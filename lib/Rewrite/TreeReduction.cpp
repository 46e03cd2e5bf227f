// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Rewrite/TreeReduction.h"
#include "wglint/Rewrite/ArrayUses.h"
#include "wglint/Rewrite/Evaluate.h"
#include "wglint/Rewrite/ExprTypes.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/UniformFlow.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace wglint::syntax;

namespace wglint {

/// `s[i]` of \p array, anywhere in \p expr but in \p except.
static const IndexExpr *elementIn(const RewriteContext &context,
                                  const Expr &expr, const Node *array) {
  for (const IndexExpr *index : allOf<IndexExpr>(expr))
    if (const auto *name = llvm::dyn_cast<NameExpr>(index->base))
      if (context.tree.declarationOf(*name) == array)
        return index;
  return nullptr;
}

/// `s[i] += s[j]`, or `s[i] = s[i] + s[j]`, or `s[i] = max(s[i], s[j])`.
static bool readUpdate(const RewriteContext &context, TreeReduction &r) {
  r.target = llvm::dyn_cast<IndexExpr>(&withoutParens(*r.update->lhs));
  const auto *name =
      r.target ? llvm::dyn_cast<NameExpr>(r.target->base) : nullptr;
  r.array = name ? llvm::dyn_cast_or_null<Declarator>(
                       context.tree.declarationOf(*name))
                 : nullptr;
  if (!r.array || !r.target->index)
    return false;
  if (context.tree.text(r.update->opToken) != "=") {
    r.other = llvm::dyn_cast<IndexExpr>(&withoutParens(*r.update->rhs));
  } else {
    for (const IndexExpr *index : allOf<IndexExpr>(*r.update->rhs))
      if (!isSameText(context.tree, *index, *r.target))
        r.other = index;
  }
  return r.other && elementIn(context, *r.other, r.array) == r.other;
}

static const Declarator *loopVariable(const ForStmt &loop) {
  const auto *init = llvm::dyn_cast<DeclStmt>(loop.init);
  if (!init || init->declaration->declarators.size() != 1)
    return nullptr;
  return init->declaration->declarators.front();
}

std::optional<TreeReduction> readTreeReduction(const RewriteContext &context,
                                               const Diagnostic &finding) {
  TreeReduction r;
  r.update = findNode<AssignExpr>(context, finding.range);
  const Stmt *around = r.update ? enclosingLoop(*r.update) : nullptr;
  r.loop = llvm::dyn_cast_or_null<ForStmt>(around);
  r.guard = r.update ? enclosing<IfStmt>(*r.update) : nullptr;
  if (!r.loop || !r.guard || r.guard->elseStmt ||
      !isAncestor(*r.loop, *r.guard) || !readUpdate(context, r))
    return std::nullopt;
  r.distance = loopVariable(*r.loop);
  const auto *condition = llvm::dyn_cast_or_null<Expr>(r.loop->condition);
  if (!r.distance || !r.distance->initializer || !condition || !r.loop->step)
    return std::nullopt;
  std::string type = declaredType(context.tree, *r.array).name;
  r.keepsOrder = type != "int" && type != "uint" &&
                 context.tree.text(r.update->opToken) != "=";
  if (const auto *call = llvm::dyn_cast<CallExpr>(r.update->rhs))
    r.keepsOrder &= context.tree.name(*call->callee) != "min" &&
                    context.tree.name(*call->callee) != "max";
  else
    r.keepsOrder = type != "int" && type != "uint";
  return r;
}

/// What the loop's variable is worth in each iteration.
static std::vector<int64_t> distancesOf(const RewriteContext &context,
                                        const TreeReduction &r) {
  constexpr size_t kMaxDistances = 16;
  Invocation lane;
  lane.workgroupSize = context.analysis.facts.workgroupSize;
  std::optional<int64_t> value =
      evaluate(context, *r.distance->initializer, lane);
  std::vector<int64_t> distances;
  while (value && distances.size() < kMaxDistances) {
    lane.variables[r.distance] = *value;
    auto goesOn = evaluate(context, llvm::cast<Expr>(*r.loop->condition), lane);
    if (!goesOn)
      return {};
    if (!*goesOn)
      return distances;
    distances.push_back(*value);
    const auto *step = llvm::dyn_cast<AssignExpr>(r.loop->step);
    llvm::StringRef op = step ? context.tree.text(step->opToken) : "";
    auto operand =
        step ? evaluate(context, *step->rhs, lane) : std::optional<int64_t>();
    if (!operand)
      return {};
    if (op == "*=")
      value = *value * *operand;
    else if (op == "<<=" && *operand >= 0 && *operand < 31)
      value = *value << *operand;
    else if (op == "+=")
      value = *value + *operand;
    else if (op == "=")
      value = operand;
    else
      return {};
  }
  return {};
}

/// Whether exactly the elements 0, 2d, 4d ... get their neighbour at distance
/// d, for d = 1, 2, 4 ... up to half of \p r.count.
static bool isInterleaved(const RewriteContext &context, TreeReduction &r) {
  std::vector<int64_t> distances = distancesOf(context, r);
  if (distances.empty())
    return false;
  r.count = distances.back() * 2;
  int64_t expected = 1;
  for (int64_t d : distances) {
    if (d != expected)
      return false;
    expected *= 2;
    std::set<int64_t> targets;
    for (Invocation &lane : invocationsOf(context.analysis.facts)) {
      lane.variables[r.distance] = d;
      auto takesPart = evaluate(context, *r.guard->condition, lane);
      if (!takesPart)
        return false;
      if (!*takesPart)
        continue;
      auto to = evaluate(context, *r.target->index, lane);
      auto from = evaluate(context, *r.other->index, lane);
      if (!to || !from || *from != *to + d || *to % (2 * d) != 0 ||
          !targets.insert(*to).second)
        return false;
    }
    if (int64_t(targets.size()) * 2 * d != r.count)
      return false;
  }
  return true;
}

/// Whether nothing but barriers, the guard and what it computes its indices
/// from stands in the loop, and nothing but the update under the guard.
static bool isBare(const RewriteContext &context, const TreeReduction &r) {
  auto isOnlyAssignment = [&](const Node &below) {
    bool isOnly = true;
    walk(below, [&](const Node &n) {
      const auto *assign = llvm::dyn_cast<AssignExpr>(&n);
      const auto *call = llvm::dyn_cast<CallExpr>(&n);
      if (llvm::isa<JumpStmt, OpaqueStmt>(n) ||
          (assign && assign != r.update) ||
          (call && !isBarrierCall(context.tree, *call) &&
           !isPure(context.tree, *call)))
        isOnly = false;
      return isOnly;
    });
    return isOnly;
  };
  return isOnlyAssignment(*r.loop->body);
}

/// Whether what follows the loop reads the first element only.
static bool onlyFirstIsRead(const RewriteContext &context,
                            const TreeReduction &r) {
  for (const NameExpr *use : context.tree.usesOf(*r.array)) {
    if (use->firstToken < r.loop->lastToken)
      continue;
    const auto *index = llvm::dyn_cast<IndexExpr>(use->parent);
    if (!index || !index->index)
      return false;
    bool isFirst = llvm::all_of(
        invocationsOf(context.analysis.facts), [&](const Invocation &lane) {
          return evaluate(context, *index->index, lane) == 0;
        });
    if (!isFirst)
      return false;
  }
  // An outer loop brings the stores of its next round behind this one.
  return !enclosingLoop(*r.loop);
}

llvm::Error checkInterleaved(const RewriteContext &context, TreeReduction &r) {
  if (!isInterleaved(context, r))
    return refusal("the loop does not add elements at distances 1, 2, 4 and "
                   "so on, in every second, fourth, eighth of them");
  if (!isBare(context, r))
    return refusal("the loop does more than to reduce");
  if (!onlyFirstIsRead(context, r))
    return refusal("more than the first element is read behind the loop");
  return llvm::Error::success();
}

} // namespace wglint
