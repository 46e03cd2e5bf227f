// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What open conditions have chosen between: the two values that an unknown may
/// be, where the sides of a condition meet again.
#ifndef WGLINT_LIB_ANALYSIS_LANES_CHOSENVALUES_H
#define WGLINT_LIB_ANALYSIS_LANES_CHOSENVALUES_H

#include "Lanes/LaneValue.h"
#include <map>

namespace wglint {

/// See the file comment.
class ChosenValues {
public:
  struct Choice {
    /// lastingSymbol(); kNoSymbol: several decide, or one that is no unknown,
    /// and which of the values is which is not known.
    SymbolId condition = kNoSymbol;
    LaneValue whenTrue, whenFalse;
    UniformityScope scope = UniformityScope::None; ///< who chooses alike
    /// By which each invocation chooses for itself; kNoSymbol: as above.
    SymbolId own = kNoSymbol;
  };

  /// From now on note() keeps what it is told, which takes memory.
  void keep() { IsKept = true; }
  /// \p value is \p choice, if it is a plain unknown from \p firstNew on.
  void note(const LaneValue &value, SymbolId firstNew, Choice choice) {
    bool isPlain = value.terms.size() == 1 && value.constant.isZero() &&
                   value.terms[0].monomial.size() == 1 &&
                   value.terms[0].coefficient == Lanes(1);
    if (IsKept && isPlain && value.terms[0].monomial[0] >= firstNew)
      Choices.try_emplace(value.terms[0].monomial[0], std::move(choice));
  }
  /// nullptr where \p symbol is no such choice.
  const Choice *find(SymbolId symbol) const {
    auto it = Choices.find(symbol);
    return it == Choices.end() ? nullptr : &it->second;
  }

private:
  std::map<SymbolId, Choice> Choices;
  bool IsKept = false;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_LANES_CHOSENVALUES_H
