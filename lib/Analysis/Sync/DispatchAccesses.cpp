// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sync/DispatchAccesses.h"
#include "Lanes/AssumptionNames.h"
#include "Lanes/PureOps.h"
#include "Sync/ShadowMemory.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

/// Words that are kept, some tens of megabytes.
static constexpr size_t kMaxWords = 1 << 17;

std::vector<std::array<uint32_t, 3>>
wglint::workgroupsToWalk(const std::array<uint32_t, 3> &dispatch) {
  if (llvm::count_if(dispatch, [](uint32_t count) { return count > 1; }) != 1)
    return {};
  unsigned along = llvm::max_element(dispatch) - dispatch.begin();
  std::vector<std::array<uint32_t, 3>> chosen;
  for (uint32_t id : std::set<uint32_t>{0, 1, 2, dispatch[along] - 1})
    if (id < dispatch[along]) {
      chosen.push_back({0, 0, 0});
      chosen.back()[along] = id;
    }
  return chosen;
}

bool DispatchAccesses::areUnordered(const spirv::Module &module) {
  return llvm::none_of(module.instructions(),
                       [&](const spirv::Instruction &i) {
                         return spirv::ordersMemory(
                             module, i,
                             spv::MemorySemanticsUniformMemoryMask |
                                 spv::MemorySemanticsImageMemoryMask);
                       }) &&
         !spirv::usesSubgroups(module) &&
         !module.hasCapability(spv::CapabilityVulkanMemoryModel);
}

void DispatchAccesses::begin(std::optional<std::array<uint32_t, 3>> workgroup,
                             const SymbolTable &symbols) {
  Symbols = &symbols;
  IsOfAny = !workgroup;
  if (workgroup)
    Workgroups.push_back(*workgroup);
}

/// Nothing stands before it but the interior of one guard at most: of several,
/// one may leave no invocation to the other.
static bool isReached(const Flow &flow) {
  const Context *c = flow.context.get();
  return !c ||
         (!c->parent && c->condition->kind == OpenCondition::Kind::Guard &&
          !c->condition->beside && c->condition->partsWhere.empty() &&
          c->condition->asking.empty() && c->side == c->condition->interior);
}

bool DispatchAccesses::isLookedAt(
    const AccessEvent &event, const AccessCircumstances &circumstances) const {
  if (event.space != MemorySpace::Global || event.unknown || event.isMaybe ||
      TrialDepth > 0 || !event.element.empty() || event.elementBytes != 4 ||
      event.variable == spirv::Id::None || !event.offsetBytes.isConcrete() ||
      event.activation.isSummary || !isReached(*circumstances.flow) ||
      !StoredTo.mayBeStored(event.variable) || Touched.size() > kMaxWords)
    return false;
  const spirv::Decorations &d = M.decorations(event.variable);
  return !d.isCoherent && !d.isVolatile;
}

const SyncSite &DispatchAccesses::siteOf(const AccessEvent &event) {
  SyncSite site;
  site.instruction = event.instruction;
  site.callChain = event.callChain;
  site.op = event.op;
  site.space = event.space;
  site.variable = event.variable;
  site.name = event.name;
  site.loopDepth = event.loopDepth;
  return *Sites.insert(std::move(site)).first;
}

/// The same lanes of all workgroups store the same, where they store \p value.
static bool isSameForDispatch(const Value &value, const SymbolTable &symbols) {
  bool isSame = true;
  forEachScalar(value, [&](const LaneValue &v) {
    isSame &= everySymbol(v, [&](SymbolId s) {
      return symbols[s].scope == UniformityScope::Dispatch;
    });
  });
  return isSame;
}

void DispatchAccesses::access(const AccessEvent &event,
                              const AccessCircumstances &circumstances) {
  if (IsOfAny) {
    IsUsed |= anySymbol(event.offsetBytes, [&](SymbolId s) {
      return (*Symbols)[s].tellsWorkgroups();
    });
    if (event.op == AccessOp::Store &&
        (!circumstances.stored ||
         isSameForDispatch(*circumstances.stored, *Symbols)))
      SameForAll.insert(event.instruction);
    return;
  }
  if (!isLookedAt(event, circumstances))
    return;
  Toucher now{&siteOf(event),
              0,
              unsigned(Workgroups.size() - 1),
              SameForAll.count(event.instruction) != 0,
              {}};
  for (uint32_t id : event.assumptions) {
    const std::string &text = Symbols->assumptionText(id);
    if (text == kPlaceholderAssumption)
      return;
    now.assumptions.insert(text);
  }
  const LaneSet *outside = circumstances.outside.get();
  for (unsigned lane : event.active.set_bits()) {
    int64_t at = event.offsetBytes.constant[lane];
    if ((outside && outside->test(lane)) || at % kWordBytes != 0)
      continue;
    now.lane = lane;
    touch({event.variable, at}, now);
  }
}

void DispatchAccesses::touch(const Word &word, const Toucher &now) {
  std::vector<Toucher> &touched = Touched[word];
  bool isKnown = false;
  for (const Toucher &other : touched) {
    AccessOp theirs = other.site->op, mine = now.site->op;
    isKnown |= other.workgroup == now.workgroup && theirs == mine;
    bool isSame = theirs == AccessOp::Store && mine == AccessOp::Store &&
                  (other.isSameForAll || now.isSameForAll);
    if (other.workgroup != now.workgroup && areConflicting(theirs, mine) &&
        !isSame && llvm::none_of(Races, [&](const Race &race) {
          return race.word.first == word.first;
        }))
      Races.push_back({other, now, word});
  }
  if (!isKnown)
    touched.push_back(now);
}

void DispatchAccesses::finish(SyncFindings &findings) const {
  for (const Race &found : Races) {
    if (!IsUsed || findings.hasRaceOf(found.word.first))
      continue;
    SyncFindings::Race race;
    race.missing = RaceFact::Missing::Everything;
    race.firstLane = found.first.lane;
    race.secondLane = found.second.lane;
    race.workgroups.isPlacedByWorkgroup = true;
    race.workgroups.ids = {Workgroups[found.first.workgroup],
                           Workgroups[found.second.workgroup]};
    race.addressBytes = found.word.second;
    race.assumptions = found.first.assumptions;
    race.assumptions.insert(found.second.assumptions.begin(),
                            found.second.assumptions.end());
    findings.addRace(*found.first.site, *found.second.site, std::move(race));
  }
}
