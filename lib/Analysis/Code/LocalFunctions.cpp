// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Code/LocalFunctions.h"
#include "Code/Loops.h"
#include "Code/Operands.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Instruction;

bool wglint::onlyMakesResult(const spirv::Module &module,
                             const Instruction &inst) {
  bool isComposite =
      inst.opcode >= spv::OpVectorShuffle && inst.opcode <= spv::OpCopyObject;
  return isComposite || isPure(module, inst) ||
         (inst.opcode != spv::OpExtInst && sourceOperands(inst));
}

/// \p inst is seen at most by the caller of its function. Of a call, but for
/// what is called.
static bool isSeenByCallerAlone(const spirv::Module &m,
                                const Instruction &inst) {
  switch (inst.opcode) {
  case spv::OpLabel:
  case spv::OpLine:
  case spv::OpNoLine:
  case spv::OpVariable:
  case spv::OpSelectionMerge:
  case spv::OpLoopMerge:
  case spv::OpBranch:
  case spv::OpBranchConditional:
  case spv::OpSwitch:
  case spv::OpReturn:
  case spv::OpReturnValue:
  case spv::OpUnreachable:
  case spv::OpFunctionCall:
    return true;
  case spv::OpStore: {
    const spirv::Type *pointer = m.typeOf(inst.idOperand(0));
    return pointer && pointer->storageClass == spv::StorageClassFunction;
  }
  default:
    return onlyMakesResult(m, inst);
  }
}

bool wglint::isLocal(const spirv::Module &module,
                     const spirv::Function &function) {
  return llvm::none_of(function.blocks, [&](const spirv::Block &block) {
    return anyInstruction(module, block, [&](uint32_t i) {
      return !isSeenByCallerAlone(module, module.instructions()[i]);
    });
  });
}
