// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sync/SyncAnnounced.h"
#include "Lanes/PureOps.h"
#include "Sync/SyncComponents.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using Kind = OpenCondition::Kind;

/// Unknowns behind one value that are looked at.
static constexpr unsigned kMaxBehind = 128;

/// The atomic \p inst does what a memory barrier in front of it would do; true
/// where that is not known.
static bool releases(const spirv::Module &module,
                     const spirv::Instruction &inst) {
  if (inst.operands.size() <= spirv::kAtomicSemantics)
    return true;
  const spirv::Instruction *given =
      module.def(inst.idOperand(spirv::kAtomicSemantics));
  constexpr uint32_t kReleasing =
      uint32_t(spv::MemorySemanticsReleaseMask) |
      uint32_t(spv::MemorySemanticsAcquireReleaseMask) |
      uint32_t(spv::MemorySemanticsSequentiallyConsistentMask);
  return !given || given->opcode != spv::OpConstant ||
         (given->operands[0] & kReleasing) != 0;
}

//===----------------------------------------------------------------------===//
// What a condition is made of
//===----------------------------------------------------------------------===//

static void addSymbols(const LaneValue &value, std::vector<SymbolId> &work) {
  for (const Term &t : value.terms)
    work.insert(work.end(), t.monomial.begin(), t.monomial.end());
}

/// Adds to \p work what \p symbol was made of, and to \p telling what it is.
void SyncAnnounced::addMade(SymbolId symbol, std::vector<SymbolId> &work,
                            Telling &telling) const {
  if (const ChosenValues::Choice *choice = Math.chosen().find(symbol)) {
    if (choice->condition != kNoSymbol)
      work.push_back(choice->condition);
    addSymbols(choice->whenTrue, work);
    addSymbols(choice->whenFalse, work);
    return;
  }
  const ValueSources::Made *made = Sources.madeBy(symbol).first;
  if (!made) {
    // Of an atomic nothing is noted but that it has returned this.
    const UnknownReason &reason = *Walk.symbols[symbol].reason;
    if (reason.origin && reason.origin->kind == SiteKind::Atomic)
      telling.atomics.insert(reason.instruction);
    return;
  }
  const spirv::Instruction &inst = *made->inst;
  telling.isEquality |=
      inst.opcode == spv::OpIEqual || inst.opcode == spv::OpINotEqual;
  if (inst.opcode != spv::OpLoad) {
    for (const Value &operand : made->operands)
      forEachScalar(operand, [&](const LaneValue &v) { addSymbols(v, work); });
    return;
  }
  auto it = Shared.find(spirv::rootVariable(Walk.module, inst.idOperand(0)));
  if (it == Shared.end())
    return;
  telling.atomics.insert(it->second.atomics.begin(), it->second.atomics.end());
  telling.isEquality |= it->second.isEquality;
}

SyncAnnounced::Telling SyncAnnounced::tellingOf(const LaneValue &value) const {
  Telling telling;
  std::vector<SymbolId> work;
  std::set<SymbolId> seen;
  addSymbols(value, work);
  while (!work.empty() && seen.size() < kMaxBehind) {
    SymbolId symbol = work.back();
    work.pop_back();
    if (seen.insert(symbol).second)
      addMade(symbol, work, telling);
  }
  return telling;
}

void SyncAnnounced::storeShared(const AccessEvent &event, const Value &stored) {
  if (Announced.empty())
    return;
  forEachScalar(stored, [&](const LaneValue &v) {
    Telling telling = tellingOf(v);
    if (telling.atomics.empty())
      return;
    Telling &known = Shared[event.variable];
    known.atomics.insert(telling.atomics.begin(), telling.atomics.end());
    known.isEquality |= telling.isEquality;
  });
}

SyncAnnounced::Told SyncAnnounced::toldBefore(uint32_t context) const {
  Told told;
  for (const Context *c : Conditions.chain(context)) {
    const OpenCondition &condition = *c->condition;
    if (condition.kind == Kind::Uniform &&
        condition.scope == UniformityScope::Dispatch)
      continue;
    if (condition.kind == Kind::Guard) {
      if (c->side != condition.interior)
        return {};
      continue;
    }
    Telling telling = condition.value ? tellingOf(*condition.value) : Telling();
    bool isTold = telling.isEquality && !telling.atomics.empty();
    // What else decides may be how workgroups keep out of each other's way.
    if (!isTold && !condition.isTrip)
      return {};
    if (!isTold)
      continue;
    told.atomics.insert(telling.atomics.begin(), telling.atomics.end());
    told.texts.insert(c->assumption());
  }
  return told;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

void SyncAnnounced::access(const Visit &visit) {
  // There, what is coherent stands with each access.
  if (Walk.module.hasCapability(spv::CapabilityVulkanMemoryModel) ||
      (visit.event.unknown && visit.circumstances.texel.empty()))
    return;
  switch (visit.event.op) {
  case AccessOp::Atomic:
    return noteAtomic(visit);
  case AccessOp::Load:
    return load(visit);
  case AccessOp::Store:
    break;
  }
  Stores.erase(visit.siteNumber);
  if (!visit.site.isCoherent &&
      Conditions.isSameForWorkgroups(visit.context, /*orDependsOnData=*/false))
    Stores.insert({visit.siteNumber,
                   {visit.event, visit.circumstances.texel,
                    visit.circumstances.outside, visit.site, visit.memory,
                    visit.fences[visit.memory], visit.control, visit.context}});
}

void SyncAnnounced::noteAtomic(const Visit &visit) {
  uint32_t atomic = visit.event.instruction;
  if (releases(Walk.module, Walk.module.instructions()[atomic]) ||
      !Conditions.isSameForWorkgroups(visit.context, /*orDependsOnData=*/false))
    return;
  for (const auto &[site, stored] : Stores) {
    Announced.erase({atomic, site});
    if (stored.fence != visit.fences[stored.memory])
      continue;
    Stored announced = stored;
    // Nothing but a barrier() makes one lane speak for another.
    if (stored.control == visit.control)
      announced.event.active &= visit.event.active;
    if (announced.event.active.any())
      Announced.insert({{atomic, site}, std::move(announced)});
  }
}

/// Where one workgroup stores and another one loads, no condition of the
/// dispatch keeps the one or the other away.
bool SyncAnnounced::isConsistent(const Visit &visit,
                                 const Stored &stored) const {
  return !Conditions.isExcluded(stored.context, visit.context, visit.context) &&
         Conditions.isUnderThoseOf(visit.context, stored.context);
}

void SyncAnnounced::load(const Visit &visit) {
  auto isOfThis = [&](const Stored &stored) {
    return stored.site.variable == visit.event.variable &&
           stored.control <= visit.control;
  };
  if (visit.site.isCoherent || llvm::none_of(Announced, [&](const auto &entry) {
        return isOfThis(entry.second);
      }))
    return;
  Told told = toldBefore(visit.context);
  for (const auto &[key, stored] : Announced) {
    if (!told.atomics.count(key.first) || !isOfThis(stored) ||
        !isConsistent(visit, stored))
      continue;
    for (unsigned d = 0; d < 3; ++d) {
      bool hasSeveral = Walk.workgroupIds[d] != kNoSymbol &&
                        (!Walk.dispatch || (*Walk.dispatch)[d] > 1);
      for (uint32_t storing : {0u, 1u})
        if (hasSeveral)
          if (auto meeting = meet(visit, stored, d, storing))
            return report(visit, stored, key.first, told, *meeting,
                          {d, 1 - storing});
    }
  }
}

//===----------------------------------------------------------------------===//
// Where two workgroups meet
//===----------------------------------------------------------------------===//

/// The addresses in the workgroup that \p view names, whose ids of other
/// dimensions are 0.
std::vector<LaneAddress>
SyncAnnounced::placesOf(const AccessEvent &event,
                        llvm::ArrayRef<LaneValue> texel, const LaneSet *outside,
                        WorkgroupView view) const {
  auto isOther = [&](const Term &t) {
    return llvm::any_of(llvm::enumerate(Walk.workgroupIds), [&](auto id) {
      return id.index() != view.dimension && id.value() != kNoSymbol &&
             llvm::is_contained(t.monomial, id.value());
    });
  };
  auto atOrigin = [&](LaneValue value) {
    llvm::erase_if(value.terms, isOther);
    return value;
  };
  AccessEvent there = event;
  there.offsetBytes = atOrigin(event.offsetBytes);
  for (LaneValue &index : there.element)
    index = atOrigin(index);
  llvm::SmallVector<LaneValue, 3> coordinates;
  for (const LaneValue &coordinate : texel)
    coordinates.push_back(atOrigin(coordinate));
  return Addresses.addresses(Addresses.split(there, coordinates, outside),
                             view);
}

static bool isNumber(const LaneAddress &a, const LaneAddress &b) {
  return a.region == b.region && a.at == b.at;
}

/// The workgroup \p storingId of 0 and 1 stores to what the other one loads,
/// and it alone does.
std::optional<SyncAnnounced::Meeting>
SyncAnnounced::meet(const Visit &visit, const Stored &stored,
                    unsigned dimension, uint32_t storingId) const {
  auto storesOf = [&](uint32_t id) {
    return placesOf(stored.event, stored.texel, stored.outside.get(),
                    {dimension, id});
  };
  std::vector<LaneAddress> stores = storesOf(storingId),
                           others = storesOf(1 - storingId),
                           loads =
                               placesOf(visit.event, visit.circumstances.texel,
                                        visit.circumstances.outside.get(),
                                        {dimension, 1 - storingId});
  std::map<std::pair<uint32_t, int64_t>, unsigned> laneAt;
  for (unsigned lane : stored.event.active.set_bits())
    if (stores[lane].isKnown && others[lane].isKnown &&
        !isNumber(stores[lane], others[lane]))
      laneAt.try_emplace({stores[lane].region, stores[lane].at}, lane);
  const LaneSet &coming = visit.event.active;
  for (unsigned lane : coming.set_bits())
    if (auto it = laneAt.find({loads[lane].region, loads[lane].at});
        loads[lane].isKnown && it != laneAt.end())
      return Meeting{it->second, lane, loads[lane]};
  return std::nullopt;
}

void SyncAnnounced::report(const Visit &visit, const Stored &stored,
                           uint32_t atomic, const Told &told,
                           const Meeting &meeting, WorkgroupView loading) {
  SyncFindings::Race race;
  race.missing = RaceFact::Missing::MemoryBarrier;
  race.firstLane = meeting.storing;
  race.secondLane = meeting.loading;
  race.workgroups.dimension = loading.dimension;
  race.announcedBy = atomic;
  race.part = partText(Walk.module, visit.event);
  if (visit.event.space != MemorySpace::Image) {
    race.addressBytes = meeting.at.at;
    if (!meeting.at.isConcrete)
      race.unknownBase = unknownPartText(
          Math, unknownPartIn(Walk, visit.event.offsetBytes, loading),
          meeting.loading);
  }
  for (const AccessEvent *event : {&visit.event, &stored.event})
    for (uint32_t text : event->assumptions)
      if (!told.texts.count(text))
        race.assumptions.insert(Walk.symbols.assumptionText(text));
  Findings.addRace(stored.site, visit.site, std::move(race));
}
