// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Code/Origins.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;

Origins::Origins(const spirv::Module &module, const spirv::Function &function)
    : M(module) {
  for (const spirv::Block &block : function.blocks)
    for (uint32_t i = block.begin; i < block.end; ++i) {
      const Instruction &inst = M.instructions()[i];
      if (inst.opcode == spv::OpVariable) {
        std::vector<Id> &stores = Stores[spirv::raw(inst.result)];
        if (inst.operands.size() > 1)
          stores.push_back(inst.idOperand(1));
      } else if (inst.opcode == spv::OpStore) {
        Id variable = spirv::rootVariable(M, inst.idOperand(0));
        if (auto it = Stores.find(spirv::raw(variable)); it != Stores.end())
          it->second.push_back(inst.idOperand(1));
      }
    }
}

const std::vector<Id> *Origins::storedTo(Id variable) const {
  auto it = Stores.find(spirv::raw(variable));
  return it == Stores.end() ? nullptr : &it->second;
}

/// The ids among the operands that are values: indices of components and the
/// number of an extended instruction are literals.
void Origins::addOperands(const Instruction &inst,
                          std::vector<Id> &work) const {
  unsigned first = 0, count = inst.operands.size(), step = 1;
  switch (inst.opcode) {
  case spv::OpConstant:
  case spv::OpSpecConstant:
  case spv::OpVariable:
  case spv::OpFunctionCall:
    return;
  case spv::OpLoad: {
    const std::vector<Id> *stores =
        storedTo(spirv::rootVariable(M, inst.idOperand(0)));
    if (stores)
      llvm::append_range(work, *stores);
    return;
  }
  case spv::OpExtInst:
    first = 2;
    break;
  case spv::OpCompositeExtract:
    count = 1;
    break;
  case spv::OpCompositeInsert:
  case spv::OpVectorShuffle:
    count = 2;
    break;
  case spv::OpPhi:
    step = 2;
    break;
  default:
    break;
  }
  for (unsigned i = first; i < count; i += step)
    work.push_back(inst.idOperand(i));
}

void Origins::visit(Id id,
                    llvm::function_ref<bool(const Instruction &)> visit) const {
  std::vector<Id> work{id};
  std::set<uint32_t> seen;
  while (!work.empty()) {
    Id next = work.back();
    work.pop_back();
    const Instruction *inst = M.def(next);
    if (inst && seen.insert(spirv::raw(next)).second && visit(*inst))
      addOperands(*inst, work);
  }
}

std::set<uint32_t> Origins::builtIns(Id id) const {
  std::set<uint32_t> found;
  visit(id, [&](const Instruction &inst) {
    if (inst.opcode != spv::OpLoad)
      return true;
    Id variable = spirv::rootVariable(M, inst.idOperand(0));
    if (auto builtIn = M.decorations(variable).builtIn)
      found.insert(*builtIn);
    return true;
  });
  return found;
}
