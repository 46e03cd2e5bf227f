// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sync/SyncUnwritten.h"
#include "Flow/WorkgroupConditions.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

/// Of larger variables nothing is said: no device has as much shared memory.
static constexpr uint64_t kMaxBytes = 1 << 24;

/// Blocks of shared memory are one memory: what stores to another of them
/// stores to \p variable.
static bool isStoredAsAnother(const SyncWalk &walk, spirv::Id variable) {
  auto isBlock = [&](spirv::Id id) {
    const spirv::Type *pointer = walk.module.typeOf(id);
    return pointer && pointer->storageClass == spv::StorageClassWorkgroup &&
           walk.module.type(pointer->element).isBlock;
  };
  return isBlock(variable) &&
         llvm::any_of(walk.module.globalVariables(), [&](spirv::Id other) {
           return other != variable && isBlock(other) &&
                  walk.stored.mayBeStored(other);
         });
}

SyncUnwritten::Variable &SyncUnwritten::variable(spirv::Id id) {
  auto [it, isNew] = Variables.try_emplace(id);
  Variable &v = it->second;
  if (!isNew)
    return v;
  const spirv::Instruction *def = Walk.module.def(id);
  v.isAllWritten = def && def->operands.size() > 1; // has an initializer
  v.isNeverAssigned = !v.isAllWritten && !Walk.stored.mayBeAssigned(id);
  const spirv::Type &type = Walk.module.type(Walk.module.typeOf(id)->element);
  v.isAllWritten |= isStoredAsAnother(Walk, id);
  uint64_t bytes = Walk.layout.size(type);
  v.isAllWritten |= bytes > kMaxBytes;
  v.written.resize(std::min(bytes, kMaxBytes));
  return v;
}

std::set<std::string>
SyncUnwritten::assumptionTexts(const AccessEvent &event) const {
  std::set<std::string> texts;
  auto v = Variables.find(event.variable);
  if (v != Variables.end() && v->second.isLeftToFirst)
    texts.insert("there are workgroups besides the first, which alone stores "
                 "to it");
  for (uint32_t id : event.assumptions)
    texts.insert(Walk.symbols.assumptionText(id));
  return texts;
}

/// No invocation of the second workgroup in all dimensions comes here, as
/// behind `if (gl_GlobalInvocationID.x == 0u)`.
bool SyncUnwritten::isOfFirstWorkgroup(const Execution &now) const {
  bool isAlone =
      Walk.dispatch &&
      llvm::all_of(*Walk.dispatch, [](uint32_t count) { return count < 2; });
  auto keepsAway = [&](const Context *c, unsigned lane) {
    const ConditionInfo *info = Math.condition(c->condition->symbol);
    return info &&
           isTaken(*info, c->side, lane, Walk.workgroupIds, {1, 1, 1}) == false;
  };
  return !isAlone && llvm::all_of(now.event.active.set_bits(), [&](int lane) {
    return llvm::any_of(Conditions.chain(now.context),
                        [&](const Context *c) { return keepsAway(c, lane); });
  });
}

void SyncUnwritten::access(const Execution &now) {
  Variable &v = variable(now.event.variable);
  if (isOfFirstWorkgroup(now)) {
    v.isLeftToFirst |= now.event.op == AccessOp::Store;
    return;
  }
  bool changesOnly =
      now.event.op == AccessOp::Atomic &&
      !readsNothing(Walk.module,
                    Walk.module.instructions()[now.event.instruction]);
  if (now.event.op != AccessOp::Store)
    checkRead(now, v);
  if (now.event.op != AccessOp::Load)
    noteStore(now, v, changesOnly);
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

/// \p changesOnly: it makes a new value out of the one that is there, so that
/// bytes which nothing has written are none that it has, whichever they are.
void SyncUnwritten::noteStore(const Execution &now, Variable &v,
                              bool changesOnly) {
  if (v.isAllWritten && Spoiled.isEmpty())
    return;
  if (v.isAllWritten)
    return noteAnyByte(now, v);
  v.isStored = true;
  const LaneSet &active = now.event.active;
  int first = active.find_first();
  for (int lane = first; lane >= 0; lane = active.find_next(lane)) {
    const LaneAddress &address = now.addresses[lane];
    if (!address.isConcrete || !address.isKnown ||
        (lane == first && walksOn(now, v, lane, address.at))) {
      if (!changesOnly)
        noteAnyByte(now, v);
      return;
    }
    noteBytes(now, v, lane);
  }
  v.isAllWritten = v.written.all();
}

/// Nothing is known of the variable from here on. What follows from a read of
/// what nothing has written may be used then, for all that is known.
void SyncUnwritten::noteAnyByte(const Execution &now, Variable &v) {
  v.isAllWritten = true;
  std::set<uint32_t> reads = Spoiled.readsBehind(now.event.variable);
  if (now.event.op == AccessOp::Store)
    forEachLane(now.event.active, [&](unsigned lane) {
      reads.insert(Spoiled.storedBy(now.event.instruction, lane));
    });
  reads.erase(SpoiledMemory::kNone);
  for (uint32_t read : reads)
    tell(read);
}

/// Where what is stored follows from a read of what nothing has written, the
/// bytes are as good as unwritten. They stay so where it is not known whether
/// something else is stored there.
void SyncUnwritten::noteBytes(const Execution &now, Variable &v,
                              unsigned lane) {
  uint32_t read = now.event.op == AccessOp::Store
                      ? Spoiled.storedBy(now.event.instruction, lane)
                      : SpoiledMemory::kNone;
  bool isKeptThere = read == SpoiledMemory::kNone && Spoiled.hasBytes() &&
                     !Conditions.isPlain(now.context);
  int64_t begin = now.addresses[lane].at;
  for (int64_t at = begin; at < begin + now.event.requestBytes; ++at) {
    bool isInside = at >= 0 && at < int64_t(v.written.size());
    bool isKept = isKeptThere &&
                  Spoiled.get(now.event.variable, at) != SpoiledMemory::kNone;
    if (!isInside || isKept)
      continue;
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

/// None of the bytes that \p lane reads is written, or some follow from such a
/// read.
bool SyncUnwritten::isUnwritten(const Execution &now, const Variable &v,
                                unsigned lane) const {
  const LaneAddress &address = now.addresses[lane];
  int64_t end = address.at + now.event.requestBytes;
  bool isInside = address.isKnown && address.isConcrete && address.at >= 0 &&
                  end <= int64_t(v.written.size());
  return isInside &&
         ((!v.written.test(address.at) && // most often; the rest costs more
           v.written.find_first_in(address.at, end) == -1) ||
          readBehind(now, lane) != SpoiledMemory::kNone);
}

/// Where the host's number decides how many invocations of each workgroup come,
/// the first one does, if any.
bool SyncUnwritten::isSureToCome(const Execution &now, unsigned lane) const {
  return int(lane) == now.event.active.find_first() ||
         !Conditions.isBoundedAlike(now.context);
}

/// Tells of what is used here, or may be, of what follows from reads of what
/// nothing has written. \p isCarriedOn: it is taken on, not used.
void SyncUnwritten::checkSpoiled(const Execution &now, bool isCarriedOn) {
  // Iterations that are not walked read other bytes.
  bool isAnyByte = Conditions.isInOpenLoop(now.context);
  forEachLane(now.event.active, [&](unsigned lane) {
    const LaneAddress &address = now.addresses[lane];
    isAnyByte |= !address.isKnown || !address.isConcrete;
  });
  if (isAnyByte) {
    for (uint32_t read : Spoiled.readsBehind(now.event.variable))
      tell(read);
    return;
  }
  if (isCarriedOn && Conditions.isPlain(now.context))
    return;
  forEachLane(now.event.active, [&](unsigned lane) {
    if (uint32_t read = readBehind(now, lane); read != SpoiledMemory::kNone)
      tell(read);
  });
}

void SyncUnwritten::checkRead(const Execution &now, Variable &v) {
  if (v.isAllWritten && Spoiled.isEmpty())
    return;
  bool isEdge = Conditions.isEdge(now.context);
  // A part of a structure is one of several requests of its instruction.
  bool isCarriedOn = now.event.op == AccessOp::Load &&
                     now.event.requestBytes == now.event.elementBytes &&
                     !isEdge && Spoiled.isCarriedOn(now.event.instruction);
  if (isCarriedOn)
    forEachLane(now.event.active, [&](unsigned lane) {
      Spoiled.setLoaded(now.event.instruction, lane, SpoiledMemory::kNone);
    });
  if (v.isAllWritten ||
      readsNothing(Walk.module,
                   Walk.module.instructions()[now.event.instruction]))
    return;
  if (Spoiled.hasBytes())
    checkSpoiled(now, isCarriedOn);
  if (isEdge)
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
    if (!now.event.active.test(lane) || !isUnwritten(now, v, lane) ||
        readBehind(now, lane) != SpoiledMemory::kNone)
      continue;
    // Outside of loops, what stores later on comes too late for whoever counts;
    // of what is loaded nothing may be used, as of an `inout` argument.
    bool isFirst = now.event.op == AccessOp::Atomic && !v.isStored &&
                   !v.isAllWritten && now.event.loopDepth == 0;
    if (isFirst || (isPlain && isSureToCome(now, lane)))
      Findings.addUninitializedRead(Sites[now.site], lane,
                                    now.addresses[lane].at,
                                    assumptionTexts(now.event));
    else
      Candidates.push_back(
          {now.site, lane, now.event.variable, now.addresses[lane].at});
    return;
  }
}

/// The read that what \p lane loads follows from; kNone: it is one itself.
uint32_t SyncUnwritten::readBehind(const Execution &now, unsigned lane) const {
  if (!Spoiled.hasBytes())
    return SpoiledMemory::kNone;
  int64_t begin = now.addresses[lane].at;
  for (int64_t at = begin; at < begin + now.event.requestBytes; ++at)
    if (uint32_t read = Spoiled.get(now.event.variable, at);
        read != SpoiledMemory::kNone)
      return read;
  return SpoiledMemory::kNone;
}

/// Nothing is made of what is loaded but values that are stored there again.
void SyncUnwritten::carryOn(const Execution &now, const Variable &v) {
  uint32_t own = SpoiledMemory::kNone;
  forEachLane(now.event.active, [&](unsigned lane) {
    if (!isUnwritten(now, v, lane) || !isSureToCome(now, lane))
      return;
    uint32_t read = readBehind(now, lane);
    if (read == SpoiledMemory::kNone && own == SpoiledMemory::kNone)
      own = Spoiled.add({now.site, lane, now.addresses[lane].at,
                         assumptionTexts(now.event), /*isTold=*/false});
    Spoiled.setLoaded(now.event.instruction, lane,
                      read == SpoiledMemory::kNone ? own : read);
  });
}

/// What nothing has written, or what follows from it, is used.
void SyncUnwritten::tell(uint32_t number) {
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
    if (!v.isStored && !v.isAllWritten)
      Findings.addUninitializedRead(Sites[read.site], read.lane, read.at, {});
  }
}
