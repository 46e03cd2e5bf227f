// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// glslang, reduced to what the front end asks of it.
#ifndef WGLINT_FRONTEND_GLSLANG_H
#define WGLINT_FRONTEND_GLSLANG_H

#include "AccessSites.h"
#include "wglint/Frontend/Frontend.h"
#include "wglint/Syntax/Preprocessor.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>
#include <vector>

namespace wglint {

/// One line of glslang's log.
struct GlslangError {
  std::optional<uint32_t> token; ///< std::nullopt: about the text as a whole
  std::string message;
};

struct GlslangOutput {
  std::vector<uint32_t> spirv; ///< empty if there are errors
  std::vector<Site> sites;
  std::vector<GlslangError> errors; ///< one per cause
};

/// Compiles what the preprocessor put out. \p env is not Auto.
/// Caveat: ends the process on some inputs (deep nesting, huge arrays).
GlslangOutput compileTokens(const syntax::TokenMap &tokens, TargetEnv env);

/// Values of the macros among \p names that glslang defines itself under that
/// version and environment. Cost: one run of its preprocessor, 0.1 to 0.3 ms.
std::vector<std::optional<std::string>>
predefinedMacros(llvm::ArrayRef<llvm::StringRef> names,
                 const syntax::VersionDirective &version, TargetEnv env);

/// Builds the symbol tables for that version and environment, if they are not
/// there yet.
void warmGlslang(const syntax::VersionDirective &version, TargetEnv env);

/// "glslang 12.0.0" or the like.
std::string glslangVersion();

} // namespace wglint

#endif // WGLINT_FRONTEND_GLSLANG_H
