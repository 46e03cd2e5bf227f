// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What holds where open conditions turn out one way and not where they turn
/// out the other way: trees of decisions, kept once where they are equal.
#ifndef WGLINT_LIB_ANALYSIS_FLOW_DECISIONS_H
#define WGLINT_LIB_ANALYSIS_FLOW_DECISIONS_H

#include "Lanes/Symbols.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <tuple>

namespace wglint {

/// See the file comment.
class Decisions {
public:
  /// The number of a tree. Equal trees have equal numbers.
  using Tree = uint32_t;
  static constexpr Tree kNever = 0, kAlways = 1;

  /// \p whenTrue where the unknown \p condition is true, else \p whenFalse.
  Tree choose(SymbolId condition, Tree whenTrue, Tree whenFalse);
  /// Where \p a and \p b hold.
  Tree both(Tree a, Tree b);

  /// What a condition turns out to be; std::nullopt: not known.
  using Outcome = llvm::function_ref<std::optional<bool>(SymbolId)>;
  /// Whether \p tree is sure to hold. Cost: linear in its depth.
  bool holds(Tree tree, Outcome outcome) const;

private:
  struct Choice {
    SymbolId condition = kNoSymbol;
    Tree whenTrue = kNever, whenFalse = kNever;
  };
  Tree side(Tree tree, SymbolId condition, bool isTrue) const;

  std::vector<Choice> Choices{2}; ///< of the two constants: nothing
  std::map<std::tuple<SymbolId, Tree, Tree>, Tree> Known;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_FLOW_DECISIONS_H
