// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Compute programs, private to lib/Exec. Needs a current context.
#ifndef WGLINT_LIB_EXEC_PROGRAM_H
#define WGLINT_LIB_EXEC_PROGRAM_H

#include "wglint/Exec/Dispatch.h"
#include <map>

namespace wglint {

/// The programs of one context: each text is compiled once.
class ProgramCache {
public:
  /// Makes the program of \p glsl the current one; its GL name.
  /// Errors: Compile, with the driver's log; Unsupported, for a size of
  /// workgroup that the driver refuses at run time only.
  llvm::Expected<unsigned> use(const std::string &glsl);

private:
  std::map<std::string, unsigned> Programs; ///< GL names by GLSL
};

/// Sets the uniforms of \p program; those that the driver dropped are skipped.
/// Errors: Unsupported for types without a GL uniform (16-bit), GlError.
llvm::Error setUniforms(unsigned program,
                        llvm::ArrayRef<BoundUniform> uniforms);

} // namespace wglint

#endif // WGLINT_LIB_EXEC_PROGRAM_H
