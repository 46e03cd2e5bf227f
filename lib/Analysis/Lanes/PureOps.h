// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// SPIR-V instructions whose result depends only on their operands, for values
/// of any type: arithmetic by component, composites, conversions, and the
/// GLSL.std.450 set.
#ifndef WGLINT_LIB_ANALYSIS_LANES_PUREOPS_H
#define WGLINT_LIB_ANALYSIS_LANES_PUREOPS_H

#include "Lanes/LaneMath.h"
#include "Lanes/Value.h"
#include "wglint/SPIRV/Module.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace wglint {

/// Number type of a scalar SPIR-V type; other types count as 64-bit integers.
NumType numTypeOf(const spirv::Type &type);

/// Gives the value of an operand.
using OperandFn = llvm::function_ref<Value(spirv::Id)>;

/// The result of \p opcode; Empty where the instruction is not pure or not
/// modelled. \p operands are the words after the result id (for
/// OpSpecConstantOp: after the opcode).
Value evaluatePure(LaneMath &math, const spirv::Module &module, unsigned opcode,
                   const spirv::Type &resultType,
                   llvm::ArrayRef<uint32_t> operands, OperandFn operand);

/// A value of \p type whose scalars \p leaf makes, in order. Arrays without a
/// length and types without numbers become Empty.
Value makeTree(const spirv::Module &module, const spirv::Type &type,
               llvm::function_ref<std::optional<uint64_t>(const spirv::Type &)>
                   arrayLength,
               llvm::function_ref<LaneValue(NumType)> leaf);

/// Calls \p visit for every scalar of \p value, in order.
void forEachScalar(const Value &value,
                   llvm::function_ref<void(const LaneValue &)> visit);

/// \p value as a scalar; an undefined one where it is Empty.
LaneValue toScalar(LaneMath &math, const Value &value, const spirv::Type &type);
LaneValue toScalar(LaneMath &math, Value &&value, const spirv::Type &type);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_LANES_PUREOPS_H
