// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What travels along the edges of the control-flow graph during a walk: which
/// lanes, with which private memory, under which undecided conditions.
#ifndef WGLINT_LIB_ANALYSIS_FLOW_FLOW_H
#define WGLINT_LIB_ANALYSIS_FLOW_FLOW_H

#include "Lanes/LaneMath.h"
#include "Lanes/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <memory>
#include <optional>
#include <set>

namespace wglint {

/// One value per object (variable instance). Copies share what none of them has
/// written since: a function sees the objects of all callers and writes to few.
class PrivateObjects {
public:
  size_t size() const { return Count; }
  const Value &operator[](size_t i) const {
    return Chunks[i / kChunkSize]->values[i % kChunkSize];
  }
  /// The value for writing. The reference holds until something is added or
  /// copied.
  Value &edit(size_t i);
  void add(Value value);
  /// Sets the number of objects; new ones are empty.
  void resize(size_t count);
  /// Whether \p other shares the kChunkSize values from \p i on.
  bool isSharedFrom(size_t i, const PrivateObjects &other) const {
    return i % kChunkSize == 0 && i + kChunkSize <= Count &&
           i + kChunkSize <= other.Count &&
           Chunks[i / kChunkSize] == other.Chunks[i / kChunkSize];
  }
  static constexpr size_t kChunkSize = 8;

private:
  struct Chunk : llvm::RefCountedBase<Chunk> {
    std::array<Value, kChunkSize> values;
  };

  std::vector<llvm::IntrusiveRefCntPtr<Chunk>> Chunks;
  size_t Count = 0;
};

/// The private memory of the lanes of a flow.
struct PrivateState : llvm::RefCountedBase<PrivateState> {
  PrivateObjects objects;
};

constexpr uint32_t kNothingAssumed = ~0u; ///< the number of no text

/// A condition that could not be decided, in one execution.
struct OpenCondition {
  enum class Kind {
    Uniform, ///< all lanes of a subgroup agree, but it is not known on what
    Guard,   ///< they agree in the interior of the dispatch
    Varying, ///< they may disagree
  };
  Kind kind = Kind::Varying;
  UniformityScope scope = UniformityScope::None;
  /// What is assumed of lanes on the false and the true side, as texts of the
  /// symbol table; kNothingAssumed: nothing.
  std::array<uint32_t, 2> assumptions = {kNothingAssumed, kNothingAssumed};
  bool interior = true; ///< only for guards: the side of the interior
  /// Only for guards; see ConditionInfo.
  bool isNarrow = false;
  bool partsNoWorkgroup = false;
  PartedWorkgroups partedWorkgroups = PartedWorkgroups::Last;
  /// Only for guards: ConditionInfo::smallText, as a text of the symbol table.
  uint32_t smallBound = kNothingAssumed;
  /// Only for Uniform: ConditionInfo::withinBound.
  std::optional<bool> withinBound;
  /// Only for guards joined with other conditions: who agrees on those.
  std::optional<UniformityScope> beside;
  /// Only for guards, and where `parted` is set: outcomes all of which are
  /// needed for lanes to be divided.
  ConditionOutcomes partsWhere;
  /// Only for Uniform and guards: the lanes whose side it decides, where the
  /// side of the others is known. Empty: all.
  LaneSet asking;
  /// Two lanes that go different ways on the false side.
  struct Parted {
    uint32_t arriving, missing; ///< lanes, on the false side
    uint32_t assumption;
  };
  /// Only for Varying: set where some lanes have returned under uniform
  /// conditions behind it, or ConditionInfo::parted is.
  std::optional<Parted> parted;
  /// The unknown that the condition is, the same whenever it is met again;
  /// kNoSymbol where it is no single one.
  SymbolId symbol = kNoSymbol;
  /// Only for guards that continue behind other branches: their condition,
  /// which not all who come here have met.
  SymbolId boundBehind = kNoSymbol;
  /// Only for branches with two ways: the condition as a value.
  std::optional<LaneValue> value;
  /// An instruction by which the text of the condition can be found; 0: none.
  /// Of several merged ones that of the innermost guard that divides
  /// workgroups.
  uint32_t decision = 0;
  /// Running number of the branch's execution; 0 where several were merged.
  uint64_t serial = 0;
  ReasonPtr reason;      ///< why lanes differ; null where several were merged
  bool isTrip = false;   ///< decides whether a loop goes on
  bool isSwitch = false; ///< all edges of a switch are on the true side
  /// Only for a switch: the value that selects the case, and the instruction.
  std::pair<std::optional<LaneValue>, uint32_t> selector;
  /// Only for a switch: the labels of its cases, which stand for its edges; not
  /// the block where the cases meet again.
  std::vector<uint32_t> cases;
  /// The least LaneWalk::blockLevel that lanes have left for under it; they
  /// miss blocks of higher levels. INT32_MAX: none have left.
  int escapeLevel = INT32_MAX;
  bool isDecided = false; ///< one side has no lanes left, all take the other
  std::array<LaneSet, 2> returned; ///< by side, who left the function
};

/// The unknown by which \p condition is recognised when it is met again;
/// kNoSymbol: none. Two switches on one selector need not have the same cases.
SymbolId lastingSymbol(const OpenCondition &condition);

/// The condition of \p guard, whether or not all who come to it have met it;
/// kNoSymbol where that is not known.
SymbolId boundIn(const OpenCondition &guard);

/// Whether two outcomes of one condition exclude each other. \p edgesA and \p
/// edgesB are the edges of a switch, see Context.
bool areApart(bool sideA, llvm::ArrayRef<uint32_t> edgesA, bool sideB,
              llvm::ArrayRef<uint32_t> edgesB);

/// An open condition that a flow is under, with the side that was taken. It
/// refers to the condition around it.
struct Context : llvm::RefCountedBase<Context> {
  llvm::IntrusiveRefCntPtr<Context> parent;
  std::shared_ptr<OpenCondition> condition;
  bool side = false;
  /// Only for a switch: the edges that may have led here, ascending; several in
  /// a case that others fall through into.
  llvm::SmallVector<uint32_t, 1> edges;
  unsigned depth = 0;

  /// Whether it may divide a subgroup, so that not all lanes are on this side.
  bool mayDivide() const {
    return condition->kind == OpenCondition::Kind::Varying ||
           (condition->isNarrow && side != condition->interior);
  }

  /// What is assumed of the lanes on this side; kNothingAssumed: nothing.
  uint32_t assumption() const { return condition->assumptions[side]; }
};
using ContextPtr = llvm::IntrusiveRefCntPtr<Context>;

/// Whether all conditions of \p outer are also conditions of \p inner.
bool isAround(const ContextPtr &outer, const ContextPtr &inner);

/// See the file comment. `state` has no meaning for lanes outside of `mask`.
struct Flow {
  LaneSet mask;
  /// Lanes that are not in `mask` because their index would have been out of an
  /// array's bounds, here or on the way here. Empty: none.
  LaneSet leftOut;
  llvm::IntrusiveRefCntPtr<PrivateState> state;
  ContextPtr context;
  /// What values in `state` rest on. What the flow itself rests on is kept in
  /// its open conditions, and ends with them.
  std::set<uint32_t> assumptions;
  RangesPtr ranges; ///< what comparisons on the way here say

  bool isEmpty() const { return mask.none(); }
  /// The state for writing; copies it if another flow holds it too.
  PrivateState &editState() {
    if (state->UseCount() > 1)
      state = llvm::makeIntrusiveRefCnt<PrivateState>(*state);
    return *state;
  }
  /// Whether some open condition may divide the lanes of a subgroup.
  bool isMaybe() const {
    for (const Context *c = context.get(); c; c = c->parent.get())
      if (c->mayDivide())
        return true;
    return false;
  }
  /// All that is assumed of lanes in this flow.
  std::set<uint32_t> allAssumptions() const;
};

/// A flow on its way into a block, with the values of the block's phis.
struct Incoming {
  Flow flow;
  std::vector<Value> phis;
};

/// Puts \p flow under \p condition.
void enterCondition(Flow &flow, std::shared_ptr<OpenCondition> condition,
                    bool side, llvm::ArrayRef<uint32_t> edges = {});

/// Removes the innermost conditions that are decided by now from \p context.
void leaveDecided(ContextPtr &context);

/// Replaces the conditions of \p flow, up to \p until, by a single one, which
/// keeps long loops from making long chains.
void collapseContext(Flow &flow, const ContextPtr &until);

/// The reason of one of \p conditions, if data alone decides between their
/// sides; else null. \p why is set to that condition.
ReasonPtr dataDeciding(llvm::ArrayRef<const OpenCondition *> conditions,
                       const OpenCondition **why = nullptr);

/// Adds \p lanes to \p to; an empty set stands for no lanes.
void addLanes(LaneSet &to, const LaneSet &lanes);

/// Joins what arrives at one block. Lanes that one side brings keep its values;
/// where both may, values that differ become unknown. \p level is
/// LaneWalk::blockLevel of the block, \p label its label.
void mergeIncoming(LaneMath &math, Incoming &into, Incoming from, int level,
                   uint32_t label = 0);

/// Rough cost of comparing and copying a value, in lane operations.
constexpr uint64_t kMergeCost = 64;

/// How values are merged where both sides may bring a lane.
struct MergeChoice {
  UniformityScope scope = UniformityScope::None; ///< who takes the same side
  /// The two sides belong to one guard: this one is that of the interior.
  enum class Interior { Neither, First, Second } interior = Interior::Neither;
  uint32_t assumption = kNothingAssumed; ///< that lanes are in the interior
  /// lastingSymbol() of the condition that chooses, and whether the first value
  /// is on its true side.
  SymbolId condition = kNoSymbol;
  bool isFirstTrue = false;
  /// ChosenValues::Choice::own, by which each lane chooses for itself.
  SymbolId own = kNoSymbol;
  ReasonPtr data;     ///< set where data alone chooses for each lane
  bool isTrip = true; ///< only conditions that continue loops choose
  RangesPtr rangesOfFirst, rangesOfSecond; ///< what holds on each path
};

/// The value of lanes that come from either side; see mergeIncoming().
Value mergeValues(LaneMath &math, const Value &a, const LaneSet &lanesA,
                  const Value &b, const LaneSet &lanesB,
                  const MergeChoice &choice);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_FLOW_FLOW_H
