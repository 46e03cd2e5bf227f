// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SyncNeighbours.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>
#include <cstdlib>
#include <numeric>

using namespace wglint;
using Kind = OpenCondition::Kind;

/// The distance of neighbouring lanes of \p active, where it is the same for
/// all of them; 0: it is not.
static int64_t laneStep(const Lanes &at, const LaneSet &active) {
  int64_t step = 0;
  for (int lane = active.find_first(); lane >= 0;) {
    int next = active.find_next(lane);
    if (next < 0)
      break;
    int64_t here = at[next] - at[lane];
    if (next != lane + 1 || here == 0 || (step != 0 && here != step))
      return 0;
    step = here;
    lane = next;
  }
  return step;
}

/// `v[gl_GlobalInvocationID.x]`, whichever part of the element.
std::optional<SyncNeighbours::Access>
SyncNeighbours::ownElement(const AccessEvent &event) const {
  const LaneValue &at = event.offsetBytes;
  Access own;
  own.stepBytes = laneStep(at.constant, event.active);
  if (own.stepBytes <= 0 || at.terms.size() != 1 ||
      at.terms[0].monomial.size() != 1 ||
      at.terms[0].monomial[0] != Walk.workgroupIds[0] ||
      !at.terms[0].coefficient.isUniformOver(event.active))
    return std::nullopt;
  int first = event.active.find_first();
  int64_t workgroupStep = at.terms[0].coefficient[first];
  if (workgroupStep < own.stepBytes * int64_t(event.active.count()))
    return std::nullopt;
  own.at = at.constant[first] - first * own.stepBytes;
  return own;
}

/// It takes whatever number data, or the iteration of a loop whose end is not
/// known, says; those of atomics are handed out one by one. \p isAlone: nothing
/// is added to it. Beside others, one that is the same for all may be where a
/// part of the array begins.
bool SyncNeighbours::isAnyNumber(SymbolId id, bool isAlone) const {
  const Symbol &symbol = Walk.symbols[id];
  if (symbol.kind == Symbol::Kind::LoopIteration)
    return symbol.isUnbounded;
  const UnknownReason &reason = *symbol.reason;
  return (isAlone || symbol.isVarying()) &&
         reason.kind == UnknownKind::DataDependent &&
         !(reason.origin && reason.origin->kind == SiteKind::Atomic);
}

/// `v[j]`, where j is any number, or `v[j * pitch + k]`.
std::optional<SyncNeighbours::Access>
SyncNeighbours::anyElement(const AccessEvent &event) const {
  const LaneValue &at = event.offsetBytes;
  bool isAlone = at.terms.size() == 1;
  auto isAny = [&](SymbolId id) { return isAnyNumber(id, isAlone); };
  auto isNumberOrPitch = [&](SymbolId id) {
    return isAny(id) || Walk.symbols[id].scope == UniformityScope::Dispatch;
  };
  bool isPicked =
      !at.terms.empty() && at.constant.isUniformOver(event.active) &&
      llvm::all_of(at.terms, [&](const Term &t) {
        return llvm::any_of(t.monomial, isAny) &&
               llvm::all_of(t.monomial, isNumberOrPitch) &&
               t.coefficient.isUniformOver(event.active);
      });
  if (!isPicked)
    return std::nullopt;
  Access any;
  int first = event.active.find_first();
  for (const Term &t : at.terms)
    any.stepBytes = std::gcd(any.stepBytes, t.coefficient[first]);
  any.at = at.constant[first];
  return any;
}

/// Of a structure that is copied as a whole, the members that matter are not
/// known.
bool SyncNeighbours::isOfVector(const AccessEvent &event) const {
  const spirv::Instruction &inst =
      Walk.module.instructions()[event.instruction];
  const spirv::Type *type = inst.opcode == spv::OpStore
                                ? Walk.module.typeOf(inst.idOperand(1))
                                : Walk.module.typeOf(inst.result);
  using spirv::TypeKind;
  return type && (type->kind == TypeKind::Int || type->kind == TypeKind::Float ||
                  type->kind == TypeKind::Vector);
}

void SyncNeighbours::access(const AccessEvent &event, const SyncSite &site,
                            uint32_t siteNumber, uint32_t context,
                            uint32_t control, const Idleness &idle) {
  HasAtomic |= event.op == AccessOp::Atomic;
  if (event.unknown || event.active.none() || !isOfVector(event))
    return;
  std::optional<Access> own = ownElement(event);
  std::optional<Access> made = own ? own : anyElement(event);
  // Under a condition on data, that may tell who is looked at from who looks.
  if (!made || (own && !Conditions.isPlain(context)))
    return;
  auto [it, isNew] = (own ? Own : Any).try_emplace({siteNumber, made->at});
  Access &access = it->second;
  if (isNew) {
    access = std::move(*made);
    access.site = site;
    access.context = context;
    access.lane = event.active.find_first();
    access.requestBytes = event.requestBytes;
    access.idle = idle;
    access.assumptions.insert(event.assumptions.begin(),
                              event.assumptions.end());
  }
  access.controls.insert(control);
  access.idle.bytes &= idle.bytes;
  if (access.idle.kept != idle.kept)
    access.idle.kept = Decisions::kNever;
}

/// A bound stands before it: there are as many workgroups as it takes.
bool SyncNeighbours::hasBound(const Access &access) const {
  return llvm::any_of(Conditions.chain(access.context), [](const Context *c) {
    return c->condition->kind == Kind::Guard;
  });
}

/// `v[id]` and `v[j + 1]` are elements of one array, where `v[4096 + j]` may be
/// a part of it that is kept apart.
static constexpr int64_t kMostElementsApart = 2;

/// Some byte of the element is used by both, and stored by one of them.
bool SyncNeighbours::isConflict(const Access &own, const Access &any) const {
  bool isStored =
      own.site.op == AccessOp::Store || any.site.op == AccessOp::Store;
  if (!isStored || own.site.op == AccessOp::Atomic ||
      own.site.variable != any.site.variable ||
      own.site.name != any.site.name ||
      any.stepBytes % own.stepBytes != 0 ||
      std::llabs(own.at - any.at) > kMostElementsApart * own.stepBytes)
    return false;
  // What a load has is kNever, the least.
  if (Conditions.holds(std::max(own.idle.kept, any.idle.kept), own.context,
                       any.context, UniformityScope::Dispatch))
    return false;
  int64_t distance = (own.at - any.at) % own.stepBytes;
  for (int64_t byte = 0; byte < own.requestBytes; ++byte) {
    int64_t other = byte + distance;
    if (other < 0)
      other += own.stepBytes; // of the next element
    if (other < any.requestBytes && !(own.idle.bytes >> byte & 1) &&
        !(any.idle.bytes >> other & 1))
      return true;
  }
  return false;
}

/// Reports the two, if there is or is not a barrier between them.
bool SyncNeighbours::meet(const Access &own, const Access &any,
                          bool isUnordered) const {
  auto together = Conditions.together(own.context, any.context, false);
  bool isMet = llvm::any_of(own.controls, [&](uint32_t control) {
    return any.controls.count(control) != 0;
  });
  if (!together || isMet != isUnordered || !isConflict(own, any))
    return false;
  SyncFindings::Race race;
  race.missing = RaceFact::Missing::Everything;
  race.firstLane = own.lane;
  race.secondLane = own.lane + 1;
  race.dependsOnData = true;
  race.isOwnElement = !isUnordered && (hasBound(own) || hasBound(any));
  auto addTexts = [&](const std::set<uint32_t> &texts) {
    for (uint32_t text : texts)
      race.assumptions.insert(Walk.symbols.assumptionText(text));
  };
  addTexts(own.assumptions);
  addTexts(together->assumptions);
  if (isUnordered) {
    race.missing = RaceFact::Missing::Barrier;
    Findings.addRace(own.site, any.site, race);
    race.missing = RaceFact::Missing::Everything;
  }
  // Those of other workgroups meet there as well, if there are any.
  if (Walk.dispatch && (*Walk.dispatch)[0] == 1)
    return isUnordered;
  if (!Walk.dispatch)
    race.assumptions.insert("there are several workgroups");
  Findings.addRace(own.site, any.site, std::move(race));
  return true;
}

void SyncNeighbours::finish() {
  if (HasFence && HasAtomic)
    return;
  // One pair says it of a variable, without a barrier rather than with one.
  std::set<std::string> said;
  for (bool isUnordered : {true, false})
    for (const auto &[ownSite, own] : Own)
      for (const auto &[anySite, any] : Any)
        if (!said.count(own.site.name) && meet(own, any, isUnordered))
          said.insert(own.site.name);
}
