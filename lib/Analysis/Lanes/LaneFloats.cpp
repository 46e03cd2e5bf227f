// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Comparisons of floats that are whole numbers: `float(id) < size.x` is `id <
/// n`, where n is the next whole number. To round never changes the order of
/// two numbers, so there is one such n for each bound.
#include "Lanes/LaneMath.h"
#include "Lanes/ScalarOps.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

/// Conversions that are remembered. A bound is mostly asked for at once.
static constexpr size_t kMaxWholes = 16;

LaneValue LaneMath::keepWhole(LaneValue made, const LaneValue &whole) {
  SymbolId symbol = conditionSymbol(made);
  if (symbol == kNoSymbol || !(made == symbolValue(made.type, symbol)) ||
      varyingOf({&whole}) != kNoSymbol)
    return made;
  for (const auto &[one, known] : Wholes)
    if (known == whole)
      return symbolValue(made.type, one);
  // Floats of one reason share a symbol, which would not say what it is made
  // of.
  if (!isUniformValue(whole, Symbols))
    symbol = Symbols.add(Symbol(Symbols[symbol]));
  if (Wholes.size() == kMaxWholes)
    Wholes.erase(Wholes.begin());
  Wholes.emplace_back(symbol, whole);
  return symbolValue(made.type, symbol);
}

/// What \p value was made of; null if it is no whole number.
const LaneValue *LaneMath::wholeOf(const LaneValue &value) const {
  SymbolId symbol = conditionSymbol(value);
  for (const auto &[known, whole] : Wholes)
    if (symbol == known && value == symbolValue(value.type, known))
      return &whole;
  return nullptr;
}

namespace {
/// A comparison of floats, and that of whole numbers on its left with the bound
/// on its right made whole.
struct FloatComparison {
  uint16_t ordered, mirrored; ///< mirrored: the same with the sides exchanged
  uint16_t ofSigned, ofUnsigned;
  GLSLstd450 rounding;
};
} // namespace

static const FloatComparison kComparisons[] = {
    {spv::OpFOrdLessThan, spv::OpFOrdGreaterThan, spv::OpSLessThan,
     spv::OpULessThan, GLSLstd450Ceil},
    {spv::OpFOrdGreaterThanEqual, spv::OpFOrdLessThanEqual,
     spv::OpSGreaterThanEqual, spv::OpUGreaterThanEqual, GLSLstd450Ceil},
    {spv::OpFOrdGreaterThan, spv::OpFOrdLessThan, spv::OpSGreaterThan,
     spv::OpUGreaterThan, GLSLstd450Floor},
    {spv::OpFOrdLessThanEqual, spv::OpFOrdGreaterThanEqual,
     spv::OpSLessThanEqual, spv::OpULessThanEqual, GLSLstd450Floor}};

/// \p bound rounded up or down, as a number of \p type; std::nullopt where it
/// differs between lanes or is none.
std::optional<LaneValue> LaneMath::wholeBound(const LaneValue &bound,
                                              NumType type, unsigned rounding) {
  if (const LaneValue *whole = wholeOf(bound))
    return whole->type == type ? std::optional(*whole) : std::nullopt;
  if (!isUniformValue(bound, Symbols))
    return std::nullopt;
  if (bound.isConstant()) {
    double number = asDouble(bound.constant[0]);
    number =
        rounding == GLSLstd450Ceil ? std::ceil(number) : std::floor(number);
    double least = type.isSigned ? double(INT32_MIN) : 0;
    if (!(number >= least && number <= double(INT32_MAX)))
      return std::nullopt;
    return LaneValue(type, int64_t(number));
  }
  SymbolId mark = Symbols.size();
  LaneValue made =
      unknownResult(type, {DerivedBy::GlslInstruction, rounding}, {&bound});
  SymbolId symbol = conditionSymbol(made);
  if (symbol >= mark)
    Symbols.edit(symbol).name = format(bound);
  return made;
}

std::optional<LaneValue> LaneMath::compareWholes(unsigned opcode,
                                                 const LaneValue &a,
                                                 const LaneValue &b,
                                                 NumType result) {
  const LaneValue *whole = wholeOf(a);
  bool isMirrored = !whole || isUniformValue(*whole, Symbols);
  if (isMirrored)
    whole = wholeOf(b);
  if (!whole)
    return std::nullopt;
  for (const FloatComparison &c : kComparisons) {
    unsigned ordered = isMirrored ? c.mirrored : c.ordered;
    unsigned unordered =
        ordered + (spv::OpFUnordLessThan - spv::OpFOrdLessThan);
    if (opcode != ordered && opcode != unordered)
      continue;
    auto bound = wholeBound(isMirrored ? a : b, whole->type, c.rounding);
    if (!bound)
      return std::nullopt;
    return compare(whole->type.isSigned ? c.ofSigned : c.ofUnsigned, *whole,
                   *bound, result);
  }
  return std::nullopt;
}
