// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// SPIR-V that came from elsewhere: binary or assembly, checked and mapped.
#ifndef WGLINT_FRONTEND_SPIRVINPUT_H
#define WGLINT_FRONTEND_SPIRVINPUT_H

#include "ShaderKind.h"

namespace wglint {

/// Reads and validates a SPIR-V file. Layout rules that depend on the API are
/// not checked, and a module is not refused for enumerants that this
/// SPIRV-Tools does not know.
FrontendResult readSpirv(llvm::StringRef path, llvm::StringRef text,
                         FileFormat format, StageAnnouncer announce);

/// "SPIRV-Tools v2023.1 ..." or the like.
std::string spirvToolsVersion();

} // namespace wglint

#endif // WGLINT_FRONTEND_SPIRVINPUT_H
