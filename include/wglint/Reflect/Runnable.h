// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// SPIR-V to GLSL that a desktop OpenGL 4.5 driver runs, with what a host must
/// bind. Vulkan's sets, push constants and specialization constants become
/// bindings, uniforms and literals. SPIRV-Cross does the work; its exceptions
/// end in this library.
#ifndef WGLINT_REFLECT_RUNNABLE_H
#define WGLINT_REFLECT_RUNNABLE_H

#include "wglint/Reflect/ShaderInterface.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wglint {

/// How invocations' ids are permuted, to look for results that depend on the
/// order in which invocations run.
enum class IdOrder {
  AsWritten,
  ReversedLocal,     ///< local ids run backwards
  ReversedWorkgroup, ///< workgroup ids run backwards
  ReversedBoth,
};

struct RunnableOptions {
  std::string entryPoint; ///< empty: the only compute entry point
  /// Specialization constants by name or SpecId, to value (as text), as in
  /// AnalysisOptions.
  std::vector<std::pair<std::string, std::string>> specialization;
  std::optional<std::array<uint32_t, 3>> localSize;
  IdOrder order = IdOrder::AsWritten;
  /// Each access to a storage block is checked against its bounds: accesses
  /// outside are recorded in a report block and moved to index 0.
  bool checkBounds = false;
  /// Shared variables are copied to one more storage block when all invocations
  /// of a workgroup have ended.
  bool dumpShared = false;
};

/// One place that RunnableOptions::checkBounds watches.
struct BoundsSite {
  uint32_t instruction = 0; ///< index into Module::instructions()
  uint32_t variableId = 0;
  bool isStore = false;
};

/// A shader that GL can compile.
struct RunnableShader {
  std::string glsl; ///< "#version 450 ..."
  ShaderInterface interface;
  /// Extensions of GL that the GLSL requires: "GL_KHR_shader_subgroup_basic".
  std::vector<std::string> requiredExtensions;
  /// checkBounds: binding of the report block. Layout (std430, uints), for site
  /// s: [2 s] is the number of accesses outside, [2 s + 1] the greatest index.
  std::optional<uint32_t> boundsReportBinding;
  std::vector<BoundsSite> boundsSites;
  /// dumpShared: binding of the block that holds, for each workgroup in order
  /// of its linear id, sharedDumpBytes bytes; variables in order of
  /// interface.sharedVariables, each at sharedDumpOffsets.
  std::optional<uint32_t> sharedDumpBinding;
  std::vector<uint64_t> sharedDumpOffsets;
  uint64_t sharedDumpBytes = 0;
};

/// Errors: what GL cannot run, by name ("buffer references", "ray queries",
/// "cooperative matrices"), a missing or ambiguous entry point, an unknown
/// specialization constant.
/// Cost: a SPIRV-Cross compilation (milliseconds).
llvm::Expected<RunnableShader> makeRunnable(llvm::ArrayRef<uint32_t> words,
                                            const RunnableOptions &options);

} // namespace wglint

#endif // WGLINT_REFLECT_RUNNABLE_H
