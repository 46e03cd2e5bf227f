// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/SPIRV/InstructionKinds.h"
#include "wglint/SPIRV/Module.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

bool spirv::isAccessChain(uint16_t opcode) {
  return opcode == spv::OpAccessChain || opcode == spv::OpInBoundsAccessChain;
}

bool spirv::isUpdatingAtomic(uint16_t opcode) {
  return (opcode >= spv::OpAtomicIIncrement && opcode <= spv::OpAtomicXor) ||
         opcode == spv::OpAtomicFAddEXT || opcode == spv::OpAtomicFMinEXT ||
         opcode == spv::OpAtomicFMaxEXT;
}

bool spirv::isAtomic(uint16_t opcode) {
  return (opcode >= spv::OpAtomicLoad && opcode <= spv::OpAtomicXor) ||
         opcode == spv::OpAtomicFlagTestAndSet ||
         opcode == spv::OpAtomicFlagClear || opcode == spv::OpAtomicFAddEXT ||
         opcode == spv::OpAtomicFMinEXT || opcode == spv::OpAtomicFMaxEXT;
}

bool spirv::isWritingAtomic(uint16_t opcode) {
  return isAtomic(opcode) && opcode != spv::OpAtomicLoad &&
         opcode != spv::OpAtomicCompareExchange &&
         opcode != spv::OpAtomicCompareExchangeWeak;
}

bool spirv::isBarrier(uint16_t opcode) {
  return opcode == spv::OpControlBarrier || opcode == spv::OpMemoryBarrier;
}

bool spirv::ordersMemory(const Module &module, const Instruction &inst,
                         uint32_t semantics) {
  if (!isBarrier(inst.opcode))
    return false;
  bool isControl = inst.opcode == spv::OpControlBarrier;
  const Instruction *given = module.def(inst.idOperand(isControl ? 2 : 1));
  return !given || given->opcode != spv::OpConstant ||
         (given->operands[0] & semantics) != 0;
}

uint16_t spirv::subgroupOperationWithScope(uint16_t opcode) {
  switch (opcode) {
  case spv::OpSubgroupBallotKHR:
    return spv::OpGroupNonUniformBallot;
  case spv::OpSubgroupFirstInvocationKHR:
    return spv::OpGroupNonUniformBroadcastFirst;
  case spv::OpSubgroupReadInvocationKHR:
    return spv::OpGroupNonUniformShuffle;
  case spv::OpSubgroupAllKHR:
    return spv::OpGroupNonUniformAll;
  case spv::OpSubgroupAnyKHR:
    return spv::OpGroupNonUniformAny;
  case spv::OpSubgroupAllEqualKHR:
    return spv::OpGroupNonUniformAllEqual;
  default:
    return 0;
  }
}

bool spirv::mayAccessUnseen(const Instruction &inst) {
  return inst.isUnknown || inst.opcode == kOpCooperativeMatrixLoadKHR ||
         inst.opcode == kOpCooperativeMatrixStoreKHR ||
         inst.opcode == spv::OpCooperativeMatrixLoadNV ||
         inst.opcode == spv::OpCooperativeMatrixStoreNV;
}

bool spirv::isSubgroupOperation(uint16_t opcode) {
  return (opcode >= spv::OpGroupNonUniformElect &&
          opcode <= spv::OpGroupNonUniformQuadSwap) ||
         opcode == spv::OpGroupNonUniformPartitionNV ||
         subgroupOperationWithScope(opcode) != 0;
}

unsigned spirv::arithmeticResults(const Module &module,
                                  const Instruction &inst) {
  bool isArithmetic =
      inst.opcode == spv::OpExtInst ||
      (inst.opcode >= spv::OpSNegate && inst.opcode <= spv::OpSMulExtended) ||
      (inst.opcode >= spv::OpShiftRightLogical &&
       inst.opcode <= spv::OpBitCount);
  if (!isArithmetic)
    return 0;
  unsigned results = 1;
  const Type *type = module.typeOf(inst.result);
  while (type &&
         (type->kind == TypeKind::Vector || type->kind == TypeKind::Matrix)) {
    results *= type->count;
    type = module.typeOrNull(type->element);
  }
  return results;
}

bool spirv::isBufferMemory(uint32_t storageClass) {
  return storageClass == spv::StorageClassUniform ||
         storageClass == spv::StorageClassStorageBuffer ||
         storageClass == spv::StorageClassPhysicalStorageBuffer;
}
