// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The functions that compute IdiomFacts.
#ifndef WGLINT_LIB_ANALYSIS_CODE_IDIOMFINDERS_H
#define WGLINT_LIB_ANALYSIS_CODE_IDIOMFINDERS_H

#include "wglint/Analysis/Facts.h"
#include "wglint/SPIRV/Module.h"
#include "wglint/SPIRV/Queries.h"
#include <array>
#include <map>
#include <vector>

namespace wglint {

/// See SubgroupIdioms.cpp. Empty where the entry point asks how large its
/// subgroups are.
std::vector<SubgroupSizeUse>
findSubgroupSizeUses(const spirv::Module &module,
                     const spirv::FunctionList &functions);

/// See CodeIdioms.cpp.
std::vector<AddressDivisionFact>
findAddressDivisions(const spirv::Module &module,
                     const spirv::FunctionList &functions);
/// The loads of \p facts that are loop-invariant and that something in the loop
/// keeps from being moved out.
std::vector<RepeatedLoadFact>
findRepeatedLoads(const spirv::Module &module,
                  const spirv::FunctionList &functions,
                  const EntryPointFacts &facts);
/// DivergentBranchFact::operations of the branch at the end of \p block; zeros
/// where it is no selection.
std::array<unsigned, 2> countSideOperations(const spirv::Module &module,
                                            const spirv::Function &function,
                                            uint32_t block);

/// See Reductions.cpp. \p facts holds the accesses.
std::vector<ReductionFact> findReductions(const spirv::Module &module,
                                          const spirv::FunctionList &functions,
                                          const EntryPointFacts &facts);

// What the instructions of one function are for; see Idioms.cpp.
std::vector<AtomicFact> findAtomics(const spirv::Module &module,
                                    const spirv::Function &function);
std::vector<DebugKey> findNarrowBallots(const spirv::Module &module,
                                        const spirv::Function &function);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_IDIOMFINDERS_H
