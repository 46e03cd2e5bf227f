// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Integers with unknown parts: bits, shifts and division where the unknown
/// part allows it.
#include "LaneMath.h"
#include "ScalarOps.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

//===----------------------------------------------------------------------===//
// What is known of an integer polynomial
//===----------------------------------------------------------------------===//

/// The polynomial, read as an integer, is the value (no wrapping), and it is
/// not negative.
bool LaneMath::isNonNegative(const LaneValue &v) {
  Interval r = rangeOver(v, Symbols, LaneCount, Active);
  if (r.isUnboundedBelow || r.min < 0)
    return false;
  return r.isUnboundedAbove ||
         r.max <= __int128(zeroExtend(-1, v.type.widthBits));
}

/// What is a sum of more parts is taken for data (the state of a random number
/// generator has 32) rather than for an index: an assumption on it is none that
/// a reader could check. Indices of tensors of four dimensions have up to six.
static constexpr size_t kMaxAssumedTerms = 8;

/// Not negative, if need be by assumption: an index that depends on a signed
/// unknown is taken to be one (a size or an offset), a known number is not.
bool LaneMath::assumeNonNegative(const LaneValue &v) {
  if (isNonNegative(v))
    return true;
  if (v.isConcrete() || onlyEnumerated(v) || hasVarying(v, Symbols) ||
      v.terms.size() > kMaxAssumedTerms)
    return false;
  Interval r = rangeOver(v, Symbols, LaneCount, Active);
  if (!r.isUnboundedAbove &&
      (r.max < 0 || r.max > __int128(zeroExtend(-1, v.type.widthBits))))
    return false;
  LaneValue open = v;
  open.constant = Lanes(0);
  assume("'" + format(open, std::max(0, Active->find_first())) +
         "' makes no index negative");
  return true;
}

/// The same without asking for the sign.
bool LaneMath::fitsUnwrapped(const LaneValue &v) {
  if (v.isConcrete())
    return true;
  Interval r = rangeOver(v, Symbols, LaneCount, Active);
  __int128 limit = __int128(1) << v.type.widthBits;
  return (r.isUnboundedBelow || r.min >= -limit) &&
         (r.isUnboundedAbove || r.max < limit);
}

/// Number of low bits that the unknown part of \p v leaves zero in every lane.
unsigned LaneMath::trailingZeros(const LaneValue &v, int64_t &lowMask) const {
  unsigned zeros = 62;
  for (const Term &t : v.terms) {
    uint64_t m = multipleOf(t, Symbols);
    for (unsigned i = 0; i < (t.coefficient.isUniform() ? 1 : LaneCount); ++i) {
      uint64_t c = uint64_t(t.coefficient[i]) * m;
      if (c != 0)
        zeros = std::min<unsigned>(zeros, llvm::countr_zero(c));
    }
  }
  lowMask = (int64_t(1) << zeros) - 1;
  return zeros;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

std::optional<LaneValue> LaneMath::ring(unsigned opcode, const LaneValue &a,
                                        const LaneValue &b) {
  switch (opcode) {
  case spv::OpIAdd:
    return addValues(a, b);
  case spv::OpISub:
    return subtractValues(a, b);
  case spv::OpIMul:
    return multiplyValues(a, b);
  default:
    return std::nullopt;
  }
}

/// Low bits that are known and high bits that are not are treated apart.
std::optional<LaneValue> LaneMath::bitwise(unsigned opcode, const LaneValue &a,
                                           const LaneValue &b) {
  if (a.isConcrete() && !b.isConcrete())
    return bitwise(opcode, b, a);
  int64_t low;
  unsigned zeros = trailingZeros(a, low);
  if (!b.isConcrete()) {
    // Disjoint bits: `(row << 5) | x`.
    for (const auto &[high, small] : {std::pair(&a, &b), std::pair(&b, &a)}) {
      int64_t mask;
      trailingZeros(*high, mask);
      if (!high->constant.isZero())
        continue;
      Interval r = rangeOver(*small, Symbols, LaneCount, Active);
      if (r.isUnboundedAbove || r.isUnboundedBelow || r.min < 0 || r.max > mask)
        continue;
      if (opcode == spv::OpBitwiseAnd)
        return LaneValue(a.type, 0);
      return addValues(a, b);
    }
    return std::nullopt;
  }
  if (zeros == 0)
    return std::nullopt;
  LaneValue lowPart(a.type,
                    Lanes::map(a.constant, [=](int64_t v) { return v & low; }));
  LaneValue highPart = subtractValues(a, lowPart);
  Lanes mask = b.constant;
  bool highZero = true, highOnes = true;
  for (int i = Active->find_first(); i >= 0; i = Active->find_next(i)) {
    highZero &= (mask[i] & ~low) == 0;
    highOnes &= (mask[i] | low) == -1;
  }
  auto lows = [&](auto f) {
    return LaneValue(a.type, Lanes::zip(lowPart.constant, mask, f));
  };
  switch (opcode) {
  case spv::OpBitwiseAnd: {
    LaneValue kept = lows([=](int64_t x, int64_t y) { return x & y & low; });
    if (highZero)
      return kept;
    if (highOnes)
      return addValues(highPart, kept);
    return std::nullopt;
  }
  case spv::OpBitwiseOr:
    if (!highZero)
      return std::nullopt;
    return addValues(highPart,
                     lows([](int64_t x, int64_t y) { return x | y; }));
  case spv::OpBitwiseXor:
    if (!highZero)
      return std::nullopt;
    return addValues(highPart,
                     lows([](int64_t x, int64_t y) { return x ^ y; }));
  default:
    return std::nullopt;
  }
}

std::optional<LaneValue> LaneMath::shift(unsigned opcode, const LaneValue &a,
                                         const LaneValue &b) {
  bool isLeft = opcode == spv::OpShiftLeftLogical;
  if (!b.isConcrete()) {
    if (isLeft || onlyEnumerated(b) || !assumeNonNegative(a))
      return std::nullopt;
    return quotientInRow(a, b, "2^" + format(b));
  }
  for (int i = Active->find_first(); i >= 0; i = Active->find_next(i))
    if (b.constant[i] < 0 || b.constant[i] >= a.type.widthBits)
      return std::nullopt;
  Lanes power = Lanes::map(b.constant, [](int64_t s) {
    return s < 0 || s > 63 ? 0 : int64_t(uint64_t(1) << s);
  });
  if (isLeft)
    return scaleValue(a, power);
  if (!power.isUniform() || b.constant.uniformValue() > 30)
    return std::nullopt;
  if (!assumeNonNegative(a))
    return std::nullopt;
  if (auto exact =
          divideByConstant(a, power.uniformValue(), /*wantQuotient=*/true))
    return exact;
  if (onlyEnumerated(a))
    return std::nullopt;
  return quotientInRow(a, b, std::to_string(power.uniformValue()));
}

/// a / divisor or a mod divisor (rounding down) where every unknown part is a
/// multiple of the divisor. \p a must not be negative.
std::optional<LaneValue> LaneMath::divideByConstant(const LaneValue &a,
                                                    int64_t divisor,
                                                    bool wantQuotient) {
  LaneValue quotient(a.type, 0), rest(a.type, a.constant);
  for (const Term &t : a.terms) {
    bool coefficientDivides = true, termDivides = true;
    uint64_t m = multipleOf(t, Symbols);
    for (unsigned i = 0; i < (t.coefficient.isUniform() ? 1 : LaneCount); ++i) {
      coefficientDivides &= t.coefficient[i] % divisor == 0;
      termDivides &= __int128(t.coefficient[i]) * m % divisor == 0;
    }
    if (coefficientDivides)
      quotient.terms.push_back(
          {t.monomial,
           Lanes::map(t.coefficient, [=](int64_t c) { return c / divisor; })});
    else if (!termDivides || wantQuotient)
      return std::nullopt;
  }
  auto floorDiv = [=](int64_t v) {
    return v >= 0 ? v / divisor : -((-v + divisor - 1) / divisor);
  };
  if (wantQuotient)
    return addValues(quotient,
                     LaneValue(a.type, Lanes::map(a.constant, floorDiv)));
  return LaneValue(a.type, Lanes::map(a.constant, [=](int64_t v) {
                     return v - floorDiv(v) * divisor;
                   }));
}

/// a / b with an unknown uniform b (or unknown uniform parts of a), where the
/// lanes of a subgroup differ by known numbers: in the interior of a row all
/// lanes have one quotient. The caller takes the rest as a - b * quotient, so
/// that both stay consistent. \p divisor names b in the assumption.
std::optional<LaneValue> LaneMath::quotientInRow(const LaneValue &a,
                                                 const LaneValue &b,
                                                 const std::string &divisor) {
  if (isUniformValue(a, Symbols) || hasVarying(a, Symbols) ||
      !isUniformValue(b, Symbols))
    return std::nullopt;
  for (const Term &t : a.terms)
    if (!t.coefficient.isUniform())
      return std::nullopt;
  std::vector<int64_t> key{-1};
  appendIdentity(key, b);
  appendIdentity(key, a);
  for (char c : divisor)
    key.push_back(c);
  // The known lanes are part of the identity.
  for (unsigned i = 0; i < a.constant.laneCount(); ++i)
    key.push_back(a.constant[i]);
  SymbolId &id = Symbols.derived(key);
  if (id == kNoSymbol) {
    Symbol s;
    s.kind = Symbol::Kind::Derived;
    s.scope = UniformityScope::Subgroup;
    s.min = 0;
    s.max = UINT32_MAX;
    s.reason = reason(UnknownKind::Uniform, "");
    s.name = "(index / " + divisor + ")";
    s.origin = strideOrigin(a);
    s.origin.add(strideOrigin(b));
    s.assumptions.push_back(
        Symbols.assumption("no subgroup straddles a multiple of " + divisor));
    id = Symbols.add(std::move(s));
  }
  return symbolValue(a.type, id);
}

/// Fast division by an unknown number multiplies with its inverse and takes the
/// high word: a quotient as any other.
LaneValue LaneMath::highProduct(const LaneValue &a, const LaneValue &b,
                                bool isSigned) {
  NumType type = a.type, wide{NumType::Int, 64, isSigned};
  unsigned extend = isSigned ? spv::OpSConvert : spv::OpUConvert;
  if (a.isConcrete() && b.isConcrete()) {
    LaneValue product = binary(spv::OpIMul, convert(extend, a, wide),
                               convert(extend, b, wide), wide);
    return convert(
        spv::OpUConvert,
        binary(spv::OpShiftRightLogical, product, LaneValue(wide, 32), wide),
        type);
  }
  for (const auto &[index, inverse] : {std::pair(&a, &b), std::pair(&b, &a)})
    if (!inverse->isConcrete())
      if (auto q =
              quotientInRow(*index, *inverse, "2^32 / " + format(*inverse)))
        return *q;
  return unknownResult(type, {-5, isSigned}, {&a, &b});
}

std::optional<LaneValue> LaneMath::divide(unsigned opcode, const LaneValue &a,
                                          const LaneValue &b) {
  bool wantQuotient = opcode == spv::OpUDiv || opcode == spv::OpSDiv;
  if (!assumeNonNegative(a)) {
    if (onlyEnumerated(a) && b.isConcrete())
      splitForComparison(a);
    return std::nullopt;
  }
  if (b.isConstant()) {
    int64_t divisor =
        int64_t(zeroExtend(b.constant.uniformValue(), b.type.widthBits));
    if (divisor <= 0 || b.constant.uniformValue() < 0)
      return std::nullopt;
    if (auto exact = divideByConstant(a, divisor, wantQuotient))
      return exact;
    // Everything below the divisor: x / 64 with x < 64.
    Interval r = rangeOver(a, Symbols, LaneCount, Active);
    if (!r.isUnboundedAbove && r.max < divisor)
      return wantQuotient ? LaneValue(a.type, 0) : a;
    if (onlyEnumerated(a)) {
      splitForDivision(a, divisor);
      return std::nullopt;
    }
  } else if (!isUniformValue(b, Symbols)) {
    return std::nullopt;
  } else if (onlyEnumerated(b) && (a.isConcrete() || onlyEnumerated(a))) {
    requestSplit(b.terms.front().monomial.front());
    return std::nullopt;
  }
  auto q = quotientInRow(
      a, b, b.isConcrete() ? std::to_string(b.constant[0]) : format(b));
  if (!q || wantQuotient)
    return q;
  auto product = multiplyValues(b, *q);
  if (!product)
    return std::nullopt;
  return subtractValues(a, *product);
}
