// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Open conditions that only the workgroup's id decides, such as `i !=
/// gl_WorkGroupID.x` in a loop over i: they are decided in a workgroup whose id
/// is a number.
#ifndef WGLINT_LIB_ANALYSIS_FLOW_WORKGROUPCONDITIONS_H
#define WGLINT_LIB_ANALYSIS_FLOW_WORKGROUPCONDITIONS_H

#include "Lanes/ConditionInfo.h"
#include "Lanes/LaneMath.h"
#include <array>
#include <cstdint>
#include <optional>

namespace wglint {

struct Context;

/// Whether \p lane of the workgroup \p id, whose unknowns are \p ids, takes \p
/// side of a branch on the condition \p info. std::nullopt where other unknowns
/// decide, or not all is known of the condition.
std::optional<bool> isTaken(const ConditionInfo &info, bool side, uint32_t lane,
                            const std::array<SymbolId, 3> &ids,
                            const std::array<uint32_t, 3> &id);

/// Whether all lanes of a workgroup agree on \p context's condition, and no
/// unknowns but \p ids have a part in it.
bool isOfIds(const Context &context, const LaneMath &math,
             const std::array<SymbolId, 3> &ids);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_FLOW_WORKGROUPCONDITIONS_H
