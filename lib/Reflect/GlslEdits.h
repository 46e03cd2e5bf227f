// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Instruments that are put into SPIRV-Cross' GLSL as text. Its output is
/// regular: one `layout(local_size_x ...) in;` line, `void main()` last, and
/// gl_ names are always the built-in variables.
#ifndef WGLINT_LIB_REFLECT_GLSLEDITS_H
#define WGLINT_LIB_REFLECT_GLSLEDITS_H

#include "CrossCompiler.h"
#include "wglint/Reflect/Runnable.h"
#include "wglint/SPIRV/Module.h"

namespace wglint {

/// Replaces ids of invocations and workgroups by functions that run backwards.
/// Ids that belong together stay consistent: the global id and the index follow
/// from the reversed local and workgroup ids.
void reverseIds(std::string &glsl, IdOrder order,
                const std::array<uint32_t, 3> &workgroupSize);

/// Lets main() be followed by a barrier and a copy of the shared variables of
/// \p shader.interface to a storage block at \p binding; fills in the dump's
/// fields of \p shader. A return in the middle of main() still reaches the
/// barrier. Errors: a shared variable of a type that is not understood.
llvm::Error dumpSharedVariables(RunnableShader &shader, uint32_t binding,
                                const spirv::Module &module,
                                const CrossCompiler &cross);

/// What the GLSL's #extension lines require.
std::vector<RequiredExtension> requiredExtensions(llvm::StringRef glsl);

} // namespace wglint

#endif // WGLINT_LIB_REFLECT_GLSLEDITS_H
