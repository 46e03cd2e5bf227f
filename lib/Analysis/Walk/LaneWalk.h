// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Walks a compute entry point once for all invocations of a workgroup: an
/// interpreter over the unoptimised module whose values are LaneValues.
/// Branches on known lanes split the active mask; lanes meet again where the
/// structured control flow merges. Branches on unknown conditions are followed
/// both ways. Loops whose trips are known are executed; others are summarised
/// by one pass over their body with `start + step * k`.
#ifndef WGLINT_LIB_ANALYSIS_WALK_LANEWALK_H
#define WGLINT_LIB_ANALYSIS_WALK_LANEWALK_H

#include "Code/Origins.h"
#include "Costs/AccessRecorder.h"
#include "Flow/Flow.h"
#include "Lanes/Constants.h"
#include "Lanes/LaneMath.h"
#include "Lanes/Layout.h"
#include "Walk/SubgroupOps.h"
#include "Walk/WalkFrame.h"
#include "Walk/WalkInput.h"
#include "Walk/WalkObserver.h"
#include "wglint/Analysis/Facts.h"
#include "wglint/SPIRV/Module.h"
#include <set>

namespace wglint {

/// See the file comment. One object walks once.
class LaneWalk {
public:
  LaneWalk(const WalkInput &input, uint64_t &operationsLeft);

  WalkOutcome run();
  /// Walks for \p observer: nothing is counted, and unknowns are kept apart.
  WalkOutcome run(WalkObserver &observer);

  const AccessRecorder &recorder() const { return Recorder; }
  SymbolTable &symbols() { return Symbols; }
  LaneMath &math() { return Math; }
  Constants &constants() { return Consts; }
  Layout &layout() { return Bytes; }
  /// Symbols of gl_WorkGroupID and gl_NumWorkGroups; kNoSymbol: a known number.
  const auto &workgroupSymbols() const { return WorkgroupSymbols; }
  const auto &countSymbols() const { return CountSymbols; }
  std::optional<SplitRequest> split() const { return Split; }
  /// The dimension of gl_WorkGroupID that \p symbol stands for, if any.
  std::optional<unsigned> dimensionOf(SymbolId symbol) const;
  std::optional<uint32_t> hottestLoop() const;
  /// Headers of the loops that exceeded WalkInput::loopCap.
  const std::set<uint32_t> &longLoops() const { return LongLoops; }
  bool dependsOnInvocationId() const { return UsesInvocationId; }
  /// See EntryPointFacts::arithmeticPerInvocation. Only for walks without
  /// observer.
  double arithmeticPerInvocation() const { return Arithmetic; }
  const BranchNotes &branches() const { return Branches; }
  const PrivateArrayUses &privateArrays() const { return PrivateArrays; }

private:
  using Id = spirv::Id;
  using Instruction = spirv::Instruction;
  using Type = spirv::Type;

  using Frame = WalkFrame;
  struct Leaf; ///< a scalar of a loop's state

  // LaneWalk.cpp: set-up and control flow.
  void createSymbols();
  Incoming callFunction(const spirv::Function &function,
                        std::vector<Value> args, Flow flow,
                        std::vector<uint32_t> callChain,
                        unsigned outerLoopDepth);
  void runBlocks(Frame &frame, size_t from, size_t to);
  void runBlock(Frame &frame, uint32_t block);
  void branch(Frame &frame, uint32_t from, Id target, Flow flow);
  void returnFrom(Frame &frame, Flow flow, Value value);
  void markEscape(const Frame &frame, const Flow &flow, int level);
  int blockLevel(const Frame &frame, uint32_t block) const;
  unsigned loopDepth(const Frame &frame, uint32_t block) const;
  const std::set<uint32_t> &escapingSlots(const spirv::Function &function);

  // WalkConditions.cpp
  void branchConditional(Frame &frame, uint32_t from, const Instruction &inst,
                         Flow flow);
  void branchSwitch(Frame &frame, uint32_t from, const Instruction &inst,
                    const Flow &flow);
  std::shared_ptr<OpenCondition> openCondition(const LaneValue &condition,
                                               const LaneSet &active);
  void noteSides(OpenCondition &open, const LaneValue &condition,
                 const ConditionInfo *info);
  bool endsIteration(const Frame &frame, uint32_t block) const;

  // WalkBranches.cpp
  void noteBranch(Frame &frame, uint32_t from, const Instruction &inst,
                  const LaneSet &yes, const LaneSet &no, const Flow &flow);
  void noteLoopBound(Frame &frame, Id condition, const Flow &flow);
  void noteBounds(Frame &frame, Id condition, const Flow &flow);
  void noteBound(Frame &frame, const Instruction &comparison, const Flow &flow);
  const Origins &originsIn(const spirv::Function &function);

  // WalkLoops.cpp
  void runLoop(Frame &frame, uint32_t header, size_t from, size_t to);
  bool executeLoop(Frame &frame, LoopRun &loop);
  void bringOut(Frame &frame, LoopRun &loop);
  void forget(Frame &frame, LoopRun &loop, Incoming &in);
  void tryLaterIteration(Frame &frame, LoopRun &loop, uint64_t budget);
  void summarizeLoop(Frame &frame, LoopRun &loop, Incoming entry);
  void iterate(Frame &frame, LoopRun &loop, Incoming in);
  std::set<uint32_t> objectsModifiedIn(Frame &frame, size_t from, size_t to);
  bool hasDecidedExit(Frame &frame, LoopRun &loop) const;
  std::vector<Leaf> probeLoop(Frame &frame, LoopRun &loop,
                              const Incoming &entry,
                              const std::set<uint32_t> &objects,
                              const std::set<size_t> &varying);
  static LaneValue summaryOf(LaneMath &math, const Leaf &leaf, SymbolId mark,
                             SymbolId iteration);
  void finishSummary(Frame &frame, LoopRun &loop,
                     const std::optional<Incoming> &back,
                     const LaneSet &entryMask, SymbolId iteration);

  // WalkInstructions.cpp
  void execute(Frame &frame, uint32_t index, Flow &flow);
  void assign(Frame &frame, const Instruction &inst, Value value, Flow &flow);
  Value operand(Frame &frame, Id id, const Flow &flow);
  Value globalValue(Frame &frame, Id id);
  void executeAtomic(Frame &frame, uint32_t index, Flow &flow);
  bool executeMemory(Frame &frame, uint32_t index, Flow &flow);
  bool executeImage(Frame &frame, uint32_t index, Flow &flow);
  void executePure(Frame &frame, const Instruction &inst, Flow &flow);
  Value pointerFromAddress(const Type &type, const Value &address);
  Value unknownOf(const Type &type, const ReasonPtr &reason,
                  UniformityScope scope);
  ReasonPtr loadReason(uint32_t index, const std::string &text);
  void call(Frame &frame, uint32_t index, Flow &flow);
  LaneSet lanesElsewhere(const Flow &flow) const;
  void countArithmetic(const Instruction &inst, const Flow &flow);
  void observeBarrier(Frame &frame, uint32_t index, Flow &flow);
  void observeMade(Frame &frame, uint32_t index, SymbolId mark, Flow &flow);

  // WalkBuiltIns.cpp
  LaneValue perInvocation(llvm::function_ref<int64_t(unsigned)> f);
  Value subgroupMask(uint32_t builtIn, const Type &type);
  Value builtIn(uint32_t builtIn, const Type &type);
  Value imageQuery(const Instruction &inst, Frame &frame, Flow &flow);
  LaneValue hostNumber(llvm::ArrayRef<int64_t> key, NumType type,
                       const std::string &name);

  // WalkMemory.cpp, WalkPrivate.cpp
  Value accessChain(Frame &frame, const Instruction &inst, Flow &flow);
  void stepInto(PointerData &pointer, const LaneValue &index,
                bool indexIsConstant);
  Value pointerToVariable(Id variable, Frame &frame);
  Value load(Frame &frame, uint32_t index, const PointerData &pointer,
             Flow &flow);
  void store(Frame &frame, uint32_t index, const PointerData &pointer,
             const Value &value, Flow &flow);
  Value loadPrivate(const Value &object, const Type &type,
                    llvm::ArrayRef<LaneValue> path, const LaneSet &active);
  void storePrivate(Value &object, const Type &type,
                    llvm::ArrayRef<LaneValue> path, const Value &value,
                    const LaneSet &active);
  void alignBlock(const LaneValue &address, const Type &pointer);
  Value loadUniform(const PointerData &pointer, const Type &type);
  std::optional<LaneValue> assumedScalar(NumType type, const std::string &name);
  LaneValue uniformScalar(const PointerData &pointer, const LaneValue &offset,
                          NumType type, const std::string &name);
  Value loadData(uint32_t index, const PointerData &pointer, const Type &type,
                 Flow &flow);

  // WalkAccesses.cpp
  void recordAccess(Frame &frame, uint32_t index, AccessOp op,
                    const PointerData &pointer, Flow &flow,
                    const Value *stored = nullptr);
  void recordUnfollowed(AccessEvent event, llvm::StringRef why);
  void recordUnknownPointer(Frame &frame, uint32_t index, AccessOp op,
                            Id pointer, Flow &flow);
  bool isUnusedPart(const AccessEvent &event, const Type &type);
  void recordPieces(AccessEvent &event, const Type &type,
                    const LaneValue &offset, const PointerData &pointer);
  unsigned alignmentOf(const LaneValue &offset, const LaneSet &active,
                       unsigned least) const;
  void recordImage(Frame &frame, uint32_t index, AccessOp op,
                   const Value &image, const Value &coordinate, Flow &flow,
                   const Value *stored = nullptr);
  void noteAlignedOperand(uint64_t bytes, const PointerData &pointer,
                          const Flow &flow);
  void noteSharedLayout(AccessEvent &event, const Type &type);
  void leaveOut(AccessEvent &event, const LaneSet &outside);
  void noteInvocationId(const Value &value);
  void notePrivateIndex(uint32_t index, const PointerData &pointer,
                        const Flow &flow);
  PrivateArrayFact::Index indexKind(llvm::ArrayRef<LaneValue> indices,
                                    const Flow &flow) const;
  double iterations(double ofUnknown) const;
  AccessEvent makeEvent(Frame &frame, uint32_t index, AccessOp op, Flow &flow);
  void emit(const AccessEvent &event);
  bool isReadOnly(const PointerData &pointer) const;
  Value undefinedTree(const Type &type);
  bool spend(uint64_t operations);

  const WalkInput &In;
  WalkObserver *Observer = nullptr; ///< may be null; nothing is counted for it
  const spirv::Module &M;
  SymbolTable Symbols;
  LaneMath Math;
  Constants Consts; ///< its own, so that walks can run side by side
  Layout Bytes;
  AccessRecorder Recorder;
  SubgroupOps Subgroups;
  unsigned LaneCount;
  std::array<SymbolId, 3> WorkgroupSymbols{}, CountSymbols{};
  std::array<LaneValue, 3> LocalId, WorkgroupId;
  LaneValue LocalIndex;
  uint64_t &OperationsLeft;
  bool Stopped = false; ///< a split or the end of the budget unwinds the walk
  std::optional<SplitRequest> Split;
  std::map<uint32_t, uint64_t> LoopCosts; ///< header's label id to operations
  std::set<uint32_t> LongLoops;           ///< see longLoops()
  LaneSet Lost; ///< Flow::leftOut of flows that have ended
  bool UsesInvocationId = false;
  double Arithmetic = 0;
  PrivateArrayUses PrivateArrays;
  /// arraysIn() of a private variable's type, by its id.
  std::map<uint32_t, std::vector<std::vector<uint32_t>>> ArraysOfTypes;
  BranchNotes Branches;
  UsedComponents Used;                              ///< of what is loaded
  std::map<uint32_t, Origins> OriginsOf;            ///< by function
  LoopActivation Activation;                        ///< of the innermost loop
  uint64_t ActivationCount = 0, ConditionCount = 0; ///< met so far
  std::map<uint32_t, uint32_t> GlobalObjects;       ///< Private variables
  std::map<uint32_t, std::set<uint32_t>> EscapingSlots; ///< by function
  /// Values of ids outside of functions, by id; read on every instruction.
  std::vector<std::optional<Value>> GlobalValues;
  /// For the same ids: the value is that of a default; that default is 0 or 1.
  std::vector<bool> IsSpecialized, IsPlaceholder;
  std::map<uint32_t, ReasonPtr> LoadReasons; ///< by instruction
  AccessCircumstances Circumstances;         ///< of the access being recorded
  /// Iteration numbers of the summarised loops around.
  llvm::SmallVector<SymbolId, 4> OpenIterations;
  /// The observer was told of the current access. Every access must report at
  /// least once: what is said of barriers assumes that none was missed.
  bool HasReported = false;
  unsigned RecordingOff = 0; ///< > 0 while a loop is being probed
  llvm::SmallVector<const Frame *, 4> Frames; ///< of the calls around
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_WALK_LANEWALK_H
