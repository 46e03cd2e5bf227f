// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/SPIRV/InstructionKinds.h"
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

bool spirv::isSubgroupOperation(uint16_t opcode) {
  switch (opcode) {
  case spv::OpSubgroupBallotKHR:
  case spv::OpSubgroupFirstInvocationKHR:
  case spv::OpSubgroupReadInvocationKHR:
  case spv::OpSubgroupAllKHR:
  case spv::OpSubgroupAnyKHR:
  case spv::OpSubgroupAllEqualKHR:
  case spv::OpGroupNonUniformPartitionNV:
    return true;
  default:
    return opcode >= spv::OpGroupNonUniformElect &&
           opcode <= spv::OpGroupNonUniformQuadSwap;
  }
}

bool spirv::isBufferMemory(uint32_t storageClass) {
  return storageClass == spv::StorageClassUniform ||
         storageClass == spv::StorageClassStorageBuffer ||
         storageClass == spv::StorageClassPhysicalStorageBuffer;
}
