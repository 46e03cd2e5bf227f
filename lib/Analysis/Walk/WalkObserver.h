// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Who listens to a walk: every access and every barrier, in the order in which
/// the invocations of the workgroup execute them.
#ifndef WGLINT_LIB_ANALYSIS_WALK_WALKOBSERVER_H
#define WGLINT_LIB_ANALYSIS_WALK_WALKOBSERVER_H

#include "Costs/AccessEvent.h"
#include "Flow/Flow.h"

namespace wglint {

/// What an observer needs of an access besides the event itself. The pointers
/// hold during the call.
struct AccessCircumstances {
  const Flow *flow = nullptr;
  const Value *stored = nullptr;         ///< of a store, where there is one
  llvm::SmallVector<LaneValue, 3> texel; ///< coordinates, of an image access
  /// Lanes with an index out of bounds; may be null.
  std::shared_ptr<const LaneSet> outside;
  /// The component of a vector that the request starts with.
  unsigned firstComponent = 0;
};

/// One execution of OpControlBarrier or OpMemoryBarrier.
struct BarrierEvent {
  uint32_t instruction = 0; ///< index into the module
  llvm::ArrayRef<uint32_t> callChain;
  bool isControl = false;
  uint32_t executionScope = 0; ///< spv::Scope, of a control barrier
  uint32_t memoryScope = 0;    ///< spv::Scope
  uint32_t semantics = 0;      ///< spv::MemorySemanticsMask
  unsigned loopDepth = 0;      ///< as AccessFact::loopDepth
};

/// An instruction that has made unknowns out of its operands, or of memory.
struct MadeEvent {
  const spirv::Instruction &inst;
  const Value &result;
  llvm::ArrayRef<Value> operands; ///< of comparedOperands()
  SymbolId firstNew;              ///< unknowns from this one on are new
  const LaneSet &lanes;           ///< that execute it, or may
};

/// Two invocations of the workgroup.
using LanePair = std::pair<unsigned, unsigned>;

/// Receives the events of one walk. A walk with an observer does not summarise
/// loops whose trip is unknown: it executes their first kObservedTrips
/// iterations, with what continues the loop as an open condition.
class WalkObserver {
public:
  virtual ~WalkObserver() = default;
  virtual void access(const AccessEvent &event,
                      const AccessCircumstances &circumstances) = 0;
  /// An access to memory that access() can't be told of: where is not known.
  virtual void unknownAccess() = 0;
  virtual void barrier(const BarrierEvent &event, const Flow &flow) = 0;
  /// Only \p lanes go on one way from \p branch, not all that came to it.
  virtual void parted(uint32_t branch, const LaneSet &lanes) = 0;
  /// A loop has ended that an atomic operation's result may have prolonged:
  /// invocations may have waited for each other.
  virtual void waited() = 0;
  /// A loop begins, an iteration of the innermost one ends, and the whole loop
  /// with the block \p header ends. \p isCut: not all iterations were executed.
  virtual void loopBegins() = 0;
  virtual void iterationEnds() = 0;
  virtual void loopEnds(const spirv::Function &function, uint32_t header,
                        bool isCut) = 0;
  /// Whether it wants to hear of one more iteration of a loop that was cut.
  virtual bool wantsTrial() const = 0;
  /// What happens until endTrial() is one iteration of unknown number, which
  /// will be taken back. \p isWhole: it has come to its end. There may be
  /// trials in trials.
  virtual void beginTrial() = 0;
  virtual void endTrial(bool isWhole) = 0;
  /// An atomic can return the same number, \p symbol, to both of \p lanes.
  virtual void equalResults(SymbolId symbol, LanePair lanes) = 0;
  /// A shuffle reads a lane that no subgroup of this size has.
  virtual void readPastSubgroup() = 0;
  /// Unknowns are kept apart for it, which takes memory and a fifth more time.
  virtual void made(const MadeEvent &event) = 0;
};

/// Two would show what one iteration does to the next; the third is for
/// buffers that alternate, as in `tile[k & 1]`.
constexpr unsigned kObservedTrips = 3;

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_WALK_WALKOBSERVER_H
