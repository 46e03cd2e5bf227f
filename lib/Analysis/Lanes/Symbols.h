// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The unknowns ("symbols") that values of the lane analysis are made of, and
/// what is known of each.
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

/// The set of invocations over which a value is the same. Dispatch implies
/// Workgroup implies Subgroup; None means that it may differ between lanes.
enum class UniformityScope : uint8_t { None, Subgroup, Workgroup, Dispatch };

/// The index of a symbol in the SymbolTable. Numbers grow with time, so
/// "existed before the loop" is a comparison.
using SymbolId = uint32_t;
constexpr SymbolId kNoSymbol = ~0u;

/// Why a value is unknown; shared by many symbols.
using ReasonPtr = std::shared_ptr<const UnknownReason>;
inline ReasonPtr makeReason(UnknownKind kind, std::string text,
                            std::optional<DebugKey> origin = std::nullopt) {
  return std::make_shared<const UnknownReason>(
      UnknownReason{kind, std::move(text), std::move(origin)});
}

/// Whether the value is data of a buffer that may be anything, and not
/// something that invocations agree upon through atomics.
inline bool isFreeData(const UnknownReason &reason) {
  return reason.kind == UnknownKind::DataDependent &&
         !(reason.origin && reason.origin->kind == SiteKind::Atomic);
}

/// The data that has chosen between known numbers, if \p reason is such a
/// choice; else \p reason itself.
inline const ReasonPtr &dataBehind(const ReasonPtr &reason) {
  return reason->choosing ? reason->choosing : reason;
}

/// Range of a symbol as an integer. `isUnbounded`: `max` is only the type's,
/// and index arithmetic is taken not to overflow because of it.
struct SymbolRange {
  int64_t min = INT64_MIN;
  int64_t max = INT64_MAX;
  bool isUnbounded = true;
  /// The text of what the range rests on, if that is no comparison on the way.
  std::optional<uint32_t> assumption = std::nullopt;
};

/// Ranges that hold on one path because of the comparisons that lead there.
using SymbolRanges = std::map<SymbolId, SymbolRange>;
/// Null: nothing is known beyond the symbols' own ranges.
using RangesPtr = std::shared_ptr<const SymbolRanges>;

/// Ranges that hold wherever \p a or \p b holds.
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
  /// Only for a quotient whose dividends are known: its maximum in each lane.
  /// It is not part of the range, which all lanes of a subgroup share.
  std::vector<int64_t> mostInLane;
  uint64_t multipleOf = 1;
  /// Only for a quotient where each subgroup covers several rows: the divisor.
  int64_t rowLength = 0;
  bool isRow = false; ///< a quotient by an unknown: the row of an index
  /// Only for the remainder of a division; else null.
  std::shared_ptr<const Remainder> remainder;
  bool isPowerOfTwo = false;  ///< a power of two, as `1 << n` is
  bool isOfWorkgroup = false; ///< computed from an id of the workgroup
  bool isAddress = false;     ///< of a buffer that a reference points to
  bool isVote = false;        ///< the result of a subgroup's vote on data
  /// Number of values of an enumerated symbol, which takes each of 0 .. count-1
  /// exactly once over what is being counted (workgroups of a box); 0 for
  /// others.
  uint64_t count = 0;
  std::string name; ///< for messages: "N", "gl_WorkGroupID.x"
  ReasonPtr reason; ///< never null
  llvm::SmallVector<uint32_t, 1> assumptions; ///< indices of assumption texts
  StrideOrigin origin; ///< what it was computed from, as far as strides go

  /// Whether workgroups may have different values of it.
  bool tellsWorkgroups() const {
    return kind == Kind::WorkgroupId || isOfWorkgroup;
  }
  bool isVarying() const { return scope == UniformityScope::None; }
  bool isEnumerated() const { return count != 0; }
};

/// The first number of a key of SymbolTable::derived(), where it is no opcode
/// of SPIR-V: how the unknown results from what the rest of the key names.
struct DerivedBy {
  enum : int64_t {
    RowQuotient = -1,   ///< a quotient by an unknown, all in one row
    UniformPlace = -2,  ///< a place that only the host writes to
    ImageSize = -3,     ///< a component of an image's size
    ArrayLength = -4,   ///< number of elements where the host gives the length
    HighProduct = -5,   ///< the high word of a product
    ReadOnlyPlace = -6, ///< a place that the shader does not store to
    OpenConstant = -7,  ///< a specialization constant without a sure value
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

  /// Sets the ranges that hold on the path that is being walked.
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

  /// The number of an assumption's text; equal texts have equal numbers.
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
  /// expressions are equal symbols. \p key consists of the operation (an
  /// opcode, or a DerivedBy with what belongs to it) and the operands.
  SymbolId &derived(const std::vector<int64_t> &key) {
    return Derived.try_emplace(key, kNoSymbol).first->second;
  }

  /// Records that \p id is the content of a place of memory that is only read.
  /// \p key names the place; derived() must not be given it otherwise.
  void noteSamePlace(SymbolId id, const std::vector<int64_t> &key) {
    SymbolId &first = derived(key);
    if (first == kNoSymbol)
      first = id;
    else
      FirstOfPlace[id] = first;
  }
  /// The first symbol for the place that \p id was loaded from; \p id itself
  /// where the place is not known to hold one value.
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
