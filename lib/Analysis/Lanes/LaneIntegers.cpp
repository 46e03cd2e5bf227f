// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Integers with unknown parts: bits, shifts and division where the unknown
/// part allows it.
#include "Lanes/LaneMath.h"
#include "Lanes/ScalarOps.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

//===----------------------------------------------------------------------===//
// What is known of an integer polynomial
//===----------------------------------------------------------------------===//

/// The polynomial, read as an integer, is the value (no wrapping), and it is
/// not negative.
bool LaneMath::isNonNegative(const LaneValue &v) {
  Interval r = rangeOver(v, Symbols, LaneCount, Active);
  if (r.isUnboundedBelow || r.min < 0) {
    // What is left of a division is no more than the dividend: `n - n % 64`.
    uint64_t step = 0;
    LaneValue less = withDividends(
        v, Symbols, step, [&](const Term &t, const Remainder &rest) {
          return t.coefficient[0] < 0 && isNonNegative(rest.dividend);
        });
    if (step == 0 || !isNonNegative(less))
      return false;
  }
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

/// Whether \p symbol takes one value after the other: it is no secret of the
/// host.
static bool takesAll(const Symbol &symbol) {
  return symbol.isEnumerated() || symbol.kind == Symbol::Kind::WorkgroupId ||
         symbol.kind == Symbol::Kind::LoopIteration;
}

/// Of more unknowns than addresses are made of, those that are the same for all
/// lanes become one: a loop that sums up what it loads would else carry all of
/// it along, in each of its iterations.
static std::optional<LaneValue> shortSum(LaneMath &math, LaneValue sum) {
  constexpr unsigned kMaxUnknowns = 64;
  if (sum.terms.size() <= kMaxUnknowns)
    return sum;
  LaneValue unknowns(sum.type, 0), rest(sum.type, sum.constant);
  for (const Term &t : sum.terms) {
    bool isOpen =
        t.coefficient.isUniform() && llvm::none_of(t.monomial, [&](SymbolId s) {
          return takesAll(math.symbols()[s]);
        });
    (isOpen ? unknowns : rest).terms.push_back(t);
  }
  // Those that only some lanes have added stay apart.
  if (rest.terms.size() > kMaxUnknowns / 2)
    return std::nullopt;
  return addValues(
      rest, math.unknownResult(sum.type, {int64_t(spv::OpIAdd)}, {&unknowns}));
}

std::optional<LaneValue> LaneMath::ring(unsigned opcode, const LaneValue &a,
                                        const LaneValue &b) {
  switch (opcode) {
  case spv::OpIAdd:
    return shortSum(*this, addValues(a, b));
  case spv::OpISub:
    return shortSum(*this, subtractValues(a, b));
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
    return quotientInRow(a, b, "2^" + format(b), /*divisor=*/nullptr);
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
  LaneValue divisor(a.type, power);
  return quotientInRow(a, b, std::to_string(power.uniformValue()), &divisor);
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

namespace {
/// How far the known parts of an index are apart within a subgroup.
struct Spans {
  int64_t least = INT64_MAX, most = 0;
};
} // namespace

/// Calls \p f with the active lanes of each subgroup that has some.
static void
forEachSubgroup(const LaneSet &active, unsigned subgroupSize,
                llvm::function_ref<void(llvm::ArrayRef<unsigned>)> f) {
  llvm::SmallVector<unsigned, 64> together;
  for (unsigned lane : active.set_bits()) {
    if (!together.empty() &&
        lane / subgroupSize != together[0] / subgroupSize) {
      f(together);
      together.clear();
    }
    together.push_back(lane);
  }
  if (!together.empty())
    f(together);
}

static Spans spansOf(const Lanes &numbers, const LaneSet &active,
                     unsigned subgroupSize) {
  Spans spans;
  forEachSubgroup(active, subgroupSize, [&](llvm::ArrayRef<unsigned> lanes) {
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (unsigned lane : lanes) {
      low = std::min(low, numbers[lane]);
      high = std::max(high, numbers[lane]);
    }
    spans.least = std::min(spans.least, high - low);
    spans.most = std::max(spans.most, high - low);
  });
  return spans;
}

static int64_t nearestQuotient(int64_t number, int64_t divisor) {
  int64_t shifted = number + divisor / 2, rest = shifted % divisor;
  return (shifted - (rest < 0 ? rest + divisor : rest)) / divisor;
}

/// The rows, counted from that of a subgroup's first lane, that the lanes are
/// in where its rows lie \p divisor apart or a multiple of that, as in
/// `(y * 512 + x) % 512`. std::nullopt where the lanes lie over half of a row
/// or more, which is then as likely to end among them as not, and where they
/// are spread over rows without making some, as those of a hash.
static std::optional<Lanes> rowsOf(const Lanes &numbers, int64_t divisor,
                                   const LaneSet &active,
                                   unsigned subgroupSize) {
  std::vector<int64_t> rows(active.size(), 0);
  bool areShort = true;
  forEachSubgroup(active, subgroupSize, [&](llvm::ArrayRef<unsigned> lanes) {
    int64_t low = 0, high = 0;
    std::set<int64_t> met;
    for (unsigned lane : lanes) {
      int64_t distance = numbers[lane] - numbers[lanes[0]];
      rows[lane] = nearestQuotient(distance, divisor);
      low = std::min(low, distance - rows[lane] * divisor);
      high = std::max(high, distance - rows[lane] * divisor);
      met.insert(rows[lane]);
    }
    bool isColumn = low == high;
    areShort &= (high - low) * 2 < divisor &&
                (isColumn || met.size() * 2 <= lanes.size());
  });
  return areShort ? std::optional<Lanes>(Lanes::perLane(rows)) : std::nullopt;
}

/// The rows of the lanes where each subgroup is in several of them, none of
/// which holds fewer than two on average, and the unknown part is a multiple of
/// the divisor: `(n + x) / 4`.
static std::optional<Lanes> rowsOfAligned(const Lanes &numbers, int64_t divisor,
                                          const LaneSet &active,
                                          unsigned subgroupSize) {
  bool areRows = true;
  auto rowOf = [=](int64_t number) {
    int64_t rest = number % divisor;
    return (number - (rest < 0 ? rest + divisor : rest)) / divisor;
  };
  forEachSubgroup(active, subgroupSize, [&](llvm::ArrayRef<unsigned> lanes) {
    std::set<int64_t> met;
    for (unsigned lane : lanes)
      met.insert(rowOf(numbers[lane]));
    areRows &= met.size() * 2 <= lanes.size();
  });
  if (!areRows)
    return std::nullopt;
  return Lanes::map(numbers, rowOf);
}

/// Whether \p a may be a multiple of \p divisor in more than some of the
/// workgroups: not so `256 * gl_WorkGroupID.x + n` of 3. Of ids alone it is one
/// where they are 0.
static bool mayBeMultiple(const LaneValue &a, int64_t divisor,
                          const SymbolTable &symbols) {
  auto isOfIds = [&](const Term &t) {
    return llvm::all_of(t.monomial,
                        [&](SymbolId id) { return takesAll(symbols[id]); });
  };
  return llvm::all_of(a.terms, isOfIds) ||
         llvm::all_of(a.terms, [&](const Term &t) {
           return t.coefficient[0] % divisor == 0 || !isOfIds(t);
         });
}

/// The rows, counted from that of the first active lane, where all lanes lie
/// whole rows apart, as in `(n + 2 * x) / 2`: whatever is not known then moves
/// all of them alike. std::nullopt where they do not.
static std::optional<Lanes> wholeRowsOf(const Lanes &numbers, int64_t divisor,
                                        const LaneSet &active) {
  int first = active.find_first();
  if (first < 0)
    return std::nullopt;
  for (unsigned lane : active.set_bits())
    if ((numbers[lane] - numbers[first]) % divisor != 0)
      return std::nullopt;
  return Lanes::map(numbers, [&, start = numbers[first]](int64_t number) {
    return (number - start) / divisor;
  });
}

/// What is known beforehand of a quotient in which \p index divided by
/// \p divisor comes to one unknown: in `(x + n - 1) / n` it is 1 more than that
/// of `x - 1`. Takes it from \p index, and of the rest the distance to `x` as
/// well, where both are in one row if no subgroup straddles two.
Lanes LaneMath::takeWholeRows(LaneValue &index,
                              const LaneValue &divisor) const {
  int64_t rows = 0;
  if (divisor.isConstant())
    rows = nearestQuotient(index.constant[0], divisor.constant[0]);
  else if (divisor.terms.size() == 1 && divisor.constant.isZero())
    for (const Term &t : index.terms)
      if (t.monomial == divisor.terms[0].monomial)
        rows = t.coefficient[0] / divisor.terms[0].coefficient[0];
  index = subtractValues(index, scaleValue(divisor, rows));
  Spans spans = spansOf(index.constant, *Active, SubgroupSize);
  Interval range = rangeInLane(divisor, Symbols, 0);
  int64_t distance = index.constant[0];
  if (std::abs(distance) <= spans.least &&
      (range.isUnboundedAbove || std::abs(distance) + spans.most < range.max))
    index = subtractValues(index, LaneValue(index.type, distance));
  return rows;
}

/// a / b with an unknown uniform b (or unknown uniform parts of a), where the
/// lanes of a subgroup differ by known numbers: in the interior of a row all
/// lanes have one quotient, or quotients that differ by known numbers. The
/// caller takes the rest as a - b * quotient, so that both stay consistent.
/// \p name: of the divisor, in the assumption; \p divisor: null where it is no
/// sum. std::nullopt where the lanes make no rows, as those of a hash.
std::optional<LaneValue> LaneMath::quotientInRow(const LaneValue &a,
                                                 const LaneValue &b,
                                                 const std::string &name,
                                                 const LaneValue *divisor) {
  if (isUniformValue(a, Symbols) || hasVarying(a, Symbols) ||
      !isUniformValue(b, Symbols))
    return std::nullopt;
  for (const Term &t : a.terms)
    if (!t.coefficient.isUniform())
      return std::nullopt;
  LaneValue index = a;
  bool isMoved = false; // to a neighbour in its row
  auto quotient = [&](const Lanes &rows, UniformityScope scope,
                      const std::string &assumption) {
    SymbolId symbol = rowSymbol(index, b, name, scope, assumption);
    // The quotient of where it was may be larger.
    if (isMoved)
      Symbols.edit(symbol).mostInLane.clear();
    return addValues(symbolValue(a.type, symbol), LaneValue(a.type, rows));
  };
  if (divisor && divisor->isConstant())
    if (auto rows = wholeRowsOf(a.constant, divisor->constant[0], *Active)) {
      index.constant = Lanes(a.constant[Active->find_first()]);
      return quotient(*rows, scopeOf(a, Symbols), /*assumption=*/"");
    }
  std::string multiple = " a multiple of " + name;
  Interval range;
  if (divisor)
    range = rangeInLane(*divisor, Symbols, 0);
  if (!divisor || range.isUnboundedAbove ||
      spansOf(a.constant, *Active, SubgroupSize).most < range.max) {
    Lanes rows = divisor ? takeWholeRows(index, *divisor) : Lanes(0);
    isMoved = divisor &&
              index.constant[0] !=
                  subtractValues(a, scaleValue(*divisor, rows[0])).constant[0];
    return quotient(rows, UniformityScope::Subgroup,
                    "no subgroup straddles" + multiple);
  }
  if (!divisor->isConstant())
    return std::nullopt;
  int64_t number = divisor->constant[0];
  if (auto rows = rowsOf(a.constant, number, *Active, SubgroupSize)) {
    index = subtractValues(index, scaleValue(*divisor, *rows));
    return quotient(*rows, UniformityScope::Subgroup,
                    "no row of a subgroup straddles" + multiple);
  }
  auto rows = rowsOfAligned(a.constant, number, *Active, SubgroupSize);
  if (!rows || a.terms.size() > kMaxAssumedTerms ||
      !mayBeMultiple(a, number, Symbols))
    return std::nullopt;
  index.constant = Lanes(0);
  LaneValue found = quotient(*rows, scopeOf(a, Symbols),
                             "'" + format(index) + "' is" + multiple);
  Symbols.edit(found.terms[0].monomial[0]).rowLength = number;
  return found;
}

/// The most that \p index divided by \p divisor can be in each lane, on any
/// path; empty where that is not known.
static std::vector<int64_t> mostOfQuotient(const LaneValue &index,
                                           const LaneValue &divisor,
                                           SymbolTable &symbols,
                                           unsigned laneCount) {
  std::vector<int64_t> most;
  RangesPtr onPath = symbols.ranges();
  symbols.setRanges(nullptr);
  Interval range = rangeInLane(divisor, symbols, 0);
  symbols.setRanges(onPath);
  if (!index.terms.empty() || range.isUnboundedBelow || range.min <= 0 ||
      range.min > INT64_MAX)
    return most;
  most.reserve(laneCount);
  for (unsigned lane = 0; lane < laneCount; ++lane) {
    if (index.constant[lane] < 0)
      return {};
    most.push_back(index.constant[lane] / int64_t(range.min));
  }
  return most;
}

/// The unknown of quotientInRow(): the same for the same operands.
SymbolId LaneMath::rowSymbol(const LaneValue &index, const LaneValue &b,
                             const std::string &name, UniformityScope scope,
                             const std::string &assumption) {
  std::vector<int64_t> key{DerivedBy::RowQuotient, int64_t(scope)};
  LaneValue unknownPart = index;
  unknownPart.constant = Lanes(0);
  appendIdentity(key, b);
  appendIdentity(key, unknownPart);
  for (char c : name)
    key.push_back(c);
  // The known lanes are part of the identity.
  for (unsigned i = 0; i < LaneCount; ++i)
    key.push_back(index.constant[i]);
  SymbolId &id = Symbols.derived(key);
  if (id == kNoSymbol) {
    Symbol s;
    s.kind = Symbol::Kind::Derived;
    s.scope = scope;
    s.min = 0;
    s.max = UINT32_MAX;
    s.isRow = true;
    s.isOfWorkgroup = anySymbol(
        index, [&](SymbolId i) { return Symbols[i].tellsWorkgroups(); });
    s.mostInLane = mostOfQuotient(index, b, Symbols, LaneCount);
    s.reason = reason(UnknownKind::Uniform, "");
    bool isOneThing =
        name.front() == '(' || !llvm::StringRef(name).contains(' ');
    s.name = "(index / " + (isOneThing ? name : "(" + name + ")") + ")";
    s.origin = strideOrigin(index);
    s.origin.add(strideOrigin(b));
    if (!assumption.empty())
      s.assumptions.push_back(Symbols.assumption(assumption));
    id = Symbols.add(std::move(s));
  }
  return id;
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
      if (auto q = quotientInRow(*index, *inverse, "2^32 / " + format(*inverse),
                                 /*divisor=*/nullptr))
        return *q;
  return unknownResult(type, {DerivedBy::HighProduct, isSigned}, {&a, &b});
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
      a, b, b.isConcrete() ? std::to_string(b.constant[0]) : format(b), &b);
  if (!q || wantQuotient)
    return q;
  auto product = multiplyValues(b, *q);
  if (!product)
    return std::nullopt;
  return subtractValues(a, *product);
}
