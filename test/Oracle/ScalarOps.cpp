// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ScalarOps.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include <cmath>
#include <cstring>
#include <spirv/unified1/spirv.hpp>

namespace wglint::oracle {

static constexpr Scalar undefined = {0, true};

uint64_t truncated(uint64_t bits, unsigned width) {
  return width >= 64 ? bits : bits & ((uint64_t(1) << width) - 1);
}

int64_t asSigned(uint64_t bits, unsigned width) {
  return static_cast<int64_t>(bits << (64 - width)) >> (64 - width);
}

double asFloat(uint64_t bits, unsigned width) {
  if (width == 64)
    return llvm::bit_cast<double>(bits);
  if (width == 32)
    return llvm::bit_cast<float>(static_cast<uint32_t>(bits));
  llvm::APFloat half(llvm::APFloat::IEEEhalf(),
                     llvm::APInt(16, truncated(bits, 16)));
  bool losesInfo = false;
  half.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
               &losesInfo);
  return half.convertToDouble();
}

uint64_t floatBits(double value, unsigned width) {
  if (width == 64)
    return llvm::bit_cast<uint64_t>(value);
  if (width == 32)
    return llvm::bit_cast<uint32_t>(static_cast<float>(value));
  llvm::APFloat wide(value);
  bool losesInfo = false;
  wide.convert(llvm::APFloat::IEEEhalf(), llvm::APFloat::rmNearestTiesToEven,
               &losesInfo);
  return wide.bitcastToAPInt().getZExtValue();
}

namespace {
/// The operands of a call as the numbers that they mean.
struct Args {
  const ScalarCall &call;
  unsigned width() const { return call.operand[0].width; }
  uint64_t u(unsigned i) const { return call.value[i].bits; }
  int64_t s(unsigned i) const { return asSigned(u(i), call.operand[i].width); }
  double f(unsigned i) const { return asFloat(u(i), call.operand[i].width); }
};
} // namespace

static Scalar boolean(bool value) { return {value, false}; }

static Scalar quotient(const Args &a, uint32_t opcode) {
  unsigned width = a.width();
  bool isSigned = opcode != spv::OpUDiv && opcode != spv::OpUMod;
  if (a.u(1) == 0)
    return undefined;
  int64_t least = asSigned(uint64_t(1) << (width - 1), width);
  if (isSigned && a.s(0) == least && a.s(1) == -1)
    return undefined;
  switch (opcode) {
  case spv::OpUDiv:
    return {a.u(0) / a.u(1)};
  case spv::OpUMod:
    return {a.u(0) % a.u(1)};
  case spv::OpSDiv:
    return {truncated(a.s(0) / a.s(1), width)};
  case spv::OpSRem:
    return {truncated(a.s(0) % a.s(1), width)};
  default: {
    // OpSMod: the sign is that of the divisor.
    int64_t rest = a.s(0) % a.s(1);
    if (rest != 0 && (rest < 0) != (a.s(1) < 0))
      rest += a.s(1);
    return {truncated(rest, width)};
  }
  }
}

static Scalar shift(const Args &a, uint32_t opcode) {
  unsigned width = a.width();
  // The amount is taken as unsigned in its own width.
  if (a.u(1) >= width)
    return undefined;
  switch (opcode) {
  case spv::OpShiftLeftLogical:
    return {truncated(a.u(0) << a.u(1), width)};
  case spv::OpShiftRightLogical:
    return {a.u(0) >> a.u(1)};
  default:
    return {truncated(a.s(0) >> a.u(1), width)};
  }
}

static Scalar bitField(const Args &a, uint32_t opcode) {
  unsigned width = a.width();
  bool isInsert = opcode == spv::OpBitFieldInsert;
  // Offset and count are consumed as unsigned.
  uint64_t offset = a.u(isInsert ? 2 : 1), count = a.u(isInsert ? 3 : 2);
  if (offset > width || count > width || offset + count > width)
    return undefined;
  uint64_t ones = count >= 64 ? ~uint64_t(0) : (uint64_t(1) << count) - 1;
  if (isInsert) {
    if (count == 0)
      return {a.u(0)};
    return {truncated(
        (a.u(0) & ~(ones << offset)) | ((a.u(1) & ones) << offset), width)};
  }
  if (count == 0)
    return {0};
  uint64_t field = (a.u(0) >> offset) & ones;
  if (opcode == spv::OpBitFieldSExtract)
    field = truncated(asSigned(field, count), width);
  return {field};
}

static Scalar reversed(const Args &a) {
  uint64_t result = 0;
  for (unsigned i = 0; i < a.width(); ++i)
    result |= (a.u(0) >> i & 1) << (a.width() - 1 - i);
  return {result};
}

static std::optional<Scalar> integerOp(const Args &a, uint32_t opcode) {
  unsigned width = a.width();
  switch (opcode) {
  case spv::OpIAdd:
    return Scalar{truncated(a.u(0) + a.u(1), width)};
  case spv::OpISub:
    return Scalar{truncated(a.u(0) - a.u(1), width)};
  case spv::OpIMul:
    return Scalar{truncated(a.u(0) * a.u(1), width)};
  case spv::OpSNegate:
    return Scalar{truncated(-a.u(0), width)};
  case spv::OpNot:
    return Scalar{truncated(~a.u(0), width)};
  case spv::OpBitwiseAnd:
    return Scalar{a.u(0) & a.u(1)};
  case spv::OpBitwiseOr:
    return Scalar{a.u(0) | a.u(1)};
  case spv::OpBitwiseXor:
    return Scalar{a.u(0) ^ a.u(1)};
  case spv::OpUDiv:
  case spv::OpUMod:
  case spv::OpSDiv:
  case spv::OpSRem:
  case spv::OpSMod:
    return quotient(a, opcode);
  case spv::OpShiftLeftLogical:
  case spv::OpShiftRightLogical:
  case spv::OpShiftRightArithmetic:
    return shift(a, opcode);
  case spv::OpBitFieldInsert:
  case spv::OpBitFieldSExtract:
  case spv::OpBitFieldUExtract:
    return bitField(a, opcode);
  case spv::OpBitReverse:
    return reversed(a);
  case spv::OpBitCount:
    return Scalar{uint64_t(llvm::popcount(a.u(0)))};
  default:
    return std::nullopt;
  }
}

static std::optional<Scalar> comparison(const Args &a, uint32_t opcode) {
  switch (opcode) {
  case spv::OpIEqual:
  case spv::OpPtrEqual:
  case spv::OpLogicalEqual:
    return boolean(a.u(0) == a.u(1));
  case spv::OpINotEqual:
  case spv::OpPtrNotEqual:
  case spv::OpLogicalNotEqual:
    return boolean(a.u(0) != a.u(1));
  case spv::OpULessThan:
    return boolean(a.u(0) < a.u(1));
  case spv::OpULessThanEqual:
    return boolean(a.u(0) <= a.u(1));
  case spv::OpUGreaterThan:
    return boolean(a.u(0) > a.u(1));
  case spv::OpUGreaterThanEqual:
    return boolean(a.u(0) >= a.u(1));
  case spv::OpSLessThan:
    return boolean(a.s(0) < a.s(1));
  case spv::OpSLessThanEqual:
    return boolean(a.s(0) <= a.s(1));
  case spv::OpSGreaterThan:
    return boolean(a.s(0) > a.s(1));
  case spv::OpSGreaterThanEqual:
    return boolean(a.s(0) >= a.s(1));
  case spv::OpLogicalAnd:
    return boolean(a.u(0) && a.u(1));
  case spv::OpLogicalOr:
    return boolean(a.u(0) || a.u(1));
  case spv::OpLogicalNot:
    return boolean(!a.u(0));
  default:
    return std::nullopt;
  }
}

static std::optional<Scalar> floatComparison(const Args &a, uint32_t opcode) {
  double x = a.f(0), y = a.f(1);
  bool isUnordered = std::isnan(x) || std::isnan(y);
  switch (opcode) {
  case spv::OpFOrdEqual:
    return boolean(x == y);
  case spv::OpFUnordEqual:
    return boolean(isUnordered || x == y);
  case spv::OpFOrdNotEqual:
    return boolean(!isUnordered && x != y);
  case spv::OpFUnordNotEqual:
    return boolean(isUnordered || x != y);
  case spv::OpFOrdLessThan:
    return boolean(x < y);
  case spv::OpFUnordLessThan:
    return boolean(isUnordered || x < y);
  case spv::OpFOrdLessThanEqual:
    return boolean(x <= y);
  case spv::OpFUnordLessThanEqual:
    return boolean(isUnordered || x <= y);
  case spv::OpFOrdGreaterThan:
    return boolean(x > y);
  case spv::OpFUnordGreaterThan:
    return boolean(isUnordered || x > y);
  case spv::OpFOrdGreaterThanEqual:
    return boolean(x >= y);
  case spv::OpFUnordGreaterThanEqual:
    return boolean(isUnordered || x >= y);
  case spv::OpIsNan:
    return boolean(std::isnan(x));
  case spv::OpIsInf:
    return boolean(std::isinf(x));
  default:
    return std::nullopt;
  }
}

static std::optional<Scalar> floatOp(const Args &a, uint32_t opcode) {
  // One rounding: an operation on floats that is done in double and rounded to
  // float gives the float operation's result for + - * / (Figueroa, 1995).
  unsigned width = a.call.result.width;
  switch (opcode) {
  case spv::OpFAdd:
    return Scalar{floatBits(a.f(0) + a.f(1), width)};
  case spv::OpFSub:
    return Scalar{floatBits(a.f(0) - a.f(1), width)};
  case spv::OpFMul:
    return Scalar{floatBits(a.f(0) * a.f(1), width)};
  case spv::OpFDiv:
    return Scalar{floatBits(a.f(0) / a.f(1), width)};
  case spv::OpFNegate:
    return Scalar{floatBits(-a.f(0), width)};
  case spv::OpFRem:
    return Scalar{floatBits(std::fmod(a.f(0), a.f(1)), width)};
  case spv::OpFMod: {
    double x = a.f(0), y = a.f(1);
    return Scalar{floatBits(x - y * std::floor(x / y), width)};
  }
  default:
    return std::nullopt;
  }
}

static Scalar floatToInteger(const Args &a, bool isSigned) {
  unsigned width = a.call.result.width;
  double value = std::trunc(a.f(0));
  double limit = std::ldexp(1.0, isSigned ? width - 1 : width);
  // Out of range is undefined, as is NaN, which fails the comparison.
  if (!(value < limit && value >= (isSigned ? -limit : 0)))
    return undefined;
  if (isSigned)
    return {truncated(static_cast<int64_t>(value), width)};
  return {static_cast<uint64_t>(value)};
}

/// A 64-bit integer has more bits than a double: the hardware's conversion to
/// float rounds once, so it must not go through double.
static Scalar integerToFloat(const Args &a, bool isSigned) {
  unsigned width = a.call.result.width;
  if (width == 32) {
    float value =
        isSigned ? static_cast<float>(a.s(0)) : static_cast<float>(a.u(0));
    return {llvm::bit_cast<uint32_t>(value)};
  }
  return {floatBits(isSigned ? static_cast<double>(a.s(0))
                             : static_cast<double>(a.u(0)),
                    width)};
}

static std::optional<Scalar> conversion(const Args &a, uint32_t opcode) {
  unsigned width = a.call.result.width;
  switch (opcode) {
  case spv::OpConvertFToU:
    return floatToInteger(a, /*isSigned=*/false);
  case spv::OpConvertFToS:
    return floatToInteger(a, /*isSigned=*/true);
  case spv::OpConvertUToF:
    return integerToFloat(a, /*isSigned=*/false);
  case spv::OpConvertSToF:
    return integerToFloat(a, /*isSigned=*/true);
  case spv::OpUConvert:
  case spv::OpConvertPtrToU:
  case spv::OpConvertUToPtr:
    return Scalar{truncated(a.u(0), width)};
  case spv::OpSConvert:
    return Scalar{truncated(a.s(0), width)};
  case spv::OpFConvert:
    return Scalar{floatBits(a.f(0), width)};
  case spv::OpQuantizeToF16:
    return Scalar{floatBits(asFloat(floatBits(a.f(0), 16), 16), 32)};
  default:
    return std::nullopt;
  }
}

std::optional<Scalar> callCore(const ScalarCall &call) {
  if (call.opcode == spv::OpSelect) {
    const Scalar &chosen = call.value[call.value[0].bits ? 1 : 2];
    return Scalar{chosen.bits, chosen.isUndefined || call.value[0].isUndefined};
  }
  Args args = {call};
  std::optional<Scalar> result;
  for (auto group :
       {integerOp, comparison, floatComparison, floatOp, conversion})
    if (!result)
      result = group(args, call.opcode);
  for (const Scalar &value : call.value)
    if (result)
      result->isUndefined |= value.isUndefined;
  return result;
}

} // namespace wglint::oracle
