// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Flow/Decisions.h"

using namespace wglint;

/// Trees of one walk, before new ones count as what never holds.
static constexpr size_t kMaxTrees = 4096;

Decisions::Tree Decisions::choose(SymbolId condition, Tree whenTrue,
                                  Tree whenFalse) {
  whenTrue = side(whenTrue, condition, true);
  whenFalse = side(whenFalse, condition, false);
  if (whenTrue == whenFalse)
    return whenTrue;
  auto known = Known.find({condition, whenTrue, whenFalse});
  if (known != Known.end())
    return known->second;
  if (Choices.size() >= kMaxTrees)
    return kNever;
  Choices.push_back({condition, whenTrue, whenFalse});
  return Known[{condition, whenTrue, whenFalse}] = Choices.size() - 1;
}

/// What is left of \p tree where it is known how \p condition turns out.
Decisions::Tree Decisions::side(Tree tree, SymbolId condition,
                                bool isTrue) const {
  const Choice &choice = Choices[tree];
  if (tree <= kAlways || choice.condition != condition)
    return tree;
  return isTrue ? choice.whenTrue : choice.whenFalse;
}

Decisions::Tree Decisions::both(Tree a, Tree b) {
  if (a == kNever || b == kNever)
    return kNever;
  if (a == kAlways || a == b)
    return b;
  if (b == kAlways)
    return a;
  // The one of `a` comes first; a copy, as the list may move.
  Choice choice = Choices[a];
  Tree whenTrue = both(choice.whenTrue, side(b, choice.condition, true));
  Tree whenFalse = both(choice.whenFalse, side(b, choice.condition, false));
  return choose(choice.condition, whenTrue, whenFalse);
}

bool Decisions::holds(Tree tree, Outcome outcome) const {
  while (tree > kAlways) {
    const Choice &choice = Choices[tree];
    std::optional<bool> isTrue = outcome(choice.condition);
    if (!isTrue)
      return false;
    tree = *isTrue ? choice.whenTrue : choice.whenFalse;
  }
  return tree == kAlways;
}
