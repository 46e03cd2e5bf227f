// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Operations on LaneValues: exact where the lanes are known, symbolic where
/// sums and products of unknowns allow it, and a new unknown otherwise.
///
/// Integer arithmetic on unknown ids and uniforms is taken not to wrap around:
/// `a[gid * N + k]` is read as the integers it stands for. Known numbers wrap.
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
/// range that it stands for and runs the walk again on each part.
struct SplitRequest {
  SymbolId symbol = kNoSymbol;
  enum class How { At, Residue } how = How::At;
  /// At: the first value of the upper part; Residue: the modulus.
  uint64_t value = 0;
};

/// Beside kSpecializationAssumption, where such a default is 0 or 1: mostly a
/// number that every host replaces, such as the width of a matrix.
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

  /// The local ids by dimension and lane, from which patterns are made.
  void setIds(std::array<std::vector<int64_t>, 3> ids) {
    Patterns = llvm::makeIntrusiveRefCnt<LanePatterns>(std::move(ids));
  }
  /// One number for each lane.
  Lanes lanes(llvm::ArrayRef<int64_t> values) const {
    return Lanes::perLane(values, Patterns.get());
  }

  /// From now on each unknown number of floating point is one of its own.
  void keepFloatsApart() { SharesFloats = false; }

  /// From now on lanes behind a guard need not be a whole subgroup: nothing may
  /// be left out that the lanes at the edge of a dispatch come to.
  void lookAtEdges() { SubgroupsAgree = false; }

  /// Lanes that the current instruction runs for; decisions about others do not
  /// matter. Null: all.
  void setActive(const LaneSet *active) {
    Active = active ? active : &AllLanes;
  }

  /// Core SPIR-V instructions; `result` is the type of the result.
  LaneValue unary(unsigned opcode, const LaneValue &a, NumType result);
  LaneValue binary(unsigned opcode, const LaneValue &a, const LaneValue &b,
                   NumType result);
  LaneValue convert(unsigned opcode, const LaneValue &a, NumType result);
  LaneValue select(const LaneValue &condition, const LaneValue &a,
                   const LaneValue &b);
  /// `a && b` or `a || b` whose second operand is only computed if need be: the
  /// value that is \p whenTrue or \p whenFalse as \p condition asks, where one
  /// of them brings what decides, or where it chooses between bounds. Empty
  /// where they do not, and where a guard would be joined with what lanes do
  /// not agree on.
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

  /// The symbol for the result of an operation on uniform values; kNoSymbol
  /// where there is none yet.
  SymbolId &derivedBy(NumType type, llvm::ArrayRef<int64_t> operation,
                      llvm::ArrayRef<const LaneValue *> operands);
  /// An unknown result of a pure operation: uniform where all operands are,
  /// and the same symbol for the same operation on the same operands.
  LaneValue unknownResult(NumType type, llvm::ArrayRef<int64_t> operation,
                          llvm::ArrayRef<const LaneValue *> operands);
  /// A value nothing is known of.
  LaneValue unknown(NumType type, ReasonPtr reason,
                    UniformityScope scope = UniformityScope::None);

  /// The one reason of this kind and text.
  ReasonPtr reason(UnknownKind kind, const std::string &text);

  /// The value that two paths give to the same lanes when it is not known which
  /// path is taken. \p scope: how uniform the choice is. \p bounds: of both.
  LaneValue join(const LaneValue &a, const LaneValue &b, UniformityScope scope,
                 const std::optional<Interval> &bounds = std::nullopt);

  /// nullptr where nothing is known of the condition \p symbol.
  const ConditionInfo *condition(SymbolId symbol) const;
  /// The single symbol of an undecided condition, or kNoSymbol.
  static SymbolId conditionSymbol(const LaneValue &condition);

  /// \p known narrowed by what \p info says where its condition is \p side for
  /// the lanes of \p active.
  RangesPtr rangesUnder(const RangesPtr &known, const ConditionInfo &info,
                        bool side, const LaneSet &active);

  /// A split that an operation asked for since the last call.
  std::optional<SplitRequest> takeSplit();
  /// Assumptions that operations made since the last call.
  std::set<uint32_t> takeAssumptions() { return std::move(NewAssumptions); }
  void assume(const std::string &text) { assume(Symbols.assumption(text)); }
  void assume(uint32_t assumption) { NewAssumptions.insert(assumption); }

  /// Asks for \p symbol to be divided so that it becomes a single number soon.
  void requestSplit(SymbolId symbol, std::optional<uint64_t> at = std::nullopt);

  /// "4 * N + 2": \p v, with the coefficients of \p lane.
  std::string format(const LaneValue &v, unsigned lane = 0) const;
  /// What the unknowns of \p v were made of.
  StrideOrigin strideOrigin(const LaneValue &v) const;

  /// Work done besides instructions (blending private memory), for the budget.
  void addWork(uint64_t operations) { Work += operations; }
  uint64_t takeWork() { return std::exchange(Work, 0); }

  SymbolTable &symbols() { return Symbols; }
  ChosenValues &chosen() { return Chosen; }
  unsigned laneCount() const { return LaneCount; }
  unsigned subgroupSize() const { return SubgroupSize; }

private:
  SymbolId varyingOf(llvm::ArrayRef<const LaneValue *> operands) const;
  LaneValue logicalNot(const LaneValue &a, NumType result);
  bool isGuard(const LaneValue &condition) const;
  std::optional<LaneValue> choiceOfBounds(const LaneValue &condition,
                                          const LaneValue &whenTrue,
                                          const LaneValue &whenFalse);
  std::optional<bool> knownOn(const LaneValue &value,
                              const LaneValue &condition, bool side);
  LaneValue evalUnary(llvm::ArrayRef<int64_t> operation, UnaryFn fn,
                      const LaneValue &a, NumType result);
  LaneValue evalBinary(llvm::ArrayRef<int64_t> operation, BinaryFn fn,
                       const LaneValue &a, const LaneValue &b, NumType result);
  LaneValue partial(llvm::ArrayRef<int64_t> operation,
                    llvm::ArrayRef<const LaneValue *> operands, NumType result,
                    llvm::function_ref<bool(unsigned, int64_t &)> lane);
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
  LaneValue compare(unsigned opcode, const LaneValue &a, const LaneValue &b,
                    NumType result);
  LaneValue logical(unsigned opcode, const LaneValue &a, const LaneValue &b,
                    NumType result);
  LaneValue keepWhole(LaneValue made, const LaneValue &whole);
  const LaneValue *wholeOf(const LaneValue &value) const;
  std::optional<LaneValue> wholeBound(const LaneValue &bound, NumType type,
                                      unsigned rounding);
  std::optional<LaneValue> compareWholes(unsigned opcode, const LaneValue &a,
                                         const LaneValue &b, NumType result);
  std::optional<LaneValue> minMax(unsigned instruction, const LaneValue &a,
                                  const LaneValue &b);
  bool isNonNegative(const LaneValue &v);
  bool assumeNonNegative(const LaneValue &v);
  bool fitsUnwrapped(const LaneValue &v);
  bool onlyEnumerated(const LaneValue &v) const;
  void splitIfEnumerated(llvm::ArrayRef<const LaneValue *> operands);
  void noteRemainder(SymbolId rest, unsigned opcode, const LaneValue &dividend,
                     const LaneValue &number);
  void boundResult(unsigned opcode, const LaneValue &a, const LaneValue &b,
                   const LaneValue &result, SymbolId mark);
  void boundMinMax(unsigned instruction, const LaneValue &a, const LaneValue &b,
                   const LaneValue &result, SymbolId mark);
  LaneValue converted(unsigned opcode, const LaneValue &a, NumType result);
  LaneValue extendedResult(unsigned instruction, llvm::ArrayRef<LaneValue> args,
                           NumType result);
  void describeComparison(const LaneValue &result, unsigned opcode,
                          const LaneValue &a, const LaneValue &b,
                          bool isReadable);
  void describeLogical(const LaneValue &result, bool isAnd, const LaneValue &a,
                       const LaneValue &b, const LaneSet &open);
  static void noteComparison(ConditionInfo &info, unsigned opcode,
                             const LaneValue &difference);
  void splitForComparison(const LaneValue &difference);
  void splitForDivision(const LaneValue &a, int64_t divisor);
  void noteGuard(ConditionInfo &info, unsigned opcode, const LaneValue &a,
                 const LaneValue &b) const;
  void noteBoundOfOne(ConditionInfo &info, unsigned opcode, const LaneValue &a,
                      const LaneValue &b) const;
  bool partsNoWorkgroup(unsigned opcode, const LaneValue &a, const LaneValue &b,
                        bool isReadable) const;
  unsigned trailingZeros(const LaneValue &v, int64_t &lowMask) const;
  LaneValue undefined(NumType type);
  unsigned unknownLane(const LaneValue &v) const;

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
  bool SharesFloats = true;
  bool SubgroupsAgree = true;
  /// Floats are never added up, so one symbol per reason is enough.
  llvm::DenseMap<const UnknownReason *, SymbolId> VaryingFloats;
  /// Floats, and the integers that they were made of: the latest.
  std::vector<std::pair<SymbolId, LaneValue>> Wholes;
  std::map<std::pair<UnknownKind, std::string>, ReasonPtr> Reasons;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_LANES_LANEMATH_H
