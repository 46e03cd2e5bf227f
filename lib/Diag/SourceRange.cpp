// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Diag/SourceRange.h"
#include "llvm/Support/raw_ostream.h"

using namespace wglint;

llvm::raw_ostream &wglint::operator<<(llvm::raw_ostream &os,
                                      const Position &position) {
  return os << position.line << ':' << position.column;
}

std::string wglint::placeText(const SourceRange &range) {
  std::string text = range.file;
  if (!range.isWholeFile())
    llvm::raw_string_ostream(text) << ':' << range.begin;
  return text;
}
