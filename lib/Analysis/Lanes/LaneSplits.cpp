// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Where the range of an enumerated symbol is divided, so that an operation on
/// it can be decided in each part.
#include "Lanes/LaneMath.h"
#include <numeric>

using namespace wglint;

std::optional<SplitRequest> LaneMath::takeSplit() {
  std::optional<SplitRequest> s = Split;
  Split.reset();
  return s;
}

void LaneMath::requestSplit(SymbolId symbol, std::optional<uint64_t> at) {
  if (Split || Symbols[symbol].count < 2)
    return;
  uint64_t count = Symbols[symbol].count;
  uint64_t middle = at && *at > 0 && *at < count ? *at : count / 2;
  Split = SplitRequest{symbol, SplitRequest::How::At, middle};
}

/// Asks for a split where nothing but enumerated symbols keeps \p operands from
/// being known.
void LaneMath::splitIfEnumerated(llvm::ArrayRef<const LaneValue *> operands) {
  SymbolId first = kNoSymbol;
  for (const LaneValue *v : operands) {
    if (v->isConcrete())
      continue;
    if (!onlyEnumerated(*v))
      return;
    if (first == kNoSymbol)
      first = v->terms.front().monomial.front();
  }
  if (first != kNoSymbol)
    requestSplit(first);
}

bool LaneMath::onlyEnumerated(const LaneValue &v) const {
  if (v.isConcrete())
    return false;
  for (const Term &t : v.terms)
    for (SymbolId s : t.monomial)
      if (!Symbols[s].isEnumerated())
        return false;
  return true;
}

/// The sign of \p difference decides a comparison: divide where the first or
/// the last lane changes sides.
void LaneMath::splitForComparison(const LaneValue &difference) {
  if (Split || !onlyEnumerated(difference))
    return;
  const Term *best = nullptr;
  for (const Term &t : difference.terms)
    if (Symbols[t.monomial.front()].count > 1 &&
        (!best || Symbols[t.monomial.front()].count >
                      Symbols[best->monomial.front()].count))
      best = &t;
  if (!best)
    return;
  SymbolId s = best->monomial.front();
  if (difference.terms.size() > 1 || best->monomial.size() > 1)
    return requestSplit(s);
  uint64_t low = UINT64_MAX, high = 0, count = Symbols[s].count;
  for (int i = Active->find_first(); i >= 0; i = Active->find_next(i)) {
    int64_t c = best->coefficient[i];
    if (c == 0)
      continue;
    // Smallest value at which constant + c * value has changed its sign.
    __int128 k = -__int128(difference.constant[i]);
    __int128 q = k / c;
    for (__int128 candidate = q - 1; candidate <= q + 1; ++candidate)
      if (candidate > 0 && candidate < count) {
        low = std::min<uint64_t>(low, candidate);
        high = std::max<uint64_t>(high, candidate);
      }
  }
  requestSplit(s, low != UINT64_MAX && low > 0 ? low : high);
}

void LaneMath::splitForDivision(const LaneValue &a, int64_t divisor) {
  if (Split || !onlyEnumerated(a) || divisor <= 0)
    return;
  for (const Term &t : a.terms) {
    SymbolId s = t.monomial.front();
    uint64_t count = Symbols[s].count;
    if (count < 2)
      continue;
    if (t.monomial.size() > 1 || !t.coefficient.isUniform())
      return requestSplit(s);
    uint64_t g = std::gcd<uint64_t, uint64_t>(
        std::abs(t.coefficient.uniformValue()), divisor);
    uint64_t modulus = uint64_t(divisor) / g;
    if (modulus == 1)
      continue;
    Split =
        SplitRequest{s, SplitRequest::How::Residue, std::min(modulus, count)};
    return;
  }
}
