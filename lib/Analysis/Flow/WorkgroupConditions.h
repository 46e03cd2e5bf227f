// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Open conditions that nothing but the workgroup's id decides, such as
/// `i != gl_WorkGroupID.x` in a loop over i: in a workgroup whose id is a
/// number they are no longer open.
#ifndef WGLINT_LIB_ANALYSIS_FLOW_WORKGROUPCONDITIONS_H
#define WGLINT_LIB_ANALYSIS_FLOW_WORKGROUPCONDITIONS_H

#include "Lanes/ConditionInfo.h"
#include "Lanes/LaneMath.h"
#include <array>
#include <cstdint>
#include <optional>

namespace wglint {

struct Context;

/// Whether a branch on the condition \p info is taken to \p side in \p lane of
/// the workgroup \p id, whose unknowns are \p ids; std::nullopt where other
/// unknowns decide, or what is known of the condition is not all.
std::optional<bool> isTaken(const ConditionInfo &info, bool side, uint32_t lane,
                            const std::array<SymbolId, 3> &ids,
                            const std::array<uint32_t, 3> &id);

/// All lanes of a workgroup agree on \p context's condition, and unknowns other
/// than \p ids have no part in it.
bool isOfIds(const Context &context, const LaneMath &math,
             const std::array<SymbolId, 3> &ids);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_FLOW_WORKGROUPCONDITIONS_H
