// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The table of all rewrites. It lies outside of the folder whose files are
/// rewrites; Rewrites.def is made by the build.
#include "wglint/Rewrites/Registry.h"
#include "wglint/Support/Error.h"
#include "wglint/Support/Spelling.h"
#include "llvm/ADT/StringExtras.h"

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

llvm::Error wglint::checkRewriteOption(llvm::StringRef name,
                                       llvm::StringRef value) {
  std::vector<llvm::StringRef> known;
  for (const RewriteInfo *rewrite : kRewrites)
    for (const RewriteOption &option : rewrite->options)
      known.push_back(option.name);
  if (llvm::is_contained(known, name)) {
    unsigned number = 0;
    return value.getAsInteger(10, number)
               ? makeError("'" + name + "' is a number, not '" + value + "'")
               : llvm::Error::success();
  }
  llvm::StringRef nearest = nearestSpelling(name, known);
  return makeError("no rewrite has an option '" + name + "'; " +
                   (nearest.empty() ? "there are " + llvm::join(known, ", ")
                                    : "did you mean '" + nearest.str() + "'?"));
}
