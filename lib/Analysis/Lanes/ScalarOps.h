// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// SPIR-V's scalar operations on known numbers, one lane at a time, with
/// SPIR-V's own semantics of overflow, shifts and division.
///
/// Integers are passed and returned sign-extended from their width, booleans as
/// 0 and 1, floats as the bits of a double that holds the value exactly.
#ifndef WGLINT_LIB_ANALYSIS_LANES_SCALAROPS_H
#define WGLINT_LIB_ANALYSIS_LANES_SCALAROPS_H

#include <cstdint>
#include <cstring>

namespace wglint {

/// Computes one lane. Returns false where the result is undefined or, for
/// floats, not exact in every implementation.
using UnaryFn = bool (*)(unsigned widthBits, int64_t a, int64_t &out);
using BinaryFn = bool (*)(unsigned widthBits, int64_t a, int64_t b,
                          int64_t &out);

/// Whether \p opcode is `<` or `<=`, or is `>` or `>=`, on integers of either
/// signedness.
bool isLess(unsigned opcode);
bool isGreater(unsigned opcode);
/// Whether \p opcode is one of these, `==` or `!=`.
bool isComparison(unsigned opcode);
/// Whether the comparison is `v < bound` or its opposite, so that the bound
/// itself is not on the lower side.
bool leavesOutBound(unsigned opcode, bool isBoundSecond);

/// The function for a core opcode on integers or booleans of one width; nullptr
/// if there is none. `widthBits` is the width of the operands. The result still
/// has to be sign-extended from its own width.
UnaryFn unaryIntFn(unsigned opcode);
BinaryFn binaryIntFn(unsigned opcode);
/// The function for an integer GLSL.std.450 instruction, likewise.
UnaryFn unaryIntExtFn(unsigned instruction);
BinaryFn binaryIntExtFn(unsigned instruction);

/// The functions for floats. Operands and result have the width `widthBits`
/// (16, 32 or 64), but comparisons return 0 or 1.
UnaryFn unaryFloatFn(unsigned opcode);
BinaryFn binaryFloatFn(unsigned opcode);
UnaryFn unaryFloatExtFn(unsigned instruction);
BinaryFn binaryFloatExtFn(unsigned instruction);

/// Whether \p value is exactly a normal (or zero) float of \p widthBits.
bool isExactFloat(double value, unsigned widthBits);

inline double asDouble(int64_t bits) {
  double d;
  std::memcpy(&d, &bits, sizeof d);
  return d;
}
inline int64_t doubleBits(double d) {
  int64_t bits;
  std::memcpy(&bits, &d, sizeof bits);
  return bits;
}

/// bitfieldExtract and bitfieldInsert. They return false where offset + count
/// is more than the width.
bool bitFieldExtract(unsigned widthBits, bool isSigned, int64_t base,
                     int64_t offset, int64_t count, int64_t &out);
bool bitFieldInsert(unsigned widthBits, int64_t base, int64_t insert,
                    int64_t offset, int64_t count, int64_t &out);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_LANES_SCALAROPS_H
