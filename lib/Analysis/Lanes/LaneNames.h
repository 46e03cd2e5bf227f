// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The names that messages use for unknown uniform values: what the shader's
/// text would call them, if that is short.
///
/// Functions that start with "name" give a name to the unknown that an
/// operation has just made, if it is the whole result. Unknowns older than
/// `mark`, the number of symbols before the operation, already have names.
/// Unknowns that differ between lanes keep theirs.
#ifndef WGLINT_LIB_ANALYSIS_LANES_LANENAMES_H
#define WGLINT_LIB_ANALYSIS_LANES_LANENAMES_H

#include "Lanes/LaneMath.h"
#include "llvm/ADT/ArrayRef.h"

namespace wglint {

/// Texts longer than this say less than "f(N)".
constexpr size_t kMaxNameLength = 40;

/// \p v in \p lane as LaneMath::format() writes it. Of more than four terms
/// only the first two are written, and the number of the rest: "4 * N + 4 * N *
/// M + (5 more terms)".
std::string briefText(const LaneMath &math, const LaneValue &v,
                      unsigned lane = 0);

/// Names the result of an operator: "(N / 4)". Does nothing if \p opcode has no
/// operator.
void nameResult(LaneMath &math, unsigned opcode, const LaneValue &a,
                const LaneValue &b, const LaneValue &result, SymbolId mark);

/// Names what \p opcode makes of \p operand: "uint(N)", "floatBitsToUint(x)".
void nameConversion(LaneMath &math, unsigned opcode, const LaneValue &operand,
                    const LaneValue &result, SymbolId mark);

/// Names the result of a GLSL.std.450 \p instruction: "min(N, 4)".
void nameCall(LaneMath &math, unsigned instruction,
              llvm::ArrayRef<LaneValue> args, const LaneValue &result,
              SymbolId mark);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_LANES_LANENAMES_H
