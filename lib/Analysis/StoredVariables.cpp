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

/// The member of a block that \p target, a pointer into \p variable, points
/// into; -1 where it may be any.
static int storedMember(const spirv::Module &module, Id target, Id variable) {
  const Instruction *def = module.def(target);
  while (def && (def->opcode == spv::OpAccessChain ||
                 def->opcode == spv::OpInBoundsAccessChain)) {
    if (def->idOperand(0) != variable) {
      def = module.def(def->idOperand(0));
      continue;
    }
    const spirv::Type *pointer = module.typeOf(variable);
    const Instruction *index =
        def->operands.size() > 1 ? module.def(def->idOperand(1)) : nullptr;
    bool isMember =
        pointer && index && index->opcode == spv::OpConstant &&
        module.type(pointer->element).kind == spirv::TypeKind::Struct;
    return isMember ? int(index->operands[0]) : -1;
  }
  return -1;
}

bool wglint::readsNothing(const spirv::Module &module,
                          const Instruction &inst) {
  if (inst.opcode == spv::OpAtomicAnd) {
    const Instruction *mask = module.def(inst.idOperand(3));
    return mask && mask->opcode == spv::OpConstant && mask->operands[0] == 0;
  }
  return inst.opcode == spv::OpAtomicStore ||
         inst.opcode == spv::OpAtomicExchange ||
         inst.opcode == spv::OpAtomicFlagClear;
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
    if (!spirv::isAtomic(inst.opcode) || readsNothing(module, inst))
      Assigned.insert(spirv::raw(variable));
    Stored[spirv::raw(variable)].insert(
        storedMember(module, inst.idOperand(0), variable));
  }
}
