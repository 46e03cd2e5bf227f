// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// SPIR-V's integer operations once more, on rows of bits: sums carry by hand,
/// shifts move bits, division is checked by what it means. Shares nothing with
/// lib/Analysis/Lanes/ScalarOps.cpp, which uses the machine's own arithmetic.
#ifndef WGLINT_TEST_UNIT_SCALARORACLE_H
#define WGLINT_TEST_UNIT_SCALARORACLE_H

#include <cstdint>
#include <optional>
#include <vector>

namespace wglint::oracle {

/// Bits of an integer, the lowest first.
using Bits = std::vector<bool>;

/// The lowest \p widthBits bits of \p value.
Bits toBits(int64_t value, unsigned widthBits);
/// The number that the bits are in two's complement.
int64_t toSigned(const Bits &bits);
/// The number that the bits are without a sign; at most 63 of them.
int64_t toUnsigned(const Bits &bits);

/// The result of a core opcode on two numbers of one width, sign-extended from
/// the result's width, comparisons as 0 and 1. std::nullopt: undefined.
/// Opcodes: all of arithmetic, shifts, bitwise, comparison; widths up to 32.
std::optional<int64_t> binary(unsigned opcode, unsigned widthBits, int64_t a,
                              int64_t b);
/// The same for one operand.
int64_t unary(unsigned opcode, unsigned widthBits, int64_t a);
/// The same for GLSL.std.450: abs, sign, findLSB, findMSB.
int64_t unaryExtended(unsigned instruction, unsigned widthBits, int64_t a);
/// The same for GLSL.std.450: min and max.
int64_t binaryExtended(unsigned instruction, unsigned widthBits, int64_t a,
                       int64_t b);

/// std::nullopt: the field leaves the word.
std::optional<int64_t> extractField(unsigned widthBits, bool isSigned,
                                    int64_t base, int64_t offset,
                                    int64_t count);
std::optional<int64_t> insertField(unsigned widthBits, int64_t base,
                                   int64_t insert, int64_t offset,
                                   int64_t count);

} // namespace wglint::oracle

#endif // WGLINT_TEST_UNIT_SCALARORACLE_H
