// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Functions whose effects only their caller sees.
#ifndef WGLINT_LIB_ANALYSIS_CODE_LOCALFUNCTIONS_H
#define WGLINT_LIB_ANALYSIS_CODE_LOCALFUNCTIONS_H

#include "wglint/SPIRV/Module.h"

namespace wglint {

/// Whether \p inst computes its result, possibly from memory, and does nothing
/// else. False for calls and for some instructions that are not known.
bool onlyMakesResult(const spirv::Module &module,
                     const spirv::Instruction &inst);

/// Whether \p function, with what it calls, has no effect but its result and
/// stores through the pointers that it is given: no barrier, no store to memory
/// that others see or to a variable outside of functions, no end of the
/// invocation. It may read all memory. Cost: linear in the instructions of the
/// functions.
bool isLocal(const spirv::Module &module, const spirv::Function &function);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_LOCALFUNCTIONS_H
