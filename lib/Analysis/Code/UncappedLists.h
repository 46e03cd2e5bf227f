// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Lists in shared memory that may be read past their last entry. Invocations
/// store at the index that an atomic returns, if that is within the list; a
/// loop then reads up to the counter, which has also counted those that found
/// no room. Read off the instructions; other forms are not recognised.
///
///     uint slot = atomicAdd(count, 1u);
///     if (slot < 64u)
///       list[slot] = i;
///     barrier();
///     for (uint k = 0u; k < count; k++)  // min(count, 64u) is meant
///       use(list[k]);
#ifndef WGLINT_LIB_ANALYSIS_CODE_UNCAPPEDLISTS_H
#define WGLINT_LIB_ANALYSIS_CODE_UNCAPPEDLISTS_H

#include "wglint/Analysis/IdiomFacts.h"
#include "wglint/SPIRV/Module.h"
#include "wglint/SPIRV/Queries.h"
#include <vector>

namespace wglint {

/// The lists of the file comment, in the order of their loads and one for each
/// list. The counter is set to 0 outside of loops and counted up one by one, in
/// a loop whose number of iterations the text does not show; nothing else is
/// put into the list. Lists are left out where something compares the counter,
/// or the index of the load, with a constant, as that may prevent it. Cost:
/// linear in the instructions of \p functions for each counter.
std::vector<UncappedListFact>
findUncappedLists(const spirv::Module &module,
                  const spirv::FunctionList &functions);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_UNCAPPEDLISTS_H
