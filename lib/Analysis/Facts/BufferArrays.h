// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which bytes of the elements of buffers a shader touches.
#ifndef WGLINT_LIB_ANALYSIS_FACTS_BUFFERARRAYS_H
#define WGLINT_LIB_ANALYSIS_FACTS_BUFFERARRAYS_H

#include "Lanes/Layout.h"
#include "wglint/Analysis/Facts.h"
#include "wglint/SPIRV/Module.h"

namespace wglint {

/// EntryPointFacts::bufferArrays, from the accesses of \p facts. Only arrays
/// that are accessed are listed; none where the walk did not see all accesses.
/// Cost: linear in the module and the accesses.
std::vector<BufferArrayFact> describeBufferArrays(const spirv::Module &module,
                                                  Constants &constants,
                                                  Layout &layout,
                                                  const EntryPointFacts &facts);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_FACTS_BUFFERARRAYS_H
