// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Comments.h"
#include <algorithm>

using namespace wglint;
using llvm::StringRef;

/// Bytes of the `//` comment at the start of \p text; a backslash at the end of
/// a line joins the next line to it.
static size_t lineCommentSize(StringRef text) {
  size_t end = text.find('\n');
  while (end != StringRef::npos &&
         text.take_front(end).rtrim('\r').ends_with("\\"))
    end = text.find('\n', end + 1);
  return std::min(end, text.size());
}

/// Bytes of the string at the start of \p text; 1 where the quotation mark has
/// no partner on its line and so begins none.
static size_t stringSize(StringRef text) {
  size_t end = text.find_first_of("\"\n", 1);
  return end != StringRef::npos && text[end] == '"' ? end + 1 : 1;
}

static void forEachGlslComment(StringRef text,
                               llvm::function_ref<void(StringRef)> visit) {
  for (size_t i = text.find_first_of("/\""); i != StringRef::npos;
       i = text.find_first_of("/\"", i)) {
    StringRef here = text.drop_front(i);
    size_t size = 1;
    if (here.starts_with("//")) {
      size = lineCommentSize(here);
      visit(here.take_front(size));
    } else if (here.starts_with("/*")) {
      size_t end = here.find("*/", 2);
      size = end == StringRef::npos ? here.size() : end + 2;
      visit(here.take_front(size));
    } else if (here.front() == '"') {
      size = stringSize(here);
    }
    i += size;
  }
}

/// From `;` outside of a string to the line's end.
static void forEachAssemblyComment(StringRef text,
                                   llvm::function_ref<void(StringRef)> visit) {
  bool isInString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (isInString && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      isInString = !isInString;
    } else if (text[i] == ';' && !isInString) {
      StringRef comment =
          text.drop_front(i).take_until([](char c) { return c == '\n'; });
      visit(comment);
      i += comment.size();
    }
  }
}

void wglint::forEachComment(StringRef file, StringRef text,
                            llvm::function_ref<void(StringRef)> visit) {
  if (file.ends_with_insensitive(".spvasm"))
    forEachAssemblyComment(text, visit);
  else
    forEachGlslComment(text, visit);
}
