// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// One component of one lane: every scalar instruction by its definition in the
/// SPIR-V specification, and GLSL.std.450 by that of its own.
#ifndef WGLINT_TEST_ORACLE_SCALAROPS_H
#define WGLINT_TEST_ORACLE_SCALAROPS_H

#include "Layout.h"
#include "Memory.h"
#include <optional>

namespace wglint::oracle {

/// Operands and widths of one scalar operation.
struct ScalarCall {
  uint32_t opcode = 0; ///< spv::Op, or GLSLstd450 for callGlsl()
  ScalarType result;
  /// Of the operands: most operations have the same type for all.
  ScalarType operand[4];
  Scalar value[4];
};

uint64_t truncated(uint64_t bits, unsigned width);
int64_t asSigned(uint64_t bits, unsigned width);
/// The number that a float's bits mean, and back, rounded to nearest even.
double asFloat(uint64_t bits, unsigned width);
uint64_t floatBits(double value, unsigned width);

/// std::nullopt where the oracle does not know the operation.
std::optional<Scalar> callCore(const ScalarCall &call);
std::optional<Scalar> callGlsl(const ScalarCall &call);

} // namespace wglint::oracle

#endif // WGLINT_TEST_ORACLE_SCALAROPS_H
