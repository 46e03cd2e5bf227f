// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Changes to the SPIR-V that SPIRV-Cross does not make itself: one entry point
/// and what it uses are kept, atomic counters become storage blocks, and
/// images that are read get the format that GL asks for.
#ifndef WGLINT_LIB_REFLECT_PREPARATION_H
#define WGLINT_LIB_REFLECT_PREPARATION_H

#include "ModuleEditor.h"
#include "Usage.h"
#include <set>

namespace wglint {

struct PreparedModule {
  SpirvWords words;
  /// Ids of the storage blocks that stand in for atomic counters.
  std::set<uint32_t> counters;
  std::set<uint32_t> pushConstants; ///< ids; plain uniforms now
};

/// \p module with its constants literal, for \p entry.
/// Errors: atomic counters that are handed to functions.
llvm::Expected<PreparedModule> prepareForGl(const spirv::Module &module,
                                            const spirv::EntryPoint &entry,
                                            const Usage &usage);

/// spv::ImageFormat to GLSL's name: "rgba8"; empty for Unknown.
llvm::StringRef imageFormatName(uint32_t format);

} // namespace wglint

#endif // WGLINT_LIB_REFLECT_PREPARATION_H
