// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Subgroup operations of a walk.
#include "LaneWalk.h"
#include "PureOps.h"
#include "ScalarOps.h"
#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Instruction;
using spirv::Type;

namespace {
/// An associative operation and the value that changes nothing.
struct Folding {
  BinaryFn combine = nullptr;
  int64_t identity = 0;
};
} // namespace

static Folding foldingOf(unsigned opcode, unsigned width) {
  int64_t least = width >= 64 ? INT64_MIN : -(int64_t(1) << (width - 1));
  switch (opcode) {
  case spv::OpGroupNonUniformIAdd:
    return {binaryIntFn(spv::OpIAdd), 0};
  case spv::OpGroupNonUniformIMul:
    return {binaryIntFn(spv::OpIMul), 1};
  case spv::OpGroupNonUniformSMin:
    return {binaryIntExtFn(GLSLstd450SMin), -(least + 1)};
  case spv::OpGroupNonUniformUMin:
    return {binaryIntExtFn(GLSLstd450UMin), -1};
  case spv::OpGroupNonUniformSMax:
    return {binaryIntExtFn(GLSLstd450SMax), least};
  case spv::OpGroupNonUniformUMax:
    return {binaryIntExtFn(GLSLstd450UMax), 0};
  case spv::OpGroupNonUniformBitwiseAnd:
  case spv::OpGroupNonUniformLogicalAnd:
    return {binaryIntFn(spv::OpBitwiseAnd),
            opcode == spv::OpGroupNonUniformLogicalAnd ? 1 : -1};
  case spv::OpGroupNonUniformBitwiseOr:
  case spv::OpGroupNonUniformLogicalOr:
    return {binaryIntFn(spv::OpBitwiseOr), 0};
  case spv::OpGroupNonUniformBitwiseXor:
  case spv::OpGroupNonUniformLogicalXor:
    return {binaryIntFn(spv::OpBitwiseXor), 0};
  default:
    return {};
  }
}

/// Reductions and scans of known numbers over the active lanes.
std::optional<Value> LaneWalk::subgroupArithmetic(const Instruction &inst,
                                                  const Value &v,
                                                  const LaneSet &active) {
  if (!v.isScalar() || !v.scalar.isConcrete() ||
      v.scalar.type.kind == NumType::Float ||
      inst.operands.size() > 3) // a cluster size
    return std::nullopt;
  unsigned width = v.scalar.type.widthBits, size = In.subgroupSize;
  Folding fold = foldingOf(inst.opcode, width);
  if (!fold.combine)
    return std::nullopt;
  uint32_t operation = inst.operands[1];
  if (operation != spv::GroupOperationReduce &&
      operation != spv::GroupOperationInclusiveScan &&
      operation != spv::GroupOperationExclusiveScan)
    return std::nullopt;
  std::vector<int64_t> out(LaneCount, 0);
  for (unsigned base = 0; base < LaneCount; base += size) {
    unsigned end = std::min(base + size, LaneCount);
    int64_t sum = fold.identity;
    for (unsigned lane = base; lane < end; ++lane) {
      if (!active.test(lane))
        continue;
      int64_t before = sum;
      fold.combine(width, sum, v.scalar.constant[lane], sum);
      sum = width == 1 ? sum : signExtend(sum, width);
      out[lane] = operation == spv::GroupOperationExclusiveScan ? before : sum;
    }
    if (operation == spv::GroupOperationReduce)
      std::fill(out.begin() + base, out.begin() + end, sum);
  }
  return Value(LaneValue(v.scalar.type, Lanes::perLane(std::move(out))));
}

/// Summaries: broadcasts, votes and reductions are the same for a subgroup;
/// shuffles of known values with known lanes are computed.
Value LaneWalk::subgroupOperation(Frame &frame, const Instruction &inst,
                                  Flow &flow) {
  const Type &type = M.type(inst.resultType);
  unsigned size = In.subgroupSize;
  bool isMaybe = flow.isMaybe();
  auto uniform = [&](const char *what) {
    return unknownOf(type, Math.reason(UnknownKind::DataDependent, what),
                     UniformityScope::Subgroup);
  };
  auto varying = [&](const char *what) {
    return unknownOf(type, Math.reason(UnknownKind::DataDependent, what),
                     UniformityScope::None);
  };
  // Lane by lane from another lane of the same subgroup; undefined lanes keep
  // their own number.
  auto gather = [&](const Value &v,
                    llvm::function_ref<int64_t(unsigned)> source)
      -> std::optional<Value> {
    if (!v.isScalar() || !v.scalar.isConcrete())
      return std::nullopt;
    std::vector<int64_t> values(LaneCount);
    for (unsigned i = 0; i < LaneCount; ++i) {
      int64_t from = source(i);
      uint64_t at = uint64_t(i / size) * size + uint64_t(from);
      values[i] = from >= 0 && from < int64_t(size) && at < LaneCount
                      ? v.scalar.constant[at]
                      : v.scalar.constant[i];
    }
    return Value(LaneValue(v.scalar.type, Lanes::perLane(std::move(values))));
  };
  auto firstActive = [&](unsigned lane) -> int64_t {
    unsigned base = lane / size * size;
    int first = flow.mask.find_first_in(base, std::min(base + size, LaneCount));
    return first < 0 ? 0 : first - int(base);
  };
  auto laneArg = [&](unsigned i) {
    return toScalar(Math, operand(frame, inst.idOperand(i), flow),
                    *M.typeOf(inst.idOperand(i)));
  };
  Value v = inst.operands.size() > 1 ? operand(frame, inst.idOperand(1), flow)
                                     : Value();
  if (v.isScalar() && isUniformValue(v.scalar, Symbols) &&
      (inst.opcode == spv::OpGroupNonUniformBroadcast ||
       inst.opcode == spv::OpGroupNonUniformBroadcastFirst ||
       inst.opcode == spv::OpGroupNonUniformShuffle))
    return v;
  switch (inst.opcode) {
  case spv::OpGroupNonUniformElect: {
    if (isMaybe)
      return varying("the elected invocation");
    std::vector<int64_t> values(LaneCount);
    for (unsigned i = 0; i < LaneCount; ++i)
      values[i] = flow.mask.test(i) && int64_t(i % size) == firstActive(i);
    return Value(LaneValue(numTypeOf(type), Lanes::perLane(std::move(values))));
  }
  case spv::OpGroupNonUniformBroadcastFirst:
    if (!isMaybe)
      if (auto out = gather(v, firstActive))
        return *out;
    return uniform("a subgroup broadcast");
  case spv::OpGroupNonUniformBroadcast:
  case spv::OpGroupNonUniformShuffle:
  case spv::OpGroupNonUniformShuffleXor:
  case spv::OpGroupNonUniformShuffleUp:
  case spv::OpGroupNonUniformShuffleDown: {
    LaneValue lane = laneArg(2);
    if (lane.isConcrete())
      if (auto out = gather(v, [&](unsigned i) -> int64_t {
            int64_t n = lane.constant[i], self = i % size;
            switch (inst.opcode) {
            case spv::OpGroupNonUniformShuffleXor:
              return self ^ n;
            case spv::OpGroupNonUniformShuffleUp:
              return self - n;
            case spv::OpGroupNonUniformShuffleDown:
              return self + n;
            default:
              return n;
            }
          }))
        return *out;
    bool same = inst.opcode == spv::OpGroupNonUniformBroadcast ||
                (inst.opcode == spv::OpGroupNonUniformShuffle &&
                 isUniformValue(lane, Symbols));
    return same ? uniform("a subgroup broadcast")
                : varying("a subgroup shuffle");
  }
  case spv::OpGroupNonUniformAll:
  case spv::OpGroupNonUniformAny:
    if (v.isScalar() && v.scalar.isConstant())
      return v;
    return uniform("a subgroup vote");
  case spv::OpGroupNonUniformAllEqual:
  case spv::OpGroupNonUniformBallot:
  case spv::OpGroupNonUniformBallotFindLSB:
  case spv::OpGroupNonUniformBallotFindMSB:
    return uniform("a subgroup vote");
  default:
    break;
  }
  // Arithmetic: operand 1 is the group operation, operand 2 the value.
  bool isReduction =
      inst.operands.size() > 1 && inst.operands[1] == spv::GroupOperationReduce;
  if (inst.operands.size() > 2 && !isMaybe)
    if (auto known = subgroupArithmetic(
            inst, operand(frame, inst.idOperand(2), flow), flow.mask))
      return *known;
  return isReduction ? uniform("a subgroup reduction")
                     : varying("a subgroup operation");
}
