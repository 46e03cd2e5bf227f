// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which member of a structure variable a pointer leads to, read off the
/// instructions.
#ifndef WGLINT_LIB_ANALYSIS_CODE_MEMBERPATHS_H
#define WGLINT_LIB_ANALYSIS_CODE_MEMBERPATHS_H

#include "wglint/SPIRV/Module.h"
#include <cstdint>
#include <string>
#include <vector>

namespace wglint {

/// A variable, or a member of it, or a member of that one and so on, without an
/// array on the way.
struct MemberPath {
  spirv::Id variable = spirv::Id::None; ///< None: not known
  std::vector<uint32_t> members;        ///< the outermost first
  /// The pointer leads further: to an element, a column or a component, or to a
  /// place that is not known.
  bool leadsFurther = false;

  /// Whether one of both is a part of the other, or they are the same.
  bool overlaps(const MemberPath &other) const;
  /// Whether \p other is the same or a part of this; leadsFurther does not
  /// count.
  bool contains(const MemberPath &other) const;
  bool operator==(const MemberPath &other) const {
    return variable == other.variable && members == other.members &&
           leadsFurther == other.leadsFurther;
  }
};

/// What \p pointer points to or into. The variable is None where the pointer is
/// not made from one, as with a parameter. Cost: linear in the instructions
/// that make the pointer.
MemberPath memberPathOf(const spirv::Module &module, spirv::Id pointer);

/// The type of \p path, whose variable \p module has to contain.
const spirv::Type &typeOfPath(const spirv::Module &module,
                              const MemberPath &path);

/// The names of the members of \p path, ".inner.list"; empty without members.
std::string memberNames(const spirv::Module &module, const MemberPath &path);

/// For each array in \p type that is in no other array, the members that lead
/// to it. A type that is an array itself has one, which no member leads to.
std::vector<std::vector<uint32_t>> arraysIn(const spirv::Module &module,
                                            const spirv::Type &type);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_MEMBERPATHS_H
