// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Lanes/LaneValue.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>

using namespace wglint;

static constexpr unsigned kMaxTerms = 32;
static constexpr unsigned kMaxDegree = 4;

bool LaneValue::operator==(const LaneValue &o) const {
  if (!(type == o.type) || constant != o.constant ||
      terms.size() != o.terms.size())
    return false;
  for (unsigned i = 0; i < terms.size(); ++i)
    if (terms[i].monomial != o.terms[i].monomial ||
        terms[i].coefficient != o.terms[i].coefficient)
      return false;
  return true;
}

/// Less than, equal to or greater than 0 as \p a is before, at or after \p b.
static int compareMonomials(const Monomial &a, const Monomial &b) {
  for (size_t i = 0; i < a.size() && i < b.size(); ++i)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return int(a.size()) - int(b.size());
}

/// Fills \p out with the terms of both sides; \p f makes each coefficient from
/// theirs, 0 where a side lacks the monomial.
static void
mergeTerms(const LaneValue &a, const LaneValue &b, LaneValue &out,
           llvm::function_ref<Lanes(const Lanes &, const Lanes &)> f) {
  static const Lanes kNone = 0;
  out.terms.reserve(std::max(a.terms.size(), b.terms.size()));
  for (unsigned i = 0, j = 0; i < a.terms.size() || j < b.terms.size();) {
    int order = i == a.terms.size()   ? 1
                : j == b.terms.size() ? -1
                                      : compareMonomials(a.terms[i].monomial,
                                                         b.terms[j].monomial);
    const Term *x = order <= 0 ? &a.terms[i++] : nullptr;
    const Term *y = order >= 0 ? &b.terms[j++] : nullptr;
    Lanes coefficient =
        f(x ? x->coefficient : kNone, y ? y->coefficient : kNone);
    if (!coefficient.isZero())
      out.terms.push_back(
          {x ? x->monomial : y->monomial, std::move(coefficient)});
  }
}

/// a + sign * b, term by term.
static LaneValue combine(const LaneValue &a, const LaneValue &b, int64_t sign) {
  unsigned width = a.type.widthBits;
  LaneValue out(a.type, Lanes::sum(a.constant, b.constant, sign, width));
  mergeTerms(a, b, out, [&](const Lanes &x, const Lanes &y) {
    return Lanes::sum(x, y, sign, width);
  });
  return out;
}

LaneValue wglint::addValues(const LaneValue &a, const LaneValue &b) {
  return combine(a, b, 1);
}
LaneValue wglint::subtractValues(const LaneValue &a, const LaneValue &b) {
  return combine(a, b, -1);
}

LaneValue wglint::scaleValue(const LaneValue &a, const Lanes &factor) {
  unsigned width = a.type.widthBits;
  LaneValue out(a.type, Lanes::product(a.constant, factor, width));
  for (const Term &t : a.terms) {
    Lanes c = Lanes::product(t.coefficient, factor, width);
    if (!c.isZero())
      out.terms.push_back({t.monomial, std::move(c)});
  }
  return out;
}

std::optional<LaneValue> wglint::multiplyValues(const LaneValue &a,
                                                const LaneValue &b) {
  if (b.isConcrete())
    return scaleValue(a, b.constant);
  if (a.isConcrete())
    return scaleValue(b, a.constant);
  if (a.terms.size() * b.terms.size() > kMaxTerms)
    return std::nullopt;
  LaneValue out = scaleValue(a, b.constant);
  for (const Term &tb : b.terms) {
    LaneValue part = scaleValue(a, tb.coefficient);
    // Multiply every monomial of `part` with tb's.
    LaneValue shifted(a.type, 0);
    if (!part.constant.isZero())
      shifted.terms.push_back({tb.monomial, part.constant});
    for (Term &t : part.terms) {
      Monomial m = t.monomial;
      m.append(tb.monomial.begin(), tb.monomial.end());
      llvm::sort(m);
      if (m.size() > kMaxDegree)
        return std::nullopt;
      shifted.terms.push_back({std::move(m), t.coefficient});
    }
    llvm::sort(shifted.terms, [](const Term &x, const Term &y) {
      return x.monomial < y.monomial;
    });
    out = addValues(out, shifted);
    if (out.terms.size() > kMaxTerms)
      return std::nullopt;
  }
  return out;
}

LaneValue wglint::resizeValue(const LaneValue &a, NumType type) {
  LaneValue out(type, a.constant.wrapped(type.widthBits));
  for (const Term &t : a.terms) {
    Lanes c = t.coefficient.wrapped(type.widthBits);
    if (!c.isZero())
      out.terms.push_back({t.monomial, std::move(c)});
  }
  return out;
}

LaneValue wglint::blendValues(const LaneSet &useA, const LaneValue &a,
                              const LaneValue &b) {
  LaneValue out(a.type, Lanes::blend(useA, a.constant, b.constant));
  mergeTerms(a, b, out, [&](const Lanes &x, const Lanes &y) {
    return Lanes::blend(useA, x, y);
  });
  return out;
}

LaneValue wglint::symbolValue(NumType type, SymbolId symbol) {
  LaneValue out(type, 0);
  out.terms.push_back({Monomial{symbol}, Lanes(1)});
  return out;
}

static bool isNonZeroOver(const Lanes &lanes, const LaneSet *active) {
  if (lanes.isUniform() || !active)
    return !lanes.isZero();
  for (int i = active->find_first(); i >= 0; i = active->find_next(i))
    if (lanes[i] != 0)
      return true;
  return false;
}

bool wglint::hasVarying(const LaneValue &v, const SymbolTable &symbols,
                        const LaneSet *active) {
  for (const Term &t : v.terms)
    for (SymbolId s : t.monomial)
      if (symbols[s].isVarying() && isNonZeroOver(t.coefficient, active))
        return true;
  return false;
}

SymbolId wglint::findVarying(const LaneValue &v, const SymbolTable &symbols) {
  SymbolId found = kNoSymbol;
  for (const Term &t : v.terms)
    for (SymbolId s : t.monomial)
      if (symbols[s].isVarying() &&
          (found == kNoSymbol ||
           symbols[s].reason->kind == UnknownKind::DataDependent))
        found = s;
  return found;
}

bool wglint::anySymbol(const LaneValue &v,
                       llvm::function_ref<bool(SymbolId)> holds) {
  return llvm::any_of(
      v.terms, [&](const Term &t) { return llvm::any_of(t.monomial, holds); });
}

bool wglint::everySymbol(const LaneValue &v,
                         llvm::function_ref<bool(SymbolId)> holds) {
  return llvm::all_of(
      v.terms, [&](const Term &t) { return llvm::all_of(t.monomial, holds); });
}

bool wglint::hasAddress(const LaneValue &v, const SymbolTable &symbols) {
  return anySymbol(v, [&](SymbolId s) { return symbols[s].isAddress; });
}

bool wglint::isUniformValue(const LaneValue &v, const SymbolTable &symbols) {
  if (!v.constant.isUniform())
    return false;
  for (const Term &t : v.terms) {
    if (!t.coefficient.isUniform())
      return false;
    for (SymbolId s : t.monomial)
      if (symbols[s].isVarying())
        return false;
  }
  return true;
}

bool wglint::isUniformOver(const LaneValue &v, const SymbolTable &symbols,
                           const LaneSet &active) {
  return !hasVarying(v, symbols, &active) && v.constant.isUniformOver(active) &&
         llvm::all_of(v.terms, [&](const Term &t) {
           return t.coefficient.isUniformOver(active);
         });
}

bool wglint::tellsInvocations(const LaneValue &v, const SymbolTable &symbols) {
  return !v.constant.isUniform() || llvm::any_of(v.terms, [&](const Term &t) {
    return llvm::any_of(t.monomial, [&](SymbolId s) {
      return !t.coefficient.isUniform() || symbols[s].tellsWorkgroups();
    });
  });
}

SymbolId wglint::soleSymbol(const LaneValue &v) {
  if (!v.constant.isZero() || v.terms.size() != 1)
    return kNoSymbol;
  const Term &term = v.terms[0];
  return term.monomial.size() == 1 && term.coefficient == Lanes(1)
             ? term.monomial[0]
             : kNoSymbol;
}

UniformityScope wglint::scopeOf(const LaneValue &v,
                                const SymbolTable &symbols) {
  UniformityScope scope = UniformityScope::Dispatch;
  for (const Term &t : v.terms)
    for (SymbolId s : t.monomial)
      scope = std::min(scope, symbols[s].scope);
  return scope;
}

bool wglint::dependsOnSince(const LaneValue &v, SymbolId mark) {
  for (const Term &t : v.terms)
    for (SymbolId s : t.monomial)
      if (s >= mark)
        return true;
  return false;
}

void wglint::appendIdentity(std::vector<int64_t> &key, const LaneValue &v) {
  key.push_back(v.type.kind << 8 | v.type.widthBits);
  key.push_back(v.constant.uniformValue());
  key.push_back(v.terms.size());
  for (const Term &t : v.terms) {
    key.push_back(t.coefficient.uniformValue());
    key.push_back(t.monomial.size());
    key.insert(key.end(), t.monomial.begin(), t.monomial.end());
  }
}

void wglint::dropUnknownLanes(const LaneValue &v, LaneSet &known) {
  for (const Term &t : v.terms) {
    if (t.coefficient.isUniform())
      return void(known.reset()); // it is not 0
    for (unsigned i = 0; i < known.size(); ++i)
      if (t.coefficient[i] != 0)
        known.reset(i);
  }
}

uint64_t wglint::multipleOf(const Term &term, const SymbolTable &symbols) {
  uint64_t multiple = 1;
  for (SymbolId s : term.monomial)
    multiple *= symbols[s].multipleOf;
  return multiple;
}

LaneValue wglint::withDividends(
    LaneValue v, const SymbolTable &symbols, uint64_t &step,
    llvm::function_ref<bool(const Term &, const Remainder &)> isWanted) {
  constexpr unsigned kMaxReplaced = 4; // in `(64 - n % 64) % 64` there are two
  step = 0;
  for (unsigned i = 0; i < kMaxReplaced; ++i) {
    const Term *rest = llvm::find_if(v.terms, [&](const Term &t) {
      return t.monomial.size() == 1 && t.coefficient.isUniform() &&
             symbols[t.monomial[0]].remainder &&
             isWanted(t, *symbols[t.monomial[0]].remainder);
    });
    if (rest == v.terms.end())
      break;
    const Remainder &of = *symbols[rest->monomial[0]].remainder;
    int64_t factor = rest->coefficient.uniformValue();
    LaneValue moved = subtractValues(resizeValue(of.dividend, v.type),
                                     symbolValue(v.type, rest->monomial[0]));
    v = addValues(v, scaleValue(moved, factor));
    step = std::gcd(step, magnitude(factor) * uint64_t(of.divisor));
  }
  return v;
}

std::optional<uint64_t> wglint::stepOfTerms(const LaneValue &v,
                                            const SymbolTable &symbols) {
  uint64_t step = 0;
  for (const Term &t : v.terms) {
    if (!t.coefficient.isUniform())
      return std::nullopt;
    uint64_t factor = magnitude(t.coefficient.uniformValue());
    step = std::gcd(step, factor * multipleOf(t, symbols));
  }
  return step;
}

/// Multiplies an interval by a symbol's range.
static Interval timesSymbol(Interval a, const SymbolRange &s) {
  // Only products with a known sign are needed; others become unbounded.
  if (s.min < 0 || a.min < 0 || a.isUnboundedBelow) {
    if (s.min == s.max && !a.isUnboundedAbove && !a.isUnboundedBelow) {
      __int128 x = a.min * s.min, y = a.max * s.min;
      return {std::min(x, y), std::max(x, y), false, false};
    }
    if (s.min >= 0 && !s.isUnbounded && !a.isUnboundedAbove &&
        !a.isUnboundedBelow) {
      __int128 c[4] = {a.min * s.min, a.min * s.max, a.max * s.min,
                       a.max * s.max};
      return {*std::min_element(c, c + 4), *std::max_element(c, c + 4), false,
              false};
    }
    return {0, 0, true, true};
  }
  Interval out;
  out.min = a.min * s.min;
  out.isUnboundedAbove = (a.isUnboundedAbove || s.isUnbounded) &&
                         (a.max > 0 || a.isUnboundedAbove);
  out.max = a.max * s.max;
  return out;
}

Interval wglint::scaled(const Interval &range, int64_t coefficient) {
  if (coefficient == 0)
    return {};
  auto [min, max, isOpenAbove, isOpenBelow] = range;
  if (coefficient < 0) {
    std::swap(min, max);
    std::swap(isOpenAbove, isOpenBelow);
  }
  return {isOpenBelow ? 0 : min * coefficient,
          isOpenAbove ? 0 : max * coefficient, isOpenAbove, isOpenBelow};
}

static void add(Interval &sum, const Interval &other) {
  sum.min += other.min;
  sum.max += other.max;
  sum.isUnboundedAbove |= other.isUnboundedAbove;
  sum.isUnboundedBelow |= other.isUnboundedBelow;
}

Interval wglint::monomialRange(const Monomial &monomial,
                               const SymbolTable &symbols) {
  Interval product{1, 1, false, false};
  for (SymbolId s : monomial)
    product = timesSymbol(product, symbols.range(s));
  return product;
}

Interval wglint::rangeInLane(const Term &term, const SymbolTable &symbols,
                             unsigned lane) {
  return scaled(monomialRange(term.monomial, symbols), term.coefficient[lane]);
}

Interval wglint::rangeInLane(const LaneValue &v, const SymbolTable &symbols,
                             unsigned lane) {
  Interval sum{v.constant[lane], v.constant[lane], false, false};
  for (const Term &t : v.terms)
    add(sum, rangeInLane(t, symbols, lane));
  return sum;
}

Interval wglint::rangeOver(const LaneValue &v, const SymbolTable &symbols,
                           unsigned laneCount, const LaneSet *active) {
  bool sameTerms = llvm::all_of(
      v.terms, [](const Term &t) { return t.coefficient.isUniform(); });
  if (sameTerms) {
    // Lanes differ in the constant alone.
    Interval all = rangeInLane(v, symbols, 0);
    if (v.constant.isUniform())
      return all;
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (unsigned lane = 0; lane < laneCount; ++lane)
      if (!active || active->test(lane)) {
        low = std::min(low, v.constant[lane]);
        high = std::max(high, v.constant[lane]);
      }
    if (low > high)
      return Interval{};
    all.min += __int128(low) - v.constant[0];
    all.max += __int128(high) - v.constant[0];
    return all;
  }
  std::optional<Interval> all;
  for (unsigned lane = 0; lane < laneCount; ++lane) {
    if (active && !active->test(lane))
      continue;
    Interval r = rangeInLane(v, symbols, lane);
    if (!all) {
      all = r;
      continue;
    }
    all->min = std::min(all->min, r.min);
    all->max = std::max(all->max, r.max);
    all->isUnboundedAbove |= r.isUnboundedAbove;
    all->isUnboundedBelow |= r.isUnboundedBelow;
  }
  return all.value_or(Interval{});
}
