// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The finders that IdiomFacts are made by.
#ifndef WGLINT_LIB_ANALYSIS_IDIOMFINDERS_H
#define WGLINT_LIB_ANALYSIS_IDIOMFINDERS_H

#include "wglint/Analysis/Facts.h"
#include "wglint/SPIRV/Module.h"
#include <array>
#include <map>
#include <vector>

namespace wglint {

/// The functions that an entry point reaches, in the module's order.
using ReachedFunctions = std::vector<const spirv::Function *>;

/// Resources.cpp
ReachedFunctions reachedFunctions(const spirv::Module &module,
                                  const spirv::EntryPoint &entry);

/// SubgroupIdioms.cpp. Empty where the entry point asks how large its subgroups
/// are.
std::vector<SubgroupSizeUse>
findSubgroupSizeUses(const spirv::Module &module,
                     const ReachedFunctions &functions);

/// CodeIdioms.cpp
std::vector<AddressDivisionFact>
findAddressDivisions(const spirv::Module &module,
                     const ReachedFunctions &functions);
/// The loads of \p facts that are loop-invariant and hindered.
std::vector<RepeatedLoadFact>
findRepeatedLoads(const spirv::Module &module,
                  const ReachedFunctions &functions,
                  const EntryPointFacts &facts);
/// DivergentBranchFact::operations of the branch at the end of \p block; zeros
/// where it is no selection.
std::array<unsigned, 2> countSideOperations(const spirv::Module &module,
                                            const spirv::Function &function,
                                            uint32_t block);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_IDIOMFINDERS_H
