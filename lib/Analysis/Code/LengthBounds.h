// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What arrays say of the number that a loop counts to. In
///
///   for (int i = 0; i < n; ++i) sum += weights[i];
///
/// `n` is at most the length of `weights`: the behaviour of a shader that goes
/// beyond is undefined. That holds where nothing but the comparison ends the
/// loop, and where no iteration goes by without the access.
#ifndef WGLINT_LIB_ANALYSIS_CODE_LENGTHBOUNDS_H
#define WGLINT_LIB_ANALYSIS_CODE_LENGTHBOUNDS_H

#include "Flow/Flow.h"
#include "wglint/SPIRV/Module.h"
#include <map>

namespace wglint {

/// A loop that is about to be summarised, after one iteration from unknown
/// values; see WalkLoops.cpp.
struct ProbedLoop {
  const spirv::Function &function;
  llvm::ArrayRef<uint32_t> blocks; ///< of the loop, the header first
  /// What that iteration computed, by instruction.
  llvm::ArrayRef<Value> values;
  uint32_t firstInst; ///< the instruction of values[0]
  /// By symbol: what the change that the iteration saw is in iteration number
  /// `iteration`.
  std::map<SymbolId, LaneValue> changes;
  SymbolId iteration;
};

/// What is known on \p entry, a path into \p loop, and in addition what the
/// loop's accesses to arrays of known length say about the number that it
/// counts to. Arrays whose length comes from a specialization constant say
/// nothing, nor do arrays of one element at the end of a buffer, which may
/// stand for any length. Cost: linear in the loop's instructions, and a few
/// lane operations for each access.
RangesPtr rangesByLengths(LaneMath &math, const spirv::Module &module,
                          const ProbedLoop &loop, const Flow &entry);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_LENGTHBOUNDS_H
