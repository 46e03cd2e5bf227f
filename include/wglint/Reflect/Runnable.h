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
#include <array>
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

/// One number of a buffer or image, to learn which invocations write it.
struct WatchedNumber {
  std::vector<uint32_t> variableIds; ///< of all declarations of that memory
  unsigned arrayIndex = 0;           ///< in an array of blocks or images
  uint64_t offsetBytes = 0;          ///< in a block; below 2^32
  std::array<uint32_t, 3> texel = {0, 0, 0}; ///< in an image
  /// Of the dispatch, in each dimension; fewer than 2^32 in all.
  std::array<uint32_t, 3> invocationCount = {1, 1, 1};
};

struct RunnableOptions {
  std::string entryPoint; ///< empty: the only compute entry point
  /// Specialization constants by name or SpecId, to value (as text), as in
  /// AnalysisOptions.
  std::vector<std::pair<std::string, std::string>> specialization;
  /// Caveat: where the source states the size as literals, its compiler has
  /// already made gl_WorkGroupSize literals, which keep the old size.
  std::optional<std::array<uint32_t, 3>> localSize;
  IdOrder order = IdOrder::AsWritten;
  /// Each index into an array, vector or matrix in memory (storage and uniform
  /// blocks, shared and private variables) is compared with the length that is
  /// really bound: one outside is recorded in a report block and replaced by 0.
  /// Coordinates of images outside are recorded.
  bool checkBounds = false;
  /// Shared variables are copied to one more storage block when all invocations
  /// of a workgroup have ended.
  bool dumpShared = false;
  /// Which invocations write this number is recorded in a report block. Not
  /// together with checkBounds.
  std::optional<WatchedNumber> watched;
};

/// One place that RunnableOptions::checkBounds watches.
struct BoundsSite {
  /// Index into Module::instructions() of the words that were given: the first
  /// access that uses the checked address, as AccessFact::instruction.
  uint32_t instruction = 0;
  uint32_t variableId = 0; ///< 0 for a pointer that a function was handed
  bool isStore = false;    ///< some access that uses the address writes
  bool isImage = false;    ///< a coordinate of an image, which stays as it is
  bool isTexture = false;  ///< and that of a texelFetch
};

/// An extension that a driver must have for the GLSL to compile.
struct RequiredExtension {
  /// Any of these is enough: "GL_KHR_shader_subgroup_basic".
  std::vector<std::string> anyOf;
  std::string feature; ///< in words: "subgroup operations"
};

/// A shader that GL can compile.
struct RunnableShader {
  std::string glsl; ///< "#version 450 ..."
  ShaderInterface interface;
  /// All of them are needed beyond OpenGL 4.5.
  std::vector<RequiredExtension> requiredExtensions;
  /// checkBounds: binding of the report block. Layout (std430, uints), for site
  /// s: [2 s] is the number of accesses outside, [2 s + 1] the greatest index
  /// (a negative one counts as 2^32 less its magnitude). Starts as zeros.
  std::optional<uint32_t> boundsReportBinding;
  std::vector<BoundsSite> boundsSites;
  /// watched: binding of the report block. Layout (std430, uints), for site s:
  /// [3 s] is the number of writes, [3 s + 1] the complement of the least
  /// linear global id that wrote, [3 s + 2] the greatest. Starts as zeros.
  std::optional<uint32_t> writerReportBinding;
  /// For each site the write, as BoundsSite::instruction.
  std::vector<uint32_t> writerSites;
  /// dumpShared: binding of the block that holds, for each workgroup in order
  /// of its linear id, sharedDumpBytes bytes.
  std::optional<uint32_t> sharedDumpBinding;
  /// For each of interface.sharedVariables where it lies and how: as its type,
  /// but components below 32 bits, and booleans, take 32.
  struct DumpedVariable {
    uint64_t offsetBytes = 0;
    MemoryType type;
  };
  std::vector<DumpedVariable> sharedDump;
  uint64_t sharedDumpBytes = 0;
};

/// Makes the module \p words run on desktop OpenGL.
///
/// Bindings are dense from 0 for each kind (storage blocks, uniform blocks,
/// images, textures); what the shader never touches is left out.
/// Errors: what GL cannot run, by name ("buffer references", "ray queries",
/// "cooperative matrices"), a missing or ambiguous entry point, an unknown
/// specialization constant or a value that does not fit it, an unknown
/// workgroup size, reversed local ids where subgroup operations tie results to
/// their order, a write to the watched memory that cannot be followed.
/// Cost: a SPIRV-Cross compilation (milliseconds).
llvm::Expected<RunnableShader> makeRunnable(llvm::ArrayRef<uint32_t> words,
                                            const RunnableOptions &options);

} // namespace wglint

#endif // WGLINT_REFLECT_RUNNABLE_H
