// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Functions that do nothing that anybody but their caller sees.
#ifndef WGLINT_LIB_ANALYSIS_CODE_LOCALFUNCTIONS_H
#define WGLINT_LIB_ANALYSIS_CODE_LOCALFUNCTIONS_H

#include "wglint/SPIRV/Module.h"

namespace wglint {

/// \p inst makes its result, at most of what is in memory, and does nothing
/// else. False of calls, and of some instructions that are not known.
bool onlyMakesResult(const spirv::Module &module,
                     const spirv::Instruction &inst);

/// \p function, and what it calls, makes a result and stores to what the
/// pointers lead to that it is given, and has no other effect: no barrier, no
/// store to memory that others see or to a variable outside of functions, no
/// end of the invocation. It may read all memory.
/// Cost: linear in the instructions of the functions.
bool isLocal(const spirv::Module &module, const spirv::Function &function);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_LOCALFUNCTIONS_H
