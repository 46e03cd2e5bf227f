// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// ScalarOps against an oracle on rows of bits: every pair of 8-bit numbers,
/// every 101st 16-bit number with those where something changes.

#include "Lanes/ScalarOps.h"
#include "Lanes/LaneValue.h"
#include "ScalarOracle.h"
#include <gtest/gtest.h>
#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.hpp>
#include <vector>

using namespace wglint;

namespace {
const unsigned kBinaryOpcodes[] = {
    spv::OpIAdd,
    spv::OpISub,
    spv::OpIMul,
    spv::OpUDiv,
    spv::OpUMod,
    spv::OpSDiv,
    spv::OpSRem,
    spv::OpSMod,
    spv::OpShiftLeftLogical,
    spv::OpShiftRightLogical,
    spv::OpShiftRightArithmetic,
    spv::OpBitwiseAnd,
    spv::OpBitwiseOr,
    spv::OpBitwiseXor,
    spv::OpIEqual,
    spv::OpINotEqual,
    spv::OpULessThan,
    spv::OpULessThanEqual,
    spv::OpUGreaterThan,
    spv::OpUGreaterThanEqual,
    spv::OpSLessThan,
    spv::OpSLessThanEqual,
    spv::OpSGreaterThan,
    spv::OpSGreaterThanEqual,
};
const unsigned kUnaryOpcodes[] = {spv::OpSNegate, spv::OpNot, spv::OpBitCount,
                                  spv::OpBitReverse};
const unsigned kUnaryExtended[] = {GLSLstd450SAbs, GLSLstd450SSign,
                                   GLSLstd450FindILsb, GLSLstd450FindSMsb,
                                   GLSLstd450FindUMsb};
const unsigned kBinaryExtended[] = {GLSLstd450UMin, GLSLstd450UMax,
                                    GLSLstd450SMin, GLSLstd450SMax};

int64_t least(unsigned widthBits) { return -(int64_t(1) << (widthBits - 1)); }
int64_t greatest(unsigned widthBits) { return -least(widthBits) - 1; }

/// Calls \p f with every number of \p widthBits, sign-extended.
template <typename F>
void forEachNumber(unsigned widthBits, F f) {
  for (int64_t a = least(widthBits); a <= greatest(widthBits); ++a)
    f(a);
}

/// Numbers near which results change: 0, the ends, powers of two.
std::vector<int64_t> corners(unsigned widthBits) {
  std::vector<int64_t> out;
  auto add = [&](int64_t value) {
    for (int64_t v = value - 1; v <= value + 1; ++v)
      if (v >= least(widthBits) && v <= greatest(widthBits))
        out.push_back(v);
  };
  add(0);
  add(least(widthBits));
  add(greatest(widthBits));
  for (unsigned bit = 3; bit + 1 < widthBits; bit += 5) {
    add(int64_t(1) << bit);
    add(-(int64_t(1) << bit));
  }
  return out;
}

/// What \p fn gives, as callers keep it: sign-extended.
std::optional<int64_t> call(BinaryFn fn, unsigned widthBits, int64_t a,
                            int64_t b) {
  int64_t out = 0;
  if (!fn(widthBits, a, b, out))
    return std::nullopt;
  return signExtend(out, widthBits);
}

void expectSame(unsigned opcode, unsigned widthBits, int64_t a, int64_t b) {
  ASSERT_EQ(call(binaryIntFn(opcode), widthBits, a, b),
            oracle::binary(opcode, widthBits, a, b))
      << "opcode " << opcode << ", " << widthBits << " bits: " << a << ", "
      << b;
}
} // namespace

TEST(ScalarOps, EveryPairOf8Bits) {
  for (unsigned opcode : kBinaryOpcodes)
    forEachNumber(8, [&](int64_t a) {
      forEachNumber(8, [&](int64_t b) { expectSame(opcode, 8, a, b); });
    });
}

TEST(ScalarOps, Numbers16BitsWithCorners) {
  for (unsigned opcode : kBinaryOpcodes)
    for (int64_t b : corners(16))
      for (int64_t a = least(16); a <= greatest(16); a += 101)
        expectSame(opcode, 16, a, b);
}

TEST(ScalarOps, CornersOf32Bits) {
  for (unsigned opcode : kBinaryOpcodes)
    for (int64_t a : corners(32))
      for (int64_t b : corners(32))
        expectSame(opcode, 32, a, b);
}

TEST(ScalarOps, UnaryOperations) {
  for (unsigned widthBits : {8u, 16u})
    forEachNumber(widthBits, [&](int64_t a) {
      for (unsigned opcode : kUnaryOpcodes) {
        int64_t out = 0;
        ASSERT_TRUE(unaryIntFn(opcode)(widthBits, a, out));
        ASSERT_EQ(signExtend(out, widthBits),
                  oracle::unary(opcode, widthBits, a))
            << "opcode " << opcode << " of " << a;
      }
      for (unsigned instruction : kUnaryExtended) {
        int64_t out = 0;
        ASSERT_TRUE(unaryIntExtFn(instruction)(widthBits, a, out));
        ASSERT_EQ(signExtend(out, widthBits),
                  oracle::unaryExtended(instruction, widthBits, a))
            << "instruction " << instruction << " of " << a;
      }
    });
}

TEST(ScalarOps, MinimaAndMaxima) {
  for (unsigned instruction : kBinaryExtended)
    forEachNumber(8, [&](int64_t a) {
      forEachNumber(8, [&](int64_t b) {
        ASSERT_EQ(call(binaryIntExtFn(instruction), 8, a, b),
                  oracle::binaryExtended(instruction, 8, a, b));
      });
    });
}

TEST(ScalarOps, BitFieldsAreExtracted) {
  forEachNumber(8, [&](int64_t base) {
    for (int64_t offset = -1; offset <= 9; ++offset)
      for (int64_t count = -1; count <= 9; ++count)
        for (bool isSigned : {false, true}) {
          int64_t out = 0;
          bool isDefined =
              bitFieldExtract(8, isSigned, base, offset, count, out);
          std::optional<int64_t> expected =
              oracle::extractField(8, isSigned, base, offset, count);
          ASSERT_EQ(isDefined, expected.has_value());
          if (isDefined) {
            ASSERT_EQ(signExtend(out, 8), *expected)
                << base << " from " << offset << ", " << count << " bits";
          }
        }
  });
}

TEST(ScalarOps, BitFieldsAreInserted) {
  forEachNumber(8, [&](int64_t base) {
    for (int64_t insert : corners(8))
      for (int64_t offset = -1; offset <= 9; ++offset)
        for (int64_t count = -1; count <= 9; ++count) {
          int64_t out = 0;
          bool isDefined = bitFieldInsert(8, base, insert, offset, count, out);
          std::optional<int64_t> expected =
              oracle::insertField(8, base, insert, offset, count);
          ASSERT_EQ(isDefined, expected.has_value());
          if (isDefined) {
            ASSERT_EQ(signExtend(out, 8), *expected)
                << insert << " into " << base << " at " << offset;
          }
        }
  });
}

// 64 bits, where the representation itself ends.
TEST(ScalarOps, LimitsOf64Bits) {
  EXPECT_EQ(call(binaryIntFn(spv::OpIAdd), 64, INT64_MAX, 1), INT64_MIN);
  EXPECT_EQ(call(binaryIntFn(spv::OpSDiv), 64, INT64_MIN, -1), std::nullopt);
  EXPECT_EQ(call(binaryIntFn(spv::OpUDiv), 64, -1, 2), INT64_MAX);
  EXPECT_EQ(call(binaryIntFn(spv::OpShiftLeftLogical), 64, 1, 63), INT64_MIN);
  EXPECT_EQ(call(binaryIntFn(spv::OpShiftLeftLogical), 64, 1, 64),
            std::nullopt);
  EXPECT_EQ(call(binaryIntFn(spv::OpULessThan), 64, 1, -1), 1);
}

// An amount may have another type than the value: 256 is no shift of 8 bits.
TEST(ScalarOps, ShiftAmountsOfAnotherWidth) {
  EXPECT_EQ(call(binaryIntFn(spv::OpShiftLeftLogical), 8, 1, 256),
            std::nullopt);
  EXPECT_EQ(
      call(binaryIntFn(spv::OpShiftRightLogical), 32, 1, INT64_C(1) << 32),
      std::nullopt);
}
