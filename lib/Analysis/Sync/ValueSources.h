// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the unknowns of a walk were computed from, so that two invocations that
/// do the same with the same data are known to get the same value.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_VALUESOURCES_H
#define WGLINT_LIB_ANALYSIS_SYNC_VALUESOURCES_H

#include "Code/LaneInfluence.h"
#include "Code/StoredVariables.h"
#include "Lanes/ChosenValues.h"
#include "Lanes/Value.h"
#include "Walk/WalkObserver.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <memory>

namespace wglint {

/// See the file comment.
class ValueSources {
public:
  /// \p subgroupSize is that of the walk.
  ValueSources(const spirv::Module &module, const SymbolTable &symbols,
               const StoredVariables &stored, const ChosenValues &chosen,
               unsigned subgroupSize)
      : M(module), Symbols(symbols), Stored(stored), Chosen(chosen),
        SubgroupSize(subgroupSize) {}

  /// Records the unknowns that \p event has made. \p epoch is the number of
  /// control barriers before it, \p time a number that grows.
  void note(const MadeEvent &event, uint32_t epoch, uint32_t time);

  /// An instruction that has made unknowns.
  struct Made {
    const spirv::Instruction *inst = nullptr;
    std::vector<Value> operands; ///< of comparedOperands()
    uint32_t epoch = 0, time = 0;
    LaneSet lanes; ///< only for a shuffle: the lanes that execute it
  };
  /// The instruction that has made \p symbol, and the index of the scalar
  /// within its result; nullptr where that is not known.
  std::pair<const Made *, unsigned> madeBy(SymbolId symbol) const;

  /// Whether \p a in lane \p laneA and \p b in lane \p laneB provably have the
  /// same value. Symbols of \p scope or wider are taken to be the same for both
  /// lanes, and so is what is loaded from one place between the same barriers:
  /// where somebody stores to it meanwhile, that is a race of its own.
  bool areSame(const Value &a, unsigned laneA, const Value &b, unsigned laneB,
               UniformityScope scope) const;

  /// Whether the value stored by \p store does not depend on the coordinates of
  /// gl_LocalInvocationID in \p differing, for invocations that execute it
  /// together; for a store to shared memory (\p isShared) nor on what is in
  /// that memory. False where that is not known.
  bool isIndependentOf(uint32_t store, Influences differing, bool isShared);

private:
  struct Source {
    std::shared_ptr<const Made> made;
    unsigned part = 0; ///< number of the scalar within the result
  };

  /// A value in one lane.
  struct InLane {
    LaneValue value;
    unsigned lane;
  };

  bool areSameUnknown(SymbolId a, unsigned laneA, SymbolId b, unsigned laneB,
                      UniformityScope scope) const;
  bool areSameMade(SymbolId a, unsigned laneA, SymbolId b, unsigned laneB,
                   UniformityScope scope) const;
  bool areSameResults(const Made &a, unsigned laneA, const Made &b,
                      unsigned laneB, UniformityScope scope) const;
  bool areSamePassed(SymbolId a, unsigned laneA, SymbolId b, unsigned laneB,
                     UniformityScope scope) const;
  bool areOfOneCluster(const Made &a, unsigned laneA, const Made &b,
                       unsigned laneB) const;
  /// The value that a shuffle has given to \p lane as \p symbol, with the lane
  /// it comes from; std::nullopt where that is not known, where there was no
  /// shuffle, and where that lane does not take part in it.
  std::optional<InLane> passedFrom(SymbolId symbol, unsigned lane) const;
  bool areSameChoice(SymbolId a, unsigned laneA, SymbolId b, unsigned laneB,
                     UniformityScope scope) const;
  bool areSameOperand(const Value &a, unsigned laneA, const Value &b,
                      unsigned laneB, UniformityScope scope) const;
  bool holdsStill(const Made &a, unsigned laneA, const Made &b,
                  unsigned laneB) const;

  const spirv::Module &M;
  const SymbolTable &Symbols;
  const StoredVariables &Stored;
  const ChosenValues &Chosen;
  unsigned SubgroupSize;
  llvm::DenseMap<SymbolId, Source> Sources;
  /// Two unknowns, each in a lane.
  using KnownKey =
      std::pair<std::pair<SymbolId, unsigned>, std::pair<SymbolId, unsigned>>;
  /// Results of comparisons with KnownScope.
  mutable llvm::DenseMap<KnownKey, bool> Known;
  mutable UniformityScope KnownScope = UniformityScope::None;
  mutable uint64_t Compared = 0;
  std::map<uint32_t, Influences> Influencing; ///< by store
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_VALUESOURCES_H
