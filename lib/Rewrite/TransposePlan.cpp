// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Check/BankRemedies.h"
#include "wglint/Rewrite/ExprTypes.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/SharedTile.h"
#include "wglint/Rewrite/Transpose.h"
#include "wglint/Rewrite/UniformFlow.h"
#include "wglint/Rewrite/Variables.h"
#include "wglint/Rewrite/WorkgroupSize.h"
#include <algorithm>

using namespace wglint;
using namespace wglint::syntax;

/// Rows of a tile that are long enough to be worth their lanes. Chosen, not
/// measured beside others: the rows of a tile of 32 x 32, a whole subgroup and
/// four sectors of floats each, by which a transpose gains most (docs/
/// Measurements.md, "Rewrites").
static constexpr uint32_t kGoodRow = 32;
/// On an H200, turning the workgroups takes a transpose whose runs of stores
/// have 32 bytes from 977 us to 333 us, and does nothing for runs of 64 bytes
/// (docs/Measurements.md).
static constexpr unsigned kShortRunBytes = 64;
/// Measured on an H200: a transpose in workgroups of 16 x 16 gains 1.74 by a
/// tile, one in 8 x 8 loses (784 us to 982 us).
static constexpr unsigned kShortestRow = 16;
/// A tile of this size leaves room for several workgroups.
static constexpr uint64_t kMaxTileBytes = 16384;

/// The axis along which the buffer is walked in order, if it is not the one
/// along which lanes run.
static std::optional<unsigned> contiguousAxis(IndexForms &forms,
                                              const IndexValue &index,
                                              const TransposePlan &plan,
                                              unsigned laneAxis) {
  if (forms.isUnknown(index) || index.components.size() != 1)
    return std::nullopt;
  for (unsigned axis = 0; axis < 3; ++axis) {
    std::optional<IndexPolynomial> factor =
        index.components.front().factorOf(forms.localId(axis));
    std::optional<int64_t> number =
        factor ? factor->constantValue() : std::nullopt;
    if (axis != laneAxis && plan.size[axis] > 1 && number &&
        (*number == 1 || *number == -1))
      return axis;
  }
  return std::nullopt;
}

/// The first axis that has more than one invocation: lanes run along it.
static unsigned laneAxisOf(const std::array<uint32_t, 3> &size) {
  for (unsigned axis = 0; axis < 3; ++axis)
    if (size[axis] > 1)
      return axis;
  return 0;
}

static llvm::Error findRoles(IndexForms &forms, TransposePlan &plan) {
  plan.laneAxis = laneAxisOf(plan.size);
  std::optional<unsigned> along = contiguousAxis(
      forms, forms.evaluate(*plan.element->index), plan, plan.laneAxis);
  if (!along)
    return refusal("no other component of the invocation's id walks '" +
                   plan.variable + "' in order");
  plan.along = *along;
  return llvm::Error::success();
}

static llvm::Error findAccess(const RewriteContext &context,
                              const Diagnostic &finding, TransposePlan &plan) {
  for (const Node *node : nodesAt(context, finding.range)) {
    const auto *expr = llvm::dyn_cast<Expr>(node);
    const NameExpr *root = expr ? rootName(*expr) : nullptr;
    if (!root)
      continue;
    plan.access = &wholeAccess(*root);
    plan.variable = context.tree.name(*root).str();
    for (const IndexExpr *indexed : allOf<IndexExpr>(*plan.access))
      if (rootName(*indexed) == root && indexed->index)
        plan.element = indexed; // the innermost comes last
    break;
  }
  if (!plan.access || !plan.element)
    return refusal("the access is not written as an element of a buffer");
  plan.entry = entryFunction(context);
  if (!plan.entry || enclosing<Function>(*plan.access) != plan.entry)
    return refusal("the access is not in main() itself");
  if (enclosingLoop(*plan.access))
    return refusal("the access is in a loop");
  ExprType type = typeOf(context.tree, *plan.access);
  if (type.dimensions || !sharedBytesOf(type.name))
    return refusal("the element is neither a number nor a vector");
  plan.type = type.name;
  const auto *parent = llvm::dyn_cast<AssignExpr>(plan.access->parent);
  if (parent && parent->lhs == plan.access)
    plan.assignment = parent;
  else if (isWritten(context.tree, *plan.access))
    return refusal("the access is written by a function");
  return llvm::Error::success();
}

/// Nothing that the moved access may meet must lie between its old place and
/// its new one.
static llvm::Error checkOrder(const RewriteContext &context,
                              const TransposePlan &plan) {
  const NameExpr *root = rootName(*plan.access);
  const Node *declaration = context.tree.declarationOf(*root);
  if (declaration)
    if (auto word = watchQualifier(context.tree, *declaration); !word.empty())
      return refusal("'" + plan.variable + "' is " + word);
  if (plan.assignment) {
    if (context.tree.text(plan.assignment->opToken) != "=" ||
        !llvm::isa<ExprStmt>(plan.assignment->parent))
      return refusal("the store is not a plain assignment");
  }
  for (const Stmt *statement : plan.entry->body->statements) {
    bool isBehind = statement->firstToken > plan.access->lastToken;
    bool isBefore = statement->lastToken < plan.access->firstToken;
    if (plan.assignment && isBehind && touchesMemory(context.tree, *statement))
      return refusal("memory is accessed behind the store, perhaps the same");
    if (!plan.assignment && isBefore &&
        touchesMemory(context.tree, *statement, /*onlyWrites=*/true))
      return refusal("memory is written in front of the load, perhaps the "
                     "same");
  }
  return llvm::Error::success();
}

llvm::Expected<TransposePlan>
wglint::planTranspose(const RewriteContext &context, IndexForms &forms,
                      const Diagnostic &finding) {
  TransposePlan plan;
  if (llvm::Error error = findAccess(context, finding, plan))
    return error;
  plan.size = context.analysis.facts.workgroupSize;
  if (llvm::Error error = findRoles(forms, plan))
    return error;
  if (plan.size[plan.laneAxis] < kShortestRow)
    return refusal("in so short rows of invocations a subgroup fills half of a "
                   "sector in each column already");
  if (llvm::Error error = checkOrder(context, plan))
    return error;
  llvm::Expected<std::vector<Guard>> guards =
      guardsOf(context.tree, *plan.access);
  if (!guards)
    return guards.takeError();
  plan.guards = std::move(*guards);
  uint64_t elementBytes = sharedBytesOf(plan.type);
  uint64_t paddedRow = plan.size[0] + maxRowPadding(elementBytes);
  if (invocationCount(plan.size) / plan.size[0] * paddedRow * elementBytes >
      freeSharedBytes(context))
    return refusal("the tile does not fit into shared memory");
  return plan;
}

/// The part of the grid that a workgroup takes if its invocations take several
/// elements each.
static std::array<uint32_t, 3> largerPart(const TransposePlan &plan,
                                          std::optional<unsigned> rows) {
  std::array<uint32_t, 3> held = plan.size;
  if (rows) {
    held[plan.along] *= *rows;
    return held;
  }
  for (unsigned axis : {plan.laneAxis, plan.along})
    if (kGoodRow % held[axis] == 0)
      held[axis] = kGoodRow;
  while (uint64_t(held[0]) * held[1] * held[2] * sharedBytesOf(plan.type) >
             kMaxTileBytes &&
         held[plan.along] > plan.size[plan.along])
    held[plan.along] /= 2;
  return held;
}

std::vector<TransposeVariant>
wglint::transposeVariants(const RewriteContext &context,
                          const TransposePlan &plan,
                          std::optional<unsigned> rows) {
  std::vector<TransposeVariant> variants;
  bool isShort =
      plan.size[plan.along] * sharedBytesOf(plan.type) < kShortRunBytes;
  if (isShort)
    variants.push_back({true, plan.size});
  variants.push_back({false, plan.size});
  TransposeVariant larger{false, largerPart(plan, rows)};
  if (larger.takesSeveral(plan)) {
    if (rows) // asked for
      variants.insert(variants.begin(), larger);
    else
      variants.push_back(larger);
  }
  return variants;
}

std::string wglint::dispatchText(const TransposePlan &plan,
                                 const TransposeVariant &variant) {
  return variant.takesSeveral(plan) ? coarserDispatch(plan.size, variant.held)
                                    : "";
}
