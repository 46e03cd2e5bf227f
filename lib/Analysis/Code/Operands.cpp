// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Code/Operands.h"
#include "Lanes/Shuffles.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Instruction;

const Instruction *wglint::makerOfNumber(const spirv::Module &module,
                                         spirv::Id value) {
  const Instruction *inst = module.def(value);
  while (inst && inst->opcode == spv::OpBitcast)
    inst = module.def(inst->idOperand(0));
  return inst;
}

bool wglint::isPrivate(const spirv::Type *pointer) {
  return pointer && (pointer->storageClass == spv::StorageClassFunction ||
                     pointer->storageClass == spv::StorageClassPrivate);
}

bool wglint::touchesOrderedMemory(const spirv::Module &module,
                                  const Instruction &inst) {
  if (inst.opcode == spv::OpImageWrite || inst.opcode == spv::OpImageRead)
    return true;
  bool isAccess = inst.opcode == spv::OpLoad || inst.opcode == spv::OpStore ||
                  inst.opcode == spv::OpCopyMemory ||
                  spirv::isAtomic(inst.opcode);
  if (!isAccess)
    return false;
  const spirv::Type *pointer = module.typeOf(inst.idOperand(0));
  return pointer && pointer->kind == spirv::TypeKind::Pointer &&
         (pointer->storageClass == spv::StorageClassWorkgroup ||
          spirv::isBufferMemory(pointer->storageClass));
}

/// All operands of these are ids, and nothing else decides the result.
static bool isPlainOperation(unsigned op) {
  return (op >= spv::OpConvertFToU && op <= spv::OpBitcast) ||
         (op >= spv::OpSNegate && op <= spv::OpDot) ||
         (op >= spv::OpAny && op <= spv::OpFUnordGreaterThanEqual) ||
         (op >= spv::OpShiftRightLogical && op <= spv::OpBitCount) ||
         op == spv::OpVectorExtractDynamic || op == spv::OpTranspose ||
         op == spv::OpSampledImage || op == spv::OpImage ||
         (op >= spv::OpImageQuerySizeLod && op <= spv::OpImageQuerySize) ||
         op == spv::OpImageQueryLevels || op == spv::OpImageQuerySamples;
}

/// The number of the operand that says which optional operands follow.
static std::optional<unsigned> imageOperandsAt(unsigned op) {
  switch (op) {
  case spv::OpImageSampleExplicitLod:
  case spv::OpImageSampleImplicitLod:
  case spv::OpImageFetch:
  case spv::OpImageRead:
    return 2;
  case spv::OpImageSampleDrefExplicitLod:
  case spv::OpImageSampleDrefImplicitLod:
  case spv::OpImageGather:
  case spv::OpImageDrefGather:
    return 3;
  default:
    return std::nullopt;
  }
}

bool wglint::readsTexels(const Instruction &inst) {
  return imageOperandsAt(inst.opcode).has_value();
}

std::optional<llvm::SmallVector<unsigned, 4>>
wglint::sourceOperands(const Instruction &inst) {
  llvm::SmallVector<unsigned, 4> ids;
  unsigned count = inst.operands.size(), first = 0;
  std::optional<unsigned> literal = imageOperandsAt(inst.opcode);
  if (inst.opcode == spv::OpLoad)
    count = 1;
  else if (inst.opcode == spv::OpExtInst)
    first = 2;
  else if (!literal && !isPlainOperation(inst.opcode))
    return std::nullopt;
  for (unsigned i = first; i < count; ++i)
    if (i != literal)
      ids.push_back(i);
  return ids;
}

bool wglint::isClusteredReduction(const Instruction &inst) {
  return inst.opcode >= spv::OpGroupNonUniformIAdd &&
         inst.opcode <= spv::OpGroupNonUniformLogicalXor &&
         inst.operands.size() > 3 &&
         inst.operands[1] == spv::GroupOperationClusteredReduce;
}

std::optional<llvm::SmallVector<unsigned, 4>>
wglint::comparedOperands(const Instruction &inst) {
  if (isShuffle(inst.opcode))
    return llvm::SmallVector<unsigned, 4>{1, 2};
  if (isClusteredReduction(inst))
    return llvm::SmallVector<unsigned, 4>{2, 3};
  return sourceOperands(inst);
}

bool wglint::isPure(const spirv::Module &m, const Instruction &inst) {
  if (inst.opcode == spv::OpPhi || spirv::isAccessChain(inst.opcode))
    return true;
  if (inst.opcode == spv::OpExtInst)
    return m.extInstSet(inst.idOperand(0)) == "GLSL.std.450" &&
           inst.operands[1] != GLSLstd450Modf &&
           inst.operands[1] != GLSLstd450Frexp;
  bool readsImage = inst.opcode >= spv::OpImageSampleImplicitLod &&
                    inst.opcode <= spv::OpImageWrite;
  return inst.opcode != spv::OpLoad && !readsImage &&
         sourceOperands(inst).has_value();
}

llvm::SmallVector<unsigned, 4> wglint::valueOperands(const Instruction &inst) {
  llvm::SmallVector<unsigned, 4> all;
  unsigned count = inst.operands.size();
  switch (inst.opcode) {
  case spv::OpLine:
  case spv::OpNoLine:
  case spv::OpLabel:
  case spv::OpBranch:
  case spv::OpSelectionMerge:
  case spv::OpLoopMerge:
    return all;
  case spv::OpSwitch:
  case spv::OpBranchConditional:
  case spv::OpCompositeExtract:
    count = 1;
    break;
  case spv::OpCompositeInsert:
  case spv::OpVectorShuffle:
  case spv::OpStore:
    count = 2;
    break;
  default:
    if (auto sources = sourceOperands(inst))
      return *sources;
  }
  for (unsigned i = 0; i < count; ++i)
    all.push_back(i);
  return all;
}

UsersById wglint::usersById(const spirv::Module &m) {
  UsersById all;
  for (const spirv::Function &function : m.functions())
    for (const spirv::Block &block : function.blocks)
      for (uint32_t i = block.begin; i < block.end; ++i) {
        const Instruction &inst = m.instructions()[i];
        for (unsigned operand : valueOperands(inst)) {
          auto &users = all[inst.operands[operand]];
          if (users.empty() || users.back() != i)
            users.push_back(i);
        }
      }
  return all;
}
