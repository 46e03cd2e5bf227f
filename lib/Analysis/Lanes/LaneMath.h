// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Operations on LaneValues: exact where the lanes are known, symbolic where
/// sums and products of unknowns allow it, else a new unknown. Integer
/// arithmetic on unknown ids and uniforms is taken not to wrap around: `a[gid *
/// N + k]` is read as the integers it stands for. Known numbers wrap.
#ifndef WGLINT_LIB_ANALYSIS_LANES_LANEMATH_H
#define WGLINT_LIB_ANALYSIS_LANES_LANEMATH_H

#include "Lanes/ChosenValues.h"
#include "Lanes/ConditionInfo.h"
#include "Lanes/LaneValue.h"
#include "Lanes/ScalarOps.h"
#include "Lanes/Symbols.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace wglint {

/// A decision needs the value of an enumerated symbol: the caller divides the
/// symbol's range and walks again for each part.
struct SplitRequest {
  SymbolId symbol = kNoSymbol;
  enum class How { At, Residue } how = How::At;
  /// At: the first value of the upper part; Residue: the modulus.
  uint64_t value = 0;
};

/// Stated beside kSpecializationAssumption where such a default is 0 or 1, as
/// every host replaces most of these: the width of a matrix, for example.
constexpr const char *kPlaceholderAssumption =
    "a specialization constant is 0 or 1, its default";

/// See the file comment. Holds the state that operations of one walk share.
class LaneMath {
public:
  LaneMath(SymbolTable &symbols, unsigned laneCount, unsigned subgroupSize)
      : Symbols(symbols), LaneCount(laneCount), SubgroupSize(subgroupSize),
        AllLanes(laneCount, true), Active(&AllLanes) {}
  LaneMath(const LaneMath &) = delete;
  ~LaneMath() {
    if (Patterns)
      Patterns->clear();
  }

  /// Sets the local ids by dimension and lane, from which patterns are made.
  void setIds(std::array<std::vector<int64_t>, 3> ids) {
    Patterns = llvm::makeIntrusiveRefCnt<LanePatterns>(std::move(ids));
  }
  /// One number for each lane.
  Lanes lanes(llvm::ArrayRef<int64_t> values) const {
    return Lanes::perLane(values, Patterns.get());
  }

  /// From now on every unknown float has a symbol of its own.
  void keepFloatsApart() { SharesFloats = false; }
  /// From now on lanes behind a guard need not be a whole subgroup, so nothing
  /// is left out that lanes at the edge of a dispatch may do.
  void lookAtEdges() { SubgroupsAgree = false; }
  /// The lanes that the current instruction runs for; null: all. Decisions
  /// about others do not matter.
  void setActive(const LaneSet *active) {
    Active = active ? active : &AllLanes;
  }

  /// Results of core SPIR-V instructions; `result` is the type of the result.
  LaneValue unary(unsigned opcode, const LaneValue &a, NumType result);
  LaneValue binary(unsigned opcode, const LaneValue &a, const LaneValue &b,
                   NumType result);
  LaneValue convert(unsigned opcode, const LaneValue &a, NumType result);
  LaneValue select(const LaneValue &condition, const LaneValue &a,
                   const LaneValue &b);
  /// `a && b` or `a || b` with a branch around b, which gives \p whenTrue or \p
  /// whenFalse as \p condition says. std::nullopt where neither value decides
  /// and it is no choice between bounds, and where a guard would be joined with
  /// what lanes do not agree on.
  std::optional<LaneValue> shortCircuit(const LaneValue &condition,
                                        const LaneValue &whenTrue,
                                        const LaneValue &whenFalse);
  LaneValue bitField(unsigned opcode, llvm::ArrayRef<LaneValue> args,
                     NumType result);
  /// The high word of a product of two 32-bit numbers.
  LaneValue highProduct(const LaneValue &a, const LaneValue &b, bool isSigned);
  /// GLSL.std.450 instructions.
  LaneValue extended(unsigned instruction, llvm::ArrayRef<LaneValue> args,
                     NumType result);

  /// The symbol for the result of an operation on uniform values; kNoSymbol if
  /// there is none yet.
  SymbolId &derivedBy(NumType type, llvm::ArrayRef<int64_t> operation,
                      llvm::ArrayRef<const LaneValue *> operands);
  /// An unknown result of a pure operation. It is uniform where all operands
  /// are, and the same operation on the same operands gives the same symbol.
  LaneValue unknownResult(NumType type, llvm::ArrayRef<int64_t> operation,
                          llvm::ArrayRef<const LaneValue *> operands);
  /// A value of which nothing is known.
  LaneValue unknown(NumType type, ReasonPtr reason,
                    UniformityScope scope = UniformityScope::None);
  /// The one reason of this kind and text.
  ReasonPtr reason(UnknownKind kind, const std::string &text);

  /// The value of lanes that came by one of two paths, not known which. \p
  /// scope: who takes the same one; \p bounds: of both values.
  LaneValue join(const LaneValue &a, const LaneValue &b, UniformityScope scope,
                 const std::optional<Interval> &bounds = std::nullopt);

  /// nullptr where nothing is known of the condition \p symbol.
  const ConditionInfo *condition(SymbolId symbol) const;
  /// The single symbol of an undecided condition, or kNoSymbol.
  static SymbolId conditionSymbol(const LaneValue &condition);
  /// \p known, narrowed by what \p info says for the lanes of \p active if its
  /// condition is \p side.
  RangesPtr rangesUnder(const RangesPtr &known, const ConditionInfo &info,
                        bool side, const LaneSet &active);

  /// The split that an operation has asked for since the last call, if any.
  std::optional<SplitRequest> takeSplit();
  /// The assumptions that operations have made since the last call.
  std::set<uint32_t> takeAssumptions() { return std::move(NewAssumptions); }
  void assume(const std::string &text) { assume(Symbols.assumption(text)); }
  void assume(uint32_t assumption) { NewAssumptions.insert(assumption); }
  /// Asks to divide \p symbol so that it becomes a single number soon.
  void requestSplit(SymbolId symbol, std::optional<uint64_t> at = std::nullopt);

  /// "4 * N + 2": \p v, with the coefficients of \p lane.
  std::string format(const LaneValue &v, unsigned lane = 0) const;
  /// What the unknowns in \p v were made of.
  StrideOrigin strideOrigin(const LaneValue &v) const;

  /// Counts work besides instructions (blending private memory) for the budget.
  void addWork(uint64_t operations) { Work += operations; }
  uint64_t takeWork() { return std::exchange(Work, 0); }

  SymbolTable &symbols() { return Symbols; }
  ChosenValues &chosen() { return Chosen; }
  unsigned laneCount() const { return LaneCount; }
  unsigned subgroupSize() const { return SubgroupSize; }

private:
  // LaneMath.cpp: lane by lane, where the lanes are known.
  SymbolId varyingOf(llvm::ArrayRef<const LaneValue *> operands) const;
  LaneValue evalUnary(llvm::ArrayRef<int64_t> operation, UnaryFn fn,
                      const LaneValue &a, NumType result);
  LaneValue evalBinary(llvm::ArrayRef<int64_t> operation, BinaryFn fn,
                       const LaneValue &a, const LaneValue &b, NumType result);
  LaneValue partial(llvm::ArrayRef<int64_t> operation,
                    llvm::ArrayRef<const LaneValue *> operands, NumType result,
                    llvm::function_ref<bool(unsigned, int64_t &)> lane);
  LaneValue converted(unsigned opcode, const LaneValue &a, NumType result);
  LaneValue extendedResult(unsigned instruction, llvm::ArrayRef<LaneValue> args,
                           NumType result);
  LaneValue undefined(NumType type);
  unsigned unknownLane(const LaneValue &v) const;
  // LaneIntegers.cpp: integers with unknown parts.
  std::optional<LaneValue> ring(unsigned opcode, const LaneValue &a,
                                const LaneValue &b);
  std::optional<LaneValue> bitwise(unsigned opcode, const LaneValue &a,
                                   const LaneValue &b);
  std::optional<LaneValue> shift(unsigned opcode, const LaneValue &a,
                                 const LaneValue &b);
  std::optional<LaneValue> divide(unsigned opcode, const LaneValue &a,
                                  const LaneValue &b);
  std::optional<LaneValue> divideByConstant(const LaneValue &a, int64_t divisor,
                                            bool wantQuotient);
  std::optional<LaneValue> quotientInRow(const LaneValue &a, const LaneValue &b,
                                         const std::string &name,
                                         const LaneValue *divisor);
  Lanes takeWholeRows(LaneValue &index, const LaneValue &divisor) const;
  SymbolId rowSymbol(const LaneValue &index, const LaneValue &b,
                     const std::string &name, UniformityScope scope,
                     const std::string &assumption);
  bool isNonNegative(const LaneValue &v);
  bool assumeNonNegative(const LaneValue &v);
  bool fitsUnwrapped(const LaneValue &v);
  unsigned trailingZeros(const LaneValue &v, int64_t &lowMask) const;
  // LaneFloats.cpp: floats that stand for whole numbers.
  LaneValue keepWhole(LaneValue made, const LaneValue &whole);
  const LaneValue *wholeOf(const LaneValue &value) const;
  std::optional<LaneValue> wholeBound(const LaneValue &bound, NumType type,
                                      unsigned rounding);
  std::optional<LaneValue> compareWholes(unsigned opcode, const LaneValue &a,
                                         const LaneValue &b, NumType result);
  // LaneConditions.cpp: comparisons and logic, and what they leave known.
  LaneValue compare(unsigned opcode, const LaneValue &a, const LaneValue &b,
                    NumType result);
  LaneValue logical(unsigned opcode, const LaneValue &a, const LaneValue &b,
                    NumType result);
  std::optional<LaneValue> minMax(unsigned instruction, const LaneValue &a,
                                  const LaneValue &b);
  void describeComparison(const LaneValue &result, unsigned opcode,
                          const LaneValue &a, const LaneValue &b,
                          bool isReadable);
  void describeLogical(const LaneValue &result, bool isAnd, const LaneValue &a,
                       const LaneValue &b, const LaneSet &open);
  // LaneGuards.cpp: whether a comparison is a guard, and which kind.
  void noteGuard(ConditionInfo &info, unsigned opcode, const LaneValue &a,
                 const LaneValue &b) const;
  void noteBoundOfOne(ConditionInfo &info, unsigned opcode, const LaneValue &a,
                      const LaneValue &b) const;
  bool partsNoWorkgroup(unsigned opcode, const LaneValue &a, const LaneValue &b,
                        bool isReadable) const;
  // ShortCircuits.cpp: opposites, and logic in the shape of a choice.
  LaneValue logicalNot(const LaneValue &a, NumType result);
  bool isGuard(const LaneValue &condition) const;
  std::optional<LaneValue> choiceOfBounds(const LaneValue &condition,
                                          const LaneValue &whenTrue,
                                          const LaneValue &whenFalse);
  std::optional<bool> knownOn(const LaneValue &value,
                              const LaneValue &condition, bool side);
  // LaneRanges.cpp: ranges that results and comparisons give.
  void noteRemainder(SymbolId rest, unsigned opcode, const LaneValue &dividend,
                     const LaneValue &number);
  void boundResult(unsigned opcode, const LaneValue &a, const LaneValue &b,
                   const LaneValue &result, SymbolId mark);
  void boundMinMax(unsigned instruction, const LaneValue &a, const LaneValue &b,
                   const LaneValue &result, SymbolId mark);
  static void noteComparison(ConditionInfo &info, unsigned opcode,
                             const LaneValue &difference);
  // LaneSplits.cpp: dividing the range of an enumerated symbol.
  bool onlyEnumerated(const LaneValue &v) const;
  void splitIfEnumerated(llvm::ArrayRef<const LaneValue *> operands);
  void splitForComparison(const LaneValue &difference);
  void splitForDivision(const LaneValue &a, int64_t divisor);

  SymbolTable &Symbols;
  unsigned LaneCount, SubgroupSize;
  LaneSet AllLanes;
  const LaneSet *Active;
  llvm::IntrusiveRefCntPtr<LanePatterns> Patterns;
  std::optional<SplitRequest> Split;
  uint64_t Work = 0;
  std::set<uint32_t> NewAssumptions;
  llvm::DenseMap<SymbolId, ConditionInfo> Conditions;
  ChosenValues Chosen;
  bool SharesFloats = true, SubgroupsAgree = true;
  /// One symbol per reason is enough, as floats are never added up.
  llvm::DenseMap<const UnknownReason *, SymbolId> VaryingFloats;
  /// The latest floats, each with the integer that it was made of.
  std::vector<std::pair<SymbolId, LaneValue>> Wholes;
  std::map<std::pair<UnknownKind, std::string>, ReasonPtr> Reasons;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_LANES_LANEMATH_H
