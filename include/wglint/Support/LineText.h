// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Lines of a text, and columns as others count them.
#ifndef WGLINT_SUPPORT_LINETEXT_H
#define WGLINT_SUPPORT_LINETEXT_H

#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <optional>

namespace wglint {

/// Line number \p line of \p text, counted from 1, without its line break;
/// std::nullopt behind the last one. Cost: linear in the text before it.
std::optional<llvm::StringRef> lineOf(llvm::StringRef text, unsigned line);

/// Bytes of the character at the start of \p text, which is not empty; 0 if it
/// is not UTF-8.
size_t utf8CharacterBytes(llvm::StringRef text);

/// How many UTF-16 code units \p text takes. Each byte that is not UTF-8 counts
/// as one, as the replacement character that stands for it does.
unsigned utf16Length(llvm::StringRef text);

} // namespace wglint

#endif // WGLINT_SUPPORT_LINETEXT_H
