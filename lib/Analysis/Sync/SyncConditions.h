// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Whether two accesses, or an access and a barrier, are executed together, to
/// judge by what their open conditions say about each other.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCCONDITIONS_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCCONDITIONS_H

#include "Flow/Decisions.h"
#include "Flow/Flow.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <set>

namespace wglint {

/// Numbers the contexts of a walk and compares them. A context below is such a
/// number.
class SyncConditions {
public:
  /// A number for \p context. Equal contexts that are met one after the other
  /// share it.
  uint32_t number(const ContextPtr &context);

  /// What it takes for two invocations to execute two accesses.
  struct Together {
    bool dependsOnData = false;
    std::set<uint32_t> assumptions; ///< texts of the symbol table
  };
  /// What it takes for one invocation to execute an access under \p a and
  /// another one an access under \p b; std::nullopt where it is not known that
  /// they can. \p isOneWord: all invocations would touch the same bytes; under
  /// a condition on data that is mostly the choice of a single one.
  std::optional<Together> together(uint32_t a, uint32_t b,
                                   bool isOneWord) const;

  /// The lanes for which the comparisons that lead to \p context leave every
  /// unknown some value: behind `i < n` and `n == 1` only lane 0. Each unknown
  /// is considered alone, with the least value that the rest can have.
  const LaneSet &comingLanes(uint32_t context, const LaneMath &math,
                             const SymbolTable &symbols, unsigned laneCount);

  /// Records that \p branch has let only \p lanes go one way.
  void noteParted(uint32_t branch, const LaneSet &lanes) {
    PartedBy[lanes] = branch;
  }
  /// The latest branch that has separated \p lanes from all others; 0: none.
  uint32_t partingOf(const LaneSet &lanes) const {
    return PartedBy.lookup(lanes);
  }

  /// Statements that depend on open conditions.
  Decisions &decisions() { return Trees; }
  /// Whether \p tree holds wherever one invocation executes an access under \p
  /// a and another one an access under \p b. \p scope contains both
  /// invocations.
  bool holds(Decisions::Tree tree, uint32_t a, uint32_t b,
             UniformityScope scope) const;

  /// Whether a barrier under \p barrier is executed whenever accesses under \p
  /// a and \p b both are.
  bool isImplied(uint32_t barrier, uint32_t a, uint32_t b) const;

  /// Whether a barrier under \p barrier is not executed where both accesses
  /// are.
  bool isExcluded(uint32_t barrier, uint32_t a, uint32_t b) const;

  /// Says of which conditions the caller knows who meets them; null: of none.
  using KnownContext = llvm::function_ref<bool(const Context &)>;
  /// Whether only the interior of guards, trips of loops and conditions of \p
  /// isKnown stand between the entry and \p context.
  bool isPlain(uint32_t context, KnownContext isKnown = nullptr) const;
  /// Whether the edge of some guard leads to \p context.
  bool isEdge(uint32_t context) const;
  /// Whether a bound lets some invocations of each workgroup through, the same
  /// in all.
  bool isBoundedAlike(uint32_t context) const;
  /// Whether something loaded, or an atomic's result, decides who comes here,
  /// apart from conditions for which \p isKnown holds.
  bool isUnderData(uint32_t context, KnownContext isKnown = nullptr) const;
  /// Whether it is in a loop with an unknown number of iterations.
  bool isInOpenLoop(uint32_t context) const;
  /// Whether \p others may hold, for all that the conditions of \p context
  /// other than \p except say.
  bool isPossible(uint32_t context, const Context &except,
                  llvm::ArrayRef<ConditionOutcome> others, const LaneMath &math,
                  const SymbolTable &symbols) const;
  /// Whether either every workgroup comes here, apart from those past the end,
  /// or none does, as far as conditions without \p isKnown go. \p
  /// orDependsOnData: or each may come where data lets it.
  bool isSameForWorkgroups(uint32_t context, bool orDependsOnData,
                           KnownContext isKnown = nullptr) const;
  /// Whether \p inner is under all conditions of \p outer that concern the
  /// whole dispatch, apart from trips of loops.
  bool isUnderThoseOf(uint32_t inner, uint32_t outer) const;
  /// All conditions of \p context, the outermost first.
  llvm::ArrayRef<const Context *> chain(uint32_t context) const {
    return Chains[context];
  }

private:
  Decisions Trees;
  std::vector<ContextPtr> Contexts;
  std::vector<std::vector<const Context *>> Chains; ///< outermost first
  std::map<uint32_t, LaneSet> Coming;               ///< by context
  llvm::DenseMap<LaneSet, uint32_t> PartedBy;
};

/// Whether some side of \p condition depends on data of buffers that may be
/// anything, and not on what invocations agree upon through atomics.
bool isFreeData(const OpenCondition &condition);

/// Whether it keeps away workgroups of one invocation that are past the end of
/// the dispatch: ConditionInfo::withinBound.
bool isWithinBound(const Context &context);

/// Whether some known sum of the condition has a symbol for which \p isWanted
/// holds.
bool compares(const ConditionInfo &info,
              llvm::function_ref<bool(SymbolId)> isWanted);

/// Whether all that \p context compares is known and consists of ids and plain
/// numbers of the host's, for none of which \p isWanted holds.
bool comparesOthers(const Context &context, const LaneMath &math,
                    const SymbolTable &symbols,
                    llvm::function_ref<bool(SymbolId)> isWanted);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCCONDITIONS_H
