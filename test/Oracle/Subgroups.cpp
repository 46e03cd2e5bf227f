// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// OpGroupNonUniform*: what the active lanes of a subgroup do together.

#include "Machine.h"
#include <algorithm>
#include <spirv/unified1/spirv.hpp>

namespace wglint::oracle {

using namespace spirv;

bool Machine::executeSubgroup(const Instruction &inst, const LaneList &lanes) {
  if (inst.opcode < spv::OpGroupNonUniformElect ||
      inst.opcode > spv::OpGroupNonUniformQuadSwap)
    return false;
  poison(inst, lanes);
  for (size_t first = 0; first < lanes.size();) {
    unsigned subgroup = lanes[first] / Options.subgroupSize;
    LaneList active;
    for (; first < lanes.size() &&
           lanes[first] / Options.subgroupSize == subgroup;
         ++first)
      active.push_back(lanes[first]);
    if (inst.opcode >= spv::OpGroupNonUniformIAdd &&
        inst.opcode <= spv::OpGroupNonUniformLogicalXor)
      subgroupArithmetic(inst, active);
    else
      subgroupOperation(inst, active);
  }
  return true;
}

void Machine::subgroupOperation(const Instruction &inst,
                                const LaneList &active) {
  Value &to = define(inst);
  Id operand = inst.idOperand(1);
  const unsigned size = Options.subgroupSize, base = active[0] / size * size;
  auto lookUp = [&](size_t component, uint64_t source) -> Scalar {
    unsigned lane = base + static_cast<unsigned>(source);
    bool isActive =
        source < size && std::binary_search(active.begin(), active.end(), lane);
    return isActive ? get(operand, component, lane) : Scalar{0, true};
  };
  bool isEveryTrue = true, isAnyTrue = false, isUndefined = false,
       isEqual = true;
  uint64_t ballot = 0;
  const size_t count = Types.scalars(inst.resultType).size();
  bool hasOperand = operand != Id::None;
  for (unsigned lane : active) {
    Scalar one = hasOperand ? get(operand, 0, lane) : Scalar();
    isEveryTrue &= one.bits != 0;
    isAnyTrue |= one.bits != 0;
    isUndefined |= one.isUndefined;
    isEqual &= !hasOperand || one.bits == get(operand, 0, active[0]).bits;
    ballot |= uint64_t(one.bits != 0) << (lane - base);
  }
  for (unsigned lane : active)
    for (size_t c = 0; c < count; ++c) {
      uint64_t id = lane - base;
      uint64_t argument =
          inst.operands.size() > 2 ? get(inst.idOperand(2), 0, lane).bits : 0;
      Scalar result = {0, true};
      switch (inst.opcode) {
      case spv::OpGroupNonUniformElect:
        result = {lane == active[0]};
        break;
      case spv::OpGroupNonUniformAll:
        result = {isEveryTrue, isUndefined};
        break;
      case spv::OpGroupNonUniformAny:
        result = {isAnyTrue, isUndefined};
        break;
      case spv::OpGroupNonUniformAllEqual:
        result = {isEqual, isUndefined};
        break;
      case spv::OpGroupNonUniformBroadcast:
      case spv::OpGroupNonUniformShuffle:
        result = lookUp(c, argument);
        break;
      case spv::OpGroupNonUniformBroadcastFirst:
        result = get(operand, c, active[0]);
        break;
      case spv::OpGroupNonUniformShuffleXor:
        result = lookUp(c, id ^ argument);
        break;
      case spv::OpGroupNonUniformShuffleUp:
        result = lookUp(c, id - argument);
        break;
      case spv::OpGroupNonUniformShuffleDown:
        result = lookUp(c, id + argument);
        break;
      case spv::OpGroupNonUniformBallot:
        result = {c == 0   ? ballot & 0xffffffff
                  : c == 1 ? ballot >> 32
                           : 0,
                  isUndefined};
        break;
      default:
        Unsupported.insert(inst.opcode);
        break;
      }
      set(to, c, lane, result);
    }
}

/// The scalar operation behind a reduction; comparisons choose an operand.
static uint32_t reductionOf(uint16_t opcode) {
  switch (opcode) {
  case spv::OpGroupNonUniformIAdd:
    return spv::OpIAdd;
  case spv::OpGroupNonUniformFAdd:
    return spv::OpFAdd;
  case spv::OpGroupNonUniformIMul:
    return spv::OpIMul;
  case spv::OpGroupNonUniformFMul:
    return spv::OpFMul;
  case spv::OpGroupNonUniformSMin:
    return spv::OpSLessThan;
  case spv::OpGroupNonUniformUMin:
    return spv::OpULessThan;
  case spv::OpGroupNonUniformFMin:
    return spv::OpFOrdLessThan;
  case spv::OpGroupNonUniformSMax:
    return spv::OpSGreaterThan;
  case spv::OpGroupNonUniformUMax:
    return spv::OpUGreaterThan;
  case spv::OpGroupNonUniformFMax:
    return spv::OpFOrdGreaterThan;
  case spv::OpGroupNonUniformBitwiseAnd:
    return spv::OpBitwiseAnd;
  case spv::OpGroupNonUniformBitwiseOr:
    return spv::OpBitwiseOr;
  case spv::OpGroupNonUniformBitwiseXor:
    return spv::OpBitwiseXor;
  case spv::OpGroupNonUniformLogicalAnd:
    return spv::OpLogicalAnd;
  case spv::OpGroupNonUniformLogicalOr:
    return spv::OpLogicalOr;
  default:
    return spv::OpLogicalNotEqual;
  }
}

static Scalar combine(uint32_t opcode, ScalarType type, Scalar a, Scalar b) {
  ScalarCall call;
  call.opcode = opcode;
  call.result = call.operand[0] = call.operand[1] = type;
  call.value[0] = a;
  call.value[1] = b;
  Scalar result = callCore(call).value_or(Scalar{0, true});
  bool isChoice =
      opcode == spv::OpSLessThan || opcode == spv::OpULessThan ||
      opcode == spv::OpFOrdLessThan || opcode == spv::OpSGreaterThan ||
      opcode == spv::OpUGreaterThan || opcode == spv::OpFOrdGreaterThan;
  if (isChoice)
    return {result.bits ? a.bits : b.bits, result.isUndefined};
  return result;
}

/// Reductions and inclusive scans; an exclusive scan's first lane holds the
/// operation's identity, which is left undefined here but for sums.
void Machine::subgroupArithmetic(const Instruction &inst,
                                 const LaneList &active) {
  Value &to = define(inst);
  Id operand = inst.idOperand(2);
  uint32_t opcode = reductionOf(inst.opcode);
  const std::vector<ScalarType> types = Types.scalars(inst.resultType);
  for (size_t c = 0; c < types.size(); ++c) {
    Scalar total = {0, opcode != spv::OpIAdd && opcode != spv::OpFAdd};
    for (size_t i = 0; i < active.size(); ++i) {
      Scalar before = total, own = get(operand, c, active[i]);
      total = i == 0 ? own : combine(opcode, types[c], total, own);
      bool isExclusive = inst.operands[1] == spv::GroupOperationExclusiveScan;
      set(to, c, active[i], isExclusive ? before : total);
    }
    if (inst.operands[1] == spv::GroupOperationReduce)
      for (unsigned lane : active)
        set(to, c, lane, total);
    if (inst.operands[1] > spv::GroupOperationExclusiveScan)
      for (unsigned lane : active)
        set(to, c, lane, {0, true});
  }
}

} // namespace wglint::oracle
