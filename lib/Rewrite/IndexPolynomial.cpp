// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Rewrite/IndexPolynomial.h"
#include <algorithm>

using namespace wglint;

IndexPolynomial IndexPolynomial::constant(int64_t value) {
  IndexPolynomial made;
  made.addTerm({}, value);
  return made;
}

IndexPolynomial IndexPolynomial::atom(AtomId id) {
  IndexPolynomial made;
  made.addTerm({id}, 1);
  return made;
}

void IndexPolynomial::addTerm(const Monomial &monomial, int64_t factor) {
  if (factor == 0)
    return;
  auto [it, isNew] = Terms.try_emplace(monomial, factor);
  if (isNew)
    return;
  it->second = static_cast<int64_t>(static_cast<uint64_t>(it->second) +
                                    static_cast<uint64_t>(factor));
  if (it->second == 0)
    Terms.erase(it);
}

std::optional<int64_t> IndexPolynomial::constantValue() const {
  if (Terms.empty())
    return 0;
  if (Terms.size() == 1 && Terms.begin()->first.empty())
    return Terms.begin()->second;
  return std::nullopt;
}

std::optional<AtomId> IndexPolynomial::singleAtom() const {
  if (Terms.size() != 1 || Terms.begin()->first.size() != 1 ||
      Terms.begin()->second != 1)
    return std::nullopt;
  return Terms.begin()->first.front();
}

std::optional<IndexPolynomial> IndexPolynomial::factorOf(AtomId id) const {
  IndexPolynomial factor;
  for (const auto &[monomial, number] : Terms) {
    auto count = std::count(monomial.begin(), monomial.end(), id);
    if (count > 1)
      return std::nullopt;
    if (count == 0)
      continue;
    Monomial rest = monomial;
    rest.erase(std::find(rest.begin(), rest.end(), id));
    factor.addTerm(rest, number);
  }
  return factor;
}

IndexPolynomial IndexPolynomial::without(AtomId id) const {
  IndexPolynomial rest;
  for (const auto &[monomial, number] : Terms)
    if (std::find(monomial.begin(), monomial.end(), id) == monomial.end())
      rest.addTerm(monomial, number);
  return rest;
}

IndexPolynomial
IndexPolynomial::substitute(AtomId id, const IndexPolynomial &value) const {
  IndexPolynomial result;
  for (const auto &[monomial, number] : Terms) {
    IndexPolynomial term = constant(number);
    for (AtomId atomId : monomial)
      term = term * (atomId == id ? value : atom(atomId));
    result = result + term;
  }
  return result;
}

std::string IndexPolynomial::key() const {
  std::string text;
  for (const auto &[monomial, number] : Terms) {
    text += '+' + std::to_string(number);
    for (AtomId id : monomial)
      text += '*' + std::to_string(id);
  }
  return text;
}

IndexPolynomial IndexPolynomial::operator+(const IndexPolynomial &o) const {
  IndexPolynomial sum = *this;
  for (const auto &[monomial, number] : o.Terms)
    sum.addTerm(monomial, number);
  return sum;
}

IndexPolynomial IndexPolynomial::operator-(const IndexPolynomial &o) const {
  return *this + constant(-1) * o;
}

IndexPolynomial IndexPolynomial::operator*(const IndexPolynomial &o) const {
  IndexPolynomial product;
  for (const auto &[a, aNumber] : Terms)
    for (const auto &[b, bNumber] : o.Terms) {
      Monomial both = a;
      both.insert(both.end(), b.begin(), b.end());
      std::sort(both.begin(), both.end());
      product.addTerm(both,
                      static_cast<int64_t>(static_cast<uint64_t>(aNumber) *
                                           static_cast<uint64_t>(bNumber)));
    }
  return product;
}
