// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Code/StoredVariables.h"
#include "Code/Operands.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "wglint/SPIRV/Queries.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>
#include <spirv/unified1/spirv.hpp>
#include <tuple>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;
using spirv::TypeKind;

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
    auto index = def->operands.size() > 1
                     ? constantWord(module, def->idOperand(1))
                     : std::nullopt;
    bool isMember =
        pointer && index &&
        module.type(pointer->element).kind == spirv::TypeKind::Struct;
    return isMember ? int(*index) : -1;
  }
  return -1;
}

/// A constant each word of which is \p word.
static bool isMadeOf(const Instruction *constant, uint32_t word) {
  return constant && ((constant->opcode == spv::OpConstantNull && word == 0) ||
                      (constant->opcode == spv::OpConstant &&
                       llvm::all_of(constant->operands, [&](uint32_t each) {
                         return each == word;
                       })));
}

bool wglint::readsNothing(const spirv::Module &module,
                          const Instruction &inst) {
  switch (inst.opcode) {
  case spv::OpAtomicStore:
  case spv::OpAtomicExchange:
  case spv::OpAtomicFlagClear:
    return true;
  case spv::OpAtomicAnd:
  case spv::OpAtomicUMin:
    return isMadeOf(module.def(inst.idOperand(spirv::kAtomicValue)), 0);
  case spv::OpAtomicOr:
  case spv::OpAtomicUMax:
    return isMadeOf(module.def(inst.idOperand(spirv::kAtomicValue)),
                    UINT32_MAX);
  default:
    return false;
  }
}

/// Where a variable is bound: set, binding, and what kind of resource. OpenGL
/// counts the bindings of each kind by themselves, and Vulkan has one kind at
/// each.
using Slot = std::tuple<uint32_t, uint32_t, uint32_t, TypeKind, bool>;

/// std::nullopt where it is not bound.
static std::optional<Slot> slotOf(const spirv::Module &module,
                                  const Instruction &variable) {
  const spirv::Decorations &d = module.decorations(variable.result);
  const spirv::Type *pointer = module.typeOf(variable.result);
  if (!d.binding || !pointer)
    return std::nullopt;
  const spirv::Type &type =
      spirv::withoutArrays(module, module.type(pointer->element));
  return Slot(d.descriptorSet.value_or(0), *d.binding, pointer->storageClass,
              type.kind, type.isBufferBlock);
}

/// Notes variables that are one memory with others.
void StoredVariables::noteAliases(const spirv::Module &module) {
  std::map<Slot, std::vector<Id>> bound;
  for (const Instruction &inst : module.instructions()) {
    if (inst.opcode != spv::OpVariable)
      continue;
    if (std::optional<Slot> slot = slotOf(module, inst))
      bound[*slot].push_back(inst.result);
    // Blocks in shared memory (GL_EXT_shared_memory_block) are one memory.
    const spirv::Type *pointer = module.typeOf(inst.result);
    if (inst.operands[0] == spv::StorageClassWorkgroup && pointer &&
        module.type(pointer->element).isBlock)
      Assigned.insert(spirv::raw(inst.result));
  }
  for (const auto &[slot, variables] : bound) {
    bool isStored = llvm::any_of(
        variables, [&](Id id) { return Stored.count(spirv::raw(id)) != 0; });
    for (Id id : variables)
      if (isStored && variables.size() > 1)
        Aliased.insert(spirv::raw(id));
  }
}

StoredVariables::StoredVariables(const spirv::Module &module) {
  for (const spirv::Function *function : spirv::reachedFunctions(module))
    for (const spirv::Block &block : function->blocks)
      for (uint32_t i = block.begin; i < block.end; ++i)
        noteStore(module, module.instructions()[i]);
  noteAliases(module);
}

void StoredVariables::noteStore(const spirv::Module &module,
                                const Instruction &inst) {
  HasUnseen |= spirv::mayAccessUnseen(inst);
  IsAny |= HasUnseen;
  bool isCopy = inst.opcode == spv::OpStore ||
                inst.opcode == spv::OpCopyMemory ||
                inst.opcode == spv::OpCopyMemorySized;
  if (!spirv::isAtomic(inst.opcode) && inst.opcode != spv::OpImageWrite &&
      (!isCopy || isPrivate(module.typeOf(inst.idOperand(0)))))
    return;
  Id variable = storedVariable(module, inst);
  IsAny |= variable == Id::None;
  if (!spirv::isAtomic(inst.opcode) || readsNothing(module, inst))
    Assigned.insert(spirv::raw(variable));
  Stored[spirv::raw(variable)].insert(
      storedMember(module, inst.idOperand(0), variable));
}
