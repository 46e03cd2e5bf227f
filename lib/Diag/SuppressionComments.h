// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The parsed form of NOLINT comments, private to lib/Diag.
#ifndef WGLINT_LIB_DIAG_SUPPRESSIONCOMMENTS_H
#define WGLINT_LIB_DIAG_SUPPRESSIONCOMMENTS_H

#include "wglint/Diag/SourceRange.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace wglint {

/// One NOLINT word with its list.
struct SuppressionComment {
  enum class Kind { Line, NextLine, Begin, End };
  Kind kind = Kind::Line;
  SourceRange range;    ///< the word and its list
  bool hasList = false; ///< without one, all checks are meant
  /// The globs of the list, without white space. A removal keeps its '-'.
  std::vector<std::string> globs;
};

/// The word as it is written: "NOLINTBEGIN".
llvm::StringRef toString(SuppressionComment::Kind kind);

/// All of \p text, in order. A word within quotation marks or backquotes is
/// prose about suppressions.
std::vector<SuppressionComment> parseSuppressions(llvm::StringRef file,
                                                  llvm::StringRef text);

} // namespace wglint

#endif // WGLINT_LIB_DIAG_SUPPRESSIONCOMMENTS_H
