// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LaneMath.h"
#include "ScalarOps.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <numeric>
#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

//===----------------------------------------------------------------------===//
// New unknowns
//===----------------------------------------------------------------------===//

ReasonPtr LaneMath::reason(UnknownKind kind, const std::string &text) {
  ReasonPtr &known = Reasons[{kind, text}];
  if (!known)
    known = makeReason(kind, text);
  return known;
}

LaneValue LaneMath::unknown(NumType type, ReasonPtr reason, UniformityScope scope) {
  // Before anything is built: most unknowns are floats.
  bool isVaryingFloat = type.kind == NumType::Float && scope == UniformityScope::None;
  if (isVaryingFloat)
    if (auto it = VaryingFloats.find(reason.get()); it != VaryingFloats.end())
      return symbolValue(type, it->second);
  Symbol s;
  s.kind = reason->kind == UnknownKind::DataDependent ? Symbol::Kind::Loaded : Symbol::Kind::Other;
  s.scope = scope;
  s.reason = std::move(reason);
  if (type.kind == NumType::Int && !type.isSigned) {
    s.min = 0;
    s.max = type.widthBits >= 64 ? INT64_MAX : int64_t(zeroExtend(-1, type.widthBits));
  }
  if (type.kind == NumType::Bool)
    s.min = 0, s.max = 1, s.isUnbounded = false;
  SymbolId id = Symbols.add(std::move(s));
  if (isVaryingFloat)
    VaryingFloats[Symbols[id].reason.get()] = id;
  return symbolValue(type, id);
}

LaneValue LaneMath::undefined(NumType type) {
  return unknown(type, reason(UnknownKind::Undefined, "GLSL leaves the value undefined"));
}

static void appendKey(std::vector<int64_t> &key, const LaneValue &v) {
  key.push_back(v.type.kind << 8 | v.type.widthBits);
  key.push_back(v.constant.uniformValue());
  key.push_back(v.terms.size());
  for (const Term &t : v.terms) {
    key.push_back(t.coefficient.uniformValue());
    key.push_back(t.monomial.size());
    key.insert(key.end(), t.monomial.begin(), t.monomial.end());
  }
}

LaneValue LaneMath::unknownResult(NumType type, llvm::ArrayRef<int64_t> operation,
                                  llvm::ArrayRef<const LaneValue *> operands) {
  bool allUniform = llvm::all_of(
      operands, [&](const LaneValue *v) { return isUniformValue(*v, Symbols); });
  if (!allUniform) {
    for (const LaneValue *v : operands)
      if (SymbolId s = findVarying(*v, Symbols); s != kNoSymbol)
        return unknown(type, Symbols[s].reason);
    for (const LaneValue *v : operands)
      if (!v->isConcrete())
        return unknown(type, reason(type.kind == NumType::Float ? UnknownKind::FloatArithmetic
                                                                : UnknownKind::Uniform,
                                    "depends on '" + format(*v) + "', which is not known"));
    return unknown(type, reason(UnknownKind::FloatArithmetic,
                                "the result of float arithmetic is not exact"));
  }
  std::vector<int64_t> key(operation.begin(), operation.end());
  key.push_back(type.kind << 8 | type.widthBits);
  UniformityScope scope = UniformityScope::Dispatch;
  for (const LaneValue *v : operands) {
    appendKey(key, *v);
    scope = std::min(scope, scopeOf(*v, Symbols));
  }
  SymbolId &id = Symbols.derived(key);
  if (id == kNoSymbol) {
    Symbol s;
    s.kind = Symbol::Kind::Derived;
    s.scope = scope;
    s.reason = reason(UnknownKind::Uniform, "");
    bool isSigned = type.isSigned && type.kind == NumType::Int;
    s.min = isSigned ? INT32_MIN : 0;
    s.max = type.kind == NumType::Bool ? 1 : UINT32_MAX;
    s.isUnbounded = type.kind != NumType::Bool;
    for (const LaneValue *v : operands) {
      for (const Term &t : v->terms)
        for (SymbolId m : t.monomial) {
          if (s.name.empty() && !Symbols[m].name.empty())
            s.name = "f(" + Symbols[m].name + ")";
          s.assumptions.append(Symbols[m].assumptions.begin(), Symbols[m].assumptions.end());
        }
    }
    if (s.name.empty())
      s.name = "a uniform value";
    id = Symbols.add(std::move(s));
  }
  return symbolValue(type, id);
}

LaneValue LaneMath::join(const LaneValue &a, const LaneValue &b, UniformityScope scope) {
  if (a == b)
    return a;
  LaneValue difference = subtractValues(a, b);
  bool isUniformChoice = scope != UniformityScope::None && isUniformValue(difference, Symbols);
  UniformityScope s = isUniformChoice ? std::min(scope, scopeOf(difference, Symbols))
                                      : UniformityScope::None;
  if (a.type.kind != NumType::Int) {
    isUniformChoice &= isUniformValue(a, Symbols);
    return unknown(a.type, reason(UnknownKind::Uniform, "depends on which path is taken"),
                   isUniformChoice ? s : UniformityScope::None);
  }
  if (!isUniformChoice) {
    SymbolId v = findVarying(difference, Symbols);
    return unknown(a.type, v != kNoSymbol ? Symbols[v].reason
                                          : reason(UnknownKind::Uniform, "depends on which path is taken"));
  }
  // a = b + (difference or 0): the lanes' part stays known.
  Symbol choice;
  choice.kind = Symbol::Kind::Derived;
  choice.scope = s;
  choice.reason = reason(UnknownKind::Uniform, "depends on which path is taken");
  choice.name = "a uniform value";
  Interval r = rangeInLane(difference, Symbols, 0);
  if (!r.isUnboundedAbove && !r.isUnboundedBelow) {
    choice.min = std::min<int64_t>(0, r.min);
    choice.max = std::max<int64_t>(0, r.max);
    choice.isUnbounded = false;
  } else if (!r.isUnboundedBelow && r.min >= 0) {
    choice.min = 0;
  }
  return addValues(b, symbolValue(b.type, Symbols.add(std::move(choice))));
}

//===----------------------------------------------------------------------===//
// Lane by lane
//===----------------------------------------------------------------------===//

/// Lanes of \p count in which \p v is known; empty result: all of them.
static void markKnown(const LaneValue &v, LaneSet &known) {
  for (const Term &t : v.terms)
    for (unsigned i = 0; i < known.size(); ++i)
      if (t.coefficient[i] != 0)
        known.reset(i);
}

LaneValue LaneMath::partial(llvm::ArrayRef<int64_t> operation,
                            llvm::ArrayRef<const LaneValue *> operands, NumType result,
                            llvm::function_ref<bool(unsigned, int64_t &)> lane) {
  bool uniformConstants =
      llvm::all_of(operands, [](const LaneValue *v) { return v->isConstant(); });
  if (uniformConstants) {
    int64_t out;
    if (lane(0, out))
      return LaneValue(result, result.kind == NumType::Int ? signExtend(out, result.widthBits) : out);
    return result.kind == NumType::Float ? unknownResult(result, operation, operands)
                                         : undefined(result);
  }
  LaneSet known(LaneCount, true);
  for (const LaneValue *v : operands)
    markKnown(*v, known);
  if (known.none())
    return unknownResult(result, operation, operands);
  std::vector<int64_t> values(LaneCount, 0);
  LaneSet failed(LaneCount, false);
  for (int i = known.find_first(); i >= 0; i = known.find_next(i)) {
    int64_t out = 0;
    if (lane(i, out))
      values[i] = result.kind == NumType::Int ? signExtend(out, result.widthBits) : out;
    else
      failed.set(i);
  }
  LaneValue value(result, Lanes::perLane(std::move(values)));
  if (failed.any()) {
    LaneValue bad = result.kind == NumType::Float ? unknownResult(result, operation, operands)
                                                  : undefined(result);
    value = blendValues(failed, bad, value);
  }
  known.flip();
  if (known.any())
    value = blendValues(known, unknownResult(result, operation, operands), value);
  return value;
}

LaneValue LaneMath::evalUnary(UnaryFn fn, const LaneValue &a, NumType result) {
  unsigned w = a.type.widthBits;
  return partial({int64_t(reinterpret_cast<intptr_t>(fn))}, {&a}, result,
                 [&](unsigned i, int64_t &o) { return fn(w, a.constant[i], o); });
}

LaneValue LaneMath::evalBinary(BinaryFn fn, const LaneValue &a, const LaneValue &b, NumType result) {
  unsigned w = a.type.widthBits;
  return partial({int64_t(reinterpret_cast<intptr_t>(fn))}, {&a, &b}, result,
                 [&](unsigned i, int64_t &o) { return fn(w, a.constant[i], b.constant[i], o); });
}

//===----------------------------------------------------------------------===//
// Splits
//===----------------------------------------------------------------------===//

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
        (!best || Symbols[t.monomial.front()].count > Symbols[best->monomial.front()].count))
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
    uint64_t g = std::gcd<uint64_t, uint64_t>(std::abs(t.coefficient.uniformValue()), divisor);
    uint64_t modulus = uint64_t(divisor) / g;
    if (modulus == 1)
      continue;
    Split = SplitRequest{s, SplitRequest::How::Residue, std::min(modulus, count)};
    return;
  }
}

//===----------------------------------------------------------------------===//
// What is known of an integer polynomial
//===----------------------------------------------------------------------===//

/// The polynomial, read as an integer, is the value (no wrapping), and it is
/// not negative.
bool LaneMath::isNonNegative(const LaneValue &v) {
  Interval r = rangeOver(v, Symbols, LaneCount, Active);
  if (r.isUnboundedBelow || r.min < 0)
    return false;
  return r.isUnboundedAbove || r.max <= __int128(zeroExtend(-1, v.type.widthBits));
}

/// Not negative, if need be by assumption: an index that depends on a signed
/// unknown is taken to be one (a size or an offset), a known number is not.
bool LaneMath::assumeNonNegative(const LaneValue &v) {
  if (isNonNegative(v))
    return true;
  if (v.isConcrete() || onlyEnumerated(v) || hasVarying(v, Symbols))
    return false;
  Interval r = rangeOver(v, Symbols, LaneCount, Active);
  if (!r.isUnboundedAbove && (r.max < 0 || r.max > __int128(zeroExtend(-1, v.type.widthBits))))
    return false;
  LaneValue open = v;
  open.constant = Lanes(0);
  assume("'" + format(open, std::max(0, Active->find_first())) + "' makes no index negative");
  return true;
}

/// The same without asking for the sign.
bool LaneMath::fitsUnwrapped(const LaneValue &v) {
  if (v.isConcrete())
    return true;
  Interval r = rangeOver(v, Symbols, LaneCount, Active);
  __int128 limit = __int128(1) << v.type.widthBits;
  return (r.isUnboundedBelow || r.min >= -limit) && (r.isUnboundedAbove || r.max < limit);
}

static uint64_t multipleOf(const Term &t, const SymbolTable &symbols) {
  uint64_t m = 1;
  for (SymbolId s : t.monomial)
    m *= symbols[s].multipleOf;
  return m;
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
// Integers
//===----------------------------------------------------------------------===//

std::optional<LaneValue> LaneMath::ring(unsigned opcode, const LaneValue &a, const LaneValue &b) {
  switch (opcode) {
  case spv::OpIAdd: return addValues(a, b);
  case spv::OpISub: return subtractValues(a, b);
  case spv::OpIMul: return multiplyValues(a, b);
  default: return std::nullopt;
  }
}

/// Low bits that are known and high bits that are not are treated apart.
std::optional<LaneValue> LaneMath::bitwise(unsigned opcode, const LaneValue &a, const LaneValue &b) {
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
  LaneValue lowPart(a.type, Lanes::map(a.constant, [=](int64_t v) { return v & low; }));
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
    return addValues(highPart, lows([](int64_t x, int64_t y) { return x | y; }));
  case spv::OpBitwiseXor:
    if (!highZero)
      return std::nullopt;
    return addValues(highPart, lows([](int64_t x, int64_t y) { return x ^ y; }));
  default:
    return std::nullopt;
  }
}

std::optional<LaneValue> LaneMath::shift(unsigned opcode, const LaneValue &a, const LaneValue &b) {
  bool isLeft = opcode == spv::OpShiftLeftLogical;
  if (!b.isConcrete()) {
    if (isLeft || onlyEnumerated(b) || !assumeNonNegative(a))
      return std::nullopt;
    return quotientInRow(a, b, "2^" + format(b));
  }
  for (int i = Active->find_first(); i >= 0; i = Active->find_next(i))
    if (b.constant[i] < 0 || b.constant[i] >= a.type.widthBits)
      return std::nullopt;
  Lanes power = Lanes::map(b.constant, [](int64_t s) { return s < 0 || s > 63 ? 0 : int64_t(uint64_t(1) << s); });
  if (isLeft)
    return scaleValue(a, power);
  if (!power.isUniform() || b.constant.uniformValue() > 30)
    return std::nullopt;
  if (!assumeNonNegative(a))
    return std::nullopt;
  if (auto exact = divideByConstant(a, power.uniformValue(), /*wantQuotient=*/true))
    return exact;
  if (onlyEnumerated(a))
    return std::nullopt;
  return quotientInRow(a, b, std::to_string(power.uniformValue()));
}

/// a / divisor or a mod divisor (rounding down) where every unknown part is a
/// multiple of the divisor. \p a must not be negative.
std::optional<LaneValue> LaneMath::divideByConstant(const LaneValue &a, int64_t divisor,
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
      quotient.terms.push_back({t.monomial, Lanes::map(t.coefficient, [=](int64_t c) { return c / divisor; })});
    else if (!termDivides || wantQuotient)
      return std::nullopt;
  }
  auto floorDiv = [=](int64_t v) { return v >= 0 ? v / divisor : -((-v + divisor - 1) / divisor); };
  if (wantQuotient)
    return addValues(quotient, LaneValue(a.type, Lanes::map(a.constant, floorDiv)));
  return LaneValue(a.type, Lanes::map(a.constant, [=](int64_t v) { return v - floorDiv(v) * divisor; }));
}

/// a / b with an unknown uniform b (or unknown uniform parts of a), where the
/// lanes of a subgroup differ by known numbers: in the interior of a row all
/// lanes have one quotient. The caller takes the rest as a - b * quotient, so
/// that both stay consistent. \p divisor names b in the assumption.
std::optional<LaneValue> LaneMath::quotientInRow(const LaneValue &a, const LaneValue &b,
                                                 const std::string &divisor) {
  if (isUniformValue(a, Symbols) || hasVarying(a, Symbols) || !isUniformValue(b, Symbols))
    return std::nullopt;
  for (const Term &t : a.terms)
    if (!t.coefficient.isUniform())
      return std::nullopt;
  std::vector<int64_t> key{-1};
  appendKey(key, b);
  appendKey(key, a);
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
    s.assumptions.push_back(Symbols.assumption("no subgroup straddles a multiple of " + divisor));
    id = Symbols.add(std::move(s));
  }
  return symbolValue(a.type, id);
}

/// Fast division by an unknown number multiplies with its inverse and takes the
/// high word: a quotient as any other.
LaneValue LaneMath::highProduct(const LaneValue &a, const LaneValue &b, bool isSigned) {
  NumType type = a.type, wide{NumType::Int, 64, isSigned};
  unsigned extend = isSigned ? spv::OpSConvert : spv::OpUConvert;
  if (a.isConcrete() && b.isConcrete()) {
    LaneValue product = binary(spv::OpIMul, convert(extend, a, wide), convert(extend, b, wide), wide);
    return convert(spv::OpUConvert, binary(spv::OpShiftRightLogical, product, LaneValue(wide, 32), wide), type);
  }
  for (const auto &[index, inverse] : {std::pair(&a, &b), std::pair(&b, &a)})
    if (!inverse->isConcrete())
      if (auto q = quotientInRow(*index, *inverse, "2^32 / " + format(*inverse)))
        return *q;
  return unknownResult(type, {-5, isSigned}, {&a, &b});
}

std::optional<LaneValue> LaneMath::divide(unsigned opcode, const LaneValue &a, const LaneValue &b) {
  bool wantQuotient = opcode == spv::OpUDiv || opcode == spv::OpSDiv;
  if (!assumeNonNegative(a)) {
    if (onlyEnumerated(a) && b.isConcrete())
      splitForComparison(a);
    return std::nullopt;
  }
  if (b.isConstant()) {
    int64_t divisor = int64_t(zeroExtend(b.constant.uniformValue(), b.type.widthBits));
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
  auto q = quotientInRow(a, b, b.isConcrete() ? std::to_string(b.constant[0]) : format(b));
  if (!q || wantQuotient)
    return q;
  auto product = multiplyValues(b, *q);
  if (!product)
    return std::nullopt;
  return subtractValues(a, *product);
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

SymbolId LaneMath::conditionSymbol(const LaneValue &c) {
  return c.terms.size() == 1 && c.terms[0].monomial.size() == 1 ? c.terms[0].monomial[0]
                                                               : kNoSymbol;
}

const ConditionInfo *LaneMath::condition(SymbolId symbol) const {
  if (symbol == kNoSymbol)
    return nullptr;
  auto it = Conditions.find(symbol);
  return it == Conditions.end() ? nullptr : &it->second;
}

static bool isLess(unsigned op) {
  return op == spv::OpULessThan || op == spv::OpSLessThan || op == spv::OpULessThanEqual ||
         op == spv::OpSLessThanEqual;
}
static bool isGreater(unsigned op) {
  return op == spv::OpUGreaterThan || op == spv::OpSGreaterThan ||
         op == spv::OpUGreaterThanEqual || op == spv::OpSGreaterThanEqual;
}

/// Marks an undecided comparison of lanes with a uniform bound as a guard.
void LaneMath::noteGuard(LaneValue &result, unsigned opcode, const LaneValue &a, const LaneValue &b) {
  SymbolId s = conditionSymbol(result);
  if (s == kNoSymbol || hasVarying(a, Symbols) || hasVarying(b, Symbols))
    return;
  bool aUniform = isUniformValue(a, Symbols), bUniform = isUniformValue(b, Symbols);
  if (aUniform && bUniform)
    return;
  ConditionInfo info;
  info.isGuard = true;
  // A bound without unknowns is small next to an id, an unknown one is large.
  bool boundIsLarge = !(bUniform ? b : a).isConcrete();
  bool lessSide = isLess(opcode) == bUniform;
  if (isLess(opcode) || isGreater(opcode))
    info.interior = lessSide == boundIsLarge;
  else
    info.interior = opcode == spv::OpINotEqual;
  const LaneValue &bound = bUniform ? b : a;
  std::string text = bound.isConcrete() ? std::to_string(bound.constant[0]) : format(bound);
  info.text = "no subgroup straddles the bound " + text;
  Conditions[s] = std::move(info);
}

LaneValue LaneMath::compare(unsigned opcode, const LaneValue &a, const LaneValue &b, NumType result) {
  BinaryFn fn = binaryIntFn(opcode);
  if (a.isConcrete() && b.isConcrete())
    return evalBinary(fn, a, b, result);
  bool isEquality = opcode == spv::OpIEqual || opcode == spv::OpINotEqual;
  LaneValue d = subtractValues(a, b);
  bool readable = isEquality || (fitsUnwrapped(a) && fitsUnwrapped(b));
  bool isUnsigned = opcode == spv::OpULessThan || opcode == spv::OpULessThanEqual ||
                    opcode == spv::OpUGreaterThan || opcode == spv::OpUGreaterThanEqual;
  if (isUnsigned && readable)
    readable = isNonNegative(a) && isNonNegative(b);
  std::vector<int64_t> values(LaneCount, 0);
  LaneSet undecided(LaneCount, false);
  // A difference larger than the type's range could wrap; unknowns are taken
  // not to (see the file comment of the header).
  // The subtraction above wraps; redo the constants in wide arithmetic.
  for (unsigned i = 0; i < LaneCount; ++i) {
    if (!Active->test(i))
      continue;
    bool decided = false;
    if (readable) {
      Interval r = rangeInLane(d, Symbols, i);
      __int128 exact = isUnsigned && a.type.widthBits < 64
                           ? __int128(a.isConcrete() ? zeroExtend(a.constant[i], a.type.widthBits) : uint64_t(a.constant[i])) -
                                 __int128(b.isConcrete() ? zeroExtend(b.constant[i], b.type.widthBits) : uint64_t(b.constant[i]))
                           : __int128(a.constant[i]) - b.constant[i];
      if (!isEquality) {
        r.min += exact - d.constant[i];
        r.max += exact - d.constant[i];
      }
      bool above = !r.isUnboundedBelow && r.min > 0, below = !r.isUnboundedAbove && r.max < 0;
      bool atLeast = !r.isUnboundedBelow && r.min >= 0, atMost = !r.isUnboundedAbove && r.max <= 0;
      bool equal = atLeast && atMost;
      auto decide = [&](bool yes, bool no) { decided = yes || no; values[i] = yes; };
      if (isEquality) {
        bool same = d.isConcrete() && d.constant[i] == 0;
        bool differs = above || below;
        if (opcode == spv::OpIEqual)
          decide(same || equal, differs);
        else
          decide(differs, same || equal);
      } else if (opcode == spv::OpULessThan || opcode == spv::OpSLessThan) {
        decide(below, atLeast);
      } else if (opcode == spv::OpULessThanEqual || opcode == spv::OpSLessThanEqual) {
        decide(atMost, above);
      } else if (opcode == spv::OpUGreaterThan || opcode == spv::OpSGreaterThan) {
        decide(above, atMost);
      } else {
        decide(atLeast, below);
      }
    }
    if (!decided)
      undecided.set(i);
  }
  if (undecided.none())
    return LaneValue(result, Lanes::perLane(std::move(values)));
  splitForComparison(readable ? d : isNonNegative(a) ? b : a);
  LaneValue open = unknownResult(result, {int64_t(opcode)}, {&a, &b});
  noteGuard(open, opcode, a, b);
  return blendValues(undecided, open, LaneValue(result, Lanes::perLane(std::move(values))));
}

LaneValue LaneMath::logical(unsigned opcode, const LaneValue &a, const LaneValue &b, NumType result) {
  bool isAnd = opcode == spv::OpLogicalAnd;
  if (!isAnd && opcode != spv::OpLogicalOr)
    return evalBinary(binaryIntFn(opcode), a, b, result);
  // A known side that decides, or that changes nothing.
  int64_t deciding = isAnd ? 0 : 1;
  std::vector<int64_t> values(LaneCount, 0);
  LaneSet takeA(LaneCount, false), takeB(LaneCount, false), open(LaneCount, false);
  LaneSet knownA(LaneCount, true), knownB(LaneCount, true);
  markKnown(a, knownA);
  markKnown(b, knownB);
  for (unsigned i = 0; i < LaneCount; ++i) {
    bool decided = (knownA.test(i) && a.constant[i] == deciding) ||
                   (knownB.test(i) && b.constant[i] == deciding);
    if (decided)
      values[i] = deciding;
    else if (knownA.test(i))
      takeB.set(i);
    else if (knownB.test(i))
      takeA.set(i);
    else
      open.set(i);
  }
  LaneValue value(result, Lanes::perLane(std::move(values)));
  if (takeA.any())
    value = blendValues(takeA, a, value);
  if (takeB.any())
    value = blendValues(takeB, b, value);
  if (open.none())
    return value;
  LaneValue both = unknownResult(result, {int64_t(opcode)}, {&a, &b});
  SymbolId s = conditionSymbol(both);
  const ConditionInfo *ca = condition(conditionSymbol(a)), *cb = condition(conditionSymbol(b));
  bool plainA = ca ? ca->isGuard : isUniformValue(a, Symbols);
  bool plainB = cb ? cb->isGuard : isUniformValue(b, Symbols);
  if (s != kNoSymbol && (ca || cb) && plainA && plainB) {
    ConditionInfo info;
    info.isGuard = true;
    bool ia = !ca || ca->interior, ib = !cb || cb->interior;
    info.interior = isAnd ? ia && ib : (ca && ca->interior) || (cb && cb->interior);
    info.text = ca ? ca->text : cb->text;
    if (ca && cb && cb->text != ca->text)
      info.text += "; " + cb->text;
    Conditions[s] = std::move(info);
  }
  return blendValues(open, both, value);
}

LaneValue LaneMath::select(const LaneValue &c, const LaneValue &a, const LaneValue &b) {
  if (a == b)
    return a;
  LaneSet takeA(LaneCount, false), open(LaneCount, true);
  markKnown(c, open);
  open.flip();
  for (unsigned i = 0; i < LaneCount; ++i)
    if (!open.test(i) && c.constant[i] != 0)
      takeA.set(i);
  LaneValue value = blendValues(takeA, a, b);
  if (open.none() || !open.anyCommon(*Active))
    return value;
  SymbolId s = conditionSymbol(c);
  if (const ConditionInfo *info = condition(s); info && info->isGuard) {
    assume(info->text);
    return blendValues(open, info->interior ? a : b, value);
  }
  UniformityScope scope = isUniformValue(c, Symbols) ? scopeOf(c, Symbols) : UniformityScope::None;
  if (scope == UniformityScope::None && a.type.kind == NumType::Int) {
    SymbolId v = findVarying(c, Symbols);
    if (v != kNoSymbol)
      return blendValues(open, unknown(a.type, Symbols[v].reason), value);
  }
  return blendValues(open, join(a, b, scope), value);
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

static bool isComparison(unsigned op) {
  return op == spv::OpIEqual || op == spv::OpINotEqual || isLess(op) || isGreater(op);
}

LaneValue LaneMath::binary(unsigned opcode, const LaneValue &a, const LaneValue &b, NumType result) {
  if (a.type.kind == NumType::Float) {
    if (BinaryFn fn = binaryFloatFn(opcode))
      return evalBinary(fn, a, b, result);
    return unknownResult(result, {int64_t(opcode)}, {&a, &b});
  }
  if (a.type.kind == NumType::Bool)
    return logical(opcode, a, b, result);
  if (isComparison(opcode))
    return compare(opcode, a, b, result);
  BinaryFn fn = binaryIntFn(opcode);
  if (!fn)
    return unknownResult(result, {int64_t(opcode)}, {&a, &b});
  if (auto value = ring(opcode, a, b))
    return *value;
  if (a.isConcrete() && b.isConcrete())
    return evalBinary(fn, a, b, result);
  std::optional<LaneValue> value;
  switch (opcode) {
  case spv::OpBitwiseAnd:
  case spv::OpBitwiseOr:
  case spv::OpBitwiseXor:
    value = bitwise(opcode, a, b);
    if (!value && onlyEnumerated(a) && b.isConstant())
      splitForDivision(a, int64_t(1) << (64 - llvm::countl_zero(zeroExtend(b.constant[0], 31))));
    break;
  case spv::OpShiftLeftLogical:
  case spv::OpShiftRightLogical:
  case spv::OpShiftRightArithmetic:
    value = shift(opcode, a, b);
    if (!value && onlyEnumerated(a) && b.isConstant() && b.constant[0] >= 0 && b.constant[0] < 31) {
      if (isNonNegative(a))
        splitForDivision(a, int64_t(1) << b.constant[0]);
      else
        splitForComparison(a);
    }
    break;
  default:
    value = divide(opcode, a, b);
  }
  if (value)
    return *value;
  LaneValue open = evalBinary(fn, a, b, result);
  if (!Split)
    for (const LaneValue *v : {&a, &b})
      if (onlyEnumerated(*v) && (v == &b ? a : b).isConcrete())
        requestSplit(v->terms.front().monomial.front());
  // x / y, x >> y and x & y of what is not negative do not exceed x.
  return open;
}

LaneValue LaneMath::unary(unsigned opcode, const LaneValue &a, NumType result) {
  if (a.type.kind == NumType::Float) {
    if (UnaryFn fn = unaryFloatFn(opcode); fn && a.isConcrete())
      return evalUnary(fn, a, result);
    return unknownResult(result, {int64_t(opcode)}, {&a});
  }
  if (opcode == spv::OpSNegate)
    return scaleValue(a, -1);
  if (opcode == spv::OpNot)
    return subtractValues(scaleValue(a, -1), LaneValue(a.type, 1));
  UnaryFn fn = unaryIntFn(opcode);
  if (!fn)
    return unknownResult(result, {int64_t(opcode)}, {&a});
  LaneValue value = evalUnary(fn, a, result);
  if (opcode == spv::OpLogicalNot)
    if (const ConditionInfo *info = condition(conditionSymbol(a))) {
      ConditionInfo inverse = *info;
      inverse.interior = !inverse.interior;
      if (SymbolId s = conditionSymbol(value); s != kNoSymbol)
        Conditions[s] = std::move(inverse);
    }
  return value;
}

LaneValue LaneMath::convert(unsigned opcode, const LaneValue &a, NumType result) {
  unsigned from = a.type.widthBits;
  switch (opcode) {
  case spv::OpBitcast:
    if (a.type.kind == NumType::Int && result.kind == NumType::Int && from == result.widthBits)
      return resizeValue(a, result);
    return unknownResult(result, {int64_t(opcode)}, {&a});
  case spv::OpSConvert:
  case spv::OpUConvert: {
    if (result.widthBits <= from)
      return resizeValue(a, result);
    if (a.isConcrete())
      return opcode == spv::OpSConvert
                 ? resizeValue(a, result)
                 : LaneValue(result, Lanes::map(a.constant, [=](int64_t v) { return int64_t(zeroExtend(v, from)); }));
    if (opcode == spv::OpSConvert ? fitsUnwrapped(a) : isNonNegative(a))
      return resizeValue(a, result);
    if (onlyEnumerated(a))
      splitForComparison(a);
    return unknownResult(result, {int64_t(opcode)}, {&a});
  }
  case spv::OpConvertSToF:
  case spv::OpConvertUToF: {
    bool isUnsigned = opcode == spv::OpConvertUToF;
    if (onlyEnumerated(a))
      requestSplit(a.terms.front().monomial.front());
    return partial({int64_t(opcode)}, {&a}, result, [&](unsigned i, int64_t &o) {
      double d = isUnsigned ? double(zeroExtend(a.constant[i], from)) : double(a.constant[i]);
      o = doubleBits(d);
      bool fits = isUnsigned ? uint64_t(d) == zeroExtend(a.constant[i], from) || from < 64
                             : int64_t(d) == a.constant[i] || from < 64;
      return fits && isExactFloat(d, result.widthBits);
    });
  }
  case spv::OpConvertFToS:
  case spv::OpConvertFToU:
    return partial({int64_t(opcode)}, {&a}, result, [&](unsigned i, int64_t &o) {
      double d = asDouble(a.constant[i]);
      bool isUnsigned = opcode == spv::OpConvertFToU;
      double limit = std::ldexp(1.0, result.widthBits - (isUnsigned ? 0 : 1));
      if (!(d < limit) || !(isUnsigned ? d > -1 : d >= -limit))
        return false;
      o = isUnsigned ? int64_t(uint64_t(d)) : int64_t(d);
      return true;
    });
  case spv::OpFConvert:
    return partial({int64_t(opcode)}, {&a}, result, [&](unsigned i, int64_t &o) {
      o = a.constant[i];
      return isExactFloat(asDouble(o), result.widthBits);
    });
  default:
    return unknownResult(result, {int64_t(opcode)}, {&a});
  }
}

LaneValue LaneMath::bitField(unsigned opcode, llvm::ArrayRef<LaneValue> args, NumType result) {
  llvm::SmallVector<const LaneValue *, 4> pointers;
  for (const LaneValue &v : args)
    pointers.push_back(&v);
  unsigned w = result.widthBits;
  return partial({int64_t(opcode)}, pointers, result, [&](unsigned i, int64_t &o) {
    if (opcode == spv::OpBitFieldInsert)
      return bitFieldInsert(w, args[0].constant[i], args[1].constant[i], args[2].constant[i],
                            args[3].constant[i], o);
    return bitFieldExtract(w, opcode == spv::OpBitFieldSExtract, args[0].constant[i],
                           args[1].constant[i], args[2].constant[i], o);
  });
}

/// min and max where the comparison decides or, in the interior, where one
/// side is a uniform bound.
std::optional<LaneValue> LaneMath::minMax(unsigned instruction, const LaneValue &a, const LaneValue &b) {
  if (a.isConcrete() && b.isConcrete())
    return std::nullopt;
  bool isUnsigned = instruction == GLSLstd450UMin || instruction == GLSLstd450UMax;
  bool isMin = instruction == GLSLstd450UMin || instruction == GLSLstd450SMin;
  NumType boolean{NumType::Bool, 1, false};
  LaneValue less = compare(isUnsigned ? spv::OpULessThan : spv::OpSLessThan, a, b, boolean);
  if (less.isConcrete())
    return select(less, isMin ? a : b, isMin ? b : a);
  bool aUniform = isUniformValue(a, Symbols), bUniform = isUniformValue(b, Symbols);
  if (aUniform == bUniform || hasVarying(a, Symbols) || hasVarying(b, Symbols))
    return std::nullopt;
  const LaneValue &bound = aUniform ? a : b;
  assume("no subgroup reaches the bound " +
         (bound.isConcrete() ? std::to_string(bound.constant[0]) : format(bound)));
  return aUniform ? b : a;
}

LaneValue LaneMath::extended(unsigned instruction, llvm::ArrayRef<LaneValue> args, NumType result) {
  llvm::SmallVector<const LaneValue *, 4> pointers;
  for (const LaneValue &v : args)
    pointers.push_back(&v);
  auto open = [&] { return unknownResult(result, {-int64_t(instruction) - 2}, pointers); };
  bool isFloat = args[0].type.kind == NumType::Float;
  auto two = [&](unsigned in, const LaneValue &a, const LaneValue &b) {
    BinaryFn fn = isFloat ? binaryFloatExtFn(in) : binaryIntExtFn(in);
    if (!isFloat)
      if (auto v = minMax(in, a, b))
        return *v;
    return evalBinary(fn, a, b, result);
  };
  switch (instruction) {
  case GLSLstd450UClamp:
    return two(GLSLstd450UMin, two(GLSLstd450UMax, args[0], args[1]), args[2]);
  case GLSLstd450SClamp:
    return two(GLSLstd450SMin, two(GLSLstd450SMax, args[0], args[1]), args[2]);
  case GLSLstd450FClamp:
  case GLSLstd450NClamp:
    return two(GLSLstd450FMin, two(GLSLstd450FMax, args[0], args[1]), args[2]);
  case GLSLstd450Fma:
    if (result.kind == NumType::Float)
      return binary(spv::OpFAdd, binary(spv::OpFMul, args[0], args[1], result), args[2], result);
    return open();
  default:
    break;
  }
  if (args.size() == 1)
    if (UnaryFn fn = isFloat ? unaryFloatExtFn(instruction) : unaryIntExtFn(instruction)) {
      if (instruction == GLSLstd450SAbs && !args[0].isConcrete() && isNonNegative(args[0]))
        return args[0];
      return evalUnary(fn, args[0], result);
    }
  if (args.size() == 2)
    if (isFloat ? binaryFloatExtFn(instruction) : binaryIntExtFn(instruction))
      return two(instruction, args[0], args[1]);
  return open();
}

std::string LaneMath::format(const LaneValue &v, unsigned lane) const {
  std::string out;
  auto add = [&](int64_t factor, const std::string &text) {
    if (factor == 0)
      return;
    if (!out.empty())
      out += factor < 0 ? " - " : " + ";
    else if (factor < 0)
      out += "-";
    uint64_t f = factor < 0 ? -uint64_t(factor) : factor;
    if (text.empty())
      out += std::to_string(f);
    else
      out += f == 1 ? text : std::to_string(f) + " * " + text;
  };
  for (const Term &t : v.terms) {
    std::string product;
    for (SymbolId s : t.monomial) {
      if (!product.empty())
        product += " * ";
      product += Symbols[s].name.empty() ? "?" : Symbols[s].name;
    }
    add(t.coefficient[lane], product);
  }
  add(v.constant[lane], "");
  return out.empty() ? "0" : out;
}
