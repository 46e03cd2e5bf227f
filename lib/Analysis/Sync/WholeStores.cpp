// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sync/WholeStores.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace wglint;

void WholeStore::add(int64_t distance, const Part &part) {
  auto [it, isNew] = Parts.try_emplace(distance, part);
  if (isNew)
    return;
  it->second.kept &= part.kept;
  it->second.bytes = std::max(it->second.bytes, part.bytes);
}

void WholeStore::note(const AccessEvent &event, unsigned firstComponent,
                      uint32_t kept, std::string name) {
  int64_t address = event.offsetBytes.constant[event.active.find_first()];
  if (firstComponent == 0 &&
      llvm::all_of(event.part, [](uint32_t index) { return index == 0; }))
    Start = address;
  add(address - Start, {event.requestBytes, kept, std::move(name)});
}

void WholeStore::join(const WholeStore &other) {
  for (const auto &[distance, part] : other.Parts)
    add(distance, part);
}

std::vector<WholeStoreFact::Part> WholeStore::parts() const {
  std::vector<WholeStoreFact::Part> parts;
  for (const auto &[distance, part] : Parts)
    parts.push_back({part.name, uint64_t(distance), part.bytes,
                     unsigned(llvm::popcount(part.kept))});
  return parts;
}
