// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Works out a dispatch for a shader without host code: how many workgroups,
/// uniform values that make its guards true, buffers that hold every index, and
/// contents that fit their types. What was chosen, and why, is in
/// RunSpec::reasons.
#ifndef WGLINT_RUN_PLAN_H
#define WGLINT_RUN_PLAN_H

#include "wglint/Diag/SourceMap.h"
#include "wglint/Run/RunShader.h"

namespace wglint {

/// A shader that is to be run: SPIR-V as the frontend makes it, and what its
/// host would decide before it is compiled.
struct ShaderToRun {
  std::string path; ///< for messages
  std::vector<uint32_t> words;
  std::string entryPoint; ///< empty: the only one
  std::vector<std::pair<std::string, std::string>> specialization;
  std::optional<std::array<uint32_t, 3>> localSize;
  std::shared_ptr<const SourceMap> sourceMap; ///< for places; may be null
};

/// The place of instruction number \p instruction: "a.comp:9:3"; of the file
/// where no more is known.
std::string placeOf(const ShaderToRun &shader, uint32_t instruction);

/// What is given instead of being planned.
struct PlanOptions {
  std::optional<std::array<uint32_t, 3>> workgroupCount;
  std::vector<ValueSpec> uniforms; ///< win over what would be chosen
  uint64_t seed = 1;
  /// 0, 1, 2 ...: other workgroup counts and other remainders at the edges. One
  /// of three sizes is a multiple of the workgroup.
  unsigned sizeNumber = 0;
  /// Invocations of each dimension are a multiple of this too.
  std::array<uint32_t, 3> multipleOf = {1, 1, 1};
  /// No planned buffer is larger.
  uint64_t maxBufferBytes = uint64_t(64) << 20;
};

/// The runnable form of \p shader. Constants of \p spec win over its own.
/// Errors: as makeRunnable().
llvm::Expected<RunnableShader> makeRunnable(const ShaderToRun &shader,
                                            const RunSpec &spec,
                                            RunnableOptions options = {});

/// A run for \p shader, from its code alone.
///
/// Extents: components of the id that the shader reads get several workgroups;
/// where a guard compares an id with a number of the host's, that number is no
/// multiple of the workgroup, and differs between x, y and z. Numbers without a
/// role that is known are 1, and of the alternatives that the shader compares
/// them with those are taken that make most stores execute (by the lane
/// analysis).
/// All of it happens in a child under limits.
/// Errors: as makeRunnable(), kinds of images that cannot be run, and a child
/// that died.
/// Cost: a fork, and at most 20 runs of the lane analysis with a budget of 4
/// million lane operations.
llvm::Expected<RunSpec> planRun(const ShaderToRun &shader,
                                const PlanOptions &options);

/// What a trial finds outside.
struct AccessesOutside {
  std::vector<BoundsViolation> arrays;
  /// Loads give zeros and stores do nothing in OpenGL; in Vulkan only with
  /// robustImageAccess.
  std::vector<BoundsViolation> images;
};

/// "a.comp:9:3: 12 writes outside of an array, the greatest index is 70"; of an
/// image without the number, which its size decides.
std::string describeOutside(const ShaderToRun &shader,
                            const BoundsViolation &violation);

/// Tries \p spec on a copy of the shader that watches its indices: buffers that
/// turn out too short grow, random integers become smaller, and at last there
/// is one workgroup only, until nothing is outside or nothing helps.
/// Returns the accesses outside that remain. Images stay as they are: their
/// coordinates may well be outside (OpenGL 4.5, 8.26).
/// Errors: DispatchError, and as prepareRun().
/// Cost: at most 8 dispatches.
llvm::Expected<AccessesOutside> refineRun(const ShaderToRun &shader,
                                          const RunEnvironment &environment,
                                          const PlanOptions &options,
                                          RunSpec &spec);

} // namespace wglint

#endif // WGLINT_RUN_PLAN_H
