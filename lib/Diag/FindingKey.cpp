// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Diag/FindingKey.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace wglint;

std::string wglint::findingKey(llvm::StringRef path, llvm::StringRef check,
                               llvm::StringRef lineText) {
  constexpr unsigned kDigits = 16;
  // None of the three holds a line break.
  std::string text = (path + "\n" + check + "\n" + lineText.trim()).str();
  return llvm::utohexstr(llvm::xxh3_64bits(text), /*LowerCase=*/true, kDigits);
}
