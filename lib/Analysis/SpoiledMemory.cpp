// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SpoiledMemory.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

static bool storesToShared(const spirv::Module &module, uint32_t instruction) {
  const spirv::Instruction &inst = module.instructions()[instruction];
  if (inst.opcode != spv::OpStore)
    return false;
  const spirv::Instruction *variable =
      module.def(spirv::rootVariable(module, inst.idOperand(0)));
  return variable && variable->opcode == spv::OpVariable &&
         variable->operands[0] == spv::StorageClassWorkgroup;
}

bool SpoiledMemory::isCarriedOn(uint32_t load) {
  const std::optional<std::set<uint32_t>> &effects = Effects.all(load);
  return effects && llvm::all_of(*effects, [&](uint32_t effect) {
           return storesToShared(M, effect);
         });
}

void SpoiledMemory::setLoaded(uint32_t load, unsigned lane, uint32_t read) {
  if (read == kNone) {
    if (auto known = Loaded.find(load); known != Loaded.end())
      known->second.erase(lane);
    return;
  }
  auto [it, isNew] = Loaded.try_emplace(load);
  it->second[lane] = read;
  if (isNew)
    for (uint32_t store : *Effects.all(load))
      LoadsOf[store].insert(load);
}

uint32_t SpoiledMemory::storedBy(uint32_t store, unsigned lane) const {
  auto loads = LoadsOf.find(store);
  if (loads == LoadsOf.end())
    return kNone;
  for (uint32_t load : loads->second) {
    const std::map<unsigned, uint32_t> &lanes = Loaded.find(load)->second;
    if (auto read = lanes.find(lane); read != lanes.end())
      return read->second;
  }
  return kNone;
}

void SpoiledMemory::set(spirv::Id variable, int64_t at, uint32_t read) {
  if (read != kNone)
    Bytes[{variable, at}] = read;
  else if (!Bytes.empty())
    Bytes.erase({variable, at});
}

uint32_t SpoiledMemory::get(spirv::Id variable, int64_t at) const {
  auto known = Bytes.find({variable, at});
  return known == Bytes.end() ? kNone : known->second;
}
