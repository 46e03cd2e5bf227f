// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Blocks, branches and calls.

#include "Machine.h"
#include <algorithm>
#include <spirv/unified1/spirv.hpp>

namespace wglint::oracle {

using namespace spirv;

static constexpr uint32_t nowhere = ~0u;

bool Machine::fail(const std::string &message) {
  if (Failure.empty())
    Failure = message;
  return false;
}

bool Machine::runWorkgroup(std::array<uint32_t, 3> workgroupId) {
  WorkgroupId = workgroupId;
  resetWorkgroupMemory();
  fillBuiltIns();
  return runFunction(*M.function(Entry->function), AllLanes, Id::None);
}

/// Runs \p function for \p lanes; what it returns goes to the value \p result.
bool Machine::runFunction(const Function &function, const LaneList &lanes,
                          Id result) {
  if (function.blocks.empty())
    return fail("a function without a body is called");
  std::vector<uint32_t> callerAt(LaneCount, nowhere),
      callerFrom(LaneCount, nowhere);
  At.swap(callerAt);
  From.swap(callerFrom);
  for (unsigned lane : lanes)
    At[lane] = 0;
  std::vector<uint32_t> place(function.blocks.size(), nowhere);
  for (uint32_t i = 0; i < function.order.size(); ++i)
    place[function.order[i]] = i;

  while (Failure.empty()) {
    uint32_t first = nowhere;
    for (unsigned lane : lanes)
      if (At[lane] != nowhere)
        first = std::min(first, place[At[lane]]);
    if (first == nowhere)
      break;
    LaneList active;
    for (unsigned lane : lanes)
      if (At[lane] != nowhere && place[At[lane]] == first)
        active.push_back(lane);
    if (++Steps > Options.stepLimit)
      fail("the limit of steps is reached");
    // A return's value goes to the call's result, which the block does not
    // know.
    uint32_t block = function.order[first];
    runBlock(function, block, active);
    const Instruction &last = M.instructions()[function.blocks[block].end - 1];
    if (Failure.empty() && last.opcode == spv::OpReturnValue &&
        result != Id::None) {
      const Instruction &callInst = *M.def(result);
      Value &to = define(callInst);
      copyScalars(to, 0, last.idOperand(0), 0,
                  Types.scalars(callInst.resultType).size(), active);
      to.layout = value(last.idOperand(0)).layout;
      to.alignBytes = value(last.idOperand(0)).alignBytes;
    }
  }
  At.swap(callerAt);
  From.swap(callerFrom);
  return Failure.empty();
}

bool Machine::runBlock(const Function &function, uint32_t blockIndex,
                       const LaneList &lanes) {
  const Block &block = function.blocks[blockIndex];
  runPhis(function, block, lanes);
  for (uint32_t i = block.begin + 1; i + 1 < block.end && Failure.empty(); ++i)
    if (M.instructions()[i].opcode != spv::OpPhi)
      execute(i, lanes);
  if (!Failure.empty())
    return false;
  for (unsigned lane : lanes)
    From[lane] = raw(block.label);
  return branch(function, M.instructions()[block.end - 1], lanes);
}

/// All phis of a block read before any of them writes.
void Machine::runPhis(const Function &, const Block &block,
                      const LaneList &lanes) {
  std::vector<std::pair<Id, Value>> results;
  for (uint32_t i = block.begin + 1; i < block.end; ++i) {
    const Instruction &inst = M.instructions()[i];
    if (inst.opcode != spv::OpPhi)
      continue;
    size_t count = Types.scalars(inst.resultType).size();
    define(inst);
    Value merged = value(inst.result);
    for (unsigned lane : lanes)
      for (unsigned k = 0; k + 1 < inst.operands.size(); k += 2) {
        if (inst.operands[k + 1] != From[lane])
          continue;
        for (size_t c = 0; c < count; ++c)
          set(merged, c, lane, get(inst.idOperand(k), c, lane));
        if (value(inst.idOperand(k)).layout) {
          merged.layout = value(inst.idOperand(k)).layout;
          merged.alignBytes = value(inst.idOperand(k)).alignBytes;
        }
      }
    results.push_back({inst.result, std::move(merged)});
  }
  for (auto &[id, merged] : results)
    value(id) = std::move(merged);
}

static uint32_t targetBlock(const Function &function, uint32_t label) {
  return *function.blockIndex(static_cast<Id>(label));
}

/// The target of a switch for the selector \p bits.
static uint32_t switchTarget(const Instruction &inst, uint64_t bits,
                             unsigned width) {
  unsigned literalWords = width > 32 ? 2 : 1;
  for (size_t i = 2; i + literalWords < inst.operands.size();
       i += literalWords + 1) {
    uint64_t literal = inst.operands[i];
    if (literalWords == 2)
      literal |= uint64_t(inst.operands[i + 1]) << 32;
    if (truncated(literal, width) == bits)
      return inst.operands[i + literalWords];
  }
  return inst.operands[1];
}

bool Machine::branch(const Function &function, const Instruction &inst,
                     const LaneList &lanes) {
  uint32_t index = static_cast<uint32_t>(&inst - M.instructions().data());
  for (unsigned lane : lanes)
    switch (inst.opcode) {
    case spv::OpBranch:
      At[lane] = targetBlock(function, inst.operands[0]);
      break;
    case spv::OpBranchConditional: {
      Scalar condition = get(inst.idOperand(0), 0, lane);
      if (condition.isUndefined)
        UndefinedBranches.insert(index);
      At[lane] = targetBlock(function, inst.operands[condition.bits ? 1 : 2]);
      break;
    }
    case spv::OpSwitch: {
      Scalar selector = get(inst.idOperand(0), 0, lane);
      if (selector.isUndefined)
        UndefinedBranches.insert(index);
      unsigned width = M.typeOf(inst.idOperand(0))->bitWidth;
      At[lane] =
          targetBlock(function, switchTarget(inst, selector.bits, width));
      break;
    }
    case spv::OpReturn:
    case spv::OpReturnValue:
    case spv::OpKill:
    case spv::OpTerminateInvocation:
      At[lane] = nowhere;
      break;
    default:
      return fail("instruction " + std::to_string(index) +
                  " (unreachable or unknown terminator) was reached");
    }
  return true;
}

void Machine::call(uint32_t index, const LaneList &lanes) {
  const Instruction &inst = M.instructions()[index];
  const Function *callee = M.function(inst.idOperand(0));
  if (!callee || callee->parameters.size() + 1 != inst.operands.size()) {
    fail("a call of something that is no function");
    return;
  }
  for (size_t i = 0; i < callee->parameters.size(); ++i) {
    Id argument = inst.idOperand(i + 1);
    Value &parameter = define(*M.def(callee->parameters[i]));
    copyScalars(parameter, 0, argument, 0,
                Types.scalars(M.def(argument)->resultType).size(), lanes);
    parameter.layout = value(argument).layout;
    parameter.alignBytes = value(argument).alignBytes;
  }
  CallChain.push_back(index);
  runFunction(*callee, lanes, inst.result);
  CallChain.pop_back();
}

/// Instructions that are neither arithmetic nor memory; false: none of them.
bool Machine::executeControl(uint32_t index, const LaneList &lanes) {
  switch (M.instructions()[index].opcode) {
  case spv::OpFunctionCall:
    call(index, lanes);
    return true;
  case spv::OpNop:
  case spv::OpLabel:
  case spv::OpSelectionMerge:
  case spv::OpLoopMerge:
  case spv::OpControlBarrier:
  case spv::OpMemoryBarrier:
  case spv::OpImageWrite:
  case spv::OpLifetimeStart:
  case spv::OpLifetimeStop:
  case spv::OpBeginInvocationInterlockEXT:
  case spv::OpEndInvocationInterlockEXT:
    return true;
  default:
    return false;
  }
}

void Machine::execute(uint32_t index, const LaneList &lanes) {
  const Instruction &inst = M.instructions()[index];
  if (executeControl(index, lanes) || executeMemory(index, lanes) ||
      executeSubgroup(inst, lanes) || executeValue(inst, lanes))
    return;
  Unsupported.insert(inst.opcode);
  if (inst.result == Id::None)
    fail("opcode " + std::to_string(inst.opcode) + " is not supported");
  else if (inst.resultType != Id::None)
    poison(inst, lanes);
}

} // namespace wglint::oracle
