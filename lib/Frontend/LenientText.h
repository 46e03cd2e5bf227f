// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What OpenGL drivers read and glslang does not, when it makes SPIR-V.
#ifndef WGLINT_LIB_FRONTEND_LENIENTTEXT_H
#define WGLINT_LIB_FRONTEND_LENIENTTEXT_H

#include "wglint/Syntax/TokenMap.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wglint {

/// The text for the compiler, one token per line, where drivers read
///
/// - `shared` and `packed` of `layout(...)`: SPIR-V has no layouts that the
///   implementation chooses, so that the block is laid out as one that names
///   none (docs/analyses/Layout.md);
/// - semicolons between the definitions of a file, which the grammar of GLSL
///   allows since 4.60;
/// - `local_size_variable` of GL_ARB_compute_variable_group_size, which SPIR-V
///   does not have: a size that specialization constants give is as open;
/// - a structure's member `length`, which glslang takes for the method, and
///   which it gets as kLengthMember;
/// - extensions that glslang 12 does not know and whose words it or this reads:
///   GL_NV_gpu_shader5, GL_NV_shader_atomic_float,
///   GL_EXT_maximal_reconvergence;
/// - `const float kMost = uintBitsToFloat(n)` of a file, which glslang does not
///   take for a constant;
/// - attributes (`[[branch]]`) without the extension that has them;
/// - `80f`, `unsigned int`, and `texture2D()` in a core profile, as NVIDIA's
///   compiler does.
///
/// std::nullopt where \p tokens have none of them. Cost: linear in them.
std::optional<std::string> lenientText(const syntax::TokenMap &tokens);

/// What lenientText() calls a member `length`: a name that nobody uses.
constexpr llvm::StringLiteral kLengthMember = "lengthZ";

/// Give kLengthMember its own name back: in what glslang says, and in the debug
/// names of the SPIR-V that it makes. Cost: linear in both.
void restoreName(std::string &message);
void restoreNames(std::vector<uint32_t> &spirv);

} // namespace wglint

#endif // WGLINT_LIB_FRONTEND_LENIENTTEXT_H
