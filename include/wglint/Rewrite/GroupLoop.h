// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Lets one workgroup do the work of several, one after the other.
#ifndef WGLINT_REWRITE_GROUPLOOP_H
#define WGLINT_REWRITE_GROUPLOOP_H

#include "wglint/Rewrite/EditSet.h"
#include "wglint/Rewrite/Rewrite.h"

namespace wglint {

/// Which workgroups of the dispatch one takes over.
struct GroupLoop {
  /// As many as these share all the work, and the others have none: the
  /// dispatch stays. 0: each takes `perGroup` neighbours.
  unsigned workers = 0;
  /// The host dispatches so many times fewer along x.
  unsigned perGroup = 0;
};

/// Errors: why main() cannot be executed several times by one invocation, as a
/// sentence for the user: barriers, shared memory, variables that would keep
/// their values, a size that the host chooses.
llvm::Error whyNoGroupLoop(const RewriteContext &context);

/// What main() needs, in lines that start with a tab and end with '\n'.
struct GroupLoopText {
  std::string leave; ///< for its beginning: where there is nothing to do
  std::string loop;  ///< makes the call for each workgroup whose turn it is
};

/// Gives every use of a built-in id the value that it has in the workgroup
/// whose turn it is; \p call is a statement.
GroupLoopText editGroupLoop(const RewriteContext &context, EditSet &edits,
                            const GroupLoop &loop, llvm::StringRef call);

} // namespace wglint

#endif // WGLINT_REWRITE_GROUPLOOP_H
