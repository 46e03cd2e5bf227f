// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// One or several compute dispatches in an isolated child: GLSL, bytes to bind,
/// bytes back, times.
#ifndef WGLINT_EXEC_DISPATCH_H
#define WGLINT_EXEC_DISPATCH_H

#include "wglint/Exec/Device.h"
#include "wglint/Reflect/ShaderInterface.h"
#include "wglint/Support/Worker.h"
#include <optional>

namespace wglint {

using Bytes = std::vector<uint8_t>;

struct BoundBlock {
  uint32_t glBinding = 0;
  bool isUniform = false;
  Bytes contents; ///< its size is the size of the buffer
  bool readBack = false;
};

struct BoundImage {
  ImageInterface interface; ///< unit, dimension, sampled or not
  unsigned arrayIndex = 0;  ///< unit is interface.glBinding + arrayIndex
  std::string format = "rgba32f"; ///< GLSL layout name; also of sampled ones
  std::array<uint32_t, 3> size = {1, 1, 1}; ///< texels; layers count as depth
  Bytes contents; ///< tightly packed texels of `format`, x fastest
  bool readBack = false;
};

struct BoundUniform {
  UniformInterface interface;
  Bytes value; ///< tightly packed components, 4 bytes each (8 for 64-bit)
};

/// A program and all that it is run with.
struct Dispatch {
  std::string glsl;
  std::array<uint32_t, 3> workgroupCount = {1, 1, 1};
  std::vector<BoundBlock> blocks;
  std::vector<BoundImage> images;
  std::vector<BoundUniform> uniforms;
};

/// Outputs in the order of Dispatch::blocks and images; empty where readBack is
/// false.
struct DispatchResult {
  std::vector<Bytes> blocks;
  std::vector<Bytes> images;
};

/// Why a dispatch gave no result.
struct DispatchFailure {
  enum class Kind {
    NoDevice,    ///< EGL or a context could not be had
    Unsupported, ///< the device lacks what the shader needs, by name
    Compile,     ///< `detail` is the driver's log
    GlError,     ///< a GL error or a lost context, with the call
    OutOfMemory, ///< GL_OUT_OF_MEMORY or the child's memory limit
    Timeout,     ///< the child's wall-clock or processor limit
    Crash,       ///< the driver died of a signal
  };
  Kind kind = Kind::Crash;
  std::string detail; ///< for the user, with what to do next
};
const char *toString(DispatchFailure::Kind kind);

/// The same as an llvm::Error.
class DispatchError : public llvm::ErrorInfo<DispatchError> {
public:
  static char ID;
  explicit DispatchError(DispatchFailure failure)
      : Failure(std::move(failure)) {}
  const DispatchFailure &failure() const { return Failure; }
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

private:
  DispatchFailure Failure;
};

/// Runs \p dispatches one after the other on \p device, in one child under
/// \p limits, and reads their outputs back. Each starts from its own contents.
/// Errors: DispatchError, for the first that fails.
llvm::Expected<std::vector<DispatchResult>>
runDispatches(const DeviceInfo &device, const std::vector<Dispatch> &dispatches,
              const WorkerLimits &limits);

/// How dispatches are timed.
struct TimingOptions {
  unsigned warmupCount = 3;
  unsigned sampleCount = 25; ///< per dispatch
  /// One sample repeats the dispatch until it takes about this long, because
  /// timers have a resolution; its time is divided by the repetitions.
  uint64_t minSampleNs = 2'000'000;
};

/// Samples of one dispatch.
struct DispatchSamples {
  std::vector<double> elapsedNs; ///< per dispatch, in the order taken
  bool usedGpuTimer = false;     ///< else glFinish and a steady clock
};

/// Times \p dispatches interleaved (A B A B ...), so that drifts of the clock
/// hit all alike. Errors: as runDispatches.
llvm::Expected<std::vector<DispatchSamples>>
timeDispatches(const DeviceInfo &device,
               const std::vector<Dispatch> &dispatches,
               const TimingOptions &options, const WorkerLimits &limits);

} // namespace wglint

#endif // WGLINT_EXEC_DISPATCH_H
