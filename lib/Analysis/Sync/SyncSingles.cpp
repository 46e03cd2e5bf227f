// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sync/SyncSingles.h"
#include "Flow/WorkgroupConditions.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using Kind = OpenCondition::Kind;

/// \p context holds in \p lane of the first workgroup, and not in that of its
/// neighbour in some dimension.
bool SyncSingles::isKeptToOne(const Context &context, uint32_t lane) const {
  const ConditionInfo *info = Math.condition(context.condition->symbol);
  if (!info || !info->isWhole[context.side])
    return false;
  auto holdsIn = [&](const std::array<uint32_t, 3> &id) {
    return isTaken(*info, context.side, lane, Walk.workgroupIds, id);
  };
  if (holdsIn({0, 0, 0}) != true)
    return false;
  for (unsigned d = 0; d < 3; ++d) {
    std::array<uint32_t, 3> next = {0, 0, 0};
    next[d] = 1;
    bool exists = Walk.workgroupIds[d] != kNoSymbol &&
                  (!Walk.dispatch || (*Walk.dispatch)[d] > 1);
    if (exists && holdsIn(next) == false)
      return true;
  }
  return false;
}

/// It may say that there is one workgroup.
bool SyncSingles::asksForCount(const OpenCondition &condition) const {
  const ConditionInfo *info = Math.condition(condition.symbol);
  auto isCount = [&](SymbolId symbol) {
    return llvm::is_contained(Walk.workgroupCounts, symbol);
  };
  return info && condition.kind == Kind::Uniform && compares(*info, isCount);
}

/// Notes in \p access what that rests on.
SyncSingles::Who SyncSingles::whoExecutes(uint32_t context, uint32_t lane,
                                          Access &access) const {
  bool isOne = false;
  for (const Context *c : Conditions.chain(context)) {
    const OpenCondition &condition = *c->condition;
    if (condition.isSwitch)
      return Who::Unknown;
    bool isEdge =
        condition.kind == Kind::Guard && c->side != condition.interior;
    if ((isEdge || condition.scope < UniformityScope::Dispatch) &&
        isKeptToOne(*c, lane)) {
      isOne = true;
      access.assumptions.erase(c->assumption());
      continue;
    }
    if (isEdge || asksForCount(condition) ||
        (condition.kind == Kind::Uniform &&
         condition.scope < UniformityScope::Dispatch))
      return Who::Unknown;
    if (condition.kind == Kind::Varying) {
      if (!isFreeData(condition))
        return Who::Unknown;
      access.dependsOnData = true;
    }
    if (uint32_t text = c->assumption(); text != kNothingAssumed)
      access.assumptions.insert(text);
  }
  // Data that picks one invocation may pick the right moment.
  return !isOne ? Who::Any : access.dependsOnData ? Who::Unknown : Who::One;
}

void SyncSingles::access(const AccessEvent &event, const SyncSite &site,
                         uint32_t siteNumber, uint32_t context,
                         llvm::ArrayRef<LaneAddress> addresses) {
  int lane = event.active.find_first();
  if (OfOne.count(siteNumber) || OfAny.count(siteNumber) || lane < 0 ||
      !addresses[lane].isKnown || !addresses[lane].isConcrete)
    return;
  Access access;
  access.assumptions.insert(event.assumptions.begin(), event.assumptions.end());
  Who who = whoExecutes(context, lane, access);
  if (who == Who::Unknown)
    return;
  access.site = site;
  access.context = context;
  access.lane = lane;
  access.region = addresses[lane].region;
  access.begin = addresses[lane].at;
  access.end = access.begin + event.requestBytes;
  (who == Who::One ? OfOne : OfAny).emplace(siteNumber, std::move(access));
}

/// \p one sets a value and \p any builds on what is there: though both are
/// atomics, the order of the two decides.
bool SyncSingles::isReset(const Access &one, const Access &any) const {
  auto opcodeOf = [&](const Access &access) {
    return Walk.module.instructions()[access.site.instruction].opcode;
  };
  uint16_t sets = opcodeOf(one), builds = opcodeOf(any);
  return (sets == spv::OpAtomicExchange || sets == spv::OpAtomicStore) &&
         spirv::isUpdatingAtomic(builds);
}

void SyncSingles::meet(const Access &one, const Access &any) const {
  if (any.site.op != AccessOp::Atomic ||
      (one.site.op == AccessOp::Atomic && !isReset(one, any)) ||
      one.site.variable != any.site.variable || one.region != any.region ||
      one.begin >= any.end || any.begin >= one.end)
    return;
  // Two different conditions may exclude each other.
  if (!Conditions.isUnderThoseOf(one.context, any.context) &&
      !Conditions.isUnderThoseOf(any.context, one.context))
    return;
  SyncFindings::Race race;
  race.missing = RaceFact::Missing::Everything;
  race.keptToOne = one.site.instruction;
  race.firstLane = one.lane;
  race.secondLane = any.lane;
  race.dependsOnData = any.dependsOnData;
  race.addressBytes = std::max(one.begin, any.begin);
  if (!Walk.dispatch)
    race.assumptions.insert("there are several workgroups");
  for (const Access *access : {&one, &any})
    for (uint32_t text : access->assumptions)
      race.assumptions.insert(Walk.symbols.assumptionText(text));
  Findings.addRace(one.site, any.site, std::move(race));
}

void SyncSingles::finish() {
  if (Ordering.maySpin())
    return;
  for (const auto &[oneSite, one] : OfOne)
    for (const auto &[anySite, any] : OfAny)
      meet(one, any);
}
