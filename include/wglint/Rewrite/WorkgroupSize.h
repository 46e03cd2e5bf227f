// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The declaration of the workgroup's size, and what of a shader depends on it.
#ifndef WGLINT_REWRITE_WORKGROUPSIZE_H
#define WGLINT_REWRITE_WORKGROUPSIZE_H

#include "wglint/Rewrite/EditSet.h"
#include "wglint/Rewrite/Rewrite.h"
#include <array>

namespace wglint {

using WorkgroupSize = std::array<uint32_t, 3>;

/// What of a shader changes with the size of its workgroups ("barrier",
/// "gl_LocalInvocationID"); empty: nothing.
std::string sizeDependence(const RewriteContext &context);

/// The layout entries of the size, \p ending "", or of the specialization
/// constants that set it, "_id"; null where the text has none.
std::array<const syntax::LayoutEntry *, 3>
sizeEntries(const RewriteContext &context, llvm::StringRef ending = "");

/// Makes \p size the declared one; the facts say what it was.
void editWorkgroupSize(const RewriteContext &context, const WorkgroupSize &size,
                       EditSet &edits);

/// The workgroups of the dispatch that goes with \p held, the part of the grid
/// that a workgroup takes now, where it took \p size; for people.
std::string coarserDispatch(const WorkgroupSize &size,
                            const WorkgroupSize &held);

} // namespace wglint

#endif // WGLINT_REWRITE_WORKGROUPSIZE_H
