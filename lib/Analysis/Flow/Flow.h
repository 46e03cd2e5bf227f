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
/// written since: a function sees the objects of all its callers and writes to
/// few.
class PrivateObjects {
public:
  size_t size() const { return Count; }
  const Value &operator[](size_t i) const {
    return Chunks[i / kChunkSize]->values[i % kChunkSize];
  }
  /// The value for writing. Holds as long as nothing is added or copied.
  Value &edit(size_t i);
  void add(Value value);
  /// New ones are empty.
  void resize(size_t count);
  /// The kChunkSize values from \p i on are shared with \p other.
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

/// Private memory.
struct PrivateState : llvm::RefCountedBase<PrivateState> {
  PrivateObjects objects;
};

constexpr uint32_t kNothingAssumed = ~0u;

/// A condition that could not be decided, as met once.
struct OpenCondition {
  enum class Kind {
    Uniform, ///< all lanes of a subgroup agree; which way is not known
    Guard,   ///< the same, in the interior of the dispatch
    Varying, ///< lanes may disagree
  };
  Kind kind = Kind::Varying;
  UniformityScope scope = UniformityScope::None;
  /// What is assumed of lanes on the false and on the true side, as texts of
  /// the symbol table; kNothingAssumed where nothing is.
  std::array<uint32_t, 2> assumptions = {kNothingAssumed, kNothingAssumed};
  bool interior = true;  ///< of a Guard: the side that the interior takes
  bool isNarrow = false; ///< of a Guard: no subgroup takes the other as a whole
  /// Of a Guard, see ConditionInfo.
  bool partsNoWorkgroup = false;
  PartedWorkgroups partedWorkgroups = PartedWorkgroups::Last;
  /// Of a Guard: ConditionInfo::smallText, as a text of the symbol table.
  uint32_t smallBound = kNothingAssumed;
  /// Of a Uniform one: ConditionInfo::withinBound.
  std::optional<bool> withinBound;
  /// Of a Guard with other conditions beside it: who agrees on those.
  std::optional<UniformityScope> beside;
  /// Of a Guard, or of lanes that are `parted`: what this takes besides. Where
  /// one of these is otherwise, all lanes come here.
  ConditionOutcomes partsWhere;
  /// Of a Uniform one, or a Guard, that only some lanes ask, which take the
  /// side that it says: those; the others know theirs. Empty: all ask.
  LaneSet asking;
  /// Of a Varying one behind which some lanes have returned under uniform
  /// conditions, or ConditionInfo::parted: what is assumed for that, as text.
  struct Parted {
    uint32_t arriving, missing; ///< lanes, on the false side
    uint32_t assumption;
  };
  std::optional<Parted> parted;
  /// The unknown that the condition is, the same where it is met again;
  /// kNoSymbol where it is no single one.
  SymbolId symbol = kNoSymbol;
  /// Of a Guard that has come through other branches: the condition that it is,
  /// which not all who come here have met.
  SymbolId boundBehind = kNoSymbol;
  /// Of one that a branch with two ways met.
  std::optional<LaneValue> value;
  /// An instruction by which the text of the branch's condition can be found; 0
  /// where there is none. Where several branches met in one, that of the
  /// innermost guard that parts workgroups.
  uint32_t decision = 0;
  /// Running number of the branch's execution; 0 where several met in one.
  uint64_t serial = 0;
  ReasonPtr reason;      ///< why lanes differ; null where several met in one
  bool isTrip = false;   ///< decides whether a loop goes on
  bool isSwitch = false; ///< all edges are on the true side
  /// Of a switch: what chooses the case, and the instruction.
  std::pair<std::optional<LaneValue>, uint32_t> selector;
  /// Of a switch: the labels of its cases, which name its edges. Not the block
  /// where the cases meet again.
  std::vector<uint32_t> cases;
  /// Lanes may have left under this condition to a place outside of the blocks
  /// of this level or deeper (see LaneWalk::blockLevel); INT_MAX: none left.
  int escapeLevel = INT32_MAX;
  /// On one side no lane was left that may be there: all take the other.
  bool isDecided = false;
  /// Of either side: lanes that have returned from the function.
  std::array<LaneSet, 2> returned;
};

/// The unknown by which a condition is known again where it is met again;
/// kNoSymbol where it is not. Two switches on one selector need not have the
/// same cases.
SymbolId lastingSymbol(const OpenCondition &condition);

/// The condition that \p guard is, whether or not all who come to it have met
/// it; kNoSymbol where that is not known.
SymbolId boundIn(const OpenCondition &guard);

/// Outcomes of one condition: there is none that both stand for. \p edgesA and
/// \p edgesB are those of a switch, see Context.
bool areApart(bool sideA, llvm::ArrayRef<uint32_t> edgesA, bool sideB,
              llvm::ArrayRef<uint32_t> edgesB);

/// The open conditions that a flow is under, innermost first.
struct Context : llvm::RefCountedBase<Context> {
  llvm::IntrusiveRefCntPtr<Context> parent;
  std::shared_ptr<OpenCondition> condition;
  bool side = false;
  /// Of a switch: the edges, ascending, that may have led here; several in a
  /// case that others fall through into.
  llvm::SmallVector<uint32_t, 1> edges;
  unsigned depth = 0;

  /// It may divide the lanes of a subgroup, so that not all are on this side.
  bool mayDivide() const {
    return condition->kind == OpenCondition::Kind::Varying ||
           (condition->isNarrow && side != condition->interior);
  }

  /// What is assumed of the lanes on this side; kNothingAssumed: nothing.
  uint32_t assumption() const { return condition->assumptions[side]; }
};
using ContextPtr = llvm::IntrusiveRefCntPtr<Context>;

/// Whether what is under \p inner is under all conditions of \p outer.
bool isAround(const ContextPtr &outer, const ContextPtr &inner);

/// See the file comment. Lanes outside of `mask` have no meaning in `state`.
struct Flow {
  LaneSet mask;
  /// Lanes that are not in `mask` because their index would have been outside
  /// of an array, here or on a way that led here. Empty: none.
  LaneSet leftOut;
  llvm::IntrusiveRefCntPtr<PrivateState> state;
  ContextPtr context;
  /// What values in `state` rest on. What the flow itself rests on stands in
  /// its open conditions, and ends with them.
  std::set<uint32_t> assumptions;
  RangesPtr ranges; ///< what the comparisons on the way here say

  bool isEmpty() const { return mask.none(); }
  /// The state for writing; copies it if another flow holds it too.
  PrivateState &editState() {
    if (state->UseCount() > 1)
      state = llvm::makeIntrusiveRefCnt<PrivateState>(*state);
    return *state;
  }
  /// Some enclosing open condition may divide the lanes.
  bool isMaybe() const {
    for (const Context *c = context.get(); c; c = c->parent.get())
      if (c->mayDivide())
        return true;
    return false;
  }
  /// Everything that is assumed of lanes in this flow.
  std::set<uint32_t> allAssumptions() const;
};

/// A flow on its way into a block, with the values of the block's phis.
struct Incoming {
  Flow flow;
  std::vector<Value> phis;
};

/// Puts \p condition around \p flow.
void enterCondition(Flow &flow, std::shared_ptr<OpenCondition> condition,
                    bool side, llvm::ArrayRef<uint32_t> edges = {});

/// Takes what is under \p context out of the conditions that have been decided
/// since it was put under them, up to the first that has not.
void leaveDecided(ContextPtr &context);

/// Replaces the conditions that \p flow is under, up to \p until, by one that
/// stands for all of them. Keeps long loops from making long chains.
void collapseContext(Flow &flow, const ContextPtr &until);

/// The reason of one of \p conditions, if what decides between their sides is
/// data alone; else null. \p why: set to the condition.
ReasonPtr dataDeciding(llvm::ArrayRef<const OpenCondition *> conditions,
                       const OpenCondition **why = nullptr);

/// Adds \p lanes to \p to; either may be empty, which stands for none.
void addLanes(LaneSet &to, const LaneSet &lanes);

/// Joins what arrives at one block. Lanes that only one side brings keep its
/// values; where both may, values become unknown as far as they differ.
/// \p level: LaneWalk::blockLevel of the block; \p label: its label.
void mergeIncoming(LaneMath &math, Incoming &into, Incoming from, int level,
                   uint32_t label = 0);

/// In lane operations: what comparing and copying a value costs, roughly.
constexpr uint64_t kMergeCost = 64;

/// How to merge where both sides may bring a lane.
struct MergeChoice {
  UniformityScope scope = UniformityScope::None; ///< how uniform the choice is
  /// The sides belong to one guard: in the interior it is this one that counts.
  enum class Interior { Neither, First, Second } interior = Interior::Neither;
  uint32_t assumption = kNothingAssumed; ///< that there is nothing but interior
  /// The condition that chooses, as lastingSymbol(), and whether the first of
  /// the two values is on its true side.
  SymbolId condition = kNoSymbol;
  bool isFirstTrue = false;
  /// The same, whether or not others agree: ChosenValues::Choice::own.
  SymbolId own = kNoSymbol;
  ReasonPtr data;     ///< set where data alone chooses for each lane
  bool isTrip = true; ///< all that chooses is whether loops go on
  RangesPtr rangesOfFirst, rangesOfSecond; ///< what holds on the two paths
};

/// The value of lanes that come from either side; see mergeIncoming().
Value mergeValues(LaneMath &math, const Value &a, const LaneSet &lanesA,
                  const Value &b, const LaneSet &lanesB,
                  const MergeChoice &choice);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_FLOW_FLOW_H
