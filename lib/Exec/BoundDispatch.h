// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A dispatch as objects of the current context, private to lib/Exec.
#ifndef WGLINT_LIB_EXEC_BOUNDDISPATCH_H
#define WGLINT_LIB_EXEC_BOUNDDISPATCH_H

#include "Program.h"
#include "Textures.h"

namespace wglint {

/// Holds GL objects, which end with the context.
class BoundDispatch {
public:
  /// Compiles the program and makes and fills all that it is run with.
  /// \p first owns the buffers that BoundBlock::sharedWith names.
  /// Errors: as ProgramCache::use() and checkGl().
  static llvm::Expected<BoundDispatch>
  create(const Dispatch &dispatch, ProgramCache &programs,
         StageAnnouncer announce, const BoundDispatch *first = nullptr);

  /// Makes program, uniforms and bindings current. Errors: as setUniforms() and
  /// checkGl().
  llvm::Error use() const;
  /// Queues one dispatch, ordered after those before it.
  void run() const;
  /// Frees the buffers and textures.
  void destroy();

  /// Writes outputs one after the other, as outputBytes() counts them.
  llvm::Error readBack(uint8_t *out) const;

private:
  explicit BoundDispatch(const Dispatch &dispatch) : Source(&dispatch) {}
  llvm::Error makeBlocks(const BoundDispatch *first);
  llvm::Error makeImages();

  const Dispatch *Source;
  unsigned Program = 0;
  std::vector<unsigned> Buffers;   ///< one per block
  std::vector<GlTexture> Textures; ///< one per image
};

/// Bytes that BoundDispatch::readBack() writes.
uint64_t outputBytes(const Dispatch &dispatch);

/// Bytes of all that \p dispatch is run with.
uint64_t boundBytes(const Dispatch &dispatch);

/// Refuses what \p device lacks, or what cannot fit under \p limits.
llvm::Error checkDispatch(const DeviceInfo &device, const Dispatch &dispatch,
                          const WorkerLimits &limits);

} // namespace wglint

#endif // WGLINT_LIB_EXEC_BOUNDDISPATCH_H
