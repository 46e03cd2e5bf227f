// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sync/SyncNeighbours.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>
#include <numeric>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

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

/// `v[gl_GlobalInvocationID.x]`, whichever part of the element. In a walk of
/// one workgroup, behind `id < 5000u` as well, that is no more than `v[lane]`.
std::optional<SyncNeighbours::Access>
SyncNeighbours::ownElement(const AccessEvent &event) const {
  const LaneValue &at = event.offsetBytes;
  Access own;
  int first = event.active.find_first();
  if (isOneWorkgroup() && at.isConcrete()) {
    own.stepBytes = laneStep(at.constant, event.active);
    own.at = at.constant[first] - first * own.stepBytes;
    return own.stepBytes > 0 ? std::optional(own) : std::nullopt;
  }
  if (at.terms.size() != 1 || at.terms[0].monomial.size() != 1 ||
      at.terms[0].monomial[0] != Walk.workgroupIds[0] ||
      !at.terms[0].coefficient.isUniformOver(event.active))
    return std::nullopt;
  int64_t workgroupStep = at.terms[0].coefficient[first];
  own.stepBytes =
      Walk.laneCount == 1 ? workgroupStep : laneStep(at.constant, event.active);
  if (own.stepBytes <= 0 ||
      workgroupStep < own.stepBytes * int64_t(event.active.count()))
    return std::nullopt;
  own.at = at.constant[first] - first * own.stepBytes;
  return own;
}

/// `v[id]` and `v[j + 1]` are elements of one array, where `v[4096 + j]` may be
/// a part of it that is kept apart.
static constexpr int64_t kMaxElementsApart = 2;

bool SyncNeighbours::isOneWorkgroup() const {
  return Walk.workgroupIds[0] == kNoSymbol ||
         (Walk.dispatch && (*Walk.dispatch)[0] == 1);
}

/// It takes whatever number a buffer or an image other than \p variable holds,
/// or the iteration of a loop that goes on behind the elements of two
/// workgroups.
bool SyncNeighbours::isAnyNumber(SymbolId id, spirv::Id variable) const {
  const Symbol &symbol = Walk.symbols[id];
  if (symbol.kind == Symbol::Kind::LoopIteration)
    return symbol.isUnbounded ||
           (symbol.min == 0 &&
            symbol.max >= 2 * int64_t(Walk.laneCount) + kMaxElementsApart);
  const UnknownReason &reason = *symbol.reason;
  if (!symbol.isVarying() || reason.kind != UnknownKind::DataDependent ||
      reason.instruction == 0)
    return false;
  const spirv::Instruction &load =
      Walk.module.instructions()[reason.instruction];
  if (load.opcode == spv::OpImageRead || load.opcode == spv::OpImageFetch)
    return true;
  spirv::Id from = load.opcode == spv::OpLoad
                       ? spirv::rootVariable(Walk.module, load.idOperand(0))
                       : spirv::Id::None;
  const spirv::Type *pointer =
      from == spirv::Id::None ? nullptr : Walk.module.typeOf(from);
  return pointer && from != variable &&
         pointer->storageClass != spv::StorageClassWorkgroup;
}

/// `v[j]`, where j is any number, or `v[j * pitch + k]`.
std::optional<SyncNeighbours::Access>
SyncNeighbours::anyElement(const AccessEvent &event) const {
  const LaneValue &at = event.offsetBytes;
  auto isAny = [&](SymbolId id) { return isAnyNumber(id, event.variable); };
  auto isNumberOrPitch = [&](SymbolId id) {
    return isAny(id) || Walk.symbols[id].scope == UniformityScope::Dispatch;
  };
  bool isPicked = !at.terms.empty() &&
                  at.constant.isUniformOver(event.active) &&
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
  any.isBounded = llvm::any_of(at.terms, [&](const Term &t) {
    return llvm::any_of(t.monomial, [&](SymbolId symbol) {
      return Walk.symbols[symbol].kind == Symbol::Kind::LoopIteration &&
             Walk.symbols.range(symbol).max < INT32_MAX;
    });
  });
  return any;
}

void SyncNeighbours::access(const Visit &visit) {
  const AccessEvent &event = visit.event;
  if (event.unknown || event.active.none() || !event.element.empty() ||
      visit.idle.isOpaque)
    return;
  std::optional<Access> own = ownElement(event);
  std::optional<Access> made = own ? own : anyElement(event);
  bool isMadeByAll = Conditions.isPlain(visit.context) ||
                     Conditions.isSameForWorkgroups(visit.context,
                                                    /*orDependsOnData=*/false);
  if (!made || (!isMadeByAll && (own || event.loopDepth == 0)))
    return;
  auto [it, isNew] =
      (own ? Own : Any).try_emplace({visit.siteNumber, made->at});
  Access &access = it->second;
  if (isNew) {
    access = std::move(*made);
    access.site = visit.site;
    access.context = visit.context;
    access.lanes.first = event.active.find_first();
    int second = event.active.find_next(access.lanes.first);
    access.lanes.second = second < 0 ? access.lanes.first : second;
    access.requestBytes = event.requestBytes;
    access.part = partText(Walk.module, event);
    access.idle = visit.idle;
    if (visit.stored)
      access.stored = *visit.stored;
  }
  access.assumptions.insert(event.assumptions.begin(), event.assumptions.end());
  access.controls.insert(visit.control);
  access.idle.bytes &= visit.idle.bytes;
  if (access.idle.kept != visit.idle.kept)
    access.idle.kept = Decisions::kNever;
}

/// A bound of the dispatch stands before it: there are as many workgroups as it
/// needs.
bool SyncNeighbours::hasBound(const Access &access) const {
  auto isId = [&](SymbolId id) { return id == Walk.workgroupIds[0]; };
  return llvm::any_of(Conditions.chain(access.context), [&](const Context *c) {
    const ConditionInfo *info = Math.condition(c->condition->symbol);
    bool isBound = info && c->condition->kind == OpenCondition::Kind::Guard &&
                   compares(*info, isId);
    return isBound || isWithinBound(*c);
  });
}

/// `v.mass` and `v`, which is loaded as a whole, or the same of both.
static bool areOneArray(llvm::StringRef a, llvm::StringRef b) {
  if (a.size() > b.size())
    std::swap(a, b);
  return b.consume_front(a) && (b.empty() || b.front() == '.');
}

/// Some byte of the element is used by both, and stored by one of them.
bool SyncNeighbours::isConflict(const Access &own, const Access &any) const {
  bool isStored =
      own.site.op == AccessOp::Store || any.site.op == AccessOp::Store;
  // What atomics hand out, a list may keep: slots of nobody else.
  bool isSlot = Ordering.hasAtomic() && any.site.op == AccessOp::Store;
  // Flags that are handed on by fences are meant to be met.
  bool isFlag = Ordering.hasFence() && own.site.isCoherent;
  if (!isStored || isSlot || isFlag || own.site.op == AccessOp::Atomic ||
      own.site.variable != any.site.variable ||
      !areOneArray(own.site.name, any.site.name) ||
      any.stepBytes % own.stepBytes != 0 ||
      std::llabs(own.at - any.at) > kMaxElementsApart * own.stepBytes)
    return false;
  // What a load has is kNever, the least.
  if (Conditions.holds(std::max(own.idle.kept, any.idle.kept), own.context,
                       any.context, UniformityScope::Dispatch))
    return false;
  int64_t distance = (own.at - any.at) % own.stepBytes + own.stepBytes;
  for (int64_t byte = 0; byte < own.requestBytes; ++byte) {
    int64_t other = (byte + distance) % own.stepBytes;
    if (other < any.requestBytes && !(own.idle.bytes >> byte & 1) &&
        !(any.idle.bytes >> other & 1))
      return true;
  }
  return false;
}

/// A condition around \p own, of the dispatch, asks for what bounds a loop
/// around \p any: behind `n == 0` there may be no iteration.
bool SyncNeighbours::asksForTrips(const Access &own, const Access &any) const {
  std::vector<const ConditionInfo *> trips;
  for (const Context *c : Conditions.chain(any.context))
    if (const ConditionInfo *info = Math.condition(c->condition->symbol);
        info && c->condition->isTrip)
      trips.push_back(info);
  auto boundsTrip = [&](SymbolId symbol) {
    return llvm::any_of(trips, [&](const ConditionInfo *trip) {
      return compares(*trip, [&](SymbolId other) { return other == symbol; });
    });
  };
  return llvm::any_of(Conditions.chain(own.context), [&](const Context *c) {
    const OpenCondition &condition = *c->condition;
    const ConditionInfo *info = Math.condition(condition.symbol);
    return info && condition.kind == OpenCondition::Kind::Uniform &&
           !condition.isTrip && compares(*info, boundsTrip);
  });
}

/// Both store one number, whichever invocation does.
static bool areSameNumber(const std::optional<Value> &a,
                          const std::optional<Value> &b) {
  return a && b && a->isScalar() && a->scalar.isConstant() && a->isSameAs(*b);
}

/// Reports the two. \p isUnordered: only if there is no barrier between some
/// execution of one and some of the other; else only if there always is. True
/// if it was reported.
bool SyncNeighbours::meet(const Access &own, const Access &any,
                          bool isUnordered) const {
  const auto together = Conditions.together(own.context, any.context, false);
  bool isMet = llvm::any_of(own.controls, [&](uint32_t control) {
    return any.controls.count(control) != 0;
  });
  // Behind some bound, as `id >= 5000u`, own elements may lie elsewhere.
  if (any.isBounded && !isOneWorkgroup() &&
      !Conditions.chain(own.context).empty())
    return false;
  if (!together || isMet != isUnordered || !isConflict(own, any) ||
      asksForTrips(own, any))
    return false;
  SyncFindings::Race race;
  race.firstLane = own.lanes.first;
  race.secondLane = any.lanes.first;
  race.dependsOnData = true;
  race.part = own.part;
  race.isSameValue = areSameNumber(own.stored, any.stored);
  race.workgroups.isOwnElement =
      !isUnordered && (hasBound(own) || hasBound(any));
  for (const std::set<uint32_t> *texts :
       {&own.assumptions, &any.assumptions, &together->assumptions})
    for (uint32_t text : *texts)
      race.assumptions.insert(Walk.symbols.assumptionText(text));
  if (isUnordered) {
    SyncFindings::Race within = race;
    within.missing = RaceFact::Missing::Barrier;
    if (within.secondLane == within.firstLane)
      within.secondLane = any.lanes.second;
    if (within.secondLane == within.firstLane)
      within.firstLane = own.lanes.second;
    if (within.secondLane != within.firstLane)
      Findings.addRace(own.site, any.site, std::move(within));
    else if (Walk.laneCount > 1)
      return false; // one invocation makes both
  }
  // Those of other workgroups meet there as well, if there are any.
  if (isOneWorkgroup())
    return isUnordered;
  race.missing = RaceFact::Missing::Everything;
  if (!Walk.dispatch)
    race.assumptions.insert("there are several workgroups");
  Findings.addRace(own.site, any.site, std::move(race));
  return true;
}

void SyncNeighbours::finish() {
  if (Ordering.mayHandOver())
    return;
  // One pair says it of a variable, without a barrier rather than with one.
  std::set<std::string> said;
  for (bool isUnordered : {true, false})
    for (const auto &[ownSite, own] : Own)
      for (const auto &[anySite, any] : Any)
        if (!said.count(own.site.name) && meet(own, any, isUnordered))
          said.insert(own.site.name);
}
