// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Syntax/TokenMap.h"
#include <algorithm>

namespace wglint::syntax {

// It does unless it is spelled inside of the use, that is, in an argument.
bool TokenMap::isFromBody(uint32_t token) const {
  const OutputToken &t = Tokens[token];
  if (t.use == kNone)
    return false;
  const Spelling &use = Uses[t.use].use;
  return t.spelling.instance != use.instance || t.spelling.begin <= use.begin ||
         t.spelling.begin >= use.end;
}

TokenPlace TokenMap::place(uint32_t first, uint32_t last) const {
  const OutputToken &front = Tokens[first], &back = Tokens[last];
  bool isInOneUse = front.use == back.use;
  bool hasBody = isFromBody(first) || isFromBody(last);
  for (uint32_t i = first + 1;
       isInOneUse && front.use != kNone && !hasBody && i < last; ++i)
    hasBody = isFromBody(i) || Tokens[i].use != front.use;

  bool keepsOwnPlace = isInOneUse && !hasBody;
  auto edge = [&](const OutputToken &t) {
    return t.use == kNone || keepsOwnPlace ? t.spelling : Uses[t.use].use;
  };
  Spelling begin = edge(front), end = edge(back);
  TokenPlace place;
  place.range = begin;
  if (begin.instance == end.instance && begin.begin < end.end)
    place.range.end = end.end;
  else
    place.isExact = false;
  if (!keepsOwnPlace)
    place.use = front.use != kNone ? front.use : back.use;
  return place;
}

void TokenMap::matchBrackets() {
  Brackets.assign(Tokens.size(), kNone);
  std::vector<uint32_t> open;
  for (uint32_t i = 0; i < Tokens.size(); ++i) {
    if (Tokens[i].text.size() != 1)
      continue;
    char c = Tokens[i].text[0];
    if (c == '(' || c == '[' || c == '{') {
      open.push_back(i);
    } else if ((c == ')' || c == ']' || c == '}') && !open.empty()) {
      Brackets[i] = open.back();
      Brackets[open.back()] = i;
      open.pop_back();
    }
  }
}

std::string TokenMap::compilerText(const Replacements &replaced) const {
  std::string text;
  size_t size = 0;
  for (const OutputToken &t : Tokens)
    size += t.text.size() + 1;
  text.reserve(size);
  for (size_t i = 0; i < Tokens.size(); ++i) {
    auto other = replaced.find(uint32_t(i));
    text += other == replaced.end() ? Tokens[i].text
                                    : llvm::StringRef(other->second);
    text += '\n';
  }
  return text;
}

} // namespace wglint::syntax
