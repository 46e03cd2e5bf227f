// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Loops of a walk. A loop is executed iteration by iteration as long as its
/// exits are decided; a loop whose exits are not is summarised:
///
///   1. Every scalar that the body may change starts as `v0 + delta`, with a
///      new unknown delta. One pass over the body gives v1.
///   2. v1 - (v0 + delta) free of anything made in the loop: the scalar grows
///      by that step, v = v0 + step * k. v1 = c * (v0 + delta): v = v0 * c^k.
///      Everything else is unknown.
///   3. A second pass with these values records the accesses, with the number
///      of the iteration k as one unknown of all lanes.
#include "Code/LengthBounds.h"
#include "Code/Loops.h"
#include "Lanes/PureOps.h"
#include "Walk/LaneWalk.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Function;
using spirv::Id;
using spirv::Instruction;

/// Trees larger than this are not followed through a summary.
static constexpr unsigned kMaxLeaves = 64;

/// A scalar of a loop's state.
struct LaneWalk::Leaf {
  LaneValue entry; ///< before the loop
  LaneValue probe; ///< entry + delta
  LaneValue next;  ///< what one iteration makes of the probe
  bool hasNext = false;
};

namespace {

/// Replaces every scalar of \p value by what \p f makes of it.
void rewriteScalars(Value &value,
                    llvm::function_ref<LaneValue(const LaneValue &)> f) {
  if (value.isScalar()) {
    value.scalar = f(value.scalar);
    return;
  }
  if (value.isComposite())
    for (Value &part : value.editParts())
      rewriteScalars(part, f);
}

unsigned countScalars(const Value &value) {
  unsigned n = 0;
  forEachScalar(value, [&](const LaneValue &) { ++n; });
  return n;
}

} // namespace

static ReasonPtr changesInLoop() {
  return makeReason(
      UnknownKind::Uniform,
      "changes in a loop whose number of iterations is not known");
}

/// Calls \p f for every value that an iteration may change: \p objects of
/// private memory and the header's phis.
static void eachLoopValue(Incoming &in, const std::set<uint32_t> &objects,
                          llvm::function_ref<void(Value &)> f) {
  auto &all = in.flow.editState().objects;
  for (uint32_t object : objects)
    if (object < all.size())
      f(all.edit(object));
  for (Value &phi : in.phis)
    f(phi);
}

void LaneWalk::runLoop(Frame &frame, uint32_t header, size_t from, size_t to) {
  LoopRun loop;
  loop.header = header;
  loop.from = from;
  loop.to = to;
  loop.entryContext = frame.pending[header]->flow.context;
  uint64_t before = OperationsLeft;
  uint32_t label = spirv::raw(frame.function->blocks[header].label);
  Incoming entry = *frame.pending[header];
  LoopActivation around = Activation;
  Activation = {++ActivationCount, label, false, Symbols.size(), around.bounds};
  bool isSummarized = In.summarizedLoops.count(label) || LongLoops.count(label);
  if (isSummarized || !executeLoop(frame, loop))
    if (!Stopped)
      summarizeLoop(frame, loop, std::move(entry));
  Activation = around;
  frame.pending[header].reset();
  LoopCosts[label] += before - OperationsLeft;
}

/// One pass over the loop's blocks; what returns to the header is pending
/// there.
void LaneWalk::iterate(Frame &frame, LoopRun &loop, Incoming in) {
  frame.pending[loop.header] = std::move(in);
  runBlock(frame, loop.header);
  runBlocks(frame, loop.from + 1, loop.to);
  // Conditions around the loop may have been decided in it.
  leaveDecided(loop.entryContext);
  if (std::optional<Incoming> &back = frame.pending[loop.header])
    leaveDecided(back->flow.context);
}

/// Some condition of \p flow, up to \p until, is what an atomic returned.
static bool dependsOnAtomic(const Flow &flow, const ContextPtr &until) {
  for (const Context *c = flow.context.get(); c && c != until.get();
       c = c->parent.get()) {
    const ReasonPtr &reason = c->condition->reason;
    if (reason && reason->origin && reason->origin->kind == SiteKind::Atomic)
      return true;
  }
  return false;
}

/// Executes the loop. Returns false, with everything as it was, where an
/// iteration shows that no exit is decided any more: the first ones may be
/// (`k < n` behind `if (x >= n) return;`). The same where it takes too long.
bool LaneWalk::executeLoop(Frame &frame, LoopRun &loop) {
  Incoming in = std::move(*frame.pending[loop.header]);
  frame.pending[loop.header].reset();
  // What the iterations do can be taken back.
  auto pendingBefore = frame.pending;
  auto returnedBefore = frame.returned;
  AccessRecords::Mark recordedBefore = Recorder.changes().mark();
  uint64_t leftBefore = OperationsLeft;
  if (Observer)
    Observer->loopBegins();
  iterate(frame, loop, std::move(in));
  if (Observer)
    Observer->iterationEnds();
  if (Stopped) {
    Recorder.changes().keep(recordedBefore);
    return true;
  }
  auto isOpenNow = [&] {
    const auto &back = frame.pending[loop.header];
    return back && back->flow.context != loop.entryContext &&
           !hasDecidedExit(frame, loop);
  };
  bool isOpen = isOpenNow();
  bool waits = false, isCut = false;
  for (unsigned trips = 1;
       frame.pending[loop.header] &&
       !frame.pending[loop.header]->flow.isEmpty() && !Stopped;
       ++trips) {
    bool isLong = In.loopCap != 0 && leftBefore - OperationsLeft > In.loopCap;
    if (isLong)
      LongLoops.insert(spirv::raw(frame.function->blocks[loop.header].label));
    if ((isOpen || isLong) && !Observer) {
      frame.pending = std::move(pendingBefore);
      frame.returned = std::move(returnedBefore);
      Recorder.changes().takeBack(recordedBefore);
      return false;
    }
    if (!spend(16))
      break;
    if (isOpen && trips >= kObservedTrips) {
      isCut = true;
      if (Observer->wantsTrial())
        tryLaterIteration(frame, loop, leftBefore - OperationsLeft);
      bringOut(frame, loop);
      break;
    }
    Incoming next = std::move(*frame.pending[loop.header]);
    waits |= isOpen && dependsOnAtomic(next.flow, loop.entryContext);
    // An observer tells the iterations apart by their conditions.
    if (!isOpen)
      collapseContext(next.flow, loop.entryContext);
    frame.pending[loop.header].reset();
    iterate(frame, loop, std::move(next));
    if (Observer)
      Observer->iterationEnds();
    isOpen |= isOpenNow();
  }
  Recorder.changes().keep(recordedBefore);
  if (waits)
    Observer->waited();
  if (Observer && !Stopped)
    Observer->loopEnds(*frame.function, loop.header, isCut);
  return true;
}

/// Makes what iterations of the loop change unknown in \p in.
void LaneWalk::forget(Frame &frame, LoopRun &loop, Incoming &in) {
  std::set<uint32_t> objects = objectsModifiedIn(frame, loop.from, loop.to);
  eachLoopValue(in, objects, [&](Value &v) {
    if (countScalars(v) > kMaxLeaves)
      v = Value(); // too large to follow: undefined from here on
    else
      rewriteScalars(v, [&](const LaneValue &scalar) {
        return Math.unknown(scalar.type, changesInLoop());
      });
  });
}

/// Executes an iteration of which nobody knows the number, and takes it back:
/// whether it does what the first ones did is for the observer to tell. What
/// depends on the number, as `tile[k >> 3]` does, it does not know. It may take
/// \p budget operations, which are not counted.
void LaneWalk::tryLaterIteration(Frame &frame, LoopRun &loop, uint64_t budget) {
  Frame before = frame;
  LaneSet lostBefore = Lost;
  RangesPtr rangesBefore = Symbols.ranges();
  auto costsBefore = LoopCosts;
  uint64_t leftBefore = OperationsLeft;
  OperationsLeft = std::min(OperationsLeft, budget);
  Incoming in = std::move(*frame.pending[loop.header]);
  frame.pending[loop.header].reset();
  forget(frame, loop, in);
  Observer->beginTrial();
  iterate(frame, loop, std::move(in));
  if (!Stopped)
    Observer->iterationEnds();
  Observer->endTrial(/*isWhole=*/!Stopped);
  Split.reset();
  Stopped = false;
  OperationsLeft = leftBefore;
  LoopCosts = std::move(costsBefore);
  Symbols.setRanges(std::move(rangesBefore));
  Lost = std::move(lostBefore);
  frame = std::move(before);
}

/// Lanes that are known to make more iterations than are observed come out of
/// the loop like the others, with values that are not known; and what the exits
/// that were met say of numbers, as `n <= 2`, holds for nobody who goes on.
void LaneWalk::bringOut(Frame &frame, LoopRun &loop) {
  auto merge = frame.function->blockIndex(
      frame.function->blocks[loop.header].mergeBlock);
  if (!merge || !frame.pending[*merge])
    return;
  Incoming &out = *frame.pending[*merge];
  Incoming in = std::move(*frame.pending[loop.header]);
  in.flow.mask.reset(out.flow.mask);
  // The others may have left by now or go on: behind the loop, either holds.
  out.flow.ranges = unionOfRanges(out.flow.ranges, in.flow.ranges);
  if (in.flow.isEmpty())
    return;
  in.phis = out.phis;
  forget(frame, loop, in);
  mergeIncoming(Math, out, std::move(in), blockLevel(frame, *merge),
                spirv::raw(frame.function->blocks[*merge].label));
}

/// After an iteration with open conditions: some condition that leaves the loop
/// was decided all the same, so that the loop ends.
bool LaneWalk::hasDecidedExit(Frame &frame, LoopRun &loop) const {
  const Function &f = *frame.function;
  auto leaves = [&](uint32_t block) {
    for (unsigned steps = 0; steps < 4; ++steps) {
      if (!isInLoop(f, block, loop.header))
        return true;
      if (f.blocks[block].successors.size() != 1)
        return false;
      block = f.blocks[block].successors[0];
      if (block == loop.header)
        return false;
    }
    return false;
  };
  for (size_t at = loop.from; at < loop.to; ++at) {
    const spirv::Block &b = f.blocks[f.order[at]];
    const Instruction &last = M.instructions()[b.end - 1];
    if (last.opcode != spv::OpBranchConditional || b.successors.size() != 2)
      continue;
    if (!leaves(b.successors[0]) && !leaves(b.successors[1]))
      continue;
    Id conditionId = last.idOperand(0);
    uint32_t def = M.defIndex(conditionId);
    if (def < frame.firstInst || def - frame.firstInst >= frame.values.size())
      continue;
    const Value &condition = frame.values[def - frame.firstInst];
    if (condition.isScalar() && condition.scalar.isConcrete())
      return true;
  }
  return false;
}

/// Objects of private memory that the loop's blocks may write.
std::set<uint32_t> LaneWalk::objectsModifiedIn(Frame &frame, size_t from,
                                               size_t to) {
  std::set<uint32_t> objects;
  bool hasCall = false;
  auto addPointer = [&](Id pointer) {
    Id root = spirv::rootVariable(M, pointer);
    if (auto it = frame.objects.find(spirv::raw(root));
        it != frame.objects.end())
      objects.insert(it->second);
    else if (auto g = GlobalObjects.find(spirv::raw(root));
             g != GlobalObjects.end())
      objects.insert(g->second);
    // A pointer that came as a parameter.
    const Instruction *def = M.def(root == Id::None ? pointer : root);
    while (def && (def->opcode == spv::OpAccessChain ||
                   def->opcode == spv::OpInBoundsAccessChain))
      def = M.def(def->idOperand(0));
    if (!def || def->opcode != spv::OpFunctionParameter)
      return;
    const Value &v = frame.values[M.defIndex(def->result) - frame.firstInst];
    if (v.isPointer() && v.pointer->root == PointerData::Root::Private)
      objects.insert(v.pointer->object);
  };
  for (size_t at = from; at < to; ++at) {
    const spirv::Block &b = frame.function->blocks[frame.function->order[at]];
    for (uint32_t i = b.begin; i < b.end; ++i) {
      const Instruction &inst = M.instructions()[i];
      if (inst.opcode == spv::OpStore || inst.opcode == spv::OpCopyMemory)
        addPointer(inst.idOperand(0));
      // Arguments, and modf and frexp, may be written through.
      if (inst.opcode == spv::OpFunctionCall || inst.opcode == spv::OpExtInst) {
        hasCall |= inst.opcode == spv::OpFunctionCall;
        // Behind the function, or the set and its number, which is no id.
        unsigned first = inst.opcode == spv::OpExtInst ? 2 : 1;
        for (unsigned k = first; k < inst.operands.size(); ++k)
          if (const spirv::Type *type = M.typeOf(inst.idOperand(k));
              type && type->kind == spirv::TypeKind::Pointer)
            addPointer(inst.idOperand(k));
      }
      if (inst.result != Id::None)
        if (auto e = frame.escapeObjects.find(i - frame.firstInst);
            e != frame.escapeObjects.end())
          objects.insert(e->second);
    }
  }
  if (hasCall)
    for (const auto &[variable, object] : GlobalObjects)
      objects.insert(object);
  return objects;
}

/// The value of a leaf in iteration number k; see the file comment.
LaneValue LaneWalk::summaryOf(LaneMath &math, const Leaf &leaf, SymbolId mark,
                              SymbolId iteration) {
  SymbolTable &symbols = math.symbols();
  NumType type = leaf.entry.type;
  if (!leaf.hasNext || leaf.next == leaf.probe)
    return leaf.entry;
  if (type.kind == NumType::Int) {
    LaneValue step = subtractValues(leaf.next, leaf.probe);
    if (!dependsOnSince(step, mark)) {
      auto moved = multiplyValues(step, symbolValue(type, iteration));
      if (moved)
        return addValues(leaf.entry, *moved);
    }
    if (!dependsOnSince(leaf.next, mark))
      return math.join(leaf.entry, leaf.next, UniformityScope::Dispatch);
    // c * probe: the coefficient of the probe's own delta is c.
    for (const Term &t : leaf.next.terms) {
      if (t.monomial.size() != 1 || !t.coefficient.isUniform() ||
          t.monomial[0] < mark)
        continue;
      int64_t c = t.coefficient.uniformValue();
      if (c < 2 || !(scaleValue(leaf.probe, c) == leaf.next))
        continue;
      Symbol power;
      power.kind = Symbol::Kind::LoopIteration;
      power.scope = UniformityScope::Dispatch;
      power.min = 1;
      power.max = INT32_MAX;
      power.name = std::to_string(c) + "^k";
      power.reason = changesInLoop();
      if (auto product = multiplyValues(
              leaf.entry, symbolValue(type, symbols.add(std::move(power)))))
        return *product;
    }
  }
  // A uniform start and uniform operations stay uniform.
  bool uniform =
      isUniformValue(leaf.entry, symbols) && isUniformValue(leaf.next, symbols);
  if (!uniform || type.kind == NumType::Float) {
    SymbolId v = findVarying(leaf.next, symbols);
    return math.unknown(type,
                        v == kNoSymbol ? changesInLoop() : symbols[v].reason);
  }
  LaneValue open = math.unknown(
      type, changesInLoop(),
      std::min(scopeOf(leaf.next, symbols), UniformityScope::Workgroup));
  Symbol &s = symbols.edit(open.terms[0].monomial[0]);
  s.name = "a loop variable";
  s.kind = Symbol::Kind::LoopIteration;
  if (type.kind == NumType::Int && !type.isSigned)
    s.min = 0;
  return open;
}

/// Step 1: one iteration from `entry + delta`. Deltas of the leaves in
/// \p varying may differ between lanes. Nothing is recorded.
std::vector<LaneWalk::Leaf>
LaneWalk::probeLoop(Frame &frame, LoopRun &loop, const Incoming &entry,
                    const std::set<uint32_t> &objects,
                    const std::set<size_t> &varying) {
  std::vector<Leaf> leaves;
  Incoming probe = entry;
  eachLoopValue(probe, objects, [&](Value &v) {
    if (countScalars(v) > kMaxLeaves) {
      v = Value(); // too large to follow: undefined from here on
      return;
    }
    rewriteScalars(v, [&](const LaneValue &scalar) {
      bool isInt = scalar.type.kind == NumType::Int;
      bool mayVary = !isInt || varying.count(leaves.size());
      LaneValue delta = Math.unknown(scalar.type, changesInLoop(),
                                     mayVary ? UniformityScope::None
                                             : UniformityScope::Subgroup);
      Symbol &s = Symbols.edit(delta.terms[0].monomial[0]);
      s.min = INT64_MIN / 2, s.max = INT64_MAX / 2, s.isUnbounded = true;
      leaves.push_back({scalar, isInt ? addValues(scalar, delta) : delta,
                        LaneValue(), false});
      return leaves.back().probe;
    });
  });
  auto pendingBefore = frame.pending;
  auto returnedBefore = frame.returned;
  ++RecordingOff;
  iterate(frame, loop, std::move(probe));
  --RecordingOff;
  std::optional<Incoming> back = std::move(frame.pending[loop.header]);
  frame.pending = std::move(pendingBefore);
  frame.returned = std::move(returnedBefore);
  if (!back || Stopped)
    return leaves;
  // The trees have the same shape on both sides unless one was overwritten as a
  // whole; then nothing is known of its scalars.
  std::vector<Value> entryValues, nextValues;
  Incoming entryCopy = entry;
  eachLoopValue(entryCopy, objects,
                [&](Value &v) { entryValues.push_back(v); });
  eachLoopValue(*back, objects, [&](Value &v) { nextValues.push_back(v); });
  size_t at = 0;
  for (size_t i = 0; i < entryValues.size(); ++i) {
    unsigned count = countScalars(entryValues[i]);
    if (count > kMaxLeaves)
      continue;
    std::vector<LaneValue> next;
    forEachScalar(nextValues[i],
                  [&](const LaneValue &v) { next.push_back(v); });
    for (unsigned k = 0; k < count; ++k, ++at) {
      leaves[at].hasNext = true;
      leaves[at].next =
          next.size() == count
              ? next[k]
              : Math.unknown(leaves[at].entry.type, changesInLoop());
    }
  }
  return leaves;
}

/// ProbedLoop::changes. A template, as a Leaf is the walk's own.
template <typename Leaf>
static std::map<SymbolId, LaneValue>
changesOf(const std::vector<Leaf> &leaves,
          const std::vector<LaneValue> &summaries) {
  std::map<SymbolId, LaneValue> changes;
  for (size_t i = 0; i < leaves.size(); ++i) {
    const Leaf &leaf = leaves[i];
    if (!leaf.hasNext || leaf.entry.type.kind != NumType::Int)
      continue;
    LaneValue delta = subtractValues(leaf.probe, leaf.entry);
    changes.emplace(delta.terms.front().monomial.front(),
                    subtractValues(summaries[i], leaf.entry));
  }
  return changes;
}

/// Steps 1 to 3 of the file comment.
void LaneWalk::summarizeLoop(Frame &frame, LoopRun &loop, Incoming entry) {
  std::set<uint32_t> objects = objectsModifiedIn(frame, loop.from, loop.to);
  std::vector<LaneValue> summaries;
  std::set<size_t> varying;
  std::vector<Leaf> leaves;
  SymbolId iteration = kNoSymbol;
  // A leaf that turns out to differ between lanes makes conditions on it
  // divergent, which may change what becomes of others: probe again.
  for (bool isStable = false; !isStable;) {
    SymbolId mark = Symbols.size();
    leaves = probeLoop(frame, loop, entry, objects, varying);
    if (Stopped)
      return;
    Symbols.setRanges(entry.flow.ranges);
    Symbol k;
    k.kind = Symbol::Kind::LoopIteration;
    k.scope = UniformityScope::Dispatch;
    k.min = 0;
    k.max = INT32_MAX;
    k.name = "k";
    k.reason = changesInLoop();
    iteration = Symbols.add(std::move(k));
    isStable = true;
    summaries.clear();
    for (size_t i = 0; i < leaves.size(); ++i) {
      summaries.push_back(summaryOf(Math, leaves[i], mark, iteration));
      LaneValue change = subtractValues(summaries.back(), leaves[i].entry);
      if (leaves[i].entry.type.kind == NumType::Int &&
          !isUniformValue(change, Symbols))
        isStable &= !varying.insert(i).second;
    }
  }
  ProbedLoop probed{*frame.function,
                    llvm::ArrayRef(frame.function->order)
                        .slice(loop.from, loop.to - loop.from),
                    frame.values,
                    frame.firstInst,
                    changesOf(leaves, summaries),
                    iteration};
  entry.flow.ranges = rangesByLengths(Math, M, probed, entry.flow);
  Incoming final = std::move(entry);
  LaneSet entryMask = final.flow.mask;
  size_t at = 0;
  eachLoopValue(final, objects, [&](Value &v) {
    if (countScalars(v) > kMaxLeaves)
      v = Value();
    else
      rewriteScalars(v, [&](const LaneValue &) { return summaries[at++]; });
  });
  Activation.isSummary = true;
  OpenIterations.push_back(iteration);
  iterate(frame, loop, std::move(final));
  OpenIterations.pop_back();
  std::optional<Incoming> back = std::move(frame.pending[loop.header]);
  frame.pending[loop.header].reset();
  finishSummary(frame, loop, back, entryMask, iteration);
}

/// Behind the loop all lanes are back; the number of iterations that each made
/// is one unknown where the exit is uniform, and unknown per lane otherwise.
void LaneWalk::finishSummary(Frame &frame, LoopRun &loop,
                             const std::optional<Incoming> &back,
                             const LaneSet &entryMask, SymbolId iteration) {
  Symbols.setRanges(nullptr); // lanes come here from several paths
  auto merge = frame.function->blockIndex(
      frame.function->blocks[loop.header].mergeBlock);
  if (!merge || !frame.pending[*merge])
    return;
  Incoming &out = *frame.pending[*merge];
  int level = blockLevel(frame, *merge);
  bool divergent = false, mayHaveLeft = false;
  auto look = [&](const Flow &flow, bool isExit) {
    out.flow.assumptions.insert(flow.assumptions.begin(),
                                flow.assumptions.end());
    for (const Context *c = flow.context.get();
         c && c != loop.entryContext.get(); c = c->parent.get()) {
      if (c->assumption() != kNothingAssumed)
        out.flow.assumptions.insert(c->assumption());
      bool isVarying = c->condition->kind == OpenCondition::Kind::Varying;
      divergent |= isVarying && isExit;
      // Lanes make different numbers of iterations, so some may leave.
      mayHaveLeft |=
          c->condition->escapeLevel < level && (isVarying || divergent);
    }
  };
  look(out.flow, true);
  if (back)
    look(back->flow, false);
  out.flow.context = loop.entryContext;
  out.flow.mask |= entryMask;
  if (mayHaveLeft) {
    auto left = std::make_shared<OpenCondition>();
    enterCondition(out.flow, std::move(left), false);
  }
  if (!divergent)
    return;
  Symbol trips = Symbols[iteration];
  trips.scope = UniformityScope::None;
  SymbolId perLane = Symbols.add(std::move(trips));
  auto rename = [&](const LaneValue &v) {
    LaneValue renamed = v;
    for (Term &t : renamed.terms) {
      for (SymbolId &s : t.monomial)
        if (s == iteration)
          s = perLane;
      llvm::sort(t.monomial);
    }
    llvm::sort(renamed.terms, [](const Term &a, const Term &b) {
      return a.monomial < b.monomial;
    });
    return renamed;
  };
  PrivateObjects &all = out.flow.editState().objects;
  for (size_t i = 0; i < all.size(); ++i)
    if (countScalars(all[i]) <= kMaxLeaves)
      rewriteScalars(all.edit(i), rename);
  for (Value &v : out.phis)
    rewriteScalars(v, rename);
}
