// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Support/Spelling.h"

using namespace wglint;

llvm::StringRef
wglint::nearestSpelling(llvm::StringRef word,
                        llvm::ArrayRef<llvm::StringRef> candidates) {
  llvm::StringRef best;
  // clang's typo correction accepts (length + 2) / 3 edits.
  unsigned bestDistance = static_cast<unsigned>(word.size() + 2) / 3 + 1;
  for (llvm::StringRef candidate : candidates) {
    unsigned distance =
        word.edit_distance(candidate, /*AllowReplacements=*/true,
                           /*MaxEditDistance=*/bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}
