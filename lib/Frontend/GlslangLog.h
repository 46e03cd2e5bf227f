// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// glslang's log is text: this reads it.
#ifndef WGLINT_FRONTEND_GLSLANGLOG_H
#define WGLINT_FRONTEND_GLSLANGLOG_H

#include "Glslang.h"
#include "llvm/ADT/StringRef.h"

namespace wglint {

/// The errors of a log whose lines are token numbers plus one. Summaries,
/// repeated messages and whatever follows an error in the same statement are
/// left out. Never empty.
std::vector<GlslangError> readGlslangLog(llvm::StringRef log,
                                         const syntax::TokenMap &tokens);

} // namespace wglint

#endif // WGLINT_FRONTEND_GLSLANGLOG_H
