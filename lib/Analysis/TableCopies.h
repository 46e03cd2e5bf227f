// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tables of constants that are only there to be copied to shared memory.
#ifndef WGLINT_LIB_ANALYSIS_TABLECOPIES_H
#define WGLINT_LIB_ANALYSIS_TABLECOPIES_H

#include "wglint/SPIRV/Module.h"

namespace wglint {

/// Whether all that is loaded of \p variable goes to shared memory, converted
/// at most: the table itself is read once for each invocation then. False where
/// nothing is loaded, or where a value takes another way.
/// Cost: linear in the module's instructions.
bool isOnlyCopiedToShared(const spirv::Module &module, spirv::Id variable);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_TABLECOPIES_H
