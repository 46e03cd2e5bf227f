// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Puts the named numbers of a run where they belong: plain uniforms, push
/// constants, members of blocks.
#ifndef WGLINT_LIB_RUN_VALUES_H
#define WGLINT_LIB_RUN_VALUES_H

#include "Components.h"
#include "wglint/Run/RunShader.h"

namespace wglint {

/// The type of a uniform's bytes as glUniform takes them: no padding, at least
/// 32 bits a component, matrices by columns.
MemoryType tightType(const MemoryType &type);

/// Fills `dispatch.uniforms` of \p run, and overwrites bytes of its blocks.
/// What \p spec does not name is zero.
/// Errors: as prepareRun().
llvm::Error applyValues(const RunnableShader &shader, const RunSpec &spec,
                        PreparedRun &run);

/// Where a value of that name lies: in a uniform or a block of \p interface.
struct ValuePlace {
  bool isInBlock = false;
  size_t index = 0; ///< into interface.uniforms or interface.blocks
  std::vector<Component> components; ///< in tightType() or the block's type
};
/// std::nullopt: nothing has that name, or several blocks have.
std::optional<ValuePlace> findValue(const ShaderInterface &interface,
                                    llvm::StringRef name);

} // namespace wglint

#endif // WGLINT_LIB_RUN_VALUES_H
