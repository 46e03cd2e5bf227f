// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What listens to a walk: it is told of every access and every barrier, in the
/// order in which the invocations of the workgroup execute them.
#ifndef WGLINT_LIB_ANALYSIS_WALK_WALKOBSERVER_H
#define WGLINT_LIB_ANALYSIS_WALK_WALKOBSERVER_H

#include "Costs/AccessEvent.h"
#include "Flow/Flow.h"

namespace wglint {

/// What an observer needs to know about an access besides the event itself. The
/// pointers are valid during the call.
struct AccessCircumstances {
  const Flow *flow = nullptr;
  const Value *stored = nullptr; ///< for a store: the value; may be null
  llvm::SmallVector<LaneValue, 3> texel; ///< for images: the coordinates
  /// Lanes whose index is out of bounds; may be null.
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

/// An instruction whose result contains new unknowns, made from its operands or
/// from memory.
struct MadeEvent {
  const spirv::Instruction &inst;
  const Value &result;
  llvm::ArrayRef<Value> operands; ///< of comparedOperands()
  SymbolId firstNew;              ///< this unknown and later ones are new
  const LaneSet &lanes;           ///< lanes that execute it, or may
};

/// Two invocations of the workgroup.
using LanePair = std::pair<unsigned, unsigned>;

/// Receives the events of one walk. A walk with an observer does not summarise
/// loops of unknown length. It executes their first kObservedTrips iterations,
/// with the loop's condition as an open one.
class WalkObserver {
public:
  virtual ~WalkObserver() = default;
  virtual void access(const AccessEvent &event,
                      const AccessCircumstances &circumstances) = 0;
  /// An access whose address is unknown, so that there is no AccessEvent.
  virtual void unknownAccess() = 0;
  virtual void barrier(const BarrierEvent &event, const Flow &flow) = 0;
  /// Only \p lanes, and not all that came to \p branch, take one of its ways.
  virtual void parted(uint32_t branch, const LaneSet &lanes) = 0;
  /// A loop has ended that the result of an atomic may have prolonged, so
  /// invocations may have waited for each other.
  virtual void waited() = 0;
  /// A loop begins; an iteration of the innermost loop ends; the loop with the
  /// block \p header ends. \p isCut: not all of its iterations were executed.
  virtual void loopBegins() = 0;
  virtual void iterationEnds() = 0;
  virtual void loopEnds(const spirv::Function &function, uint32_t header,
                        bool isCut) = 0;
  /// Whether the observer wants to see one more iteration of a loop that was
  /// cut.
  virtual bool wantsTrial() const = 0;
  /// All until endTrial() is one iteration, it is not known which, and will be
  /// taken back. \p isWhole: the iteration came to its end. Trials may be
  /// nested.
  virtual void beginTrial() = 0;
  virtual void endTrial(bool isWhole) = 0;
  /// An atomic may return the same number, \p symbol, to both of \p lanes.
  virtual void equalResults(SymbolId symbol, LanePair lanes) = 0;
  /// A shuffle reads a lane that no subgroup of this size has.
  virtual void readPastSubgroup() = 0;
  /// An instruction has made unknowns. They are kept apart for the observer,
  /// which takes memory and a fifth more time.
  virtual void made(const MadeEvent &event) = 0;
};

/// Number of iterations that are executed of a loop of unknown length. Two show
/// what one iteration does to the next; the third is for buffers that
/// alternate, as in `tile[k & 1]`.
constexpr unsigned kObservedTrips = 3;

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_WALK_WALKOBSERVER_H
