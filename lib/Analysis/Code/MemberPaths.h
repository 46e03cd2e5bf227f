// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Members of variables that are structures: which one a pointer leads to, read
/// off the instructions.
#ifndef WGLINT_LIB_ANALYSIS_CODE_MEMBERPATHS_H
#define WGLINT_LIB_ANALYSIS_CODE_MEMBERPATHS_H

#include "wglint/SPIRV/Module.h"
#include <cstdint>
#include <string>
#include <vector>

namespace wglint {

/// A variable, or a member of it, or a member of that one; no array is on the
/// way.
struct MemberPath {
  spirv::Id variable = spirv::Id::None; ///< None: not known
  std::vector<uint32_t> members;        ///< the outermost first
  /// The pointer leads further: to an element, a column or a component, or in
  /// a way that is not known.
  bool leadsFurther = false;

  /// One of both is a part of the other, or they are the same.
  bool overlaps(const MemberPath &other) const;
  /// \p other is the same or a part of this, whatever leads further.
  bool contains(const MemberPath &other) const;
  bool operator==(const MemberPath &other) const {
    return variable == other.variable && members == other.members &&
           leadsFurther == other.leadsFurther;
  }
};

/// What \p pointer points to or into. Its variable is None where the pointer is
/// not made of one, as a parameter is not.
/// Cost: linear in the instructions that make the pointer.
MemberPath memberPathOf(const spirv::Module &module, spirv::Id pointer);

/// The type of \p path, which \p module has.
const spirv::Type &typeOfPath(const spirv::Module &module,
                              const MemberPath &path);

/// ".inner.list": the names of the members of \p path; empty where there are
/// none.
std::string memberNames(const spirv::Module &module, const MemberPath &path);

/// The members that lead from \p type, a structure or anything else, to each
/// array in it that is in no other array. A type that is an array has one,
/// which no member leads to.
std::vector<std::vector<uint32_t>> arraysIn(const spirv::Module &module,
                                            const spirv::Type &type);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_MEMBERPATHS_H
