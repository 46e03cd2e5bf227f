// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// An OpenGL context without a display, private to lib/Exec. Only a child calls
/// this: libEGL and the driver are loaded into the process and stay.
#ifndef WGLINT_LIB_EXEC_CONTEXT_H
#define WGLINT_LIB_EXEC_CONTEXT_H

#include "Isolation.h"

namespace wglint {

/// Looks whether libEGL and libOpenGL are there, for libepoxy ends the process
/// where they are not. Errors: NoDevice, with the package to install.
llvm::Error checkGlLibraries();

/// How many hardware devices EGL names, whether or not they work. Mesa's
/// software renderer is not among them; it is the device of the next number.
unsigned countHardwareDevices();

struct ContextOptions {
  /// Accesses outside of a buffer stay harmless. Costs time on some GPUs, so
  /// timings go without.
  bool isRobust = true;
};

/// Makes a context of OpenGL 4.5 or newer current on the device with that
/// number. Errors: NoDevice, with what EGL said.
llvm::Error openContext(unsigned index, const ContextOptions &options);

/// Fails if GL has an error pending or has lost the context; \p step says what
/// was done last. Errors: GlError, ContextLost, OutOfMemory.
llvm::Error checkGl(const llvm::Twine &step);

} // namespace wglint

#endif // WGLINT_LIB_EXEC_CONTEXT_H
