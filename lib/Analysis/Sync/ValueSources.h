// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the unknowns of a walk were made from, so that two invocations that do
/// the same to the same data are known to come to the same value.
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
  /// \p subgroupSize: of the walk.
  ValueSources(const spirv::Module &module, const SymbolTable &symbols,
               const StoredVariables &stored, const ChosenValues &chosen,
               unsigned subgroupSize)
      : M(module), Symbols(symbols), Stored(stored), Chosen(chosen),
        SubgroupSize(subgroupSize) {}

  /// Enters the unknowns that \p event has made. \p epoch: control barriers
  /// before it; \p time: a number that grows.
  void note(const MadeEvent &event, uint32_t epoch, uint32_t time);

  /// An instruction that has made unknowns.
  struct Made {
    const spirv::Instruction *inst = nullptr;
    std::vector<Value> operands; ///< of comparedOperands()
    uint32_t epoch = 0, time = 0;
    LaneSet lanes; ///< of a shuffle: that execute it
  };
  /// What has made \p symbol, and the number of the scalar within the result;
  /// nullptr where that is not known.
  std::pair<const Made *, unsigned> madeBy(SymbolId symbol) const;

  /// \p a in lane \p laneA and \p b in lane \p laneB are provably one value,
  /// symbols of \p scope or wider taken to be the same for both lanes. What is
  /// loaded between the same barriers from one place is taken to be the same:
  /// where somebody stores to it meanwhile, that is a race of its own.
  bool areSame(const Value &a, unsigned laneA, const Value &b, unsigned laneB,
               UniformityScope scope) const;

  /// What \p store stores does not depend on the coordinates of
  /// gl_LocalInvocationID whose bits are in \p differing, for invocations that
  /// execute it together; of a store to shared memory (\p isShared) nor on what
  /// is there. False where that is not known.
  bool isIndependentOf(uint32_t store, Influences differing, bool isShared);

private:
  struct Source {
    std::shared_ptr<const Made> made;
    unsigned part = 0; ///< number of the scalar within the result
  };

  /// A value, and the lane that has it.
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
  /// Whose value a shuffle has given to \p lane as \p symbol; std::nullopt
  /// where that is not known, was no shuffle, or does not take part in it.
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
  /// Two unknowns, each with the lane that has it.
  using KnownKey =
      std::pair<std::pair<SymbolId, unsigned>, std::pair<SymbolId, unsigned>>;
  /// Of comparisons with KnownScope.
  mutable llvm::DenseMap<KnownKey, bool> Known;
  mutable UniformityScope KnownScope = UniformityScope::None;
  mutable uint64_t Compared = 0;
  std::map<uint32_t, Influences> Influencing; ///< by store
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_VALUESOURCES_H
