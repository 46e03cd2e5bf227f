// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Questions about finished forms: on which unknowns they depend, and how.
#include "wglint/Rewrite/IndexForm.h"

using namespace wglint;

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
