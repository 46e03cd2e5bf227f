// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which expression of the text each memory instruction comes from.
///
/// SPIR-V has lines only, and a load or store carries the line of whatever the
/// compiler visited last. Here every access expression of the compiler's tree
/// gets a number of its own, a *site*, and the tree is arranged so that the
/// number is what the compiler visits last: it ends up as the line of the
/// instruction. So nothing has to be guessed or paired afterwards.
#ifndef WGLINT_FRONTEND_ACCESSSITES_H
#define WGLINT_FRONTEND_ACCESSSITES_H

#include "wglint/Support/DebugKey.h"
#include "wglint/Syntax/TokenMap.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <string>
#include <vector>

class TIntermNode;

namespace wglint {

/// Lines from here on are sites; lines below are token numbers plus one.
inline constexpr uint32_t kFirstSiteLine = 1u << 28;

/// One instruction, or several that come from the same expression.
struct SiteEntry {
  SiteKind kind = SiteKind::Other;
  std::string root; ///< name of the variable, as the SPIR-V names it
  uint32_t firstToken = 0, lastToken = 0; ///< both included
  bool isTemporary = false; ///< the expression does not start from a variable
};

/// What stands under one line of the SPIR-V, in the order of evaluation.
struct Site {
  llvm::SmallVector<SiteEntry, 1> entries;
};

/// Arranges the tree under \p root and returns the sites; the first one has the
/// line kFirstSiteLine. Call it behind everything else that looks at the tree,
/// right before the SPIR-V is made.
/// Cost: linear in the tree; no recursion.
std::vector<Site> placeAccessSites(TIntermNode *root,
                                   const syntax::TokenMap &tokens);

} // namespace wglint

#endif // WGLINT_FRONTEND_ACCESSSITES_H
