// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LenientText.h"
#include "llvm/ADT/STLExtras.h"
#include <vector>

using namespace wglint;

namespace {
/// Finds the tokens that are left out.
class Leniency {
public:
  explicit Leniency(const syntax::TokenMap &tokens)
      : Map(tokens), IsDropped(tokens.tokens().size()) {}

  void dropLayouts();
  void dropSemicolons();
  std::optional<std::string> text() const;

private:
  bool is(size_t token, llvm::StringRef text) const {
    return token < IsDropped.size() && Map.tokens()[token].text == text;
  }
  void drop(size_t first, size_t last) {
    std::fill(IsDropped.begin() + first, IsDropped.begin() + last + 1, true);
  }
  void dropLayout(size_t layout, size_t end);

  const syntax::TokenMap &Map;
  std::vector<bool> IsDropped;
};
} // namespace

/// Of `layout ( ... )` from \p layout to \p end.
void Leniency::dropLayout(size_t layout, size_t end) {
  bool isChanged = false;
  for (size_t i = layout + 2; i < end; ++i)
    if (is(i, "shared") || is(i, "packed")) {
      drop(i, is(i + 1, ",") ? i + 1 : i);
      isChanged = true;
    }
  if (!isChanged)
    return;
  size_t last = end - 1; // that is left
  while (last > layout + 1 && IsDropped[last])
    --last;
  if (last == layout + 1) // layout(shared) buffer;
    drop(layout, is(end + 2, ";") ? end + 2 : end);
  else if (is(last, ","))
    drop(last, last);
}

void Leniency::dropLayouts() {
  for (size_t i = 0; i < IsDropped.size(); ++i)
    if (is(i, "layout") && is(i + 1, "("))
      if (uint32_t end = Map.matchingBracket(i + 1); end != syntax::kNone)
        dropLayout(i, end);
}

/// Behind the body of a function, and behind another semicolon.
void Leniency::dropSemicolons() {
  bool isBehindDefinition = true;
  for (size_t i = 0; i < IsDropped.size(); ++i) {
    if (Map.tokens()[i].isDirective)
      continue;
    if (is(i, ";")) {
      if (isBehindDefinition)
        drop(i, i);
      isBehindDefinition = true;
      continue;
    }
    bool isBody = i > 0 && is(i, "{") && is(i - 1, ")");
    if (uint32_t end = Map.matchingBracket(i); end != syntax::kNone && end > i)
      i = end;
    isBehindDefinition = isBody;
  }
}

std::optional<std::string> Leniency::text() const {
  if (!llvm::is_contained(IsDropped, true))
    return std::nullopt;
  return Map.compilerText(IsDropped);
}

std::optional<std::string> wglint::lenientText(const syntax::TokenMap &tokens) {
  Leniency leniency(tokens);
  leniency.dropLayouts();
  leniency.dropSemicolons();
  return leniency.text();
}
