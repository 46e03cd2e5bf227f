// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What OpenGL drivers read and glslang does not, when it makes SPIR-V.
#ifndef WGLINT_LIB_FRONTEND_LENIENTTEXT_H
#define WGLINT_LIB_FRONTEND_LENIENTTEXT_H

#include "wglint/Syntax/TokenMap.h"
#include <optional>
#include <string>

namespace wglint {

/// The text for the compiler, one token per line, without
///
/// - `shared` and `packed` of `layout(...)`: SPIR-V has no layouts that the
///   implementation chooses, so that the block is laid out as one that names
///   none (docs/analyses/Layout.md);
/// - semicolons between the definitions of a file, which the grammar of GLSL
///   allows since 4.60.
///
/// std::nullopt where \p tokens have neither. Cost: linear in them.
std::optional<std::string> lenientText(const syntax::TokenMap &tokens);

} // namespace wglint

#endif // WGLINT_LIB_FRONTEND_LENIENTTEXT_H
