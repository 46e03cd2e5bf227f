// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Accesses in loops that no walk has come to: behind `(k & 7) == 7` in a loop
/// of unknown length, of which only the first iterations are walked.
#include "SyncFindings.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "llvm/ADT/SetVector.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Function;
using spirv::Id;
using spirv::Instruction;

/// Whether \p inst touches memory that barriers order and somebody stores to.
static bool touchesMemory(const spirv::Module &module,
                          const StoredVariables &stored,
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
          spirv::isBufferMemory(pointer->storageClass)) &&
         stored.mayBeStored(spirv::rootVariable(module, inst.idOperand(0)));
}

bool SyncFindings::hasUnseen(llvm::ArrayRef<const Function *> functions,
                             const StoredVariables &stored) const {
  llvm::SetVector<const Function *> called; // by loops, so that they are in one
  auto isUnseen = [&](uint32_t index) {
    const Instruction &inst = M.instructions()[index];
    if (inst.opcode == spv::OpFunctionCall)
      if (const Function *callee = M.function(inst.idOperand(0)))
        called.insert(callee);
    return touchesMemory(M, stored, inst) && !Seen.count(index);
  };
  auto hasUnseenIn = [&](const Function &function, bool isAll) {
    bool isFound = false;
    for (uint32_t b : function.order)
      for (uint32_t i = function.blocks[b].begin; i < function.blocks[b].end;
           ++i)
        isFound |= (isAll || function.loopOf[b] != ~0u) && isUnseen(i);
    return isFound;
  };
  for (const Function *function : functions)
    if (hasUnseenIn(*function, /*isAll=*/false))
      return true;
  for (size_t i = 0; i < called.size(); ++i) // grows
    if (hasUnseenIn(*called[i], /*isAll=*/true))
      return true;
  return false;
}
