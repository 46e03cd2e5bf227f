// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The unknowns that values of the lane analysis are made of, and what is known
/// of each.
#ifndef WGLINT_LIB_ANALYSIS_LANES_SYMBOLS_H
#define WGLINT_LIB_ANALYSIS_LANES_SYMBOLS_H

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

/// Data of the buffers that may be anything, not what invocations agree upon
/// through atomics.
inline bool isFreeData(const UnknownReason &reason) {
  return reason.kind == UnknownKind::DataDependent &&
         !(reason.origin && reason.origin->kind == SiteKind::Atomic);
}

/// The data that has chosen between known numbers because of \p reason; \p
/// reason itself where it has not.
inline const ReasonPtr &dataBehind(const ReasonPtr &reason) {
  return reason->choosing ? reason->choosing : reason;
}

/// Range of a symbol as an integer; `isUnbounded`: `max` is only the type's,
/// and index arithmetic is taken not to overflow because of it.
struct SymbolRange {
  int64_t min = INT64_MIN;
  int64_t max = INT64_MAX;
  bool isUnbounded = true;
  /// The text of what it rests on, where that is no comparison on the way.
  std::optional<uint32_t> assumption = std::nullopt;
};

/// Ranges that hold on one path, because of the comparisons that lead there.
using SymbolRanges = std::map<SymbolId, SymbolRange>;
/// Null: nothing is known beyond the symbols' own ranges.
using RangesPtr = std::shared_ptr<const SymbolRanges>;

/// What holds wherever \p a or \p b does.
RangesPtr unionOfRanges(const RangesPtr &a, const RangesPtr &b);

struct Remainder;

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
  /// As in SymbolRange; holds on all paths.
  int64_t min = INT64_MIN;
  int64_t max = INT64_MAX;
  bool isUnbounded = true;
  /// Of a quotient whose dividends are known: the most it can be in each lane.
  /// Not part of the range, which all lanes of a subgroup share.
  std::vector<int64_t> mostInLane;
  uint64_t multipleOf = 1;
  /// Of a quotient: the divisor, where each subgroup is in several of its rows.
  int64_t rowLength = 0;
  bool isRow = false; ///< a quotient by an unknown: the row that an index is in
  /// Of what is left of a division; null for others.
  std::shared_ptr<const Remainder> remainder;
  bool isPowerOfTwo = false;  ///< whichever it is, as that of `1 << n`
  bool isOfWorkgroup = false; ///< made of an id of the workgroup
  bool isAddress = false;     ///< of a buffer that a reference leads to
  bool isVote = false;        ///< what a subgroup has voted on data
  /// Enumerated symbols take each of 0 .. count-1 exactly once over what is
  /// being counted (workgroups of a box); 0 for the others.
  uint64_t count = 0;
  std::string name; ///< for messages: "N", "gl_WorkGroupID.x"
  ReasonPtr reason; ///< never null
  llvm::SmallVector<uint32_t, 1> assumptions; ///< indices of assumption texts
  StrideOrigin origin; ///< what it was made of, as far as a stride tells

  /// Workgroups may tell themselves apart by it.
  bool tellsWorkgroups() const {
    return kind == Kind::WorkgroupId || isOfWorkgroup;
  }
  bool isVarying() const { return scope == UniformityScope::None; }
  bool isEnumerated() const { return count != 0; }
};

/// What a key of SymbolTable::derived() begins with where it is no opcode of
/// SPIR-V: how the unknown is made of what the rest of the key names.
struct DerivedBy {
  enum : int64_t {
    RowQuotient = -1,     ///< a quotient by an unknown divisor, all in one row
    UniformPlace = -2,    ///< a place that only the host writes
    ImageSize = -3,       ///< a component of an image's size
    ArrayLength = -4,     ///< elements of an array whose length the host gives
    HighProduct = -5,     ///< the high word of a product
    ReadOnlyPlace = -6,   ///< a place that the shader does not store to
    OpenConstant = -7,    ///< a specialization constant without a sure value
    GlslInstruction = -8, ///< the GLSL.std.450 instruction that comes next
  };
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

  /// Sets what range() knows beyond the symbols themselves.
  void setRanges(RangesPtr ranges) { Ranges = std::move(ranges); }
  const RangesPtr &ranges() const { return Ranges; }
  /// Range of \p id on the path that is being walked.
  SymbolRange range(SymbolId id) const {
    const Symbol &s = Symbols[id];
    if (Ranges)
      if (auto it = Ranges->find(id); it != Ranges->end())
        return it->second;
    return {s.min, s.max, s.isUnbounded};
  }
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
  /// expressions are equal symbols. \p key is the operation, an opcode or a
  /// DerivedBy and what belongs to it, and the operands.
  SymbolId &derived(const std::vector<int64_t> &key) {
    return Derived.try_emplace(key, kNoSymbol).first->second;
  }

  /// \p id is what one place of memory holds that is only read, named by
  /// \p key, which derived() must not know otherwise.
  void noteSamePlace(SymbolId id, const std::vector<int64_t> &key) {
    SymbolId &first = derived(key);
    if (first == kNoSymbol)
      first = id;
    else
      FirstOfPlace[id] = first;
  }
  /// The first symbol for the place that \p id was loaded from; \p id where
  /// that is not known to hold one value.
  SymbolId firstOfPlace(SymbolId id) const {
    auto it = FirstOfPlace.find(id);
    return it == FirstOfPlace.end() ? id : it->second;
  }

private:
  std::map<SymbolId, SymbolId> FirstOfPlace;
  std::vector<Symbol> Symbols;
  RangesPtr Ranges;
  std::vector<std::string> Assumptions;
  std::map<std::string, uint32_t> AssumptionIds;
  std::map<std::vector<int64_t>, SymbolId> Derived;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_LANES_SYMBOLS_H
