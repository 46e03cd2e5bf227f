// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Guesses what a misspelt name was meant to be.
#ifndef WGLINT_SUPPORT_SPELLING_H
#define WGLINT_SUPPORT_SPELLING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace wglint {

/// The candidate with the smallest edit distance to \p word, the first of
/// several; empty if even that one differs in more than a third of \p word's
/// letters (the rule of clang's typo correction), so that nothing absurd is
/// offered.
llvm::StringRef nearestSpelling(llvm::StringRef word,
                                llvm::ArrayRef<llvm::StringRef> candidates);

} // namespace wglint

#endif // WGLINT_SUPPORT_SPELLING_H
