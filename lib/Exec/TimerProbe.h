// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Whether GL_TIME_ELAPSED can be believed, private to lib/Exec.
#ifndef WGLINT_LIB_EXEC_TIMERPROBE_H
#define WGLINT_LIB_EXEC_TIMERPROBE_H

namespace wglint {

/// Runs a shader of some milliseconds on the current context and compares the
/// timer query with a steady clock.
bool timerCounts();

} // namespace wglint

#endif // WGLINT_LIB_EXEC_TIMERPROBE_H
