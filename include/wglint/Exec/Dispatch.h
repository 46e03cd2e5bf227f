// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Compute dispatches in an isolated child: GLSL and bytes to bind go in, bytes
/// or times come back, or the reason why not.
#ifndef WGLINT_EXEC_DISPATCH_H
#define WGLINT_EXEC_DISPATCH_H

#include "wglint/Exec/Device.h"
#include "wglint/Reflect/Runnable.h"
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
  /// timeDispatches() alone: index of the block of the first dispatch whose
  /// buffer is bound instead of an own one.
  std::optional<size_t> sharedWith = std::nullopt;
};

struct BoundImage {
  ImageInterface interface;       ///< unit, dimension, sampled or not
  unsigned arrayIndex = 0;        ///< unit is interface.glBinding + arrayIndex
  std::string format = "rgba32f"; ///< GLSL layout name; also of sampled ones
  /// Texels. Layers and the six faces of a cube count as depth; layers of a 1D
  /// image as height.
  std::array<uint32_t, 3> size = {1, 1, 1};
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
  /// What is held against the device before anything is compiled.
  std::vector<RequiredExtension> requiredExtensions;
  std::array<uint32_t, 3> workgroupSize = {0, 0, 0}; ///< 0: not known
  uint64_t sharedBytes = 0;
  /// Storage blocks that the GLSL declares beyond `blocks`: several may be
  /// bound to one buffer, and a driver counts them all.
  uint64_t aliasBlockCount = 0;
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
    GlError,     ///< a GL error, with the step
    ContextLost, ///< the driver gave up the context and said so
    OutOfMemory, ///< GL_OUT_OF_MEMORY or the child's memory limit
    Timeout,     ///< the child's wall-clock or processor limit
    Crash,       ///< the driver died of a signal
  };
  Kind kind = Kind::Crash;
  std::string detail; ///< for the user, with what to do next
};
/// "no-device", "unsupported", "compile", "gl-error", ...
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

/// The limits that dispatches have unless a user asks for others: 60 s of wall
/// clock, because the threads of a software renderer share one count of
/// processor time, and 4 GiB that are really in use, because drivers reserve
/// terabytes of address space. runDispatches() and timeDispatches() take
/// WorkerLimits::memoryBytes as resident bytes whatever memoryKind says.
WorkerLimits defaultDispatchLimits();

/// What \p device lacks to run \p dispatch, by name and with both numbers;
/// nothing where it lacks nothing that is known. Opens no device.
std::optional<DispatchFailure> findUnsupported(const DeviceInfo &device,
                                               const Dispatch &dispatch);

/// Runs \p dispatches one after the other on \p device, in one child under
/// \p limits, and reads their outputs back. Each starts from its own contents.
/// Errors: DispatchError, for the first that fails.
/// Cost: a context, a compilation for each GLSL text, and for each dispatch two
/// copies of its outputs.
llvm::Expected<std::vector<DispatchResult>>
runDispatches(const DeviceInfo &device,
              llvm::ArrayRef<const Dispatch *> dispatches,
              const WorkerLimits &limits);

} // namespace wglint

#endif // WGLINT_EXEC_DISPATCH_H
