// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the text of an assumption is about.
#ifndef WGLINT_LIB_ANALYSIS_LANES_ASSUMPTIONNAMES_H
#define WGLINT_LIB_ANALYSIS_LANES_ASSUMPTIONNAMES_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace wglint {

/// Whether \p text contains \p name as a word of its own.
inline bool mentions(llvm::StringRef text, llvm::StringRef name) {
  auto isPartOfName = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  for (size_t at = text.find(name); at != llvm::StringRef::npos;
       at = text.find(name, at + 1)) {
    size_t end = at + name.size();
    if ((at == 0 || !isPartOfName(text[at - 1])) &&
        (end == text.size() || !isPartOfName(text[end])))
      return true;
  }
  return false;
}

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_LANES_ASSUMPTIONNAMES_H
