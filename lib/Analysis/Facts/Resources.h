// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The parts that ResourceFacts are made of.
#ifndef WGLINT_LIB_ANALYSIS_FACTS_RESOURCES_H
#define WGLINT_LIB_ANALYSIS_FACTS_RESOURCES_H

#include "wglint/Analysis/Facts.h"
#include "wglint/SPIRV/Module.h"
#include <set>

namespace wglint {

/// Everything about \p entry that ResourceFacts hold. \p facts are those of the
/// lane analysis.
/// Cost: linear in the module; the shapes cost up to four further walks.
ResourceFacts describeResources(const spirv::Module &module,
                                const spirv::EntryPoint &entry,
                                const AnalysisOptions &options,
                                const EntryPointFacts &facts);

/// How many workgroups of \p facts fit on the compute units of \p config's
/// device if each takes \p sharedBytes; empty where the size or too much of the
/// device is unknown. Registers count where \p report, which may be for another
/// device, gives them.
std::vector<OccupancyFact>
computeOccupancy(const EntryPointFacts &facts, uint64_t sharedBytes,
                 const DeviceConfig &config,
                 const std::optional<CompilerReport> &report);

/// ResourceFacts::shapes.
std::vector<ShapeFact> tryShapes(const spirv::Module &module,
                                 const spirv::EntryPoint &entry,
                                 const AnalysisOptions &options,
                                 const EntryPointFacts &facts);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_FACTS_RESOURCES_H
