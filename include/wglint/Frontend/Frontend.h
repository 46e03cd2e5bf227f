// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// From a file to SPIR-V and the map back. The only user of glslang.
#ifndef WGLINT_FRONTEND_FRONTEND_H
#define WGLINT_FRONTEND_FRONTEND_H

#include "wglint/Diag/Diagnostic.h"
#include "wglint/Diag/SourceMap.h"
#include "wglint/Support/Stage.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wglint {

namespace syntax {
class TokenMap;
}

/// The client API whose rules a shader follows.
enum class TargetEnv {
  Auto,   ///< chosen from the source: ES by #version, Vulkan by what it uses
  GLES31, ///< OpenGL ES 3.1 and WebGL 2 compute
  GL,     ///< desktop OpenGL 4.3 to 4.6
  Vulkan, ///< Vulkan, the newest that glslang knows
};

/// How one file is to be read. Everything that changes the SPIR-V stands here,
/// so that it can be the key of a cache.
struct FrontendOptions {
  TargetEnv targetEnv = TargetEnv::Auto;
  std::string stage; ///< empty: found out; "compute": taken as such
  std::vector<std::string> includeDirs;                     ///< -I, in order
  std::vector<std::pair<std::string, std::string>> defines; ///< -D NAME=VALUE
  std::vector<std::string> undefines;                       ///< -U
  std::vector<std::string> preambleFiles; ///< put before the text
  unsigned glslVersion = 0; ///< used where the text has no #version; 0: none
  /// Texts that stand for files, by absolute path without dots: what an editor
  /// holds and has not saved.
  std::map<std::string, std::string> overlays;
};

enum class FrontendStatus {
  Compiled, ///< `spirv` and `sourceMap` are set
  Skipped,  ///< no compute shader; `skipReason` says why in a few words
  Failed,   ///< `diagnostics` says what is wrong with it
};

/// What became of one file.
struct FrontendResult {
  FrontendStatus status = FrontendStatus::Failed;
  std::string skipReason;
  std::vector<uint32_t> spirv;
  std::shared_ptr<const SourceMap> sourceMap; ///< always set
  /// The text as tokens, for rewrites; null where the input is SPIR-V.
  std::shared_ptr<const syntax::TokenMap> tokens;
  TargetEnv targetEnv = TargetEnv::Auto; ///< what was chosen
  bool isWebGL2 = false; ///< an ES 3.10 source: WebGL's rules may apply too
  std::vector<Diagnostic> diagnostics;
};

/// Reads nothing but the files that the text includes.
///
/// \p path names the file in messages and decides by its ending, \p text is its
/// content (GLSL, SPIR-V assembly or a SPIR-V binary).
/// Errors: everything that is wrong with the file is in `diagnostics`.
/// \p announce is told when glslang or SPIRV-Tools is entered and left.
/// Caveat: glslang may end the process on some inputs; call this in a worker.
FrontendResult compileShader(
    llvm::StringRef path, llvm::StringRef text, const FrontendOptions &options,
    StageAnnouncer announce = [](llvm::StringRef) {});

/// What the preprocessor makes of a GLSL text: one token or directive a line,
/// as the compiler gets it. For the tests that hold it against glslang's own.
std::string preprocessShader(llvm::StringRef path, llvm::StringRef text,
                             const FrontendOptions &options);

/// How much of a text warmFrontend() had better be given: the version, and most
/// words that tell the environment, stand at its beginning, and the parent of
/// the workers had better not read what may end it. Chosen, not measured: room
/// for a licence and the declarations.
constexpr size_t kWarmBytes = 16 * 1024;

/// Makes glslang build the symbol tables that a file with this text will need,
/// so that forked workers share them. Cost: 20 to 45 ms for each combination of
/// version and client that has not been warmed yet.
/// \param withSecondTry warms also what is tried where the text does not
/// compile, which while it is being typed is most of the time.
void warmFrontend(llvm::StringRef path, llvm::StringRef text,
                  const FrontendOptions &options, bool withSecondTry = false);

/// Versions of the libraries in use, for --version.
std::string frontendVersions();

} // namespace wglint

#endif // WGLINT_FRONTEND_FRONTEND_H
