// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Look-ups in a finished module. Every look-up accepts any id, so that a
/// module which names ids it never defines cannot lead a reader astray.

#include "wglint/SPIRV/Module.h"
#include "ModuleBuilder.h"
#include "Opcodes.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

namespace wglint::spirv {

std::optional<uint32_t> Function::blockIndex(Id label) const {
  auto it = labelToBlock.find(raw(label));
  if (it == labelToBlock.end())
    return std::nullopt;
  return it->second;
}

llvm::Expected<std::unique_ptr<Module>>
Module::parse(llvm::ArrayRef<uint32_t> words) {
  return ModuleBuilder().build(words);
}

const Function *Module::function(Id id) const {
  auto it = FuncById.find(raw(id));
  return it == FuncById.end() ? nullptr : &Funcs[it->second];
}

uint32_t Module::defIndex(Id id) const {
  return raw(id) < DefIndex.size() ? DefIndex[raw(id)] : ~0u;
}

const Instruction *Module::def(Id id) const {
  uint32_t index = defIndex(id);
  return index == ~0u ? nullptr : &Insts[index];
}

const Type *Module::typeOrNull(Id id) const {
  return raw(id) < TypeById.size() ? TypeById[raw(id)] : nullptr;
}

const Type &Module::type(Id id) const {
  const Type *type = typeOrNull(id);
  assert(type && "not the id of a type");
  return *type;
}

const Type *Module::typeOf(Id id) const {
  const Instruction *inst = def(id);
  return inst ? typeOrNull(inst->resultType) : nullptr;
}

static llvm::StringRef lookUpText(const std::map<uint32_t, std::string> &texts,
                                  Id id) {
  auto it = texts.find(raw(id));
  return it == texts.end() ? llvm::StringRef() : llvm::StringRef(it->second);
}

llvm::StringRef Module::name(Id id) const { return lookUpText(Names, id); }
llvm::StringRef Module::string(Id id) const { return lookUpText(Strings, id); }
llvm::StringRef Module::extInstSet(Id id) const {
  return lookUpText(ExtSets, id);
}

const Decorations &Module::decorations(Id id) const {
  static const Decorations none;
  auto it = Decos.find(raw(id));
  return it == Decos.end() ? none : it->second;
}

const MemberLayout &Module::memberLayout(Id structType, unsigned member) const {
  static const MemberLayout none;
  auto it = Members.find(raw(structType));
  if (it == Members.end() || member >= it->second.size())
    return none;
  return it->second[member];
}

bool Module::hasCapability(uint32_t capability) const {
  return llvm::is_contained(Capabilities, capability);
}

bool usesSubgroups(const Module &module) {
  for (uint32_t capability :
       {spv::CapabilityGroups, spv::CapabilityGroupNonUniform,
        spv::CapabilitySubgroupBallotKHR, spv::CapabilitySubgroupVoteKHR,
        spv::CapabilitySubgroupDispatch})
    if (module.hasCapability(capability))
      return true;
  return false;
}

} // namespace wglint::spirv
