// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Sums of products of unknowns with integer factors: what an index expression
/// is worth, as text sees it. `row * pitch + column` has two terms.
#ifndef WGLINT_REWRITE_INDEXPOLYNOMIAL_H
#define WGLINT_REWRITE_INDEXPOLYNOMIAL_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace wglint {

/// Number of an unknown; IndexForms says what it stands for.
using AtomId = uint32_t;

/// A value; cheap while it is small. Factors wrap modulo 2^64.
class IndexPolynomial {
public:
  /// Sorted; an unknown stands as often as its power.
  using Monomial = std::vector<AtomId>;

  IndexPolynomial() = default; ///< zero
  static IndexPolynomial constant(int64_t value);
  static IndexPolynomial atom(AtomId id);

  const std::map<Monomial, int64_t> &terms() const { return Terms; }
  /// The value where there is no unknown.
  std::optional<int64_t> constantValue() const;
  /// The only unknown, where the polynomial is just that.
  std::optional<AtomId> singleAtom() const;
  /// What \p id is multiplied by; std::nullopt where it stands in a higher
  /// power. Zero where it does not occur.
  std::optional<IndexPolynomial> factorOf(AtomId id) const;
  /// Without the terms that hold \p id.
  IndexPolynomial without(AtomId id) const;
  /// With \p id replaced.
  IndexPolynomial substitute(AtomId id, const IndexPolynomial &value) const;
  /// The same text for equal polynomials only.
  std::string key() const;

  IndexPolynomial operator+(const IndexPolynomial &o) const;
  IndexPolynomial operator-(const IndexPolynomial &o) const;
  IndexPolynomial operator*(const IndexPolynomial &o) const;
  bool operator==(const IndexPolynomial &o) const { return Terms == o.Terms; }
  bool operator!=(const IndexPolynomial &o) const { return Terms != o.Terms; }

private:
  void addTerm(const Monomial &monomial, int64_t factor);

  std::map<Monomial, int64_t> Terms; ///< no factor is zero
};

} // namespace wglint

#endif // WGLINT_REWRITE_INDEXPOLYNOMIAL_H
