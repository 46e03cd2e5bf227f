// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Images, textures and texel buffers, private to lib/Exec. Needs a current
/// context, but for findImageProblem().
#ifndef WGLINT_LIB_EXEC_TEXTURES_H
#define WGLINT_LIB_EXEC_TEXTURES_H

#include "wglint/Exec/Dispatch.h"

namespace wglint {

/// What keeps \p image from being bound on a device with \p limits.
std::optional<std::string> findImageProblem(const BoundImage &image,
                                            const DeviceLimits &limits);

/// A texture that holds an image's texels.
struct GlTexture {
  unsigned texture = 0;
  unsigned buffer = 0; ///< of a texel buffer
};

/// Makes the texture and fills it; sampled ones with nearest filtering,
/// clamped. Errors: as checkGl().
llvm::Expected<GlTexture> makeImage(const BoundImage &image);

/// Binds \p texture where the shader looks for \p image.
void bindImage(const BoundImage &image, const GlTexture &texture);

/// Writes the texels to \p out, which has BoundImage::contents' size.
llvm::Error readImage(const BoundImage &image, const GlTexture &texture,
                      uint8_t *out);

} // namespace wglint

#endif // WGLINT_LIB_EXEC_TEXTURES_H
