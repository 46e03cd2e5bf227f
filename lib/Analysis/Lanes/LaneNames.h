// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What messages call a uniform value that is not known: what the shader's text
/// would call it, as far as that is short.
///
/// What starts with "name" names the unknown that an operation has just made
/// and that is the whole of its result. One older than `mark`, the number of
/// symbols before the operation, has its name; so keep values that differ
/// between lanes.
#ifndef WGLINT_LIB_ANALYSIS_LANES_LANENAMES_H
#define WGLINT_LIB_ANALYSIS_LANES_LANENAMES_H

#include "Lanes/LaneMath.h"
#include "llvm/ADT/ArrayRef.h"

namespace wglint {

/// Texts longer than this say less than "f(N)".
constexpr size_t kMaxNameLength = 40;

/// \p v in \p lane as LaneMath::format() writes it; of more than four terms the
/// first two, and how many follow: "4 * N + 4 * N * M + (5 more terms)".
std::string briefText(const LaneMath &math, const LaneValue &v,
                      unsigned lane = 0);

/// By an operator: "(N / 4)". Nothing for an \p opcode without one.
void nameResult(LaneMath &math, unsigned opcode, const LaneValue &a,
                const LaneValue &b, const LaneValue &result, SymbolId mark);

/// By what \p opcode makes of \p operand: "uint(N)", "floatBitsToUint(x)".
void nameConversion(LaneMath &math, unsigned opcode, const LaneValue &operand,
                    const LaneValue &result, SymbolId mark);

/// By an \p instruction of GLSL.std.450: "min(N, 4)".
void nameCall(LaneMath &math, unsigned instruction,
              llvm::ArrayRef<LaneValue> args, const LaneValue &result,
              SymbolId mark);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_LANES_LANENAMES_H
