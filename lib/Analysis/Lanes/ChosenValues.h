// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What open conditions have chosen between: the two values that an unknown may
/// have, where the sides of a condition meet again.
#ifndef WGLINT_LIB_ANALYSIS_LANES_CHOSENVALUES_H
#define WGLINT_LIB_ANALYSIS_LANES_CHOSENVALUES_H

#include "Lanes/LaneValue.h"
#include <map>

namespace wglint {

/// See the file comment.
class ChosenValues {
public:
  /// The two values that an unknown may have.
  struct Choice {
    /// lastingSymbol() of the condition. kNoSymbol: several conditions decide,
    /// or one that is no unknown, and it is not known which value belongs to
    /// which side.
    SymbolId condition = kNoSymbol;
    LaneValue whenTrue, whenFalse;
    UniformityScope scope = UniformityScope::None; ///< who chooses alike
    /// The condition by which each invocation chooses for itself; kNoSymbol as
    /// for `condition`.
    SymbolId own = kNoSymbol;
  };

  /// From now on note() records choices, which takes memory.
  void keep() { IsKept = true; }
  /// Records that \p value is \p choice, if it is a plain unknown not older
  /// than \p firstNew.
  void note(const LaneValue &value, SymbolId firstNew, Choice choice) {
    bool isPlain = value.terms.size() == 1 && value.constant.isZero() &&
                   value.terms[0].monomial.size() == 1 &&
                   value.terms[0].coefficient == Lanes(1);
    if (IsKept && isPlain && value.terms[0].monomial[0] >= firstNew)
      Choices.try_emplace(value.terms[0].monomial[0], std::move(choice));
  }
  /// The choice behind \p symbol; nullptr if it is not known to be one.
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
