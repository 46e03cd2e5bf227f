// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Questions about finished forms: on which unknowns they depend, and how.
#include "wglint/Rewrite/IndexForm.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace wglint;
using namespace wglint::syntax;

bool IndexForms::dependsOn(const IndexPolynomial &value, AtomId id) const {
  for (const auto &term : value.terms())
    for (AtomId part : term.first) {
      const IndexAtom &atom = Atoms[part];
      if (part == id || atom.kind == IndexAtom::Kind::Unknown)
        return true;
      for (const IndexPolynomial &operand : atom.operands)
        if (dependsOn(operand, id))
          return true;
    }
  return false;
}

bool IndexForms::dependsOn(const IndexValue &value, AtomId id) const {
  for (const IndexPolynomial &part : value.components)
    if (dependsOn(part, id))
      return true;
  return false;
}

bool IndexForms::isUnknown(const IndexValue &value) const {
  // No form holds this number; only what is unknown depends on it.
  return dependsOn(value, ~AtomId(0));
}

bool IndexForms::isWorkgroupUniform(const IndexValue &value) const {
  for (unsigned axis = 0; axis < 3; ++axis)
    if (dependsOn(value, localId(axis)))
      return false;
  return true;
}

bool IndexForms::checkSum(const IndexPolynomial &value, AtomId id, AtomId shift,
                          std::optional<int> &sign) const {
  std::optional<IndexPolynomial> ofId = value.factorOf(id),
                                 ofShift = value.factorOf(shift);
  if (!ofId || !ofShift)
    return false;
  // A product of both is no function of the sum.
  if (dependsOn(*ofId, shift) || dependsOn(*ofShift, id) ||
      dependsOn(*ofId, id) || dependsOn(*ofShift, shift))
    return false;
  if (!ofId->terms().empty() || !ofShift->terms().empty()) {
    int found = *ofId == *ofShift                       ? 1
                : *ofId == IndexPolynomial() - *ofShift ? -1
                                                        : 0;
    if (!found || (sign && *sign != found))
      return false;
    sign = found;
  }
  for (const auto &term : value.terms())
    for (AtomId part : term.first)
      for (const IndexPolynomial &operand : Atoms[part].operands)
        if (!checkSum(operand, id, shift, sign))
          return false;
  return true;
}

std::optional<int> IndexForms::sumSign(const IndexValue &value, AtomId id,
                                       AtomId shift) const {
  if (isUnknown(value))
    return std::nullopt;
  std::optional<int> sign;
  for (const IndexPolynomial &part : value.components)
    if (!checkSum(part, id, shift, sign))
      return std::nullopt;
  return sign;
}

IndexPolynomial IndexForms::substitute(const IndexPolynomial &value, AtomId id,
                                       const IndexPolynomial &by) {
  IndexPolynomial result;
  for (const auto &[monomial, number] : value.terms()) {
    IndexPolynomial term = IndexPolynomial::constant(number);
    for (AtomId part : monomial) {
      if (part == id) {
        term = term * by;
        continue;
      }
      Operands operands = Atoms[part].operands;
      if (Atoms[part].kind != IndexAtom::Kind::Operation || operands.empty()) {
        term = term * IndexPolynomial::atom(part);
        continue;
      }
      for (IndexPolynomial &operand : operands)
        operand = substitute(operand, id, by);
      std::string what = Atoms[part].operation;
      term = term * operation(what, std::move(operands));
    }
    result = result + term;
  }
  return result;
}

// ---- Low bits ---------------------------------------------------------------

static constexpr unsigned kBits = 32;

/// The step of a loop that adds to its variable; null for others.
static const Expr *addedByStep(const SyntaxTree &tree,
                               const Declarator &variable) {
  const auto *loop = llvm::cast<ForStmt>(enclosing<DeclStmt>(variable)->parent);
  const auto *assign = llvm::dyn_cast<AssignExpr>(&withoutParens(*loop->step));
  return assign && tree.text(assign->opToken) == "+=" ? assign->rhs : nullptr;
}

/// Of an atom; a copy of it, since evaluating makes new ones.
unsigned IndexForms::trailingZerosOf(AtomId id) {
  const IndexAtom atom = Atoms[id];
  auto zerosOf = [&](const Expr *expr) {
    IndexValue value;
    if (expr)
      value = evaluate(*expr);
    return value.components.size() == 1 && !value.isFloat
               ? trailingZeros(value.components.front())
               : 0;
  };
  if (atom.kind == IndexAtom::Kind::LoopVariable)
    return std::min(zerosOf(atom.variable->initializer),
                    zerosOf(addedByStep(Tree, *atom.variable)));
  if (atom.kind != IndexAtom::Kind::Operation || atom.operands.size() != 2)
    return 0;
  unsigned left = trailingZeros(atom.operands[0]),
           right = trailingZeros(atom.operands[1]);
  if (atom.operation == "&")
    return std::max(left, right);
  bool isMixed =
      atom.operation == "|" || atom.operation == "^" || atom.operation == "%";
  return isMixed ? std::min(left, right) : 0;
}

unsigned IndexForms::trailingZeros(const IndexPolynomial &value) {
  unsigned least = kBits;
  for (const auto &[monomial, factor] : value.terms()) {
    unsigned zeros = llvm::countr_zero(static_cast<uint64_t>(factor));
    for (AtomId part : monomial)
      zeros += trailingZerosOf(part);
    least = std::min(least, zeros);
  }
  return least;
}

bool IndexForms::operationKeepsLowBits(AtomId operation, AtomId id,
                                       uint32_t span) {
  const IndexAtom atom = Atoms[operation];
  if (atom.kind != IndexAtom::Kind::Operation || atom.operands.size() != 2)
    return false;
  auto keeps = [&](const IndexPolynomial &kept, const IndexPolynomial &other,
                   bool isFirst) {
    if (dependsOn(other, id) || !keepsLowBits(kept, id, span))
      return false;
    std::optional<int64_t> number = other.constantValue();
    uint32_t lowBits = span - 1;
    if (atom.operation == "&")
      return number && (*number & lowBits) == lowBits;
    if (atom.operation == "%")
      return isFirst && number && *number > 0 && *number % span == 0;
    return (atom.operation == "|" || atom.operation == "^") &&
           trailingZeros(other) >= llvm::Log2_32(span);
  };
  return keeps(atom.operands[0], atom.operands[1], /*isFirst=*/true) ||
         keeps(atom.operands[1], atom.operands[0], /*isFirst=*/false);
}

bool IndexForms::keepsLowBits(const IndexPolynomial &value, AtomId id,
                              uint32_t span) {
  bool isFound = false;
  for (const auto &[monomial, factor] : value.terms()) {
    IndexPolynomial term = IndexPolynomial::constant(factor);
    for (AtomId part : monomial)
      term = term * IndexPolynomial::atom(part);
    if (!dependsOn(term, id)) {
      if (trailingZeros(term) < llvm::Log2_32(span))
        return false;
      continue;
    }
    std::optional<AtomId> atom = term.singleAtom();
    if (isFound || !atom ||
        (*atom != id && !operationKeepsLowBits(*atom, id, span)))
      return false;
    isFound = true;
  }
  return isFound;
}

bool IndexForms::readsMemory(const IndexPolynomial &value) const {
  for (const auto &term : value.terms())
    for (AtomId part : term.first) {
      const IndexAtom &atom = Atoms[part];
      if (llvm::StringRef(atom.operation).starts_with("[") ||
          !Tree.functionsNamed(atom.operation).empty())
        return true;
      for (const IndexPolynomial &operand : atom.operands)
        if (readsMemory(operand))
          return true;
    }
  return false;
}
