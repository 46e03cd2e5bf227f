// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Compares the texels that a shader names by integers with the size of the
/// image: loads, stores and atomics on images, and texelFetch. Coordinates stay
/// as they are; what is outside is only reported.
#ifndef WGLINT_LIB_REFLECT_IMAGECHECKS_H
#define WGLINT_LIB_REFLECT_IMAGECHECKS_H

#include "ModuleEditor.h"

namespace wglint {

/// See the file comment. \p module and \p editor must outlive it.
class ImageChecks {
public:
  /// \p checkFunction is uint check(uint index, uint length, uint site).
  ImageChecks(const spirv::Module &module, ModuleEditor &editor,
              uint32_t checkFunction)
      : M(module), Editor(editor), CheckFunction(checkFunction) {}

  /// Instruction \p index names a texel by integers, of an image whose size is
  /// to be had. Multisampled ones are not run at all.
  bool canCheck(uint32_t index) const;
  /// Adds the calls for \p site in front of it; canCheck() must hold.
  void add(uint32_t index, uint32_t site);

private:
  const spirv::Type *imageType(const spirv::Instruction &access) const;
  uint32_t insertSize(uint32_t index, const spirv::Type &image);
  uint32_t lengthOf(uint32_t index, const spirv::Type &image, uint32_t size,
                    unsigned component);
  uint32_t coordinateOf(uint32_t index, unsigned component);

  const spirv::Module &M;
  ModuleEditor &Editor;
  uint32_t CheckFunction;
  bool HasCapability = false;
};

} // namespace wglint

#endif // WGLINT_LIB_REFLECT_IMAGECHECKS_H
