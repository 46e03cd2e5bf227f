// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Texel formats of image variables.
#ifndef WGLINT_LIB_ANALYSIS_CODE_IMAGES_H
#define WGLINT_LIB_ANALYSIS_CODE_IMAGES_H

#include "wglint/SPIRV/Module.h"

namespace wglint {

/// The type of an image variable, through arrays and combined samplers; nullptr
/// for other variables.
const spirv::Type *imageTypeOf(const spirv::Module &module, spirv::Id variable);

/// Bytes of a texel of an OpTypeImage format; 0 for Unknown and what is rare.
unsigned texelBytes(uint32_t format);

/// Components of a texel of which a value that was loaded is stored again
/// exactly; 0 where that is not sure. Floats and integers are: what is loaded
/// is one of the numbers that the format has. Of normalized formats it is not:
/// a driver may round a number that lies between two of them to either.
unsigned exactComponents(uint32_t format);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_IMAGES_H
