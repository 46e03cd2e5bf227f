// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sync/SyncObservation.h"
#include "Sync/SyncRecorder.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

/// Something points to a shared variable or into one, for what that is worth.
static bool usesSharedMemory(const spirv::Module &module) {
  return llvm::any_of(module.instructions(), [&](const auto &inst) {
    bool isUse = spirv::isAccessChain(inst.opcode) ||
                 inst.opcode == spv::OpLoad || inst.opcode == spv::OpStore ||
                 spirv::isAtomic(inst.opcode);
    const spirv::Type *pointer =
        isUse ? module.typeOf(inst.idOperand(0)) : nullptr;
    return pointer && pointer->storageClass == spv::StorageClassWorkgroup;
  });
}

bool wglint::observeWalk(LaneWalk &walk, const WalkInput &input,
                         SyncFindings &findings) {
  unsigned leastSubgroupSize = input.subgroupSize;
  for (const DeviceConfig &config : input.options.configs)
    leastSubgroupSize = std::min(leastSubgroupSize, config.subgroupSize);
  SyncWalk about{input.module,
                 walk.symbols(),
                 walk.layout(),
                 input.stored,
                 walk.math().laneCount(),
                 input.subgroupSize,
                 leastSubgroupSize,
                 spirv::usesSubgroups(input.module),
                 usesSharedMemory(input.module),
                 walk.workgroupSymbols(),
                 walk.countSymbols(),
                 input.options.dispatch};
  if (!input.options.localSize &&
      llvm::any_of(input.entry.sizeIds, [&](spirv::Id size) {
        return size != spirv::Id::None && walk.constants().isSpecialized(size);
      }))
    findings.setSpecialized();
  SyncRecorder recorder(about, walk.math(), findings);
  bool isComplete = walk.run(recorder) == WalkOutcome::Complete;
  recorder.finish(isComplete);
  return isComplete;
}
