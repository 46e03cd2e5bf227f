// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The comments of a text, for expectations and suppressions; private to
/// lib/Diag.
#ifndef WGLINT_LIB_DIAG_COMMENTS_H
#define WGLINT_LIB_DIAG_COMMENTS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace wglint {

/// Calls \p visit with each comment of \p text, in order and with its
/// delimiters, as parts of \p text. The ending of \p file tells the language:
/// SPIR-V assembly (*.spvasm) or GLSL. What looks like a comment inside of a
/// string is none. Cost: linear.
void forEachComment(llvm::StringRef file, llvm::StringRef text,
                    llvm::function_ref<void(llvm::StringRef comment)> visit);

} // namespace wglint

#endif // WGLINT_LIB_DIAG_COMMENTS_H
