// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Recognises private arrays that are lists or stacks, read off the
/// instructions. A list is filled one element after the other, whenever a
/// condition on data says so, and read in order afterwards. Arrays that are
/// used in another way are neither.
#ifndef WGLINT_LIB_ANALYSIS_CODE_FILLEDLISTS_H
#define WGLINT_LIB_ANALYSIS_CODE_FILLEDLISTS_H

#include "Code/MemberPaths.h"
#include "wglint/SPIRV/Module.h"

namespace wglint {

/// Whether \p array is such a list: all stores are at one counter that only
/// grows, in a loop, under a condition that reads memory; all loads are in a
/// later loop that is executed once and counts up to that counter. Cost: linear
/// in the instructions of its function for each condition around a store.
bool isFilledList(const spirv::Module &module, const MemberPath &array);

/// Whether \p array is a stack: every index that is not constant is one
/// counter, or a constant distance from it, which goes up where an element is
/// stored and down where one is loaded. Cost: linear in the instructions of its
/// function.
bool isStack(const spirv::Module &module, const MemberPath &array);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_FILLEDLISTS_H
