// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which lane of its subgroup an invocation reads in a broadcast or a shuffle:
/// GL_KHR_shader_subgroup, and "Non-Uniform Instructions" in the SPIR-V
/// specification.
#ifndef WGLINT_LIB_ANALYSIS_LANES_SHUFFLES_H
#define WGLINT_LIB_ANALYSIS_LANES_SHUFFLES_H

#include "Lanes/Lanes.h"
#include <cstdint>
#include <optional>

namespace wglint {

/// Whether \p opcode reads one value from the one lane that its operand names.
bool isShuffle(unsigned opcode);

/// Whether shuffle \p opcode, whose last operand is \p operand, names a lane or
/// a distance between lanes that subgroups of \p size lanes do not have.
bool isPastSubgroup(unsigned opcode, int64_t operand, unsigned size);

/// The lane that \p self reads by shuffle \p opcode, whose last operand is \p
/// operand there. It may lie outside the subgroup.
int64_t shuffledFrom(unsigned opcode, unsigned self, int64_t operand);

/// The lane of the workgroup that is lane \p from of the subgroup of \p lane,
/// in subgroups of \p size lanes; std::nullopt where there is none or it is not
/// \p active.
std::optional<unsigned> laneRead(unsigned lane, int64_t from, unsigned size,
                                 const LaneSet &active);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_LANES_SHUFFLES_H
