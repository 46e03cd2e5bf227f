// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Values that are only moved from one place to another, read off the
/// instructions.
#ifndef WGLINT_LIB_ANALYSIS_CODE_COPIES_H
#define WGLINT_LIB_ANALYSIS_CODE_COPIES_H

#include "Code/IdiomFinders.h"
#include "Code/MemberPaths.h"
#include "wglint/SPIRV/Module.h"
#include "wglint/SPIRV/Queries.h"

namespace wglint {

/// Whether all that is loaded from \p array goes to shared memory, at most
/// converted, so that each invocation reads the table itself only once. False
/// where nothing is loaded, or where a value goes anywhere else. Cost: linear
/// in the module's instructions.
bool isOnlyCopiedToShared(const spirv::Module &module, const MemberPath &array);

/// Whether \p functions store to buffers and images, and only values that they
/// have loaded or sampled, or one operation on such a value; conversions do not
/// count. Cost: linear in their instructions.
bool onlyCopies(const spirv::Module &module,
                const spirv::FunctionList &functions);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_COPIES_H
