// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Who wrote a number that differs: the dispatch is run once more with a copy
/// of the shader that records the writes to that one number.
#ifndef WGLINT_LIB_RUN_WRITERS_H
#define WGLINT_LIB_RUN_WRITERS_H

#include "wglint/Run/Plan.h"

namespace wglint {

/// A run that has happened, and one number of what it wrote.
struct WrittenNumber {
  const ShaderToRun &shader;
  const RunSpec &spec;
  const PreparedRun &run; ///< of the shader and the spec
  bool isImage = false;
  size_t memory = 0; ///< index into run.blocks or run.images
  uint64_t offsetBytes = 0;
};

/// "written by the invocation with global id (3, 4, 0), at a.comp:9:3", or that
/// several invocations or none write it. Empty where it is not known: a write
/// that cannot be followed, a device that cannot run the copy.
/// Assumes: all accesses of the run stay inside of their arrays.
/// Cost: a translation and a dispatch.
std::string describeWriters(const WrittenNumber &number,
                            const RunEnvironment &environment);

} // namespace wglint

#endif // WGLINT_LIB_RUN_WRITERS_H
