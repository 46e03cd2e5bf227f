// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The unknowns that values of the lane analysis are made of, and what is known
/// of each.
#ifndef WGLINT_LIB_ANALYSIS_SYMBOLS_H
#define WGLINT_LIB_ANALYSIS_SYMBOLS_H

#include "wglint/Analysis/Facts.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace wglint {

/// Over which set of invocations a value is the same. Dispatch-uniform implies
/// workgroup-uniform implies subgroup-uniform; None is divergent.
enum class UniformityScope : uint8_t { None, Subgroup, Workgroup, Dispatch };

/// A number in the SymbolTable. Numbers rise with time, so "existed before the
/// loop" is a comparison.
using SymbolId = uint32_t;
constexpr SymbolId kNoSymbol = ~0u;

/// Why a value is unknown; many symbols share one.
using ReasonPtr = std::shared_ptr<const UnknownReason>;
inline ReasonPtr makeReason(UnknownKind kind, std::string text,
                            std::optional<DebugKey> origin = std::nullopt) {
  return std::make_shared<const UnknownReason>(
      UnknownReason{kind, std::move(text), std::move(origin)});
}

/// One unknown.
struct Symbol {
  enum class Kind : uint8_t {
    WorkgroupId,   ///< a component of gl_WorkGroupID
    Uniform,       ///< a value that the host gives
    LoopIteration, ///< number of a summarised loop's iteration
    Derived,       ///< result of an operation on uniform unknowns
    Loaded,        ///< read from memory
    Other,         ///< floats, undefined values, budget: `reason` says which
  };
  Kind kind = Kind::Other;
  UniformityScope scope = UniformityScope::None;
  /// Range of the value as an integer; `isUnbounded`: `max` is only the type's,
  /// and index arithmetic is taken not to overflow because of it.
  int64_t min = INT64_MIN;
  int64_t max = INT64_MAX;
  bool isUnbounded = true;
  uint64_t multipleOf = 1;
  /// Enumerated symbols take each of 0 .. count-1 exactly once over what is
  /// being counted (workgroups of a box); 0 for the others.
  uint64_t count = 0;
  std::string name; ///< for messages: "N", "gl_WorkGroupID.x"
  ReasonPtr reason; ///< never null
  llvm::SmallVector<uint32_t, 1> assumptions; ///< indices of assumption texts

  bool isVarying() const { return scope == UniformityScope::None; }
  bool isEnumerated() const { return count != 0; }
};

/// Owns the symbols and the assumption texts of one walk.
class SymbolTable {
public:
  SymbolId add(Symbol symbol) {
    Symbols.push_back(std::move(symbol));
    return Symbols.size() - 1;
  }
  const Symbol &operator[](SymbolId id) const { return Symbols[id]; }
  Symbol &edit(SymbolId id) { return Symbols[id]; }
  SymbolId size() const { return Symbols.size(); }

  /// Number of an assumption's text; the same text has the same number.
  uint32_t assumption(const std::string &text) {
    auto [it, isNew] = AssumptionIds.try_emplace(text, Assumptions.size());
    if (isNew)
      Assumptions.push_back(text);
    return it->second;
  }
  const std::string &assumptionText(uint32_t id) const {
    return Assumptions[id];
  }

  /// The symbol for a pure operation on uniform values, so that equal
  /// expressions are equal symbols. \p key describes operation and operands.
  SymbolId &derived(const std::vector<int64_t> &key) {
    return Derived.try_emplace(key, kNoSymbol).first->second;
  }

private:
  std::vector<Symbol> Symbols;
  std::vector<std::string> Assumptions;
  std::map<std::string, uint32_t> AssumptionIds;
  std::map<std::vector<int64_t>, SymbolId> Derived;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYMBOLS_H
