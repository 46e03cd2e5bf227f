// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Sources: SPIR-V specification 1.6, section 3.52 (integer, bit, relational
/// and logical instructions); GLSL.std.450 extended instruction set; Vulkan
/// specification, "Precision of individual operations" for what is exact.
#include "Lanes/ScalarOps.h"
#include "Lanes/LaneValue.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

namespace {
using I = int64_t;
using U = uint64_t;

U u(unsigned w, I v) { return zeroExtend(v, w); }
I minOf(unsigned w) { return w >= 64 ? INT64_MIN : -(I(1) << (w - 1)); }

// The amount has a width of its own; a negative one is a large unsigned one.
bool shiftIsDefined(unsigned w, I amount) {
  return amount >= 0 && amount < I(w);
}

I floorMod(I a, I b) {
  I r = a % b;
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}
} // namespace

// The lambdas below have no captures, so they are plain functions. Shift
// amounts may have another width than the value; they are small numbers in any.
static BinaryFn arithmeticFn(unsigned opcode) {
  switch (opcode) {
  case spv::OpIAdd:
    return [](unsigned, I a, I b, I &o) {
      o = I(U(a) + U(b));
      return true;
    };
  case spv::OpISub:
    return [](unsigned, I a, I b, I &o) {
      o = I(U(a) - U(b));
      return true;
    };
  case spv::OpIMul:
    return [](unsigned, I a, I b, I &o) {
      o = I(U(a) * U(b));
      return true;
    };
  case spv::OpUDiv:
    return [](unsigned w, I a, I b, I &o) {
      if (b == 0)
        return false;
      o = I(u(w, a) / u(w, b));
      return true;
    };
  case spv::OpUMod:
    return [](unsigned w, I a, I b, I &o) {
      if (b == 0)
        return false;
      o = I(u(w, a) % u(w, b));
      return true;
    };
  case spv::OpSDiv:
    return [](unsigned w, I a, I b, I &o) {
      if (b == 0 || (b == -1 && a == minOf(w)))
        return false;
      o = a / b;
      return true;
    };
  case spv::OpSRem:
    return [](unsigned w, I a, I b, I &o) {
      if (b == 0 || (b == -1 && a == minOf(w)))
        return false;
      o = a % b;
      return true;
    };
  case spv::OpSMod:
    return [](unsigned w, I a, I b, I &o) {
      if (b == 0 || (b == -1 && a == minOf(w)))
        return false;
      o = floorMod(a, b);
      return true;
    };
  default:
    return nullptr;
  }
}

static BinaryFn bitFn(unsigned opcode) {
  switch (opcode) {
  case spv::OpShiftRightLogical:
    return [](unsigned w, I a, I b, I &o) {
      if (!shiftIsDefined(w, b))
        return false;
      o = I(u(w, a) >> b);
      return true;
    };
  case spv::OpShiftRightArithmetic:
    return [](unsigned w, I a, I b, I &o) {
      if (!shiftIsDefined(w, b))
        return false;
      o = a >> b;
      return true;
    };
  case spv::OpShiftLeftLogical:
    return [](unsigned w, I a, I b, I &o) {
      if (!shiftIsDefined(w, b))
        return false;
      o = I(U(a) << b);
      return true;
    };
  case spv::OpBitwiseOr:
    return [](unsigned, I a, I b, I &o) {
      o = a | b;
      return true;
    };
  case spv::OpBitwiseXor:
    return [](unsigned, I a, I b, I &o) {
      o = a ^ b;
      return true;
    };
  case spv::OpBitwiseAnd:
    return [](unsigned, I a, I b, I &o) {
      o = a & b;
      return true;
    };
  default:
    return nullptr;
  }
}

bool wglint::isLess(unsigned opcode) {
  return opcode == spv::OpULessThan || opcode == spv::OpSLessThan ||
         opcode == spv::OpULessThanEqual || opcode == spv::OpSLessThanEqual;
}

bool wglint::isGreater(unsigned opcode) {
  return opcode == spv::OpUGreaterThan || opcode == spv::OpSGreaterThan ||
         opcode == spv::OpUGreaterThanEqual ||
         opcode == spv::OpSGreaterThanEqual;
}

bool wglint::isComparison(unsigned opcode) {
  return opcode == spv::OpIEqual || opcode == spv::OpINotEqual ||
         isLess(opcode) || isGreater(opcode);
}

bool wglint::leavesOutBound(unsigned opcode, bool isBoundSecond) {
  switch (opcode) {
  case spv::OpULessThan:
  case spv::OpSLessThan:
  case spv::OpUGreaterThanEqual:
  case spv::OpSGreaterThanEqual:
    return isBoundSecond;
  case spv::OpUGreaterThan:
  case spv::OpSGreaterThan:
  case spv::OpULessThanEqual:
  case spv::OpSLessThanEqual:
    return !isBoundSecond;
  default:
    return false;
  }
}

static BinaryFn comparisonFn(unsigned opcode) {
  switch (opcode) {
  case spv::OpIEqual:
  case spv::OpLogicalEqual:
    return [](unsigned, I a, I b, I &o) {
      o = a == b;
      return true;
    };
  case spv::OpINotEqual:
  case spv::OpLogicalNotEqual:
    return [](unsigned, I a, I b, I &o) {
      o = a != b;
      return true;
    };
  case spv::OpULessThan:
    return [](unsigned w, I a, I b, I &o) {
      o = u(w, a) < u(w, b);
      return true;
    };
  case spv::OpULessThanEqual:
    return [](unsigned w, I a, I b, I &o) {
      o = u(w, a) <= u(w, b);
      return true;
    };
  case spv::OpUGreaterThan:
    return [](unsigned w, I a, I b, I &o) {
      o = u(w, a) > u(w, b);
      return true;
    };
  case spv::OpUGreaterThanEqual:
    return [](unsigned w, I a, I b, I &o) {
      o = u(w, a) >= u(w, b);
      return true;
    };
  case spv::OpSLessThan:
    return [](unsigned, I a, I b, I &o) {
      o = a < b;
      return true;
    };
  case spv::OpSLessThanEqual:
    return [](unsigned, I a, I b, I &o) {
      o = a <= b;
      return true;
    };
  case spv::OpSGreaterThan:
    return [](unsigned, I a, I b, I &o) {
      o = a > b;
      return true;
    };
  case spv::OpSGreaterThanEqual:
    return [](unsigned, I a, I b, I &o) {
      o = a >= b;
      return true;
    };
  default:
    return nullptr;
  }
}

static BinaryFn logicFn(unsigned opcode) {
  switch (opcode) {
  case spv::OpLogicalOr:
    return [](unsigned, I a, I b, I &o) {
      o = a | b;
      return true;
    };
  case spv::OpLogicalAnd:
    return [](unsigned, I a, I b, I &o) {
      o = a & b;
      return true;
    };
  default:
    return nullptr;
  }
}

BinaryFn wglint::binaryIntFn(unsigned opcode) {
  for (BinaryFn (*family)(unsigned) :
       {arithmeticFn, bitFn, comparisonFn, logicFn})
    if (BinaryFn fn = family(opcode))
      return fn;
  return nullptr;
}

UnaryFn wglint::unaryIntFn(unsigned opcode) {
  switch (opcode) {
  case spv::OpSNegate:
    return [](unsigned, I a, I &o) {
      o = I(0 - U(a));
      return true;
    };
  case spv::OpNot:
    return [](unsigned, I a, I &o) {
      o = ~a;
      return true;
    };
  case spv::OpLogicalNot:
    return [](unsigned, I a, I &o) {
      o = !a;
      return true;
    };
  case spv::OpBitCount:
    return [](unsigned w, I a, I &o) {
      o = llvm::popcount(u(w, a));
      return true;
    };
  case spv::OpBitReverse:
    return [](unsigned w, I a, I &o) {
      o = I(llvm::reverseBits(u(w, a)) >> (64 - w));
      return true;
    };
  default:
    return nullptr;
  }
}

UnaryFn wglint::unaryIntExtFn(unsigned instruction) {
  switch (instruction) {
  case GLSLstd450SAbs:
    return [](unsigned, I a, I &o) {
      o = a < 0 ? I(0 - U(a)) : a;
      return true;
    };
  case GLSLstd450SSign:
    return [](unsigned, I a, I &o) {
      o = (a > 0) - (a < 0);
      return true;
    };
  case GLSLstd450FindILsb:
    return [](unsigned w, I a, I &o) {
      U v = u(w, a);
      o = v ? llvm::countr_zero(v) : -1;
      return true;
    };
  case GLSLstd450FindUMsb:
    return [](unsigned w, I a, I &o) {
      U v = u(w, a);
      o = v ? 63 - llvm::countl_zero(v) : -1;
      return true;
    };
  case GLSLstd450FindSMsb:
    return [](unsigned w, I a, I &o) {
      U v = u(w, a < 0 ? ~a : a);
      o = v ? 63 - llvm::countl_zero(v) : -1;
      return true;
    };
  default:
    return nullptr;
  }
}

BinaryFn wglint::binaryIntExtFn(unsigned instruction) {
  switch (instruction) {
  case GLSLstd450UMin:
    return [](unsigned w, I a, I b, I &o) {
      o = u(w, a) < u(w, b) ? a : b;
      return true;
    };
  case GLSLstd450UMax:
    return [](unsigned w, I a, I b, I &o) {
      o = u(w, a) > u(w, b) ? a : b;
      return true;
    };
  case GLSLstd450SMin:
    return [](unsigned, I a, I b, I &o) {
      o = a < b ? a : b;
      return true;
    };
  case GLSLstd450SMax:
    return [](unsigned, I a, I b, I &o) {
      o = a > b ? a : b;
      return true;
    };
  default:
    return nullptr;
  }
}

bool wglint::bitFieldExtract(unsigned w, bool isSigned, I base, I offset,
                             I count, I &out) {
  if (offset < 0 || count < 0 || offset + count > I(w))
    return false;
  if (count == 0) {
    out = 0;
    return true;
  }
  U field = u(w, base) >> offset;
  out = isSigned ? signExtend(I(field), unsigned(count))
                 : I(zeroExtend(I(field), unsigned(count)));
  return true;
}

bool wglint::bitFieldInsert(unsigned w, I base, I insert, I offset, I count,
                            I &out) {
  if (offset < 0 || count < 0 || offset + count > I(w))
    return false;
  if (count == 0) {
    out = base;
    return true;
  }
  U mask = zeroExtend(-1, unsigned(count)) << offset;
  out = I((U(base) & ~mask) | ((U(insert) << offset) & mask));
  return true;
}

bool wglint::isExactFloat(double v, unsigned w) {
  if (std::isnan(v) || std::isinf(v))
    return false;
  if (v == 0)
    return true;
  int exponent;
  double mantissa = std::frexp(std::fabs(v), &exponent); // in [0.5, 1)
  int bits = w == 16 ? 11 : w == 32 ? 24 : 53;
  int minExponent = w == 16 ? -13 : w == 32 ? -125 : -1021;
  int maxExponent = w == 16 ? 16 : w == 32 ? 128 : 1024;
  double scaled = std::ldexp(mantissa, bits);
  return exponent >= minExponent && exponent <= maxExponent &&
         scaled == std::floor(scaled);
}

namespace {
/// Gives the double result \p v if it is exact in width \p w.
bool give(unsigned w, double v, I &o) {
  if (!isExactFloat(v, w))
    return false;
  o = doubleBits(v);
  return true;
}

/// The sum of two doubles if double holds it exactly (Knuth's TwoSum).
bool exactSum(double a, double b, double &s) {
  s = a + b;
  double bb = s - a;
  return (a - (s - bb)) + (b - bb) == 0;
}

bool isPowerOfTwo(double v) {
  int exponent;
  return v != 0 && std::fabs(std::frexp(v, &exponent)) == 0.5;
}
} // namespace

BinaryFn wglint::binaryFloatFn(unsigned opcode) {
  switch (opcode) {
  case spv::OpFAdd:
    return [](unsigned w, I a, I b, I &o) {
      double s;
      return exactSum(asDouble(a), asDouble(b), s) && give(w, s, o);
    };
  case spv::OpFSub:
    return [](unsigned w, I a, I b, I &o) {
      double s;
      return exactSum(asDouble(a), -asDouble(b), s) && give(w, s, o);
    };
  case spv::OpFMul:
    return [](unsigned w, I a, I b, I &o) {
      double p = asDouble(a) * asDouble(b);
      return std::fma(asDouble(a), asDouble(b), -p) == 0 && give(w, p, o);
    };
  // Division is only exact everywhere by a power of two: Vulkan allows 2.5 ULP.
  case spv::OpFDiv:
    return [](unsigned w, I a, I b, I &o) {
      return isPowerOfTwo(asDouble(b)) && give(w, asDouble(a) / asDouble(b), o);
    };
  case spv::OpFMod:
    return [](unsigned w, I a, I b, I &o) {
      double x = asDouble(a), y = asDouble(b);
      return isPowerOfTwo(y) && give(w, x - y * std::floor(x / y), o);
    };
  case spv::OpFRem:
    return [](unsigned w, I a, I b, I &o) {
      double x = asDouble(a), y = asDouble(b);
      return isPowerOfTwo(y) && give(w, std::fmod(x, y), o);
    };
  case spv::OpFOrdEqual:
  case spv::OpFUnordEqual:
    return [](unsigned, I a, I b, I &o) {
      o = asDouble(a) == asDouble(b);
      return true;
    };
  case spv::OpFOrdNotEqual:
  case spv::OpFUnordNotEqual:
    return [](unsigned, I a, I b, I &o) {
      o = asDouble(a) != asDouble(b);
      return true;
    };
  case spv::OpFOrdLessThan:
  case spv::OpFUnordLessThan:
    return [](unsigned, I a, I b, I &o) {
      o = asDouble(a) < asDouble(b);
      return true;
    };
  case spv::OpFOrdLessThanEqual:
  case spv::OpFUnordLessThanEqual:
    return [](unsigned, I a, I b, I &o) {
      o = asDouble(a) <= asDouble(b);
      return true;
    };
  case spv::OpFOrdGreaterThan:
  case spv::OpFUnordGreaterThan:
    return [](unsigned, I a, I b, I &o) {
      o = asDouble(a) > asDouble(b);
      return true;
    };
  case spv::OpFOrdGreaterThanEqual:
  case spv::OpFUnordGreaterThanEqual:
    return [](unsigned, I a, I b, I &o) {
      o = asDouble(a) >= asDouble(b);
      return true;
    };
  default:
    return nullptr;
  }
}

UnaryFn wglint::unaryFloatFn(unsigned opcode) {
  switch (opcode) {
  case spv::OpFNegate:
    return [](unsigned w, I a, I &o) { return give(w, -asDouble(a), o); };
  case spv::OpIsNan:
  case spv::OpIsInf:
    return [](unsigned, I, I &o) {
      o = 0;
      return true;
    };
  default:
    return nullptr;
  }
}

UnaryFn wglint::unaryFloatExtFn(unsigned instruction) {
  switch (instruction) {
  case GLSLstd450Floor:
    return [](unsigned w, I a, I &o) {
      return give(w, std::floor(asDouble(a)), o);
    };
  case GLSLstd450Ceil:
    return [](unsigned w, I a, I &o) {
      return give(w, std::ceil(asDouble(a)), o);
    };
  case GLSLstd450Trunc:
    return [](unsigned w, I a, I &o) {
      return give(w, std::trunc(asDouble(a)), o);
    };
  case GLSLstd450RoundEven:
    return [](unsigned w, I a, I &o) {
      return give(w, std::nearbyint(asDouble(a)), o);
    };
  // The direction of ties is the implementation's choice.
  case GLSLstd450Round:
    return [](unsigned w, I a, I &o) {
      double x = asDouble(a);
      return std::fabs(x - std::trunc(x)) != 0.5 &&
             give(w, std::nearbyint(x), o);
    };
  case GLSLstd450FAbs:
    return [](unsigned w, I a, I &o) {
      return give(w, std::fabs(asDouble(a)), o);
    };
  case GLSLstd450FSign:
    return [](unsigned w, I a, I &o) {
      double x = asDouble(a);
      return give(w, (x > 0) - (x < 0), o);
    };
  case GLSLstd450Fract:
    return [](unsigned w, I a, I &o) {
      double x = asDouble(a);
      return give(w, x - std::floor(x), o);
    };
  default:
    return nullptr;
  }
}

BinaryFn wglint::binaryFloatExtFn(unsigned instruction) {
  switch (instruction) {
  case GLSLstd450FMin:
  case GLSLstd450NMin:
    return [](unsigned, I a, I b, I &o) {
      o = asDouble(a) < asDouble(b) ? a : b;
      return true;
    };
  case GLSLstd450FMax:
  case GLSLstd450NMax:
    return [](unsigned, I a, I b, I &o) {
      o = asDouble(a) > asDouble(b) ? a : b;
      return true;
    };
  case GLSLstd450Step:
    return [](unsigned w, I a, I b, I &o) {
      return give(w, asDouble(b) < asDouble(a) ? 0 : 1, o);
    };
  default:
    return nullptr;
  }
}
