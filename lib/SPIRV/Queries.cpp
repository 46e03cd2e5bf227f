// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/SPIRV/Queries.h"
#include <map>
#include <spirv/unified1/spirv.hpp>

namespace wglint::spirv {

std::optional<uint32_t> constantWord(const Module &module, Id value) {
  const Instruction *def = module.def(value);
  bool isWord =
      def && def->opcode == spv::OpConstant && def->operands.size() == 1;
  return isWord ? std::optional(def->operands[0]) : std::nullopt;
}

const Type &withoutArrays(const Module &module, const Type &type) {
  const Type *element = &type;
  while (element->kind == TypeKind::Array ||
         element->kind == TypeKind::RuntimeArray)
    element = &module.type(element->element);
  return *element;
}

FunctionList reachedFunctions(const Module &module, const EntryPoint &entry) {
  std::map<uint32_t, const Function *> reached;
  std::vector<Id> work{entry.function};
  while (!work.empty()) {
    Id id = work.back();
    work.pop_back();
    const Function *function = module.function(id);
    if (!function || !reached.emplace(raw(id), function).second)
      continue;
    for (const Block &block : function->blocks)
      for (uint32_t i = block.begin; i < block.end; ++i)
        if (module.instructions()[i].opcode == spv::OpFunctionCall)
          work.push_back(module.instructions()[i].idOperand(0));
  }
  FunctionList all;
  for (const auto &[id, function] : reached)
    all.push_back(function);
  return all;
}

} // namespace wglint::spirv
