// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Findings in shaders whose workgroup's shape only the host knows.
#ifndef WGLINT_LIB_DRIVER_ASSUMEDSHAPES_H
#define WGLINT_LIB_DRIVER_ASSUMEDSHAPES_H

#include "wglint/Check/Check.h"
#include "wglint/SPIRV/Module.h"

namespace wglint {

/// Where \p context's facts rest on a shape that was made up, makes those of
/// \p findings remarks that do not hold in the other shapes that a host may
/// choose (EntryPointFacts::otherShapes): `local_size_x_id = 0, local_size_y_id
/// = 1` does not say whether rows of invocations work together or squares. The
/// warnings that are left name those shapes. \p entryPoint: number of context's
/// entry point among the compute ones of \p module. Cost: one more analysis of
/// the module for each shape, where there is a warning at all.
void keepWhatHoldsInAnyShape(const spirv::Module &module, size_t entryPoint,
                             llvm::ArrayRef<const CheckInfo *> checks,
                             const CheckContext &context,
                             std::vector<Diagnostic> &findings);

} // namespace wglint

#endif // WGLINT_LIB_DRIVER_ASSUMEDSHAPES_H
