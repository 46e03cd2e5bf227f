// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Texel formats of image variables.
#ifndef WGLINT_LIB_ANALYSIS_CODE_IMAGES_H
#define WGLINT_LIB_ANALYSIS_CODE_IMAGES_H

#include "wglint/SPIRV/Module.h"

namespace wglint {

/// The type of an image variable, also within arrays and combined samplers;
/// nullptr for other variables.
const spirv::Type *imageTypeOf(const spirv::Module &module, spirv::Id variable);

/// Size of a texel of an OpTypeImage format in bytes; 0 for Unknown and rare
/// formats.
unsigned texelBytes(uint32_t format);

/// Number of components of a texel that are stored exactly as they were if what
/// was loaded is stored again; 0 where that is not certain. It holds for floats
/// and integers: what is loaded is one of the numbers that the format has. It
/// does not for normalized formats: a driver may round a number between two of
/// them to either.
unsigned exactComponents(uint32_t format);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_IMAGES_H
