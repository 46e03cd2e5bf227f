// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Walk/SubgroupOps.h"
#include "Lanes/ScalarOps.h"
#include "Lanes/Shuffles.h"
#include "wglint/SPIRV/InstructionKinds.h"
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

Value SubgroupOps::unknown(const Type &type, const ReasonPtr &reason,
                           UniformityScope scope) {
  return makeTree(
      M, type, [](const Type &) { return std::nullopt; },
      [&](NumType num) { return Math.unknown(num, reason, scope); });
}

Value SubgroupOps::unknown(const Type &type, const char *why,
                           UniformityScope scope) {
  return unknown(type, Math.reason(UnknownKind::DataDependent, why), scope);
}

/// Reductions and scans of known numbers over the active lanes; \p size: lanes
/// that they are made over, a subgroup's or a cluster's.
std::optional<Value> SubgroupOps::arithmetic(const Instruction &inst,
                                             const Value &v, unsigned size,
                                             const LaneSet &active) {
  if (!v.isScalar() || !v.scalar.isConcrete() ||
      v.scalar.type.kind == NumType::Float || size == 0)
    return std::nullopt;
  unsigned width = v.scalar.type.widthBits;
  Folding fold = foldingOf(inst.opcode, width);
  if (!fold.combine)
    return std::nullopt;
  uint32_t operation = inst.operands[1];
  bool isReduction = operation == spv::GroupOperationReduce ||
                     operation == spv::GroupOperationClusteredReduce;
  if (!isReduction && operation != spv::GroupOperationInclusiveScan &&
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
    if (isReduction)
      std::fill(out.begin() + base, out.begin() + end, sum);
  }
  return Value(LaneValue(v.scalar.type, Lanes::perLane(out)));
}

/// \p v of another lane of the same subgroup, lane by lane; undefined where
/// that lane does not exist or is not active. std::nullopt where \p v is not
/// known.
std::optional<Value>
SubgroupOps::fromLane(const Value &v, const LaneSet &active,
                      llvm::function_ref<int64_t(unsigned)> source) {
  if (!v.isScalar() || !v.scalar.isConcrete())
    return std::nullopt;
  std::vector<int64_t> values(LaneCount, 0);
  LaneSet undefined(LaneCount, false);
  for (unsigned i = 0; i < LaneCount; ++i) {
    if (auto at = laneRead(i, source(i), SubgroupSize, active))
      values[i] = v.scalar.constant[*at];
    else
      undefined.set(i);
  }
  LaneValue out(v.scalar.type, Lanes::perLane(values));
  if (undefined.anyCommon(active))
    out = blendValues(
        undefined,
        Math.unknown(out.type, Math.reason(UnknownKind::Undefined,
                                           "GLSL leaves the value of a lane "
                                           "that does not take part "
                                           "undefined")),
        out);
  return Value(std::move(out));
}

/// The first of \p active in the subgroup of \p lane, counted from its start;
/// 0 where there is none.
int64_t SubgroupOps::firstActive(unsigned lane, const LaneSet &active) const {
  unsigned base = lane / SubgroupSize * SubgroupSize;
  int first =
      active.find_first_in(base, std::min(base + SubgroupSize, LaneCount));
  return first < 0 ? 0 : first - int(base);
}

/// Tells of a shuffle that needs larger subgroups.
void SubgroupOps::noteLanesRead(unsigned opcode, const LaneValue &lane,
                                const LaneSet &active) {
  if (!Observer || !lane.isConcrete())
    return;
  for (unsigned i = 0; i < LaneCount; ++i)
    if (active.test(i) &&
        isPastSubgroup(opcode, lane.constant[i], SubgroupSize))
      return Observer->readPastSubgroup();
}

/// The votes of a known \p condition, as the bits of a uvec4 for each subgroup.
Value SubgroupOps::ballotOf(const LaneValue &condition, const LaneSet &active) {
  unsigned size = SubgroupSize;
  std::vector<Value> words;
  for (unsigned word = 0; word < 4; ++word) {
    std::vector<int64_t> bits(LaneCount, 0);
    for (unsigned base = 0; base < LaneCount; base += size) {
      uint32_t vote = 0;
      unsigned from = base + 32 * word;
      unsigned end = std::min({base + size, from + 32, LaneCount});
      for (unsigned lane = from; lane < end; ++lane)
        if (active.test(lane) && condition.constant[lane])
          vote |= 1u << (lane - from);
      for (unsigned lane = base; lane < std::min(base + size, LaneCount);
           ++lane)
        bits[lane] = int32_t(vote);
    }
    words.push_back(
        Value(LaneValue({NumType::Int, 32, false}, Lanes::perLane(bits))));
  }
  return Value::composite(std::move(words));
}

/// Bits set in a known ballot: all, or those of lanes before this one.
std::optional<Value> SubgroupOps::ballotBitCount(uint32_t operation,
                                                 const Value &ballot,
                                                 NumType result) {
  if (ballot.kind != Value::Kind::Composite || ballot.size() != 4)
    return std::nullopt;
  for (unsigned word = 0; word < 4; ++word)
    if (!ballot.part(word).isScalar() || !ballot.part(word).scalar.isConcrete())
      return std::nullopt;
  std::vector<int64_t> counts(LaneCount, 0);
  for (unsigned lane = 0; lane < LaneCount; ++lane) {
    unsigned self = lane % SubgroupSize;
    unsigned end = operation == spv::GroupOperationReduce ? SubgroupSize
                   : operation == spv::GroupOperationInclusiveScan ? self + 1
                                                                   : self;
    for (unsigned bit = 0; bit < std::min(end, 128u); ++bit)
      counts[lane] +=
          ballot.part(bit / 32).scalar.constant[lane] >> (bit % 32) & 1;
  }
  return Value(LaneValue(result, Lanes::perLane(counts)));
}

/// Arithmetic: operand 1 is the group operation, \p v the value; \p cluster is
/// empty where it runs over the whole subgroup.
Value SubgroupOps::reduction(const Instruction &inst, const Value &v,
                             const Value &cluster, const Type &type,
                             const Flow &flow) {
  unsigned size = SubgroupSize;
  if (inst.operands.size() > 3) {
    bool isKnown = cluster.isScalar() && cluster.scalar.isConstant();
    size = isKnown
               ? unsigned(std::min<int64_t>(cluster.scalar.constant[0], size))
               : 0;
  }
  if (inst.operands.size() > 2 && !flow.isMaybe())
    if (auto known = arithmetic(inst, v, size, flow.mask))
      return *known;
  bool isReduction =
      inst.operands.size() > 1 && inst.operands[1] == spv::GroupOperationReduce;
  return isReduction
             ? unknown(type, "of a subgroup reduction",
                       UniformityScope::Subgroup)
             : unknown(type, "of a subgroup operation", UniformityScope::None);
}

/// \p inst with a scope in front, as the core has it; \p operands hold what it
/// refers to.
static Instruction inCore(Instruction inst,
                          llvm::SmallVectorImpl<uint32_t> &operands) {
  if (uint16_t core = spirv::subgroupOperationWithScope(inst.opcode)) {
    operands.push_back(0);
    llvm::append_range(operands, inst.operands);
    inst.opcode = core;
    inst.operands = operands;
  }
  return inst;
}

/// What \p vote, subgroupAll() or subgroupAny(), makes of \p v. Of data, the
/// reason is a copy of theirs that leads to the vote.
Value SubgroupOps::voteOf(const Value &v, const Instruction &vote) {
  if (v.isScalar() && isUniformValue(v.scalar, Math.symbols()))
    return v;
  SymbolId data =
      v.isScalar() ? findVarying(v.scalar, Math.symbols()) : kNoSymbol;
  ReasonPtr reason =
      Math.reason(UnknownKind::DataDependent, "of a subgroup vote");
  if (data != kNoSymbol && isFreeData(*Math.symbols()[data].reason)) {
    UnknownReason ofData = *Math.symbols()[data].reason;
    ofData.instruction = M.defIndex(vote.result);
    reason = std::make_shared<const UnknownReason>(std::move(ofData));
  }
  LaneValue voted = Math.unknown(numTypeOf(M.type(vote.resultType)), reason,
                                 UniformityScope::Subgroup);
  Math.symbols().edit(LaneMath::conditionSymbol(voted)).isVote = true;
  return voted;
}

/// \p v as the first active lane of each subgroup has it.
Value SubgroupOps::broadcastFirst(const Value &v, const Type &type,
                                  const Flow &flow) {
  if (v.isScalar() && isUniformValue(v.scalar, Math.symbols()))
    return v;
  std::optional<Value> known;
  if (!flow.isMaybe())
    known = fromLane(v, flow.mask, [&](unsigned lane) -> int64_t {
      return firstActive(lane, flow.mask);
    });
  return known ? *known
               : unknown(type, "of a subgroup broadcast",
                         UniformityScope::Subgroup);
}

/// A broadcast, or a shuffle, of \p v from where \p lane says.
Value SubgroupOps::shuffle(const Instruction &inst, const Value &v,
                           const LaneValue &lane, const Type &type,
                           const Flow &flow) {
  bool isBroadcast = inst.opcode == spv::OpGroupNonUniformBroadcast;
  bool namesLane = isBroadcast || inst.opcode == spv::OpGroupNonUniformShuffle;
  if (namesLane && v.isScalar() && isUniformValue(v.scalar, Math.symbols()))
    return v;
  noteLanesRead(inst.opcode, lane, flow.mask);
  if (!flow.isMaybe() && lane.isConcrete())
    if (auto known = fromLane(v, flow.mask, [&](unsigned i) {
          return shuffledFrom(inst.opcode, i % SubgroupSize, lane.constant[i]);
        }))
      return *known;
  if (isBroadcast || (namesLane && isUniformValue(lane, Math.symbols())))
    return unknown(type, "of a subgroup broadcast", UniformityScope::Subgroup);
  return unknown(type, "of a subgroup shuffle", UniformityScope::None);
}

/// 1 in one active lane of each subgroup. Where fewer lanes may be active, one
/// in which all are is among what may happen; two of a subgroup are never
/// elected together.
Value SubgroupOps::elected(const Type &type, const LaneSet &active) {
  std::vector<int64_t> values(LaneCount);
  for (unsigned i = 0; i < LaneCount; ++i)
    values[i] =
        active.test(i) && int64_t(i % SubgroupSize) == firstActive(i, active);
  return Value(LaneValue(numTypeOf(type), Lanes::perLane(values)));
}

Value SubgroupOps::evaluate(const Instruction &written, const Flow &flow,
                            OperandFn operand) {
  llvm::SmallVector<uint32_t, 4> operands;
  Instruction inst = inCore(written, operands);
  const Type &type = M.type(inst.resultType);
  auto argument = [&](unsigned i) {
    return i < inst.operands.size() ? operand(inst.idOperand(i)) : Value();
  };
  if (isShuffle(inst.opcode)) {
    LaneValue lane = toScalar(Math, argument(2), *M.typeOf(inst.idOperand(2)));
    return shuffle(inst, argument(1), lane, type, flow);
  }
  switch (inst.opcode) {
  case spv::OpGroupNonUniformBroadcastFirst:
    return broadcastFirst(argument(1), type, flow);
  case spv::OpGroupNonUniformElect:
    return elected(type, flow.mask);
  case spv::OpGroupNonUniformAll:
  case spv::OpGroupNonUniformAny:
    return voteOf(argument(1), written);
  case spv::OpGroupNonUniformBallot:
    if (Value v = argument(1);
        !flow.isMaybe() && v.isScalar() && v.scalar.isConcrete())
      return ballotOf(v.scalar, flow.mask);
    return unknown(type, "of a subgroup vote", UniformityScope::Subgroup);
  case spv::OpGroupNonUniformAllEqual:
  case spv::OpGroupNonUniformBallotFindLSB:
  case spv::OpGroupNonUniformBallotFindMSB:
    return unknown(type, "of a subgroup vote", UniformityScope::Subgroup);
  case spv::OpGroupNonUniformBallotBitCount:
    if (auto known =
            ballotBitCount(inst.operands[1], argument(2), numTypeOf(type)))
      return *known;
    break;
  default:
    break;
  }
  return reduction(inst, argument(2), argument(3), type, flow);
}
