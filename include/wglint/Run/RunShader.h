// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// From a RunSpec and a runnable shader to a dispatch, and from what came back
/// to a verdict.
#ifndef WGLINT_RUN_RUNSHADER_H
#define WGLINT_RUN_RUNSHADER_H

#include "wglint/Exec/Dispatch.h"
#include "wglint/Reflect/Runnable.h"
#include "wglint/Run/RunSpec.h"

namespace wglint {

/// Where and under which limits shaders run.
struct RunEnvironment {
  DeviceInfo device;
  WorkerLimits limits;
};

/// What lies behind one of Dispatch::blocks or Dispatch::images.
struct RunMemory {
  /// As in the RunSpec; of an array of blocks with its index: "bufs[1]".
  std::string name;
  size_t declaration = 0; ///< index into ShaderInterface::blocks or images
  MemoryType type;        ///< of a block
  std::optional<ImageSpec> image; ///< of an image; `type` means nothing then
  bool isOutput = false;
  std::string expectedFile;
};

/// A dispatch that is ready, and what its memory is.
struct PreparedRun {
  Dispatch dispatch;
  std::vector<RunMemory> blocks; ///< one per dispatch.blocks
  std::vector<RunMemory> images; ///< one per dispatch.images
  /// Indices into dispatch.blocks, where the runnable shader has such a block.
  std::optional<size_t> boundsReport, writerReport, sharedDump;
};

/// Names for the blocks of \p interface that a RunSpec uses: as written where
/// that is a name and the only such, else with the binding ("Buf@3", "@0").
std::vector<std::string> blockNames(const ShaderInterface &interface);
/// The same for images.
std::vector<std::string> imageNames(const ShaderInterface &interface);

/// Binds what \p spec says to what \p shader has.
/// Errors: a name that the shader does not have (with a suggestion) or that the
/// run lacks, a value that does not fit its type, an unusable file, an unknown
/// image format. Cost: linear in the bytes.
llvm::Expected<PreparedRun> prepareRun(const RunnableShader &shader,
                                       const RunSpec &spec);

/// One number of an output that is not as it should be.
struct Mismatch {
  std::string memory;    ///< "dst"
  std::string component; ///< "dst[17].pos.y"
  uint64_t offsetBytes = 0;
  std::string left, right; ///< both values as text
};

/// How numbers are compared.
struct CompareRules {
  /// Floats may differ by so many representable numbers; 0: same bits.
  uint32_t toleranceUlp = 0;
  /// NaNs of different bits differ. Otherwise all NaNs of one width are equal,
  /// for GLSL says nothing of their bits; a NaN never equals a number.
  bool isNanBitExact = false;
};

/// The first number of \p memory at which \p left and \p right differ, and how
/// many do. +0 and -0 differ. Padding is not compared.
struct Comparison {
  uint64_t componentCount = 0;
  uint64_t differentCount = 0;
  std::optional<Mismatch> first;
};
Comparison compareMemory(const RunMemory &memory, const Bytes &left,
                         const Bytes &right, const CompareRules &rules);

/// What became of one output.
struct OutputReport {
  std::string name;
  uint64_t componentCount = 0;
  uint64_t changedCount = 0; ///< components that differ from before
  /// Against the expected file, where there is one.
  std::optional<Comparison> expected;
};

/// The verdict on a run.
struct RunReport {
  std::vector<OutputReport> outputs;
  /// Why the run is no success, in words: empty where it is one.
  std::vector<std::string> failures;
};

/// Looks at what came back: a run whose outputs are all as before wrote
/// nothing, which is a failure, as is a difference from an expected file.
/// Errors: an unusable expected file.
llvm::Expected<RunReport> judgeRun(const PreparedRun &run,
                                   const DispatchResult &result,
                                   const CompareRules &rules);

/// Accesses outside of their array, found by an instrumented copy.
struct BoundsViolation {
  BoundsSite site;
  uint64_t count = 0;         ///< accesses outside
  uint32_t greatestIndex = 0; ///< as RunnableShader::boundsReportBinding
};
std::vector<BoundsViolation> readBoundsReport(const RunnableShader &shader,
                                              const PreparedRun &run,
                                              const DispatchResult &result);

/// Writes each output as FOLDER/NAME.npy. Errors: an unwritable file.
llvm::Error saveOutputs(const PreparedRun &run, const DispatchResult &result,
                        llvm::StringRef folder);

/// What every successful answer says: running proves nothing about barriers.
extern const char *const kSynchronisationCaveat;

} // namespace wglint

#endif // WGLINT_RUN_RUNSHADER_H
