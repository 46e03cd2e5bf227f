// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sync/SyncConditions.h"
#include "Flow/ConditionSums.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;
using Kind = OpenCondition::Kind;

bool wglint::isFreeData(const OpenCondition &c) {
  return c.reason && isFreeData(*c.reason);
}

uint32_t SyncConditions::number(const ContextPtr &context) {
  // Most accesses are under the conditions of the one before.
  for (size_t back = 1; back <= Contexts.size() && back <= 8; ++back)
    if (Contexts[Contexts.size() - back] == context)
      return Contexts.size() - back;
  Contexts.push_back(context);
  std::vector<const Context *> chain;
  for (const Context *c = context.get(); c; c = c->parent.get())
    chain.push_back(c);
  std::reverse(chain.begin(), chain.end());
  Chains.push_back(std::move(chain));
  return Contexts.size() - 1;
}

/// The same condition met once, or a uniform one met again.
static bool isSame(const OpenCondition &a, const OpenCondition &b) {
  return &a == &b || (lastingSymbol(a) != kNoSymbol &&
                      lastingSymbol(a) == lastingSymbol(b));
}

/// Of one condition: there is no outcome that both stand for.
static bool isApart(const Context &a, const Context &b) {
  return areApart(a.side, a.edges, b.side, b.edges);
}

/// Of one condition: \p a stands for all outcomes that \p b does.
static bool covers(const Context &a, const Context &b) {
  return a.side == b.side && llvm::all_of(b.edges, [&](uint32_t edge) {
           return llvm::is_contained(a.edges, edge);
         });
}

static const Context *findIn(llvm::ArrayRef<const Context *> chain,
                             const OpenCondition &condition) {
  auto it = llvm::find_if(chain, [&](const Context *c) {
    return isSame(*c->condition, condition);
  });
  return it == chain.end() ? nullptr : *it;
}

bool SyncConditions::isEdge(uint32_t context) const {
  return llvm::any_of(Chains[context], [](const Context *c) {
    return c->condition->kind == Kind::Guard &&
           c->side != c->condition->interior;
  });
}

bool SyncConditions::isBoundedAlike(uint32_t context) const {
  return llvm::any_of(Chains[context], [](const Context *c) {
    return c->condition->kind == Kind::Guard &&
           c->condition->partedWorkgroups == PartedWorkgroups::Each;
  });
}

bool wglint::isWithinBound(const Context &context) {
  return context.condition->withinBound == context.side;
}

bool SyncConditions::isPlain(uint32_t context, KnownContext isKnown) const {
  return llvm::all_of(Chains[context], [&](const Context *c) {
    return isWithinBound(*c) ||
           (c->condition->kind == Kind::Guard && !c->condition->beside &&
            c->side == c->condition->interior) ||
           (c->condition->kind == Kind::Uniform && c->condition->isTrip) ||
           (isKnown && isKnown(*c)); // last, as it takes longest
  });
}

bool SyncConditions::isUnderData(uint32_t context, KnownContext isKnown) const {
  return llvm::any_of(Chains[context], [&](const Context *c) {
    const OpenCondition &condition = *c->condition;
    return (condition.kind == Kind::Varying ||
            (condition.kind == Kind::Uniform &&
             condition.scope != UniformityScope::Dispatch)) &&
           !(isKnown && isKnown(*c));
  });
}

bool SyncConditions::isInOpenLoop(uint32_t context) const {
  return llvm::any_of(Chains[context],
                      [](const Context *c) { return c->condition->isTrip; });
}

bool SyncConditions::isSameForWorkgroups(uint32_t context, bool orDependsOnData,
                                         KnownContext isKnown) const {
  return llvm::all_of(Chains[context], [&](const Context *c) {
    return isWithinBound(*c) ||
           (orDependsOnData && isFreeData(*c->condition)) ||
           (c->condition->kind == Kind::Guard &&
            c->side == c->condition->interior &&
            c->condition->beside.value_or(UniformityScope::Dispatch) ==
                UniformityScope::Dispatch) ||
           (c->condition->kind == Kind::Uniform &&
            c->condition->scope == UniformityScope::Dispatch) ||
           (isKnown && isKnown(*c));
  });
}

bool SyncConditions::isUnderThoseOf(uint32_t inner, uint32_t outer) const {
  return llvm::all_of(Chains[outer], [&](const Context *c) {
    const OpenCondition &condition = *c->condition;
    if (lastingSymbol(condition) == kNoSymbol || condition.isTrip ||
        condition.scope != UniformityScope::Dispatch)
      return true;
    const Context *known = findIn(Chains[inner], condition);
    return known && covers(*c, *known);
  });
}

std::optional<SyncConditions::Together>
SyncConditions::together(uint32_t a, uint32_t b, bool isOneWord) const {
  if (isEdge(a) || isEdge(b))
    return std::nullopt;
  Together result;
  // Conditions that only one of the two is under, trips of loops left out.
  bool extra[2] = {false, false};
  auto look = [&](uint32_t mine, uint32_t other, bool &isExtra) {
    for (const Context *c : Chains[mine]) {
      const OpenCondition &condition = *c->condition;
      const Context *theirs = findIn(Chains[other], condition);
      if (theirs && isApart(*theirs, *c))
        return false;
      if (uint32_t text = condition.assumptions[c->side];
          text != kNothingAssumed)
        result.assumptions.insert(text);
      if (condition.kind == Kind::Varying) {
        if (!isFreeData(condition) || (theirs && isOneWord))
          return false;
        result.dependsOnData = true;
      }
      bool isNatural = (condition.kind == Kind::Guard && !condition.beside) ||
                       (condition.kind == Kind::Uniform && condition.isTrip);
      isExtra |= !theirs && !isNatural;
    }
    return true;
  };
  if (!look(a, b, extra[0]) || !look(b, a, extra[1]))
    return std::nullopt;
  // Two different conditions may exclude each other.
  if (extra[0] && extra[1])
    return std::nullopt;
  return result;
}

/// The sums that are not positive where all of \p chain holds; none if no two
/// conditions are about one unknown, and none is about a quotient of numbers.
static std::vector<LaneValue> sumsUnder(llvm::ArrayRef<const Context *> chain,
                                        const LaneMath &math,
                                        const SymbolTable &symbols) {
  std::vector<LaneValue> sums;
  std::set<SymbolId> met;
  bool isShared = false;
  for (const Context *c : chain) {
    const ConditionInfo *info = math.condition(c->condition->symbol);
    // The sides of a switch are no comparisons with one number.
    if (!info || c->condition->isSwitch)
      continue;
    std::set<SymbolId> mine;
    for (const LaneValue &sum : c->side ? info->whenTrue : info->whenFalse) {
      sums.push_back(sum);
      for (const Term &t : sum.terms)
        for (SymbolId symbol : t.monomial)
          mine.insert(symbols.firstOfPlace(symbol));
    }
    for (SymbolId symbol : mine)
      isShared |=
          !met.insert(symbol).second || !symbols[symbol].mostInLane.empty();
  }
  return isShared ? sums : std::vector<LaneValue>();
}

const LaneSet &SyncConditions::comingLanes(uint32_t context,
                                           const LaneMath &math,
                                           const SymbolTable &symbols,
                                           unsigned laneCount) {
  auto [it, isNew] = Coming.try_emplace(context, laneCount, true);
  if (!isNew)
    return it->second;
  std::vector<LaneValue> sums = sumsUnder(Chains[context], math, symbols);
  LaneExclusion exclusion(sums, symbols, /*isOfLane=*/true);
  for (unsigned lane = 0; lane < laneCount && !sums.empty(); ++lane)
    if (exclusion.excludes(lane))
      it->second.reset(lane);
  return it->second;
}

static bool areOpposite(ConditionOutcome a, ConditionOutcome b,
                        const LaneMath &math) {
  if (a.symbol == b.symbol)
    return a.side != b.side;
  auto isOppositeOf = [&](SymbolId of, SymbolId symbol) {
    const ConditionInfo *info = math.condition(of);
    return info && info->opposite == symbol;
  };
  return a.side == b.side &&
         (isOppositeOf(a.symbol, b.symbol) || isOppositeOf(b.symbol, a.symbol));
}

bool SyncConditions::isPossible(uint32_t context, const Context &except,
                                llvm::ArrayRef<ConditionOutcome> others,
                                const LaneMath &math,
                                const SymbolTable &symbols) const {
  std::vector<LaneValue> sums;
  for (ConditionOutcome other : others)
    addConditionSums(sums, other, math);
  for (const Context *c : Chains[context]) {
    ConditionOutcome outcome{lastingSymbol(*c->condition), c->side};
    if (outcome.symbol == kNoSymbol || c == &except)
      continue;
    if (llvm::any_of(others, [&](ConditionOutcome other) {
          return areOpposite(outcome, other, math);
        }))
      return false;
    addConditionSums(sums, outcome, math);
  }
  // They are the same for all lanes.
  return !LaneExclusion(sums, symbols, /*isOfLane=*/false).excludes(0) &&
         mayPart(*except.condition, std::move(sums), math, symbols);
}

bool SyncConditions::holds(Decisions::Tree tree, uint32_t a, uint32_t b,
                           UniformityScope scope) const {
  return Trees.holds(tree, [&](SymbolId condition) -> std::optional<bool> {
    for (uint32_t access : {a, b})
      for (const Context *c : Chains[access])
        if (lastingSymbol(*c->condition) == condition &&
            c->condition->scope >= scope)
          return c->side;
    return std::nullopt;
  });
}

bool SyncConditions::isExcluded(uint32_t barrier, uint32_t a,
                                uint32_t b) const {
  return llvm::any_of(Chains[barrier], [&](const Context *c) {
    if (c->condition->kind != Kind::Uniform)
      return false;
    for (uint32_t access : {a, b})
      if (const Context *known = findIn(Chains[access], *c->condition);
          known && isApart(*known, *c))
        return true;
    return false;
  });
}

bool SyncConditions::isImplied(uint32_t barrier, uint32_t a, uint32_t b) const {
  return llvm::all_of(Chains[barrier], [&](const Context *c) {
    for (uint32_t access : {a, b})
      if (const Context *known = findIn(Chains[access], *c->condition);
          known && covers(*c, *known))
        return true;
    return false;
  });
}

bool wglint::compares(const ConditionInfo &info,
                      llvm::function_ref<bool(SymbolId)> isWanted) {
  auto hasWanted = [&](const LaneValue &sum) {
    return anySymbol(sum, isWanted);
  };
  return llvm::any_of(info.whenTrue, hasWanted) ||
         llvm::any_of(info.whenFalse, hasWanted);
}

bool wglint::comparesOthers(const Context &context, const LaneMath &math,
                            const SymbolTable &symbols,
                            llvm::function_ref<bool(SymbolId)> isWanted) {
  const ConditionInfo *info = math.condition(context.condition->symbol);
  if (!info || (info->whenTrue.empty() && info->whenFalse.empty()))
    return false;
  return !compares(*info, [&](SymbolId id) {
    Symbol::Kind kind = symbols[id].kind;
    bool isGiven =
        kind == Symbol::Kind::WorkgroupId || kind == Symbol::Kind::Uniform;
    return !isGiven || isWanted(id);
  });
}
