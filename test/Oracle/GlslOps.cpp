// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// GLSL.std.450, component-wise instructions. Transcendental functions come
/// from the C library: their last bits are the implementation's own business.

#include "ScalarOps.h"
#include "llvm/ADT/bit.h"
#include <cmath>
#include <spirv/unified1/GLSL.std.450.h>

namespace wglint::oracle {

static std::optional<double> floatFunction(uint32_t op, double x, double y,
                                           double z) {
  switch (op) {
  case GLSLstd450Round:
    return std::round(x);
  case GLSLstd450RoundEven:
    return std::nearbyint(x);
  case GLSLstd450Trunc:
    return std::trunc(x);
  case GLSLstd450FAbs:
    return std::fabs(x);
  case GLSLstd450FSign:
    return x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0;
  case GLSLstd450Floor:
    return std::floor(x);
  case GLSLstd450Ceil:
    return std::ceil(x);
  case GLSLstd450Fract:
    return x - std::floor(x);
  case GLSLstd450Radians:
    return x * M_PI / 180;
  case GLSLstd450Degrees:
    return x * 180 / M_PI;
  case GLSLstd450Sin:
    return std::sin(x);
  case GLSLstd450Cos:
    return std::cos(x);
  case GLSLstd450Tan:
    return std::tan(x);
  case GLSLstd450Asin:
    return std::asin(x);
  case GLSLstd450Acos:
    return std::acos(x);
  case GLSLstd450Atan:
    return std::atan(x);
  case GLSLstd450Sinh:
    return std::sinh(x);
  case GLSLstd450Cosh:
    return std::cosh(x);
  case GLSLstd450Tanh:
    return std::tanh(x);
  case GLSLstd450Atan2:
    return std::atan2(x, y);
  case GLSLstd450Pow:
    return std::pow(x, y);
  case GLSLstd450Exp:
    return std::exp(x);
  case GLSLstd450Log:
    return std::log(x);
  case GLSLstd450Exp2:
    return std::exp2(x);
  case GLSLstd450Log2:
    return std::log2(x);
  case GLSLstd450Sqrt:
    return std::sqrt(x);
  case GLSLstd450InverseSqrt:
    return 1 / std::sqrt(x);
  case GLSLstd450FMin:
  case GLSLstd450NMin:
    return y < x ? y : x;
  case GLSLstd450FMax:
  case GLSLstd450NMax:
    return x < y ? y : x;
  case GLSLstd450FClamp:
  case GLSLstd450NClamp:
    return std::fmin(std::fmax(x, y), z);
  case GLSLstd450FMix:
    return x * (1 - z) + y * z;
  case GLSLstd450Step:
    return y < x ? 0.0 : 1.0;
  case GLSLstd450SmoothStep: {
    double t = std::fmin(std::fmax((z - x) / (y - x), 0.0), 1.0);
    return t * t * (3 - 2 * t);
  }
  case GLSLstd450Fma:
    return std::fma(x, y, z);
  default:
    return std::nullopt;
  }
}

static Scalar leastSignificantBit(uint64_t bits, unsigned width) {
  return {bits ? uint64_t(llvm::countr_zero(bits))
               : truncated(~uint64_t(0), width)};
}

static Scalar mostSignificantBit(uint64_t bits, unsigned width) {
  return {bits ? uint64_t(63 - llvm::countl_zero(bits))
               : truncated(~uint64_t(0), width)};
}

static std::optional<Scalar> integerFunction(const ScalarCall &call) {
  unsigned width = call.operand[0].width;
  uint64_t u[3];
  int64_t s[3];
  for (unsigned i = 0; i < 3; ++i) {
    u[i] = call.value[i].bits;
    s[i] = asSigned(u[i], width);
  }
  switch (call.opcode) {
  case GLSLstd450SAbs:
    return Scalar{truncated(s[0] < 0 ? -u[0] : u[0], width)};
  case GLSLstd450SSign:
    return Scalar{truncated((s[0] > 0) - (s[0] < 0), width)};
  case GLSLstd450UMin:
    return Scalar{u[1] < u[0] ? u[1] : u[0]};
  case GLSLstd450UMax:
    return Scalar{u[0] < u[1] ? u[1] : u[0]};
  case GLSLstd450SMin:
    return Scalar{s[1] < s[0] ? u[1] : u[0]};
  case GLSLstd450SMax:
    return Scalar{s[0] < s[1] ? u[1] : u[0]};
  case GLSLstd450UClamp: {
    if (u[1] > u[2])
      return Scalar{0, true};
    return Scalar{u[0] < u[1] ? u[1] : u[0] > u[2] ? u[2] : u[0]};
  }
  case GLSLstd450SClamp: {
    if (s[1] > s[2])
      return Scalar{0, true};
    return Scalar{s[0] < s[1] ? u[1] : s[0] > s[2] ? u[2] : u[0]};
  }
  case GLSLstd450FindILsb:
    return leastSignificantBit(u[0], call.result.width);
  case GLSLstd450FindUMsb:
    return mostSignificantBit(u[0], call.result.width);
  case GLSLstd450FindSMsb:
    return mostSignificantBit(truncated(s[0] < 0 ? ~u[0] : u[0], width),
                              call.result.width);
  case GLSLstd450Ldexp:
    return Scalar{floatBits(
        std::ldexp(asFloat(u[0], width), asSigned(u[1], call.operand[1].width)),
        call.result.width)};
  default:
    return std::nullopt;
  }
}

std::optional<Scalar> callGlsl(const ScalarCall &call) {
  double f[3];
  for (unsigned i = 0; i < 3; ++i)
    f[i] = call.operand[0].kind == ScalarKind::Float
               ? asFloat(call.value[i].bits, call.operand[0].width)
               : 0;
  std::optional<Scalar> result = integerFunction(call);
  if (!result)
    if (std::optional<double> value =
            floatFunction(call.opcode, f[0], f[1], f[2]))
      result = Scalar{floatBits(*value, call.result.width)};
  for (const Scalar &value : call.value)
    if (result)
      result->isUndefined |= value.isUndefined;
  return result;
}

} // namespace wglint::oracle
