// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Flow/Meeting.h"
#include "Flow/ConditionSums.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;
using Kind = OpenCondition::Kind;

//===----------------------------------------------------------------------===//
// Which conditions end
//===----------------------------------------------------------------------===//

/// Walks both contexts up to their common part; collects what is left behind.
static ContextPtr commonContext(ContextPtr a, ContextPtr b,
                                std::vector<ContextPtr> &left) {
  auto depth = [](const ContextPtr &c) { return c ? c->depth : 0u; };
  while (a != b) {
    ContextPtr &deeper = depth(a) >= depth(b) ? a : b;
    left.push_back(deeper);
    deeper = deeper->parent;
  }
  return a;
}

/// The context right above \p common on the way from \p c; null if there is
/// none.
static const Context *outermostAbove(const ContextPtr &c,
                                     const ContextPtr &common) {
  const Context *at = c.get();
  while (at && at != common.get() && at->parent != common)
    at = at->parent.get();
  return at == common.get() ? nullptr : at;
}

/// Where \p a and \p b come from the two sides of one condition: the context of
/// \p a's side; else null.
static const Context *sidesOf(const ContextPtr &a, const ContextPtr &b,
                              const ContextPtr &common) {
  const Context *first = outermostAbove(a, common);
  const Context *second = outermostAbove(b, common);
  bool isPair = first && second && first->condition == second->condition &&
                first->side != second->side;
  return isPair ? first : nullptr;
}

/// Both sides of one guard meet: which of them the interior takes. What stands
/// beside a guard may be false in the interior too.
static void chooseInterior(MergeChoice &choice, const Context &first) {
  if (first.condition->kind != Kind::Guard || first.condition->beside)
    return;
  choice.interior = first.side == first.condition->interior
                        ? MergeChoice::Interior::First
                        : MergeChoice::Interior::Second;
  choice.assumption = first.condition->assumptions[first.condition->interior];
}

/// Where one case of a switch falls through into the case at \p label: the
/// context of the latter for lanes of either; else null.
static ContextPtr fallThrough(const ContextPtr &a, const ContextPtr &b,
                              const ContextPtr &common, uint32_t label) {
  const Context *first = outermostAbove(a, common);
  const Context *second = outermostAbove(b, common);
  if (!first || !second || first->condition != second->condition ||
      !llvm::is_contained(first->condition->cases, label))
    return nullptr;
  auto both = llvm::makeIntrusiveRefCnt<Context>(*first);
  both->edges.append(second->edges.begin(), second->edges.end());
  llvm::sort(both->edges);
  both->edges.erase(std::unique(both->edges.begin(), both->edges.end()),
                    both->edges.end());
  return both;
}

Meeting::Meeting(LaneMath &math, const Flow &a, const Flow &b, int level,
                 uint32_t label)
    : Common(commonContext(a.context, b.context, Left)),
      Still(fallThrough(a.context, b.context, Common, label)),
      Side(sidesOf(a.context, b.context, Common)) {
  Choice.scope = UniformityScope::Dispatch;
  if (Side) {
    chooseInterior(Choice, *Side);
    Choice.condition = lastingSymbol(*Side->condition);
    Choice.isFirstTrue = Side->side;
    if (!Side->condition->isSwitch && !Side->condition->isTrip)
      Choice.own = Side->condition->symbol;
  }
  llvm::SmallVector<const OpenCondition *, 8> conditions;
  for (const ContextPtr &c : Left) {
    conditions.push_back(c->condition.get());
    Choice.scope = std::min(Choice.scope, c->condition->scope);
    Choice.isTrip &= c->condition->isTrip;
    noteLeft(math, *c, level, a.mask == b.mask);
  }
  Choice.data = dataDeciding(conditions);
  if (Partings.empty())
    return;
  Parting = partingCondition(math.symbols(), a, b);
  Edges.clear(); // Parting says that some may be missing
}

//===----------------------------------------------------------------------===//
// Who may have left
//===----------------------------------------------------------------------===//

/// The other side of the condition of \p c meets here too.
bool Meeting::hasBothSides(const Context &c) const {
  return llvm::any_of(Left, [&](const ContextPtr &other) {
    return other->condition == c.condition && other->side != c.side;
  });
}

/// Lanes have left at the edge of a dispatch only, and others beside them were
/// never asked: what \p c, one of Left, says stays true of those that left.
bool Meeting::isBoundInBranch(const Context &c) const {
  return c.condition->kind == Kind::Guard && c.side == c.condition->interior &&
         !hasBothSides(c);
}

/// Of \p c, one of Left, under which lanes have returned: the bound around it
/// that kept others from doing so; null if there is none.
const Context *Meeting::boundAround(const Context &c) const {
  if (lastingSymbol(*c.condition) == kNoSymbol ||
      c.condition->returned[!c.side].none())
    return nullptr;
  const Context *at = c.parent.get();
  while (at && !(at->condition->kind == Kind::Guard && hasBothSides(*at)))
    at = at->parent.get();
  return at;
}

/// Whether \p bound keeps away some of the lanes of a workgroup, and not all,
/// where \p c has come out otherwise.
static bool isEdge(LaneMath &math, const Context &bound, const Context &c) {
  std::vector<LaneValue> sums;
  addConditionSums(sums, {c.condition->symbol, !c.side}, math);
  return mayPart(*bound.condition, std::move(sums), math, math.symbols());
}

/// What has to be kept of \p c, one of Left.
void Meeting::noteLeft(LaneMath &math, const Context &c, int level,
                       bool haveSameLanes) {
  if (c.condition->escapeLevel >= level)
    return; // whoever left under this condition is back here
  if (Still && Still->condition == c.condition)
    return; // it is not left yet
  // Lanes leave together under a uniform condition. Beside lanes that are not
  // under it, those that are may be missing all the same.
  if (c.condition->kind == Kind::Varying || !haveSameLanes)
    Partings.push_back(c.condition.get());
  else if (isBoundInBranch(c))
    Bounds.push_back(&c);
  else if (c.assumption() != kNothingAssumed && !hasBothSides(c))
    Assumptions.insert(c.assumption());
  if (const Context *bound = boundAround(c); bound && isEdge(math, *bound, c))
    Edges.push_back({bound, &c});
}

/// Adds what the uniform conditions from \p c up to \p common came to.
static void addOutcomes(ConditionOutcomes &outcomes, const Context *c,
                        const Context *common) {
  for (; c && c != common; c = c->parent.get())
    if (lastingSymbol(*c->condition) != kNoSymbol)
      outcomes.push_back({lastingSymbol(*c->condition), c->side});
}

/// Lanes of \p others that have returned where those of \p lanes come here:
/// \p c, up to \p common, are the conditions of the latter.
static bool notePartedBeside(OpenCondition &left, SymbolTable &symbols,
                             const Context *c, const Context *common,
                             const LaneSet &lanes, LaneSet others) {
  LaneSet returned;
  ConditionOutcomes outcomes;
  std::string assumed;
  for (; c && c != common; c = c->parent.get()) {
    const OpenCondition &condition = *c->condition;
    if (lastingSymbol(condition) == kNoSymbol || condition.isTrip ||
        c->assumption() == kNothingAssumed)
      return false;
    returned |= condition.returned[c->side];
    outcomes.push_back({condition.symbol, c->side});
    assumed = symbols.assumptionText(c->assumption()) +
              (assumed.empty() ? "" : " and ") + assumed;
  }
  others &= returned;
  others.reset(lanes);
  if (others.none() || lanes.none())
    return false;
  left.parted = {uint32_t(lanes.find_first()), uint32_t(others.find_first()),
                 symbols.assumption(assumed)};
  left.partsWhere = std::move(outcomes);
  return true;
}

/// Lanes of \p lanes that have returned where \p c, up to \p common the only
/// condition that they come here under, came out otherwise. \p others come here
/// all the same.
static bool notePartedOtherwise(OpenCondition &left, const Context *c,
                                const Context *common, LaneSet lanes,
                                LaneSet others) {
  if (!c || c == common || c->parent.get() != common)
    return false;
  const OpenCondition &condition = *c->condition;
  others.reset(lanes);
  lanes &= condition.returned[!c->side];
  uint32_t assumption = condition.assumptions[!c->side];
  if (lastingSymbol(condition) == kNoSymbol || condition.isTrip ||
      assumption == kNothingAssumed || lanes.none() || others.none())
    return false;
  left.parted = {uint32_t(others.find_first()), uint32_t(lanes.find_first()),
                 assumption};
  left.partsWhere = {{condition.symbol, !c->side}};
  return true;
}

/// Some lanes of \p a or \p b have left under Partings and may be missing.
std::shared_ptr<OpenCondition> Meeting::partingCondition(SymbolTable &symbols,
                                                         const Flow &a,
                                                         const Flow &b) const {
  auto left = std::make_shared<OpenCondition>();
  left->kind = Kind::Varying;
  const OpenCondition *why = nullptr;
  left->reason = dataDeciding(Partings, &why);
  if (left->reason) {
    left->decision = why->decision;
    for (const ContextPtr &c : Left)
      if (lastingSymbol(*c->condition) != kNoSymbol && !c->condition->isTrip)
        left->partsWhere.push_back({c->condition->symbol, c->side});
  }
  auto note = [&](const Flow &x, const Flow &y) {
    return notePartedBeside(*left, symbols, x.context.get(), Common.get(),
                            x.mask, y.mask) ||
           notePartedOtherwise(*left, x.context.get(), Common.get(), x.mask,
                               y.mask);
  };
  if (!note(a, b))
    note(b, a);
  return left;
}

//===----------------------------------------------------------------------===//
// What lasts
//===----------------------------------------------------------------------===//

/// Puts \p bound around \p merged, which it has come to through some of the
/// branches of Left: `if (flag) { if (id >= n) return; }` leaves it as
/// `if (flag && id >= n) return;` does.
void Meeting::keepBound(Flow &merged, const Context &bound) const {
  UniformityScope scope = UniformityScope::Dispatch;
  for (const ContextPtr &c : Left)
    if (c->condition->kind == Kind::Uniform)
      scope = std::min(scope, c->condition->scope);
  const OpenCondition &old = *bound.condition;
  auto kept = std::make_shared<OpenCondition>();
  kept->kind = Kind::Guard;
  kept->scope = old.scope;
  kept->assumptions = old.assumptions;
  kept->interior = old.interior;
  kept->boundBehind = boundIn(old);
  kept->smallBound = old.smallBound;
  kept->partsNoWorkgroup = old.partsNoWorkgroup;
  kept->partedWorkgroups = partedBeside(old.partedWorkgroups, scope);
  kept->beside = std::min(scope, old.beside.value_or(scope));
  kept->partsWhere = old.partsWhere;
  addOutcomes(kept->partsWhere, bound.parent.get(), Common.get());
  kept->decision = old.decision;
  kept->escapeLevel = old.escapeLevel;
  enterCondition(merged, std::move(kept), bound.side);
}

/// `if (id < n) { if (flag) return; }`: where \p c had come out otherwise, only
/// those at the edge would be in \p flow. Nothing else depends on it.
static void keepEdge(Flow &flow, const Context &bound, const Context &c) {
  auto kept = std::make_shared<OpenCondition>();
  kept->kind = Kind::Guard;
  kept->scope = bound.condition->scope;
  kept->partsNoWorkgroup = bound.condition->partsNoWorkgroup;
  kept->partedWorkgroups =
      partedBeside(bound.condition->partedWorkgroups, c.condition->scope);
  kept->smallBound = bound.condition->smallBound;
  kept->partsWhere = {{c.condition->symbol, !c.side}};
  kept->decision = bound.condition->decision;
  enterCondition(flow, std::move(kept), /*side=*/true);
}

void Meeting::leave(Flow &merged) const {
  merged.context = Still ? Still : Common;
  merged.assumptions.insert(Assumptions.begin(), Assumptions.end());
  for (const Context *bound : Bounds)
    keepBound(merged, *bound);
  for (auto [bound, c] : Edges)
    keepEdge(merged, *bound, *c);
  if (Parting)
    enterCondition(merged, Parting, false);
}
