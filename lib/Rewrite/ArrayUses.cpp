// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Rewrite/ArrayUses.h"
#include "wglint/Rewrite/ExprTypes.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include <algorithm>
#include <set>

using llvm::StringRef;
using namespace wglint::syntax;

namespace wglint {

static std::optional<ArrayUse> indexedUse(const NameExpr &name,
                                          size_t dimensions) {
  ArrayUse use;
  use.name = &name;
  const Expr *inner = &name;
  while (use.indices.size() < dimensions) {
    const Node *parent = inner->parent;
    const auto *index = llvm::dyn_cast<IndexExpr>(parent);
    if (index && index->base == inner && index->index)
      use.indices.push_back(index);
    else if (!llvm::isa<ParenExpr>(parent))
      return std::nullopt;
    inner = llvm::cast<Expr>(parent);
  }
  return use;
}

llvm::Expected<std::vector<ArrayUse>> indexedUses(const RewriteContext &context,
                                                  const Declarator &array,
                                                  size_t dimensions) {
  std::string name = context.tree.name(array).str();
  if (occursUnseen(context, name))
    return refusal("'" + name +
                   "' also stands in code that is not compiled here");
  if (!context.tree.opaqueNodes().empty())
    return refusal("the shader has syntax that is not known");
  std::vector<ArrayUse> uses;
  for (const NameExpr *use : context.tree.usesOf(array)) {
    std::optional<ArrayUse> indexed = indexedUse(*use, dimensions);
    if (!indexed)
      return refusal("'" + name +
                     "' is also used as a whole, not element by element");
    uses.push_back(std::move(*indexed));
  }
  return uses;
}

namespace {
struct Term {
  const Expr *expr;
  bool isNegative;
  const Expr *written; ///< with the parentheses around it
};
} // namespace

/// `int(...)` and `uint(...)` around an index change nothing of it.
static const Expr &withoutCasts(const SyntaxTree &tree, const Expr &outer) {
  const Expr *expr = &withoutParens(outer);
  while (const auto *call = llvm::dyn_cast<CallExpr>(expr)) {
    StringRef name = tree.name(*call->callee);
    if ((name != "int" && name != "uint") || call->arguments.size() != 1)
      break;
    expr = &withoutParens(*call->arguments.front());
  }
  return *expr;
}

/// The terms of a sum, in the order of the text.
static llvm::SmallVector<Term, 4> termsOf(const SyntaxTree &tree,
                                          const Expr &sum) {
  llvm::SmallVector<Term, 4> terms, pending = {{&sum, false, &sum}};
  while (!pending.empty()) {
    Term term = pending.pop_back_val();
    const Expr &expr = withoutCasts(tree, *term.expr);
    const auto *binary = llvm::dyn_cast<BinaryExpr>(&expr);
    StringRef op = binary ? tree.text(binary->opToken) : "";
    if (op == "+" || op == "-") {
      pending.push_back(
          {binary->rhs, term.isNegative != (op == "-"), binary->rhs});
      pending.push_back({binary->lhs, term.isNegative, binary->lhs});
    } else {
      terms.push_back({&expr, term.isNegative, term.written});
    }
  }
  return terms;
}

static llvm::SmallVector<const Expr *, 4> factorsOf(const SyntaxTree &tree,
                                                    const Expr &product) {
  llvm::SmallVector<const Expr *, 4> factors, pending = {&product};
  while (!pending.empty()) {
    const Expr &expr = withoutParens(*pending.pop_back_val());
    const auto *binary = llvm::dyn_cast<BinaryExpr>(&expr);
    if (binary && tree.text(binary->opToken) == "*") {
      pending.push_back(binary->rhs);
      pending.push_back(binary->lhs);
    } else {
      factors.push_back(&expr);
    }
  }
  return factors;
}

/// The factor of a term whose value is the row's length, or else a multiple.
static std::optional<RowFactor> factorOf(const RewriteContext &context,
                                         const Expr &term, int64_t rowLength) {
  const auto *shift = llvm::dyn_cast<BinaryExpr>(&term);
  if (shift && context.tree.text(shift->opToken) == "<<") {
    std::optional<int64_t> bits = constantValue(context, *shift->rhs);
    if (bits && *bits >= 0 && *bits < 31 &&
        (int64_t(1) << *bits) % rowLength == 0)
      return RowFactor{&term, int64_t(1) << *bits, /*isShift=*/true};
    return std::nullopt;
  }
  std::optional<RowFactor> found;
  for (const Expr *factor : factorsOf(context.tree, term)) {
    std::optional<int64_t> value = constantValue(context, *factor);
    if (!value || *value <= 0 || *value % rowLength != 0)
      continue;
    if (!found || *value == rowLength)
      found = RowFactor{factor, *value, false};
  }
  return found;
}

FlatIndex splitIndex(const RewriteContext &context, const EditSet &edits,
                     const Expr &index, int64_t rowLength) {
  FlatIndex flat;
  for (const Term &term : termsOf(context.tree, index)) {
    if (auto factor = factorOf(context, *term.expr, rowLength)) {
      flat.factors.push_back(*factor);
      continue;
    }
    if (!flat.rest.empty() || term.isNegative)
      flat.rest += term.isNegative ? " - " : " + ";
    std::string text = edits.written(*term.written);
    flat.rest += llvm::isa<ParenExpr>(term.written) ? text : "(" + text + ")";
  }
  if (flat.rest.empty())
    flat.rest = "0";
  return flat;
}

std::vector<int64_t> rowLengthsOf(const RewriteContext &context,
                                  llvm::ArrayRef<ArrayUse> uses) {
  std::set<int64_t> lengths;
  for (const ArrayUse &use : uses)
    for (const IndexExpr *index : use.indices)
      for (const Term &term : termsOf(context.tree, *index->index))
        // A constant alone is an offset, no length.
        if (auto factor = factorOf(context, *term.expr, 1);
            factor && factor->value > 1 &&
            (factor->isShift || term.expr != factor->node))
          lengths.insert(factor->value);
  return {lengths.begin(), lengths.end()};
}

StringRef suffixOf(const SyntaxTree &tree, uint32_t token) {
  return tree.text(token).ends_with_insensitive("u") ? "u" : "";
}

void scaleFactor(const RewriteContext &context, EditSet &edits,
                 const RowFactor &factor, int64_t rowLength, int64_t pad) {
  int64_t scaled = factor.value / rowLength * (rowLength + pad);
  const Expr &node = *factor.node;
  if (factor.isShift) {
    const auto &shift = llvm::cast<BinaryExpr>(node);
    std::string left = edits.written(*shift.lhs);
    if (needsParens(context.tree, *shift.lhs, "*"))
      left = "(" + left + ")";
    bool isUnsigned = typeOf(context.tree, *shift.lhs).isScalar("uint");
    std::string text =
        left + " * " + std::to_string(scaled) + (isUnsigned ? "u" : "");
    edits.replace(node, text);
  } else if (factor.value == rowLength) {
    edits.replace(
        node, "(" + edits.written(node) + " + " + std::to_string(pad) +
                  (typeOf(context.tree, node).isScalar("uint") ? "u)" : ")"));
  } else {
    bool isUnsigned = typeOf(context.tree, node).isScalar("uint");
    edits.replace(node, std::to_string(scaled) + (isUnsigned ? "u" : ""));
  }
}

} // namespace wglint
