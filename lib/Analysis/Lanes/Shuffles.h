// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which lane of its subgroup an invocation reads in a broadcast or a shuffle:
/// GL_KHR_shader_subgroup, and the SPIR-V specification's "Non-Uniform
/// Instructions".
#ifndef WGLINT_LIB_ANALYSIS_LANES_SHUFFLES_H
#define WGLINT_LIB_ANALYSIS_LANES_SHUFFLES_H

#include "Lanes/Lanes.h"
#include <cstdint>
#include <optional>

namespace wglint {

/// Instructions that read one value of one lane, which their operand tells.
bool isShuffle(unsigned opcode);

/// Whether the last operand of shuffle \p opcode names a lane, or a distance
/// between lanes, as \p operand that subgroups of \p size lanes do not have.
bool isPastSubgroup(unsigned opcode, int64_t operand, unsigned size);

/// The lane that \p self reads: by shuffle \p opcode, whose last operand is
/// \p operand in it. May lie outside the subgroup.
int64_t shuffledFrom(unsigned opcode, unsigned self, int64_t operand);

/// The lane of the workgroup that is number \p from in the subgroup of \p lane,
/// of \p size lanes; std::nullopt where there is none, or it is not \p active.
std::optional<unsigned> laneRead(unsigned lane, int64_t from, unsigned size,
                                 const LaneSet &active);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_LANES_SHUFFLES_H
