// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SyncUnwritten.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

SyncUnwritten::Variable &SyncUnwritten::variable(spirv::Id id) {
  auto [it, isNew] = Variables.try_emplace(id);
  Variable &v = it->second;
  if (!isNew)
    return v;
  const spirv::Instruction *def = Walk.module.def(id);
  v.isAllWritten = def && def->operands.size() > 1; // has an initializer
  v.isNeverAssigned = !v.isAllWritten && !Walk.stored.mayBeAssigned(id);
  const spirv::Type *pointer = Walk.module.typeOf(id);
  v.written.resize(Walk.layout.size(Walk.module.type(pointer->element)));
  return v;
}

std::set<std::string>
SyncUnwritten::assumptionTexts(const AccessEvent &event) const {
  std::set<std::string> texts;
  for (uint32_t id : event.assumptions)
    texts.insert(Walk.symbols.assumptionText(id));
  return texts;
}

void SyncUnwritten::access(const Execution &now) {
  Variable &v = variable(now.event.variable);
  if (now.event.op != AccessOp::Store)
    checkRead(now, v);
  if (now.event.op != AccessOp::Load)
    noteStore(now, v);
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

/// Whether a store has moved on since the iteration before of a loop whose
/// number of iterations is not known: those that are not walked reach further.
bool SyncUnwritten::walksOn(const Execution &now, Variable &v, int lane,
                            int64_t at) const {
  FirstStore store{now.context, lane, at};
  auto [it, isNew] = v.firstStores.try_emplace(now.site, store);
  FirstStore &before = it->second;
  if (isNew || before.context == now.context)
    return false;
  bool hasMoved = before.lane != lane || before.at != at;
  before = store;
  return hasMoved && Conditions.isInOpenLoop(now.context);
}

void SyncUnwritten::noteStore(const Execution &now, Variable &v) {
  if (v.isAllWritten)
    return;
  const LaneSet &active = now.event.active;
  int first = active.find_first();
  for (int lane = first; lane >= 0; lane = active.find_next(lane)) {
    const LaneAddress &address = now.addresses[lane];
    if (!address.isConcrete || !address.isKnown ||
        (lane == first && walksOn(now, v, lane, address.at))) {
      v.isAllWritten = true; // it may be any byte
      return;
    }
    noteBytes(now, v, lane);
  }
  v.isAllWritten = v.written.all();
}

/// Where what is stored follows from a read of what nothing has written, the
/// bytes are as good as unwritten.
void SyncUnwritten::noteBytes(const Execution &now, Variable &v,
                              unsigned lane) {
  uint32_t read = now.event.op == AccessOp::Store
                      ? Spoiled.storedBy(now.event.instruction, lane)
                      : SpoiledMemory::kNone;
  int64_t begin = now.addresses[lane].at;
  for (int64_t at = begin; at < begin + now.event.requestBytes; ++at)
    if (at >= 0 && at < int64_t(v.written.size())) {
      v.written[at] = read == SpoiledMemory::kNone;
      Spoiled.set(now.event.variable, at, read);
    }
}

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

/// In a loop whose trips were counted in memory: it runs where something was
/// counted, and that may be what has stored.
bool SyncUnwritten::isInCountedLoop(uint32_t context) const {
  auto isLoaded = [&](SymbolId symbol) {
    return Walk.symbols[symbol].kind == Symbol::Kind::Loaded;
  };
  return llvm::any_of(Conditions.chain(context), [&](const Context *c) {
    const ConditionInfo *info = Math.condition(c->condition->symbol);
    return c->condition->isTrip && info && compares(*info, isLoaded);
  });
}

/// None of the bytes at \p address is written.
static bool isUnwritten(const llvm::BitVector &written,
                        const LaneAddress &address, unsigned bytes) {
  int64_t end = address.at + bytes;
  return address.isKnown && address.isConcrete && address.at >= 0 &&
         end <= int64_t(written.size()) &&
         !written.test(address.at) && // most often; the rest costs more
         written.find_first_in(address.at, end) == -1;
}

void SyncUnwritten::checkRead(const Execution &now, Variable &v) {
  bool isCarriedOn = now.event.op == AccessOp::Load &&
                     Spoiled.isCarriedOn(now.event.instruction);
  if (isCarriedOn)
    forEachLane(now.event.active, [&](unsigned lane) {
      Spoiled.setLoaded(now.event.instruction, lane, SpoiledMemory::kNone);
    });
  if (v.isAllWritten ||
      readsNothing(Walk.module,
                   Walk.module.instructions()[now.event.instruction]) ||
      Conditions.isEdge(now.context))
    return;
  int first = now.event.active.find_first();
  if (v.isNeverAssigned && first >= 0) {
    const LaneAddress &address = now.addresses[first];
    bool isConcrete = address.isKnown && address.isConcrete;
    Findings.addUninitializedRead(
        Sites[now.site], first,
        isConcrete ? std::optional<int64_t>(address.at) : std::nullopt,
        assumptionTexts(now.event));
    v.isAllWritten = true; // one finding says it of all reads
    return;
  }
  bool isPlain =
      Conditions.isPlain(now.context) && !isInCountedLoop(now.context);
  if (isPlain && isCarriedOn)
    return carryOn(now, v);
  for (unsigned lane = 0; lane < now.addresses.size(); ++lane) {
    const LaneAddress &address = now.addresses[lane];
    if (!isUnwritten(v.written, address, now.event.requestBytes) ||
        !now.event.active.test(lane))
      continue;
    if (isPlain)
      tell(now, lane);
    else
      Candidates.push_back({now.site, lane, now.event.variable, address.at});
    return;
  }
}

/// The read that what \p lane loads follows from; kNone: it is one itself.
uint32_t SyncUnwritten::readBehind(const Execution &now, unsigned lane) const {
  int64_t begin = now.addresses[lane].at;
  for (int64_t at = begin; at < begin + now.event.requestBytes; ++at)
    if (uint32_t read = Spoiled.get(now.event.variable, at);
        read != SpoiledMemory::kNone)
      return read;
  return SpoiledMemory::kNone;
}

/// Nothing is made of what is loaded but what is stored to shared memory.
void SyncUnwritten::carryOn(const Execution &now, const Variable &v) {
  uint32_t own = SpoiledMemory::kNone;
  forEachLane(now.event.active, [&](unsigned lane) {
    const LaneAddress &address = now.addresses[lane];
    if (!isUnwritten(v.written, address, now.event.requestBytes))
      return;
    uint32_t read = readBehind(now, lane);
    if (read == SpoiledMemory::kNone && own == SpoiledMemory::kNone)
      own =
          Spoiled.add({now.site, lane, address.at, assumptionTexts(now.event)});
    Spoiled.setLoaded(now.event.instruction, lane,
                      read == SpoiledMemory::kNone ? own : read);
  });
}

/// \p lane uses what nothing has written, or what follows from it.
void SyncUnwritten::tell(const Execution &now, unsigned lane) {
  uint32_t number = readBehind(now, lane);
  if (number == SpoiledMemory::kNone) {
    Findings.addUninitializedRead(Sites[now.site], lane, now.addresses[lane].at,
                                  assumptionTexts(now.event));
    return;
  }
  SpoiledMemory::Read &read = Spoiled[number];
  if (!read.isTold)
    Findings.addUninitializedRead(Sites[read.site], read.lane, read.at,
                                  read.assumptions);
  read.isTold = true;
}

void SyncUnwritten::finish() {
  // A condition that is not known may be what keeps a read to what is written:
  // behind one, only a variable counts that nothing writes at all.
  for (const Candidate &read : Candidates) {
    const Variable &v = Variables[read.variable];
    if (!v.isAllWritten && v.written.none())
      Findings.addUninitializedRead(Sites[read.site], read.lane, read.at, {});
  }
}
