// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Whether two accesses, or an access and a barrier, are executed together:
/// what their open conditions say about each other.
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

/// Numbers the contexts of a walk and compares them.
class SyncConditions {
public:
  /// A number for \p context; equal contexts met one after the other share it.
  uint32_t number(const ContextPtr &context);

  /// What two accesses can be executed by two invocations under.
  struct Together {
    bool dependsOnData = false;
    std::set<uint32_t> assumptions; ///< texts of the symbol table
  };
  /// std::nullopt where it is not known that one invocation can execute the
  /// first access and another one the second. \p isOneWord: each of the two
  /// would touch the same bytes; under a condition on data that is most often
  /// the choice of a single one.
  std::optional<Together> together(uint32_t a, uint32_t b,
                                   bool isOneWord) const;

  /// The lanes for which the comparisons that lead to \p context leave every
  /// unknown some value: behind `i < n` and `n == 1` lane 0 alone. Each
  /// unknown is looked at by itself, with the least that the rest can be.
  const LaneSet &comingLanes(uint32_t context, const LaneMath &math,
                             const SymbolTable &symbols, unsigned laneCount);

  /// \p branch has let \p lanes alone go one way.
  void noteParted(uint32_t branch, const LaneSet &lanes) {
    PartedBy[lanes] = branch;
  }
  /// The latest branch that has parted \p lanes from all others; 0: none.
  uint32_t partingOf(const LaneSet &lanes) const {
    return PartedBy.lookup(lanes);
  }

  /// What may depend on open conditions besides.
  Decisions &decisions() { return Trees; }
  /// \p tree holds wherever one invocation executes an access under \p a and
  /// another one an access under \p b. \p scope: of both invocations.
  bool holds(Decisions::Tree tree, uint32_t a, uint32_t b,
             UniformityScope scope) const;

  /// A barrier under \p barrier is executed whenever accesses under \p a and
  /// \p b both are.
  bool isImplied(uint32_t barrier, uint32_t a, uint32_t b) const;

  /// A barrier under \p barrier is not executed where both accesses are.
  bool isExcluded(uint32_t barrier, uint32_t a, uint32_t b) const;

  /// Conditions of which the caller knows who meets them; null: none.
  using KnownContext = llvm::function_ref<bool(const Context &)>;
  /// Nothing but the interior of guards and the trip of loops, and what
  /// \p isKnown, stands between the entry and this.
  bool isPlain(uint32_t context, KnownContext isKnown = nullptr) const;
  /// Some guard's edge is needed to come here.
  bool isEdge(uint32_t context) const;
  /// A bound lets some invocations of each workgroup through, the same in all.
  bool isBoundedAlike(uint32_t context) const;
  /// What was loaded, or an atomic has returned, decides who comes here, those
  /// conditions left out for which \p isKnown holds.
  bool isUnderData(uint32_t context, KnownContext isKnown = nullptr) const;
  /// In an iteration of a loop of which it is not known how many there are.
  bool isInOpenLoop(uint32_t context) const;
  /// The conditions of \p context, without \p except, do not say that \p
  /// others are otherwise.
  bool isPossible(uint32_t context, const Context &except,
                  llvm::ArrayRef<ConditionOutcome> others, const LaneMath &math,
                  const SymbolTable &symbols) const;
  /// Every workgroup comes here, but for those past the end, or none does, as
  /// far as conditions are not what \p isKnown. \p orDependsOnData: or each
  /// where data lets it.
  bool isSameForWorkgroups(uint32_t context, bool orDependsOnData,
                           KnownContext isKnown = nullptr) const;
  /// All conditions of the dispatch, but trips of loops, that \p outer is
  /// under, \p inner is under as well.
  bool isUnderThoseOf(uint32_t inner, uint32_t outer) const;
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

/// Some side of \p condition depends on data of the buffers that may be
/// anything, not on what invocations agree upon through atomics.
bool isFreeData(const OpenCondition &condition);

/// Workgroups of one invocation that are past the end of the dispatch are kept
/// away: ConditionInfo::withinBound.
bool isWithinBound(const Context &context);

/// Some sum that \p info knows of its condition has a symbol for which
/// \p isWanted holds.
bool compares(const ConditionInfo &info,
              llvm::function_ref<bool(SymbolId)> isWanted);

/// All that \p context compares is known, and is ids and numbers of the host's
/// as they are given, for none of which \p isWanted holds.
bool comparesOthers(const Context &context, const LaneMath &math,
                    const SymbolTable &symbols,
                    llvm::function_ref<bool(SymbolId)> isWanted);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCCONDITIONS_H
