// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Compute programs, private to lib/Exec. Needs a current context.
#ifndef WGLINT_LIB_EXEC_PROGRAM_H
#define WGLINT_LIB_EXEC_PROGRAM_H

#include "wglint/Exec/Dispatch.h"

namespace wglint {

/// Compiles and links \p glsl and makes it the current program; its GL name.
/// Errors: Compile, with the driver's log; Unsupported, for a size of workgroup
/// that the driver refuses at run time only.
llvm::Expected<unsigned> useProgram(const std::string &glsl);

/// Sets the uniforms of \p program; those that the driver dropped are skipped.
/// Errors: Unsupported for types without a GL uniform (16-bit), GlError.
llvm::Error setUniforms(unsigned program,
                        llvm::ArrayRef<BoundUniform> uniforms);

} // namespace wglint

#endif // WGLINT_LIB_EXEC_PROGRAM_H
