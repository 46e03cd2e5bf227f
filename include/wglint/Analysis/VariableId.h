// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How facts name a variable, or a member of one.
#ifndef WGLINT_ANALYSIS_VARIABLEID_H
#define WGLINT_ANALYSIS_VARIABLEID_H

#include <cstdint>
#include <tuple>

namespace wglint {

/// A variable of the module that was analysed, or one member of the block that
/// it is. Means nothing in another module.
struct VariableId {
  uint32_t variable = 0; ///< its SPIR-V id; 0: none
  int32_t member = -1;   ///< -1: the variable as a whole

  bool operator==(const VariableId &other) const {
    return variable == other.variable && member == other.member;
  }
  bool operator!=(const VariableId &other) const { return !(*this == other); }
  bool operator<(const VariableId &other) const {
    return std::tie(variable, member) < std::tie(other.variable, other.member);
  }
};

/// Whether both are of the same variable, whatever its members.
constexpr bool isSameVariable(const VariableId &a, const VariableId &b) {
  return a.variable == b.variable;
}

} // namespace wglint

#endif // WGLINT_ANALYSIS_VARIABLEID_H
