// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Walk/LaneWalk.h"
#include "Code/Loops.h"
#include "Lanes/PureOps.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Block;
using spirv::Function;
using spirv::Id;
using spirv::Instruction;

static constexpr unsigned kMaxCallDepth = 64;

LaneWalk::LaneWalk(const WalkInput &input, uint64_t &operationsLeft)
    : In(input), M(input.module),
      Math(Symbols,
           input.workgroupSize[0] * input.workgroupSize[1] *
               input.workgroupSize[2],
           input.subgroupSize),
      Consts(input.module, input.options), Bytes(input.module, Consts),
      Recorder(Math, input.configs, input.subgroupSize, input.workgroupSize[0],
               input.box ? (*input.box)[0].count * (*input.box)[1].count *
                               (*input.box)[2].count
                         : 1),
      Subgroups(M, Math, input.subgroupSize), LaneCount(Math.laneCount()),
      OperationsLeft(operationsLeft), Used(input.module),
      GlobalValues(input.module.idBound()),
      IsSpecialized(input.module.idBound()),
      IsPlaceholder(input.module.idBound()) {
  createSymbols();
  Recorder.setDescribed(input.isDescribed);
}

/// More unknowns than this cost too much memory.
static constexpr SymbolId kMaxSymbols = 1'000'000;

bool LaneWalk::spend(uint64_t operations) {
  if (OperationsLeft < operations || Symbols.size() > kMaxSymbols) {
    OperationsLeft = 0;
    Stopped = true;
    return false;
  }
  OperationsLeft -= operations;
  return true;
}

std::optional<unsigned> LaneWalk::dimensionOf(SymbolId symbol) const {
  for (unsigned d = 0; d < 3; ++d)
    if (WorkgroupSymbols[d] == symbol)
      return d;
  return std::nullopt;
}

std::optional<uint32_t> LaneWalk::hottestLoop() const {
  std::optional<uint32_t> hottest;
  uint64_t most = 0;
  for (const auto &[header, cost] : LoopCosts)
    if (cost > most && !In.summarizedLoops.count(header)) {
      hottest = header;
      most = cost;
    }
  return hottest;
}

//===----------------------------------------------------------------------===//
// Set-up
//===----------------------------------------------------------------------===//

void LaneWalk::createSymbols() {
  static const char *const kAxis[3] = {".x", ".y", ".z"};
  NumType u32{NumType::Int, 32, false};
  std::array<std::vector<int64_t>, 3> local;
  std::vector<int64_t> linear;
  for (unsigned z = 0; z < In.workgroupSize[2]; ++z)
    for (unsigned y = 0; y < In.workgroupSize[1]; ++y)
      for (unsigned x = 0; x < In.workgroupSize[0]; ++x) {
        local[0].push_back(x);
        local[1].push_back(y);
        local[2].push_back(z);
        linear.push_back(linear.size());
      }
  if (In.isReversed)
    for (std::vector<int64_t> *ids : {&linear, &local[0], &local[1], &local[2]})
      std::reverse(ids->begin(), ids->end());
  Math.setIds(local);
  LocalIndex = LaneValue(u32, Math.lanes(linear));
  for (unsigned d = 0; d < 3; ++d) {
    LocalId[d] = LaneValue(u32, Math.lanes(local[d]));
    IdRange range = In.box ? (*In.box)[d] : IdRange{};
    WorkgroupSymbols[d] = kNoSymbol;
    if (In.box && range.count == 1) {
      WorkgroupId[d] = LaneValue(u32, int64_t(range.first));
      continue;
    }
    Symbol s;
    s.kind = Symbol::Kind::WorkgroupId;
    s.scope = UniformityScope::Workgroup;
    s.min = 0;
    s.max = In.box ? int64_t(range.count) - 1 : INT32_MAX;
    s.isUnbounded = !In.box;
    s.count = In.box ? range.count : 0;
    s.name = std::string("gl_WorkGroupID") + kAxis[d];
    s.reason = Math.reason(UnknownKind::Uniform, "depends on gl_WorkGroupID");
    WorkgroupSymbols[d] = Symbols.add(std::move(s));
    LaneValue symbol = symbolValue(u32, WorkgroupSymbols[d]);
    WorkgroupId[d] = addValues(scaleValue(symbol, int64_t(range.step)),
                               LaneValue(u32, int64_t(range.first)));
  }
  for (unsigned d = 0; d < 3; ++d) {
    Symbol s;
    s.kind = Symbol::Kind::Uniform;
    s.scope = UniformityScope::Dispatch;
    s.min = 1;
    s.max = INT32_MAX;
    s.name = std::string("gl_NumWorkGroups") + kAxis[d];
    s.origin.countsWorkgroups = true;
    s.reason = Math.reason(UnknownKind::Uniform, "depends on gl_NumWorkGroups");
    CountSymbols[d] = Symbols.add(std::move(s));
  }
  Recorder.setWorkgroups(In.box, WorkgroupSymbols);
}

WalkOutcome LaneWalk::run() {
  const Function *main = M.function(In.entry.function);
  if (!main || LaneCount == 0)
    return WalkOutcome::Complete;
  Flow flow;
  flow.mask = LaneSet(LaneCount, true);
  flow.state = llvm::makeIntrusiveRefCnt<PrivateState>();
  for (Id global : M.globalVariables()) {
    const Instruction *inst = M.def(global);
    if (!inst || inst->operands.empty() ||
        inst->operands[0] != spv::StorageClassPrivate)
      continue;
    GlobalObjects[spirv::raw(global)] = flow.state->objects.size();
    flow.state->objects.add(
        inst->operands.size() > 1 ? Consts.value(inst->idOperand(1)) : Value());
  }
  callFunction(*main, {}, std::move(flow), {}, 0);
  if (Split)
    return WalkOutcome::Split;
  return Stopped ? WalkOutcome::OverBudget : WalkOutcome::Complete;
}

WalkOutcome LaneWalk::run(WalkObserver &observer) {
  Math.lookAtEdges();
  Math.keepFloatsApart();
  Math.chosen().keep();
  Observer = &observer;
  Subgroups.setObserver(&observer);
  return run();
}

/// Slots of values that are used outside of the loop that defines them: lanes
/// that left the loop earlier keep the value of their own last iteration, so
/// these values travel with the flow.
const std::set<uint32_t> &LaneWalk::escapingSlots(const Function &function) {
  auto [it, isNew] = EscapingSlots.try_emplace(spirv::raw(function.id));
  if (!isNew)
    return it->second;
  uint32_t first = M.defIndex(function.id);
  std::vector<std::pair<uint32_t, uint32_t>> instructions; // with their blocks
  for (uint32_t b = 0; b < function.blocks.size(); ++b)
    for (uint32_t i = function.blocks[b].begin; i < function.blocks[b].end; ++i)
      instructions.push_back({i, b});
  std::vector<uint32_t> loopOf; // of instruction first + i
  for (auto [index, block] : instructions) {
    loopOf.resize(std::max<size_t>(loopOf.size(), index - first + 1),
                  spirv::kNoLoop);
    loopOf[index - first] = function.loopOf[block];
  }
  for (auto [index, block] : instructions) {
    for (uint32_t word : M.instructions()[index].operands) {
      uint32_t slot = word < M.idBound() ? M.defIndex(Id(word)) - first : ~0u;
      if (slot >= loopOf.size() || loopOf[slot] == spirv::kNoLoop)
        continue;
      // Is the use outside of the innermost loop of the definition?
      if (!isInLoop(function, block, loopOf[slot]))
        it->second.insert(slot);
    }
  }
  return it->second;
}

//===----------------------------------------------------------------------===//
// Functions and blocks
//===----------------------------------------------------------------------===//

Incoming LaneWalk::callFunction(const Function &function,
                                std::vector<Value> args, Flow flow,
                                std::vector<uint32_t> callChain,
                                unsigned outerLoopDepth) {
  Incoming result;
  result.flow.mask = LaneSet(LaneCount, false);
  result.flow.state = flow.state;
  result.phis.resize(1);
  if (Frames.size() >= kMaxCallDepth || function.blocks.empty()) {
    result.flow = std::move(flow);
    return result;
  }
  Frame frame;
  Frames.push_back(&frame);
  frame.function = &function;
  frame.firstInst = M.defIndex(function.id);
  frame.values.resize(function.blocks.back().end - frame.firstInst);
  for (const Block &b : function.blocks)
    if (b.end - frame.firstInst > frame.values.size())
      frame.values.resize(b.end - frame.firstInst);
  frame.pending.resize(function.blocks.size());
  frame.callChain = std::move(callChain);
  frame.outerLoopDepth = outerLoopDepth;
  frame.entryContext = flow.context;
  for (size_t i = 0; i < function.parameters.size() && i < args.size(); ++i)
    frame.values[M.defIndex(function.parameters[i]) - frame.firstInst] =
        std::move(args[i]);
  size_t callersObjects = flow.state->objects.size();
  for (uint32_t slot : escapingSlots(function)) {
    frame.escapeObjects[slot] = flow.state->objects.size();
    flow.editState().objects.add(Value());
  }
  frame.pending[0] = Incoming{std::move(flow), {}};
  runBlocks(frame, 0, function.order.size());
  Frames.pop_back();
  if (frame.returned)
    result = std::move(*frame.returned);
  // The callee's variables end with it.
  if (result.flow.state->objects.size() > callersObjects)
    result.flow.editState().objects.resize(callersObjects);
  return result;
}

void LaneWalk::runBlocks(Frame &frame, size_t from, size_t to) {
  const Function &f = *frame.function;
  for (size_t at = from; at < to && !Stopped;) {
    uint32_t block = f.order[at];
    if (!frame.pending[block] || frame.pending[block]->flow.isEmpty()) {
      frame.pending[block].reset();
      ++at;
      continue;
    }
    if (!f.blocks[block].isLoopHeader) {
      runBlock(frame, block);
      ++at;
      continue;
    }
    size_t end = at + 1;
    while (end < f.order.size() && isInLoop(f, f.order[end], block))
      ++end;
    runLoop(frame, block, at, end);
    at = end;
  }
}

unsigned LaneWalk::loopDepth(const Frame &frame, uint32_t block) const {
  const Function &f = *frame.function;
  unsigned depth = 0;
  for (uint32_t loop = f.loopOf[block]; loop != spirv::kNoLoop;
       loop = loopAround(f, loop))
    ++depth;
  return depth;
}

/// Order of places by how far out they are: 2 * loop depth, one less for the
/// blocks in which a loop's lanes meet again (header and continue target).
/// Lanes that went to level e are back in every block of level e or less.
int LaneWalk::blockLevel(const Frame &frame, uint32_t block) const {
  const Function &f = *frame.function;
  int level = 2 * int(loopDepth(frame, block));
  uint32_t loop = f.loopOf[block];
  if (loop == spirv::kNoLoop)
    return level;
  bool meets =
      loop == block || f.blocks[loop].continueBlock == f.blocks[block].label;
  return meets ? level - 1 : level;
}

void LaneWalk::runBlock(Frame &frame, uint32_t block) {
  const Block &b = frame.function->blocks[block];
  Incoming in = std::move(*frame.pending[block]);
  frame.pending[block].reset();
  Flow flow = std::move(in.flow);
  leaveDecided(flow.context);
  Symbols.setRanges(flow.ranges);
  frame.currentBlock = block;
  size_t phi = 0;
  for (uint32_t i = b.begin; i < b.end && !Stopped; ++i) {
    const Instruction &inst = M.instructions()[i];
    switch (inst.opcode) {
    case spv::OpLabel:
    case spv::OpLoopMerge:
    case spv::OpSelectionMerge:
      break;
    case spv::OpPhi:
      assign(frame, inst, phi < in.phis.size() ? in.phis[phi] : Value(), flow);
      ++phi;
      break;
    case spv::OpBranch:
      return branch(frame, block, inst.idOperand(0), std::move(flow));
    case spv::OpBranchConditional:
      return branchConditional(frame, block, inst, std::move(flow));
    case spv::OpSwitch:
      return branchSwitch(frame, block, inst, flow);
    case spv::OpReturn:
      return returnFrom(frame, std::move(flow), Value());
    case spv::OpReturnValue:
      return returnFrom(frame, flow, operand(frame, inst.idOperand(0), flow));
    case spv::OpKill:
    case spv::OpUnreachable:
    case spv::OpTerminateInvocation:
      return;
    default:
      execute(frame, i, flow);
      if (flow.isEmpty())
        return addLanes(Lost, flow.leftOut);
    }
  }
}

/// Sends \p flow along an edge.
void LaneWalk::branch(Frame &frame, uint32_t from, Id target, Flow flow) {
  const Function &f = *frame.function;
  auto to = f.blockIndex(target);
  if (!to || flow.isEmpty())
    return;
  int level = blockLevel(frame, *to);
  // Lanes that leave the block's level under an open condition are not back
  // before the target's level.
  if (level < blockLevel(frame, from))
    markEscape(frame, flow, level);
  Incoming in;
  for (uint32_t i = f.blocks[*to].begin + 1; i < f.blocks[*to].end; ++i) {
    const Instruction &phi = M.instructions()[i];
    if (phi.opcode != spv::OpPhi)
      break;
    Value v;
    for (unsigned k = 0; k + 1 < phi.operands.size(); k += 2)
      if (phi.idOperand(k + 1) == f.blocks[from].label)
        v = operand(frame, phi.idOperand(k), flow);
    in.phis.push_back(std::move(v));
  }
  in.flow = std::move(flow);
  if (frame.pending[*to])
    mergeIncoming(Math, *frame.pending[*to], std::move(in), level,
                  spirv::raw(target));
  else
    frame.pending[*to] = std::move(in);
}

/// Only conditions of this activation: a call ends where all its lanes return.
void LaneWalk::markEscape(const Frame &frame, const Flow &flow, int level) {
  for (Context *c = flow.context.get(); c && c != frame.entryContext.get();
       c = c->parent.get()) {
    c->condition->escapeLevel = std::min(c->condition->escapeLevel, level);
    if (level == kReturnEscapeLevel)
      c->condition->returned[c->side] |= flow.mask;
  }
}

void LaneWalk::returnFrom(Frame &frame, Flow flow, Value value) {
  markEscape(frame, flow, kReturnEscapeLevel);
  Incoming in;
  in.flow = std::move(flow);
  in.phis.push_back(std::move(value));
  if (frame.returned)
    mergeIncoming(Math, *frame.returned, std::move(in), kReturnEscapeLevel);
  else
    frame.returned = std::move(in);
}
