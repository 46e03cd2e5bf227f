// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Code/SpoiledMemory.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

bool SpoiledMemory::isCarriedOn(uint32_t load) {
  const std::optional<std::set<uint32_t>> &stores = Effects.storesOf(load);
  auto variableOf = [&](uint32_t access) {
    return spirv::rootVariable(M, M.instructions()[access].idOperand(0));
  };
  return M.instructions()[load].opcode == spv::OpLoad && stores &&
         llvm::all_of(*stores, [&](uint32_t store) {
           return variableOf(store) == variableOf(load);
         });
}

void SpoiledMemory::setLoaded(uint32_t load, unsigned lane, uint32_t read) {
  if (read == kNone) {
    if (Loaded.empty())
      return;
    if (auto known = Loaded.find(load); known != Loaded.end())
      known->second.erase(lane);
    return;
  }
  auto [it, isNew] = Loaded.try_emplace(load);
  it->second[lane] = read;
  if (isNew)
    for (uint32_t store : *Effects.storesOf(load))
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

std::set<uint32_t> SpoiledMemory::readsBehind(spirv::Id variable) const {
  std::set<uint32_t> reads;
  for (auto it = Bytes.lower_bound({variable, INT64_MIN});
       it != Bytes.end() && it->first.first == variable; ++it)
    reads.insert(it->second);
  return reads;
}
