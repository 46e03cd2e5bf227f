// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A scalar as the lane analysis knows it: for every invocation of a workgroup
/// a number plus a sum of products of unknowns,
///
///   value[lane] = constant[lane]
///                 + sum over t of coefficient_t[lane] * monomial_t
///
/// `row * N + col` is `N * [row per lane] + [col per lane]`. A lane whose
/// coefficients are all zero is known. Sums, differences and products are exact
/// in the ring of integers modulo 2^width; everything else is the work of
/// LaneMath.
#ifndef WGLINT_LIB_ANALYSIS_LANES_LANEVALUE_H
#define WGLINT_LIB_ANALYSIS_LANES_LANEVALUE_H

#include "Lanes/Lanes.h"
#include "Lanes/Symbols.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace wglint {

/// Kind and width of a scalar. Signedness belongs to operations, except that an
/// index of unsigned type is zero-extended.
struct NumType {
  enum Kind : uint8_t { Int, Float, Bool } kind = Int;
  uint8_t widthBits = 32;
  bool isSigned = true; ///< of the SPIR-V type

  bool operator==(const NumType &o) const {
    return kind == o.kind && widthBits == o.widthBits;
  }
};

/// Addresses and offsets, in bytes.
constexpr NumType kAddress{NumType::Int, 64, true};

/// Sorted symbol ids; an id stands as often as its power.
using Monomial = llvm::SmallVector<SymbolId, 2>;

struct Term {
  Monomial monomial;
  Lanes coefficient;
};

/// See the file comment. Integers are kept sign-extended from their width (the
/// representative nearest to zero), booleans as 0 and 1, floats as the bits of
/// a double that holds the value exactly.
struct LaneValue {
  NumType type;
  Lanes constant;
  llvm::SmallVector<Term, 1> terms; ///< sorted by monomial, coefficients not 0

  LaneValue() = default;
  LaneValue(NumType t, Lanes c) : type(t), constant(std::move(c)) {}

  bool isConcrete() const { return terms.empty(); }
  /// A single known number.
  bool isConstant() const { return terms.empty() && constant.isUniform(); }
  bool operator==(const LaneValue &o) const;
};

/// Ring operations; both sides have the type's width.
LaneValue addValues(const LaneValue &a, const LaneValue &b);
LaneValue subtractValues(const LaneValue &a, const LaneValue &b);
LaneValue scaleValue(const LaneValue &a, const Lanes &factor);
/// std::nullopt where the product has more than 32 terms or a degree over 4.
std::optional<LaneValue> multiplyValues(const LaneValue &a, const LaneValue &b);
/// The same polynomial in another width.
LaneValue resizeValue(const LaneValue &a, NumType type);
/// Lane by lane: \p a where the lane is in \p useA, else \p b.
LaneValue blendValues(const LaneSet &useA, const LaneValue &a,
                      const LaneValue &b);

/// A value that is one symbol.
LaneValue symbolValue(NumType type, SymbolId symbol);

/// Whether some, or every, symbol that \p v is made of is as \p holds says.
bool anySymbol(const LaneValue &v, llvm::function_ref<bool(SymbolId)> holds);
bool everySymbol(const LaneValue &v, llvm::function_ref<bool(SymbolId)> holds);
/// Whether \p v is made of the address of a buffer.
bool hasAddress(const LaneValue &v, const SymbolTable &symbols);
/// Some lane of \p active depends on a symbol that differs between lanes.
bool hasVarying(const LaneValue &v, const SymbolTable &symbols,
                const LaneSet *active = nullptr);
/// The first such symbol, preferring loaded data; kNoSymbol if none.
SymbolId findVarying(const LaneValue &v, const SymbolTable &symbols);
/// The same for all lanes of a subgroup: uniform coefficients, no varying
/// symbol.
bool isUniformValue(const LaneValue &v, const SymbolTable &symbols);
/// The same for all lanes of \p active that are of one subgroup.
bool isUniformOver(const LaneValue &v, const SymbolTable &symbols,
                   const LaneSet &active);
/// Some part of it is another one for each invocation of the dispatch, whatever
/// was loaded.
bool tellsInvocations(const LaneValue &v, const SymbolTable &symbols);
/// The unknown that \p v is, for all lanes; kNoSymbol where it is more than one
/// unknown, or made of it.
SymbolId soleSymbol(const LaneValue &v);
/// The widest scope over which a value with isUniformValue() is the same.
UniformityScope scopeOf(const LaneValue &v, const SymbolTable &symbols);
/// Some symbol of \p v is \p mark or newer.
bool dependsOnSince(const LaneValue &v, SymbolId mark);

/// Appends numbers that tell \p v, a uniform value, from every other one.
void appendIdentity(std::vector<int64_t> &key, const LaneValue &v);
/// Removes from \p known the lanes in which \p v has an unknown part.
void dropUnknownLanes(const LaneValue &v, LaneSet &known);

/// Of the least number, too, which has no opposite of its own.
inline uint64_t magnitude(int64_t v) { return v < 0 ? 0 - uint64_t(v) : v; }
/// The unknowns of \p term are a multiple of this, its coefficient left out.
uint64_t multipleOf(const Term &term, const SymbolTable &symbols);
/// What is left of a division by a number, `n % 64`, `n & 63`: it is a multiple
/// of the divisor away from the dividend, which is the same for all lanes.
struct Remainder {
  LaneValue dividend;
  int64_t divisor;
};
/// \p v with dividends in the place of what is left of them, where \p isWanted
/// says so of the term and the remainder. It is a multiple of \p step away from
/// it; 0: nothing was replaced.
LaneValue withDividends(
    LaneValue v, const SymbolTable &symbols, uint64_t &step,
    llvm::function_ref<bool(const Term &, const Remainder &)> isWanted);
/// The unknown part of \p v is a multiple of this in every lane; 0: there is
/// none. std::nullopt where lanes have different coefficients.
std::optional<uint64_t> stepOfTerms(const LaneValue &v,
                                    const SymbolTable &symbols);

/// An interval of integers; infinite ends where symbols are unbounded.
struct Interval {
  __int128 min = 0;
  __int128 max = 0;
  bool isUnboundedAbove = false;
  bool isUnboundedBelow = false;
};

/// Interval of \p term in \p lane.
Interval rangeInLane(const Term &term, const SymbolTable &symbols,
                     unsigned lane);
/// Interval of \p v in \p lane, as an integer polynomial (no wrapping).
Interval rangeInLane(const LaneValue &v, const SymbolTable &symbols,
                     unsigned lane);
/// Union over all lanes of \p active (of all lanes if null).
Interval rangeOver(const LaneValue &v, const SymbolTable &symbols,
                   unsigned laneCount, const LaneSet *active = nullptr);

/// The interval of an integer of 32 bits at most over \p lanes; empty where it
/// has no more bounds than those of its type.
std::optional<Interval> boundsOf(const LaneValue &v, const LaneSet &lanes,
                                 const SymbolTable &symbols,
                                 unsigned laneCount);

/// A value that lanes have on one path, and what is known there.
struct ValueOnPath {
  const LaneValue &value;
  const LaneSet &lanes;
  RangesPtr ranges;
};
/// The interval of what is \p a or \p b, one of which is a number, as in
/// `if (n > 64u) n = 64u`; empty where boundsOf() is for one of them.
std::optional<Interval> boundsOfEither(const ValueOnPath &a,
                                       const ValueOnPath &b,
                                       SymbolTable &symbols,
                                       unsigned laneCount);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_LANES_LANEVALUE_H
