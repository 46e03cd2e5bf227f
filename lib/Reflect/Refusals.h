// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What no OpenGL can run, by name, found before anything is translated.
#ifndef WGLINT_LIB_REFLECT_REFUSALS_H
#define WGLINT_LIB_REFLECT_REFUSALS_H

#include "wglint/SPIRV/Module.h"

namespace wglint {

/// An error that names the first feature of \p module that OpenGL has no word
/// for; success where there is none. What an extension of GL may offer passes.
llvm::Error refuseWhatGlLacks(const spirv::Module &module);

/// An error where \p module, whose constants are literals, declares an array
/// without elements: GLSL has none.
llvm::Error refuseEmptyArrays(const spirv::Module &module);

/// The compute entry point \p name, or the only one where it is empty.
/// Errors: none, several, or none of that name; with the names there are.
llvm::Expected<const spirv::EntryPoint *>
chooseEntryPoint(const spirv::Module &module, llvm::StringRef name);

} // namespace wglint

#endif // WGLINT_LIB_REFLECT_REFUSALS_H
