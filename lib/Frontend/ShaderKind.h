// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a file is, found out from its name and its first look: SPIR-V or GLSL,
/// compute or not, and for which API.
#ifndef WGLINT_FRONTEND_SHADERKIND_H
#define WGLINT_FRONTEND_SHADERKIND_H

#include "wglint/Frontend/Frontend.h"
#include "wglint/Syntax/Lexer.h"
#include "wglint/Syntax/TokenMap.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace wglint {

enum class FileFormat { GLSL, SpirvBinary, SpirvAssembly };

/// By magic number, first words or ending.
FileFormat detectFormat(llvm::StringRef path, llvm::StringRef text);

/// The text, with all that it includes, has the size of a workgroup and main().
bool isComputeText(const syntax::TokenMap &text);

/// std::nullopt if the GLSL text is a compute shader, else why it is none, in a
/// few words. \p stage is FrontendOptions::stage. \p isSaidByIncludes is asked
/// where nothing else tells: isComputeText() of the preprocessed text.
std::optional<std::string>
whyNotCompute(llvm::StringRef path, llvm::StringRef stage,
              llvm::ArrayRef<syntax::RawToken> tokens,
              llvm::StringRef logicalText,
              llvm::function_ref<bool()> isSaidByIncludes);

/// The API whose rules a text follows, as far as its words tell: ES by version,
/// Vulkan by what only Vulkan has, GL otherwise.
class EnvironmentGuess {
public:
  explicit EnvironmentGuess(bool isES) : IsES(isES) {}
  /// Words in the order of the text.
  void add(llvm::StringRef word);
  TargetEnv result() const;

private:
  bool IsES;
  bool NeedsVulkan = false;
  llvm::StringRef Previous, BeforePrevious;
};

} // namespace wglint

#endif // WGLINT_FRONTEND_SHADERKIND_H
