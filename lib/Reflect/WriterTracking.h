// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds out which invocations write one number of a buffer or image.
///
/// In front of each write to that memory the bytes (or the texel) that it
/// touches are compared with those that are watched; on a hit a function adds
/// the invocation's linear global id to a report. Control flow and the write
/// itself stay as they are.
#ifndef WGLINT_LIB_REFLECT_WRITERTRACKING_H
#define WGLINT_LIB_REFLECT_WRITERTRACKING_H

#include "ModuleEditor.h"
#include "Usage.h"
#include "wglint/Reflect/Runnable.h"

namespace wglint {

struct TrackedModule {
  SpirvWords words;
  uint32_t reportVariable = 0; ///< id of the report block's variable
  /// Index into Module::instructions() of each write that is followed.
  std::vector<uint32_t> sites;
};

/// \p module with records in the functions that \p usage reaches.
/// Errors: a write whose address is not followed. These are pointers and images
/// that functions are handed, columns of row-major matrices, 64-bit indices,
/// and atomics that may leave the old value (compare and exchange).
llvm::Expected<TrackedModule> trackWriters(const spirv::Module &module,
                                           const Usage &usage,
                                           const WatchedNumber &watched);

} // namespace wglint

#endif // WGLINT_LIB_REFLECT_WRITERTRACKING_H
