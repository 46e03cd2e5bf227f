// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ScalarOracle.h"
#include <algorithm>
#include <cstdlib>
#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using oracle::Bits;

Bits oracle::toBits(int64_t value, unsigned widthBits) {
  Bits bits(widthBits);
  for (unsigned i = 0; i < widthBits; ++i) {
    int64_t remainder = ((value % 2) + 2) % 2;
    bits[i] = remainder == 1;
    value = (value - remainder) / 2;
  }
  return bits;
}

int64_t oracle::toUnsigned(const Bits &bits) {
  int64_t value = 0;
  for (unsigned i = bits.size(); i-- > 0;)
    value = 2 * value + (bits[i] ? 1 : 0);
  return value;
}

int64_t oracle::toSigned(const Bits &bits) {
  int64_t weight = 1;
  for (unsigned i = 0; i < bits.size(); ++i)
    weight *= 2;
  return toUnsigned(bits) - (bits.back() ? weight : 0);
}

static Bits addBits(const Bits &a, const Bits &b, bool carry) {
  Bits sum(a.size());
  for (unsigned i = 0; i < a.size(); ++i) {
    unsigned ones = a[i] + b[i] + carry;
    sum[i] = ones % 2 == 1;
    carry = ones >= 2;
  }
  return sum;
}

static Bits invert(Bits bits) {
  bits.flip();
  return bits;
}

/// By \p places upwards; what enters is \p fill. Negative: downwards.
static Bits moveBits(const Bits &bits, int64_t places, bool fill) {
  Bits moved(bits.size(), fill);
  for (int64_t i = 0; i < int64_t(bits.size()); ++i)
    if (i - places >= 0 && i - places < int64_t(bits.size()))
      moved[i] = bits[i - places];
  return moved;
}

/// Schoolbook multiplication.
static Bits multiplyBits(const Bits &a, const Bits &b) {
  Bits product(a.size());
  for (unsigned i = 0; i < b.size(); ++i)
    if (b[i])
      product = addBits(product, moveBits(a, i, false), false);
  return product;
}

/// How often \p b goes into \p a, neither of them negative: long division.
static int64_t timesIn(int64_t a, int64_t b) {
  int64_t quotient = 0;
  for (int place = 40; place >= 0; --place) {
    if (b <= a >> place) {
      a -= b << place;
      quotient += int64_t(1) << place;
    }
  }
  return quotient;
}

/// Quotient towards zero and what is left, signed as SPIR-V's SDiv and SRem.
static std::pair<int64_t, int64_t> divideSigned(int64_t a, int64_t b) {
  int64_t quotient = timesIn(std::abs(a), std::abs(b));
  if ((a < 0) != (b < 0))
    quotient = -quotient;
  return {quotient, a - quotient * b};
}

static std::optional<int64_t> divide(unsigned opcode, unsigned widthBits,
                                     int64_t a, int64_t b) {
  Bits bitsA = oracle::toBits(a, widthBits);
  Bits bitsB = oracle::toBits(b, widthBits);
  if (b == 0)
    return std::nullopt;
  if (opcode == spv::OpUDiv || opcode == spv::OpUMod) {
    int64_t ua = oracle::toUnsigned(bitsA), ub = oracle::toUnsigned(bitsB);
    int64_t quotient = timesIn(ua, ub);
    return opcode == spv::OpUDiv ? quotient : ua - quotient * ub;
  }
  auto [quotient, rest] = divideSigned(a, b);
  // The one quotient that does not fit: the least number by -1.
  if (oracle::toSigned(oracle::toBits(quotient, widthBits)) != quotient)
    return std::nullopt;
  if (opcode == spv::OpSDiv)
    return quotient;
  // SMod has the sign of the divisor, SRem that of the dividend.
  if (opcode == spv::OpSMod && rest != 0 && (rest < 0) != (b < 0))
    rest += b;
  return rest;
}

static std::optional<Bits> shift(unsigned opcode, const Bits &a,
                                 const Bits &b) {
  int64_t amount = oracle::toUnsigned(b);
  if (amount >= int64_t(a.size()))
    return std::nullopt;
  if (opcode == spv::OpShiftLeftLogical)
    return moveBits(a, amount, false);
  return moveBits(a, -amount,
                  opcode == spv::OpShiftRightArithmetic && a.back());
}

static std::optional<Bits> bitwise(unsigned opcode, const Bits &a,
                                   const Bits &b) {
  Bits out(a.size());
  for (unsigned i = 0; i < a.size(); ++i) {
    if (opcode == spv::OpBitwiseAnd)
      out[i] = a[i] && b[i];
    else if (opcode == spv::OpBitwiseOr)
      out[i] = a[i] || b[i];
    else if (opcode == spv::OpBitwiseXor)
      out[i] = a[i] != b[i];
    else
      return std::nullopt;
  }
  return out;
}

/// Comparisons, from the highest bit down.
static bool compare(unsigned opcode, Bits a, Bits b) {
  switch (opcode) {
  case spv::OpSLessThan:
  case spv::OpSLessThanEqual:
  case spv::OpSGreaterThan:
  case spv::OpSGreaterThanEqual:
    // An offset of half the range makes signed numbers unsigned ones.
    a.back() = !a.back();
    b.back() = !b.back();
    break;
  default:
    break;
  }
  std::reverse(a.begin(), a.end());
  std::reverse(b.begin(), b.end());
  bool less =
      std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  switch (opcode) {
  case spv::OpIEqual:
    return a == b;
  case spv::OpINotEqual:
    return a != b;
  case spv::OpULessThan:
  case spv::OpSLessThan:
    return less;
  case spv::OpULessThanEqual:
  case spv::OpSLessThanEqual:
    return less || a == b;
  case spv::OpUGreaterThan:
  case spv::OpSGreaterThan:
    return !less && a != b;
  default:
    return !less;
  }
}

std::optional<int64_t> oracle::binary(unsigned opcode, unsigned widthBits,
                                      int64_t a, int64_t b) {
  Bits x = toBits(a, widthBits), y = toBits(b, widthBits);
  std::optional<Bits> out;
  switch (opcode) {
  case spv::OpIAdd:
    return toSigned(addBits(x, y, false));
  case spv::OpISub: // two's complement: x + ~y + 1
    return toSigned(addBits(x, invert(y), true));
  case spv::OpIMul:
    return toSigned(multiplyBits(x, y));
  case spv::OpUDiv:
  case spv::OpUMod:
  case spv::OpSDiv:
  case spv::OpSRem:
  case spv::OpSMod: {
    std::optional<int64_t> result = divide(opcode, widthBits, a, b);
    return result ? std::optional<int64_t>(toSigned(toBits(*result, widthBits)))
                  : std::nullopt;
  }
  case spv::OpShiftLeftLogical:
  case spv::OpShiftRightLogical:
  case spv::OpShiftRightArithmetic:
    out = shift(opcode, x, y);
    return out ? std::optional<int64_t>(toSigned(*out)) : std::nullopt;
  default:
    if ((out = bitwise(opcode, x, y)))
      return toSigned(*out);
    return compare(opcode, x, y);
  }
}

int64_t oracle::unary(unsigned opcode, unsigned widthBits, int64_t a) {
  Bits bits = toBits(a, widthBits);
  switch (opcode) {
  case spv::OpSNegate:
    return toSigned(addBits(invert(bits), Bits(widthBits), true));
  case spv::OpNot:
    return toSigned(invert(bits));
  case spv::OpBitCount:
    return std::count(bits.begin(), bits.end(), true);
  default: // OpBitReverse
    std::reverse(bits.begin(), bits.end());
    return toSigned(bits);
  }
}

int64_t oracle::unaryExtended(unsigned instruction, unsigned widthBits,
                              int64_t a) {
  Bits bits = toBits(a, widthBits);
  bool sought = true;
  switch (instruction) {
  case GLSLstd450SAbs:
    return a < 0 ? unary(spv::OpSNegate, widthBits, a) : a;
  case GLSLstd450SSign:
    return a < 0 ? -1 : a > 0 ? 1 : 0;
  case GLSLstd450FindILsb:
    for (unsigned i = 0; i < widthBits; ++i)
      if (bits[i])
        return i;
    return -1;
  case GLSLstd450FindSMsb: // the highest bit that is not the sign
    sought = !bits.back();
    break;
  default:
    break;
  }
  for (unsigned i = widthBits; i-- > 0;)
    if (bits[i] == sought)
      return i;
  return -1;
}

int64_t oracle::binaryExtended(unsigned instruction, unsigned widthBits,
                               int64_t a, int64_t b) {
  bool isUnsigned =
      instruction == GLSLstd450UMin || instruction == GLSLstd450UMax;
  bool isMin = instruction == GLSLstd450UMin || instruction == GLSLstd450SMin;
  bool less = compare(isUnsigned ? spv::OpULessThan : spv::OpSLessThan,
                      toBits(a, widthBits), toBits(b, widthBits));
  return less == isMin ? a : b;
}

std::optional<int64_t> oracle::extractField(unsigned widthBits, bool isSigned,
                                            int64_t base, int64_t offset,
                                            int64_t count) {
  if (offset < 0 || count < 0 || offset + count > int64_t(widthBits))
    return std::nullopt;
  if (count == 0)
    return 0;
  Bits bits = toBits(base, widthBits);
  Bits field(bits.begin() + offset, bits.begin() + offset + count);
  field.resize(widthBits, isSigned && field.back());
  return toSigned(field);
}

std::optional<int64_t> oracle::insertField(unsigned widthBits, int64_t base,
                                           int64_t insert, int64_t offset,
                                           int64_t count) {
  if (offset < 0 || count < 0 || offset + count > int64_t(widthBits))
    return std::nullopt;
  Bits bits = toBits(base, widthBits), from = toBits(insert, widthBits);
  std::copy_n(from.begin(), count, bits.begin() + offset);
  return toSigned(bits);
}
