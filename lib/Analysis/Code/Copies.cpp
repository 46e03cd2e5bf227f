// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Code/Copies.h"
#include "Code/Operands.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "wglint/SPIRV/Queries.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;

static bool isInShared(const spirv::Module &module, Id pointer) {
  const spirv::Type *type = module.typeOf(pointer);
  return type && type->storageClass == spv::StorageClassWorkgroup;
}

bool wglint::isOnlyCopiedToShared(const spirv::Module &module,
                                  const MemberPath &array) {
  // In SPIR-V a value is made before it is used, and glslang writes functions
  // one after the other: one pass sees the way that each value takes.
  std::set<Id> values;
  bool isCopied = false;
  for (const Instruction &inst : module.instructions()) {
    bool loadsElement = inst.opcode == spv::OpLoad &&
                        memberPathOf(module, inst.idOperand(0)).overlaps(array);
    if (loadsElement)
      values.insert(inst.result);
    llvm::SmallVector<unsigned, 4> operands = valueOperands(inst);
    if (loadsElement || llvm::none_of(operands, [&](unsigned operand) {
          return values.count(inst.idOperand(operand));
        }))
      continue;
    if (inst.opcode == spv::OpStore && isInShared(module, inst.idOperand(0)))
      isCopied = true;
    else if (operands.size() == 1 && inst.result != Id::None)
      values.insert(inst.result); // a conversion, or a component
    else
      return false;
  }
  return isCopied;
}

/// What \p inst stores to a buffer or an image; Id::None for others.
static Id storedToMemory(const spirv::Module &module, const Instruction &inst) {
  if (inst.opcode == spv::OpImageWrite)
    return inst.idOperand(2);
  const spirv::Type *type =
      inst.opcode == spv::OpStore ? module.typeOf(inst.idOperand(0)) : nullptr;
  return type && spirv::isBufferMemory(type->storageClass) ? inst.idOperand(1)
                                                           : Id::None;
}

static bool loadsFromMemory(const spirv::Module &module,
                            const Instruction &inst) {
  if (inst.opcode == spv::OpLoad)
    return spirv::isBufferMemory(
        module.typeOf(inst.idOperand(0))->storageClass);
  return inst.opcode == spv::OpImageRead || inst.opcode == spv::OpImageFetch ||
         inst.opcode == spv::OpImageSampleImplicitLod ||
         inst.opcode == spv::OpImageSampleExplicitLod;
}

/// Conversions, arithmetic and the taking of components.
static bool isPlainStep(uint16_t opcode) {
  return (opcode >= spv::OpConvertFToU && opcode <= spv::OpBitcast) ||
         (opcode >= spv::OpSNegate && opcode <= spv::OpDot) ||
         opcode == spv::OpCompositeExtract ||
         opcode == spv::OpCompositeConstruct;
}

/// Whether \p value is loaded, or made of loaded values in up to \p operations
/// steps that join several.
static bool isLoaded(const spirv::Module &module, Id value,
                     unsigned operations) {
  const Instruction *from = module.def(value);
  if (from && loadsFromMemory(module, *from))
    return true;
  if (!from || !isPlainStep(from->opcode))
    return false;
  llvm::SmallVector<unsigned, 4> operands = valueOperands(*from);
  unsigned left = operations - (operands.size() > 1);
  if (operands.empty() || (operands.size() > 1 && operations == 0))
    return false;
  return llvm::all_of(operands, [&](unsigned operand) {
    return isLoaded(module, from->idOperand(operand), left);
  });
}

bool wglint::onlyCopies(const spirv::Module &module,
                        const spirv::FunctionList &functions) {
  bool copies = false;
  for (const spirv::Function *function : functions)
    for (const spirv::Block &block : function->blocks)
      for (uint32_t i = block.begin; i < block.end; ++i) {
        Id stored = storedToMemory(module, module.instructions()[i]);
        if (stored == Id::None)
          continue;
        if (!isLoaded(module, stored, /*operations=*/1))
          return false;
        copies = true;
      }
  return copies;
}
