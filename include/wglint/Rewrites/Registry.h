// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The table of all rewrites, made by the build from the files of lib/Rewrites.
#ifndef WGLINT_REWRITES_REGISTRY_H
#define WGLINT_REWRITES_REGISTRY_H

#include "wglint/Rewrite/Rewrite.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace wglint {

/// Every rewrite, sorted by name. A constant table: no static constructors.
llvm::ArrayRef<const RewriteInfo *> allRewrites();

/// nullptr where there is none of that name.
const RewriteInfo *findRewrite(llvm::StringRef name);

/// Whether `--rewrite-option NAME=VALUE` means something.
/// Errors: no rewrite has that option, with the nearest; or \p value is no
/// number.
llvm::Error checkRewriteOption(llvm::StringRef name, llvm::StringRef value);

} // namespace wglint

#endif // WGLINT_REWRITES_REGISTRY_H
