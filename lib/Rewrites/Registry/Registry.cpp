// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The table of all rewrites. It lies outside of the folder whose files are
/// rewrites; Rewrites.def is made by the build.
#include "wglint/Rewrites/Registry.h"

// In the namespace where WGLINT_DEFINE_REWRITE is used.
#define WGLINT_REWRITE(IDENT) extern const wglint::RewriteInfo IDENT##Rewrite;
#include "Rewrites.def"
#undef WGLINT_REWRITE

using namespace wglint;

// File names sort as the rewrites' names do, as those of checks.
#define WGLINT_REWRITE(IDENT) &IDENT##Rewrite,
static constexpr const RewriteInfo *kRewrites[] = {
#include "Rewrites.def"
};
#undef WGLINT_REWRITE

llvm::ArrayRef<const RewriteInfo *> wglint::allRewrites() { return kRewrites; }

const RewriteInfo *wglint::findRewrite(llvm::StringRef name) {
  for (const RewriteInfo *rewrite : kRewrites)
    if (rewrite->name == name)
      return rewrite;
  return nullptr;
}
