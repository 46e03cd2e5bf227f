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

/// The type of addresses and offsets, which are in bytes.
constexpr NumType kAddress{NumType::Int, 64, true};

/// A product of symbols: their ids, sorted, each as often as its power.
using Monomial = llvm::SmallVector<SymbolId, 2>;

/// A product of unknowns, with its coefficient in each lane.
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
  /// Whether it is a single known number.
  bool isConstant() const { return terms.empty() && constant.isUniform(); }
  bool operator==(const LaneValue &o) const;
};

/// Ring operations. Both sides have the type's width.
LaneValue addValues(const LaneValue &a, const LaneValue &b);
LaneValue subtractValues(const LaneValue &a, const LaneValue &b);
LaneValue scaleValue(const LaneValue &a, const Lanes &factor);
/// The product; std::nullopt where it has more than 32 terms or a degree over
/// 4.
std::optional<LaneValue> multiplyValues(const LaneValue &a, const LaneValue &b);
/// The same polynomial with another width.
LaneValue resizeValue(const LaneValue &a, NumType type);
/// Lane by lane: \p a in the lanes of \p useA, else \p b.
LaneValue blendValues(const LaneSet &useA, const LaneValue &a,
                      const LaneValue &b);

/// The value that is one symbol.
LaneValue symbolValue(NumType type, SymbolId symbol);

/// Whether \p holds for some, or for every, symbol that \p v is made of.
bool anySymbol(const LaneValue &v, llvm::function_ref<bool(SymbolId)> holds);
bool everySymbol(const LaneValue &v, llvm::function_ref<bool(SymbolId)> holds);
/// Whether the address of a buffer is a part of \p v.
bool hasAddress(const LaneValue &v, const SymbolTable &symbols);
/// Whether some lane of \p active depends on a symbol that differs between
/// lanes.
bool hasVarying(const LaneValue &v, const SymbolTable &symbols,
                const LaneSet *active = nullptr);
/// The first such symbol, loaded data before others; kNoSymbol if there is
/// none.
SymbolId findVarying(const LaneValue &v, const SymbolTable &symbols);
/// Whether \p v is the same for all lanes of a subgroup: its coefficients are
/// uniform and no symbol varies.
bool isUniformValue(const LaneValue &v, const SymbolTable &symbols);
/// Whether \p v is the same for those lanes of \p active that are in one
/// subgroup.
bool isUniformOver(const LaneValue &v, const SymbolTable &symbols,
                   const LaneSet &active);
/// Whether some part of \p v differs between all invocations of the dispatch,
/// whatever was loaded.
bool tellsInvocations(const LaneValue &v, const SymbolTable &symbols);
/// The symbol that \p v is in all lanes; kNoSymbol where it is more than one
/// unknown, or computed from one.
SymbolId soleSymbol(const LaneValue &v);
/// The widest scope over which \p v, for which isUniformValue() holds, is the
/// same.
UniformityScope scopeOf(const LaneValue &v, const SymbolTable &symbols);
/// Whether some symbol of \p v is \p mark or newer.
bool dependsOnSince(const LaneValue &v, SymbolId mark);

/// Appends numbers to \p key that distinguish \p v, a uniform value, from every
/// other value.
void appendIdentity(std::vector<int64_t> &key, const LaneValue &v);
/// Removes from \p known the lanes in which \p v has an unknown part.
void dropUnknownLanes(const LaneValue &v, LaneSet &known);

/// The absolute value, also of the least number, which has no opposite of its
/// own.
inline uint64_t magnitude(int64_t v) { return v < 0 ? 0 - uint64_t(v) : v; }
/// A number that divides the unknowns of \p term, without its coefficient.
uint64_t multipleOf(const Term &term, const SymbolTable &symbols);
/// What is known of the remainder of a division by a number, `n % 64` or `n &
/// 63`: it differs from the dividend by a multiple of the divisor, which is the
/// same for all lanes.
struct Remainder {
  LaneValue dividend;
  int64_t divisor;
};
/// \p v with remainders replaced by their dividends, where \p isWanted holds
/// for the term and the remainder. The result differs from \p v by a multiple
/// of \p step; 0: nothing was replaced.
LaneValue withDividends(
    LaneValue v, const SymbolTable &symbols, uint64_t &step,
    llvm::function_ref<bool(const Term &, const Remainder &)> isWanted);
/// A number that divides the unknown part of \p v in every lane; 0: there is no
/// such part. std::nullopt where lanes have different coefficients.
std::optional<uint64_t> stepOfTerms(const LaneValue &v,
                                    const SymbolTable &symbols);

/// An interval of integers, open-ended where symbols are unbounded.
struct Interval {
  __int128 min = 0;
  __int128 max = 0;
  bool isUnboundedAbove = false;
  bool isUnboundedBelow = false;
};

/// The interval of a product of unknowns.
Interval monomialRange(const Monomial &monomial, const SymbolTable &symbols);
/// The interval of \p coefficient times what lies in \p range.
Interval scaled(const Interval &range, int64_t coefficient);
/// The interval of \p term in \p lane.
Interval rangeInLane(const Term &term, const SymbolTable &symbols,
                     unsigned lane);
/// The interval of \p v in \p lane, as an integer polynomial that does not
/// wrap.
Interval rangeInLane(const LaneValue &v, const SymbolTable &symbols,
                     unsigned lane);
/// The union of these intervals over all lanes of \p active (null: all lanes).
Interval rangeOver(const LaneValue &v, const SymbolTable &symbols,
                   unsigned laneCount, const LaneSet *active = nullptr);

/// The interval over \p lanes of an integer of at most 32 bits; std::nullopt
/// where it has no other bounds than those of its type.
std::optional<Interval> boundsOf(const LaneValue &v, const LaneSet &lanes,
                                 const SymbolTable &symbols,
                                 unsigned laneCount);

/// The value that lanes have on one path, and what is known there.
struct ValueOnPath {
  const LaneValue &value;
  const LaneSet &lanes;
  RangesPtr ranges;
};
/// The interval of a value that is either \p a or \p b, one of which is a
/// number, as in `if (n > 64u) n = 64u`; std::nullopt where boundsOf() is for
/// one of them.
std::optional<Interval> boundsOfEither(const ValueOnPath &a,
                                       const ValueOnPath &b,
                                       SymbolTable &symbols,
                                       unsigned laneCount);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_LANES_LANEVALUE_H
