// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The stages of one file's job. They are announced before they begin, so that
/// the death of a worker can be put where it belongs.
#ifndef WGLINT_SUPPORT_STAGE_H
#define WGLINT_SUPPORT_STAGE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace wglint {

/// Told the name of a stage just before it begins.
using StageAnnouncer = llvm::function_ref<void(llvm::StringRef stage)>;

namespace stage {
// Foreign code, named as users know it: a death in it is no bug of wglint.
constexpr llvm::StringLiteral kGlslang = "glslang";
constexpr llvm::StringLiteral kSpirvTools = "SPIRV-Tools";
// wglint's own, in order.
constexpr llvm::StringLiteral kFrontend = "frontend";
constexpr llvm::StringLiteral kModule = "spirv";
constexpr llvm::StringLiteral kAnalysis = "analysis";
constexpr llvm::StringLiteral kChecks = "checks";
constexpr llvm::StringLiteral kRewrites = "rewrites";
constexpr llvm::StringLiteral kReport = "report";
} // namespace stage

/// Whether foreign code runs in \p stage.
inline bool isForeignStage(llvm::StringRef stage) {
  return stage == stage::kGlslang || stage == stage::kSpirvTools;
}

} // namespace wglint

#endif // WGLINT_SUPPORT_STAGE_H
