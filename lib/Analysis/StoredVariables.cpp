// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StoredVariables.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;

/// Through a pointer to what only one invocation has.
static bool isPrivateStore(const spirv::Module &module,
                           const Instruction &inst) {
  const spirv::Type *pointer = module.typeOf(inst.idOperand(0));
  return pointer && (pointer->storageClass == spv::StorageClassFunction ||
                     pointer->storageClass == spv::StorageClassPrivate);
}

/// The variable that \p inst stores to; Id::None where that is not known.
static Id storedVariable(const spirv::Module &module, const Instruction &inst) {
  Id target = inst.idOperand(0);
  const Instruction *def = module.def(target);
  // An image is a value that was loaded from its variable.
  if (inst.opcode == spv::OpImageWrite && def && def->opcode == spv::OpLoad)
    target = def->idOperand(0);
  return spirv::rootVariable(module, target);
}

StoredVariables::StoredVariables(const spirv::Module &module) {
  for (const Instruction &inst : module.instructions()) {
    bool isCopy = inst.opcode == spv::OpStore ||
                  inst.opcode == spv::OpCopyMemory ||
                  inst.opcode == spv::OpCopyMemorySized;
    if (!spirv::isAtomic(inst.opcode) && inst.opcode != spv::OpImageWrite &&
        (!isCopy || isPrivateStore(module, inst)))
      continue;
    Id variable = storedVariable(module, inst);
    IsAny |= variable == Id::None;
    Stored.insert(spirv::raw(variable));
  }
}
