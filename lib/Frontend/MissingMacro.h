// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Names that the host program probably defines before it compiles a shader.
#ifndef WGLINT_FRONTEND_MISSINGMACRO_H
#define WGLINT_FRONTEND_MISSINGMACRO_H

#include "Glslang.h"
#include <optional>
#include <string>

namespace wglint {

/// The identifier that \p error is about, or stumbles over, if nothing declares
/// it and no text that took part defines it, not even under a condition that
/// does not hold; std::nullopt if there is none. Functions only where the name
/// is written as macros are. Cost: parses the tokens.
std::optional<std::string> missingMacro(const syntax::TokenMap &tokens,
                                        const GlslangError &error);

/// Says how to give wglint the macro \p name.
std::string missingMacroNote(const std::string &name);

} // namespace wglint

#endif // WGLINT_FRONTEND_MISSINGMACRO_H
