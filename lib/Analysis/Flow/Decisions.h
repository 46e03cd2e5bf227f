// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Statements that hold or not depending on how open conditions turn out, as
/// decision trees. Equal trees are kept once.
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

  /// The tree that is \p whenTrue where the unknown \p condition is true, else
  /// \p whenFalse.
  Tree choose(SymbolId condition, Tree whenTrue, Tree whenFalse);
  /// The tree that holds where \p a and \p b do.
  Tree both(Tree a, Tree b);

  /// How a condition turns out; std::nullopt: not known.
  using Outcome = llvm::function_ref<std::optional<bool>(SymbolId)>;
  /// Whether \p tree certainly holds. Cost: linear in its depth.
  bool holds(Tree tree, Outcome outcome) const;

private:
  struct Choice {
    SymbolId condition = kNoSymbol;
    Tree whenTrue = kNever, whenFalse = kNever;
  };
  Tree side(Tree tree, SymbolId condition, bool isTrue) const;

  std::vector<Choice> Choices{2}; ///< the first two, the constants, are empty
  std::map<std::tuple<SymbolId, Tree, Tree>, Tree> Known;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_FLOW_DECISIONS_H
