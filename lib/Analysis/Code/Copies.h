// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Values that only move from one place to another, read off the instructions.
#ifndef WGLINT_LIB_ANALYSIS_CODE_COPIES_H
#define WGLINT_LIB_ANALYSIS_CODE_COPIES_H

#include "Code/IdiomFinders.h"
#include "Code/MemberPaths.h"
#include "wglint/SPIRV/Module.h"
#include "wglint/SPIRV/Queries.h"

namespace wglint {

/// Whether all that is loaded of \p array goes to shared memory, converted
/// at most: the table itself is read once for each invocation then. False where
/// nothing is loaded, or where a value takes another way.
/// Cost: linear in the module's instructions.
bool isOnlyCopiedToShared(const spirv::Module &module, const MemberPath &array);

/// Whether all that \p functions store to buffers and images is what they have
/// loaded or sampled, or one operation on that, conversions aside. False where
/// they store nothing.
/// Cost: linear in their instructions.
bool onlyCopies(const spirv::Module &module,
                const spirv::FunctionList &functions);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_COPIES_H
