// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Results of subgroup operations (GL_KHR_shader_subgroup), for all lanes of a
/// workgroup at once. Shuffles of known values by known lanes, votes, ballots,
/// and arithmetic on known integers are computed; for other results it is known
/// who agrees on them.
#ifndef WGLINT_LIB_ANALYSIS_WALK_SUBGROUPOPS_H
#define WGLINT_LIB_ANALYSIS_WALK_SUBGROUPOPS_H

#include "Flow/Flow.h"
#include "Lanes/LaneMath.h"
#include "Lanes/PureOps.h"
#include "Lanes/Value.h"
#include "Walk/WalkObserver.h"
#include "wglint/SPIRV/Module.h"

namespace wglint {

/// See the file comment. A subgroup is a run of consecutive lanes.
class SubgroupOps {
public:
  SubgroupOps(const spirv::Module &module, LaneMath &math,
              unsigned subgroupSize)
      : M(module), Math(math), LaneCount(math.laneCount()),
        SubgroupSize(subgroupSize) {}

  /// \p observer is told of reads from lanes that no subgroup of this size has.
  void setObserver(WalkObserver *observer) { Observer = observer; }

  /// The result of \p inst for the lanes of \p flow.
  Value evaluate(const spirv::Instruction &inst, const Flow &flow,
                 OperandFn operand);

private:
  Value unknown(const spirv::Type &type, const ReasonPtr &reason,
                UniformityScope scope);
  Value unknown(const spirv::Type &type, const char *why,
                UniformityScope scope);
  int64_t firstActive(unsigned lane, const LaneSet &active) const;
  std::optional<Value> fromLane(const Value &v, const LaneSet &active,
                                llvm::function_ref<int64_t(unsigned)> source);
  Value broadcastFirst(const Value &v, const spirv::Type &type,
                       const Flow &flow);
  Value shuffle(const spirv::Instruction &inst, const Value &v,
                const LaneValue &lane, const spirv::Type &type,
                const Flow &flow);
  void noteLanesRead(unsigned opcode, const LaneValue &lane,
                     const LaneSet &active);
  Value elected(const spirv::Type &type, const LaneSet &active);
  Value voteOf(const Value &v, const spirv::Instruction &vote);
  Value ballotOf(const LaneValue &condition, const LaneSet &active);
  std::optional<Value> ballotBitCount(uint32_t operation, const Value &ballot,
                                      NumType result);
  std::optional<Value> arithmetic(const spirv::Instruction &inst,
                                  const Value &v, unsigned size,
                                  const LaneSet &active);
  Value reduction(const spirv::Instruction &inst, const Value &v,
                  const Value &cluster, const spirv::Type &type,
                  const Flow &flow);

  const spirv::Module &M;
  LaneMath &Math;
  unsigned LaneCount, SubgroupSize;
  WalkObserver *Observer = nullptr;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_WALK_SUBGROUPOPS_H
