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

/// Those that \p work, ids of functions, and what they call are.
static FunctionList reachedFrom(const Module &module, std::vector<Id> work) {
  std::map<uint32_t, const Function *> reached;
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

FunctionList reachedFunctions(const Module &module, const EntryPoint &entry) {
  return reachedFrom(module, {entry.function});
}

FunctionList reachedFunctions(const Module &module) {
  std::vector<Id> work;
  for (const EntryPoint &entry : module.entryPoints())
    work.push_back(entry.function);
  return reachedFrom(module, std::move(work));
}

static bool isFilledByHost(const Module &module, Id variable) {
  const Type *pointer = module.typeOf(variable);
  if (!pointer)
    return false;
  switch (pointer->storageClass) {
  case spv::StorageClassUniform:
  case spv::StorageClassUniformConstant:
  case spv::StorageClassPushConstant:
  case spv::StorageClassStorageBuffer:
    return true;
  default:
    return false;
  }
}

HostNames hostNames(const Module &module) {
  HostNames names;
  for (Id variable : module.globalVariables())
    if (isFilledByHost(module, variable))
      names.uniforms.insert(module.name(variable).str());
  for (const Instruction &inst : module.instructions()) {
    const Type *type = module.typeOrNull(inst.result);
    if (type && type->kind == TypeKind::Struct)
      for (unsigned i = 0; i < type->members.size(); ++i)
        names.uniforms.insert(module.memberLayout(type->id, i).name);
    if (const auto &specId = module.decorations(inst.result).specId) {
      names.constants.insert(module.name(inst.result).str());
      names.constants.insert(std::to_string(*specId));
    }
  }
  // What has no name.
  names.uniforms.erase("");
  names.constants.erase("");
  return names;
}

} // namespace wglint::spirv
