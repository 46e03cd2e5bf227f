// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TableCopies.h"
#include "LoadedComponents.h"
#include "wglint/SPIRV/InstructionKinds.h"
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

bool wglint::isOnlyCopiedToShared(const spirv::Module &module, Id variable) {
  // In SPIR-V a value is made before it is used, and glslang writes functions
  // one after the other: one pass sees the way that each value takes.
  std::set<Id> values;
  bool isCopied = false;
  for (const Instruction &inst : module.instructions()) {
    bool loadsElement =
        inst.opcode == spv::OpLoad &&
        spirv::rootVariable(module, inst.idOperand(0)) == variable;
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
