// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Usage.h"
#include "wglint/SPIRV/Queries.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;
using spirv::raw;

Id wglint::rootOf(const spirv::Module &module, Id pointer) {
  while (const Instruction *inst = module.def(pointer)) {
    switch (inst->opcode) {
    case spv::OpVariable:
    case spv::OpFunctionParameter:
      return pointer;
    case spv::OpAccessChain:
    case spv::OpInBoundsAccessChain:
    case spv::OpPtrAccessChain:
    case spv::OpInBoundsPtrAccessChain:
    case spv::OpCopyObject:
    case spv::OpImageTexelPointer:
    case spv::OpSampledImage:
    case spv::OpImage:
    case spv::OpLoad:
      pointer = inst->idOperand(0);
      break;
    default:
      return Id::None;
    }
  }
  return Id::None;
}

/// The value that an OpLoad gives is an image, a texture or a sampler, so that
/// the load itself touches no memory.
static bool isOpaque(const spirv::Type *type) {
  return type && (type->kind == spirv::TypeKind::Image ||
                  type->kind == spirv::TypeKind::SampledImage ||
                  type->kind == spirv::TypeKind::Sampler);
}

static bool isImageQuery(uint16_t opcode) {
  return opcode >= spv::OpImageQueryFormat &&
         opcode <= spv::OpImageQuerySamples;
}

static bool isImageRead(uint16_t opcode) {
  return (opcode >= spv::OpImageSampleImplicitLod &&
          opcode <= spv::OpImageRead) ||
         (opcode >= spv::OpImageSparseSampleImplicitLod &&
          opcode <= spv::OpImageSparseDrefGather) ||
         opcode == spv::OpImageSparseRead;
}

namespace {

/// One pass over the reached functions after the other until nothing changes:
/// what a callee does with a parameter is known only after the callee was seen.
class UsageWalk {
public:
  UsageWalk(const spirv::Module &module, Usage &usage)
      : M(module), Result(usage) {}

  void run(const spirv::EntryPoint &entry) {
    spirv::FunctionList reached = spirv::reachedFunctions(M, entry);
    for (const spirv::Function *function : reached)
      Result.functions.insert(raw(function->id));
    do {
      IsChanged = false;
      for (const spirv::Function *function : reached)
        visitFunction(*function);
    } while (IsChanged);
    for (const auto &[id, use] : Uses)
      (M.def(static_cast<Id>(id))->opcode == spv::OpVariable
           ? Result.variables
           : Result.parameters)
          .emplace(id, use);
  }

private:
  void visitFunction(const spirv::Function &function) {
    for (const spirv::Block &block : function.blocks)
      for (uint32_t i = block.begin; i < block.end; ++i)
        visit(M.instructions()[i]);
  }

  void note(Id pointer, bool isRead, bool isWritten) {
    Id root = rootOf(M, pointer);
    if (root == Id::None)
      return;
    auto [it, isNew] = Uses.emplace(raw(root), VariableUse());
    VariableUse &use = it->second;
    IsChanged |=
        isNew || (isRead && !use.isRead) || (isWritten && !use.isWritten);
    use.isRead |= isRead;
    use.isWritten |= isWritten;
  }

  void visitCall(const Instruction &inst) {
    const spirv::Function *callee = M.function(inst.idOperand(0));
    for (unsigned i = 1; callee && i < inst.operands.size(); ++i) {
      if (i > callee->parameters.size())
        break;
      auto it = Uses.find(raw(callee->parameters[i - 1]));
      VariableUse use = it == Uses.end() ? VariableUse() : it->second;
      note(inst.idOperand(i), use.isRead, use.isWritten);
    }
  }

  void visit(const Instruction &inst) {
    switch (inst.opcode) {
    case spv::OpLoad:
      note(inst.idOperand(0), !isOpaque(M.typeOrNull(inst.resultType)), false);
      return;
    case spv::OpStore:
      note(inst.idOperand(0), false, true);
      return;
    case spv::OpCopyMemory:
    case spv::OpCopyMemorySized:
      note(inst.idOperand(0), false, true);
      note(inst.idOperand(1), true, false);
      return;
    case spv::OpAccessChain:
    case spv::OpInBoundsAccessChain:
    case spv::OpPtrAccessChain:
    case spv::OpInBoundsPtrAccessChain:
    case spv::OpCopyObject:
    case spv::OpArrayLength:
    case spv::OpImageTexelPointer:
    case spv::OpImage:
      note(inst.idOperand(0), false, false);
      return;
    case spv::OpSampledImage:
      note(inst.idOperand(0), false, false);
      note(inst.idOperand(1), false, false);
      return;
    case spv::OpAtomicLoad:
      note(inst.idOperand(0), true, false);
      return;
    case spv::OpAtomicStore:
    case spv::OpImageWrite:
      note(inst.idOperand(0), false, true);
      return;
    case spv::OpFunctionCall:
      visitCall(inst);
      return;
    // Operands that are literals, which may look like the id of a variable.
    case spv::OpVariable:
    case spv::OpCompositeExtract:
    case spv::OpCompositeInsert:
    case spv::OpVectorShuffle:
    case spv::OpSwitch:
    case spv::OpBranchConditional:
    case spv::OpLoopMerge:
    case spv::OpSelectionMerge:
      return;
    default:
      visitOther(inst);
    }
  }

  void visitOther(const Instruction &inst) {
    if (isImageQuery(inst.opcode))
      return note(inst.idOperand(0), false, false);
    if (isImageRead(inst.opcode))
      return note(inst.idOperand(0), true, false);
    // Whatever else is handed a variable itself (modf, atomics, extensions).
    for (uint32_t operand : inst.operands) {
      const spirv::Type *type = M.typeOf(static_cast<Id>(operand));
      if (type && type->kind == spirv::TypeKind::Pointer)
        note(static_cast<Id>(operand), true, true);
    }
  }

  const spirv::Module &M;
  Usage &Result;
  std::map<uint32_t, VariableUse> Uses; ///< of variables and parameters
  bool IsChanged = false;
};

} // namespace

Usage::Usage(const spirv::Module &module, const spirv::EntryPoint &entry) {
  UsageWalk(module, *this).run(entry);
}
