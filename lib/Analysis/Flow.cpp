// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Flow.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;

Value &PrivateObjects::edit(size_t i) {
  llvm::IntrusiveRefCntPtr<Chunk> &chunk = Chunks[i / kChunkSize];
  if (chunk->UseCount() > 1)
    chunk = llvm::makeIntrusiveRefCnt<Chunk>(*chunk);
  return chunk->values[i % kChunkSize];
}

void PrivateObjects::add(Value value) {
  if (Count == Chunks.size() * kChunkSize)
    Chunks.push_back(llvm::makeIntrusiveRefCnt<Chunk>());
  edit(Count++) = std::move(value);
}

void PrivateObjects::resize(size_t count) {
  while (Count < count)
    add(Value());
  Count = count;
  // What is left behind the last one is written before it is read.
  Chunks.resize((count + kChunkSize - 1) / kChunkSize);
}

std::set<uint32_t> Flow::allAssumptions() const {
  std::set<uint32_t> all = assumptions;
  for (const Context *c = context.get(); c; c = c->parent.get())
    if (c->assumption() != kNothingAssumed)
      all.insert(c->assumption());
  return all;
}

void wglint::enterCondition(Flow &flow,
                            std::shared_ptr<OpenCondition> condition, bool side,
                            llvm::ArrayRef<uint32_t> edges) {
  auto context = llvm::makeIntrusiveRefCnt<Context>();
  context->depth = flow.context ? flow.context->depth + 1 : 1;
  context->parent = flow.context;
  context->condition = std::move(condition);
  context->side = side;
  context->edges.assign(edges.begin(), edges.end());
  flow.context = std::move(context);
}

SymbolId wglint::lastingSymbol(const OpenCondition &condition) {
  bool isLasting =
      condition.kind == OpenCondition::Kind::Uniform && !condition.isSwitch;
  return isLasting ? condition.symbol : kNoSymbol;
}

bool wglint::areApart(bool sideA, llvm::ArrayRef<uint32_t> edgesA, bool sideB,
                      llvm::ArrayRef<uint32_t> edgesB) {
  return sideA != sideB ||
         (!edgesA.empty() && llvm::none_of(edgesA, [&](uint32_t edge) {
           return llvm::is_contained(edgesB, edge);
         }));
}

/// What decides between the sides of \p conditions, if that is data alone:
/// \p why is that of the condition.
static ReasonPtr dataDeciding(llvm::ArrayRef<const OpenCondition *> conditions,
                              const OpenCondition **why = nullptr) {
  ReasonPtr found;
  for (const OpenCondition *condition : conditions) {
    if (condition->kind != OpenCondition::Kind::Varying)
      continue;
    const ReasonPtr &reason = condition->reason;
    if (!reason || reason->kind != UnknownKind::DataDependent)
      return nullptr;
    // What invocations agree upon through atomics is no data like others.
    bool isAtomic = reason->origin && reason->origin->kind == SiteKind::Atomic;
    if (found && !isAtomic)
      continue;
    found = reason;
    if (why)
      *why = condition;
  }
  return found;
}

void wglint::collapseContext(Flow &flow, const ContextPtr &until) {
  if (flow.context == until || flow.context->parent == until)
    return;
  auto all = std::make_shared<OpenCondition>();
  all->kind = OpenCondition::Kind::Uniform;
  all->scope = UniformityScope::Dispatch;
  all->partsNoWorkgroup = true;
  llvm::SmallVector<const OpenCondition *, 8> conditions;
  for (const Context *c = flow.context.get(); c && c != until.get();
       c = c->parent.get()) {
    conditions.push_back(c->condition.get());
    all->kind = std::max(all->kind, c->condition->kind);
    all->scope = std::min(all->scope, c->condition->scope);
    if (c->condition->kind == OpenCondition::Kind::Guard &&
        !c->condition->partsNoWorkgroup && all->decision == 0) {
      all->decision = c->condition->decision;
      all->partsAllAlike = c->condition->partsAllAlike;
    }
    if (c->condition->beside)
      all->beside = std::min(*c->condition->beside,
                             all->beside.value_or(UniformityScope::Dispatch));
    all->escapeLevel = std::min(all->escapeLevel, c->condition->escapeLevel);
    all->partsNoWorkgroup &= c->condition->kind != OpenCondition::Kind::Guard ||
                             c->condition->partsNoWorkgroup;
    if (c->assumption() != kNothingAssumed)
      flow.assumptions.insert(c->assumption());
  }
  if (all->kind == OpenCondition::Kind::Varying)
    all->reason = dataDeciding(conditions);
  flow.context = until;
  enterCondition(flow, std::move(all), true);
}

/// Where lanes differ in \p v, that is for data alone.
static bool isKnownOrData(const LaneValue &v, const SymbolTable &symbols) {
  return llvm::all_of(v.terms, [&](const Term &t) {
    return llvm::all_of(t.monomial, [&](SymbolId s) {
      return !symbols[s].isVarying() ||
             symbols[s].reason->kind == UnknownKind::DataDependent;
    });
  });
}

/// The value of lanes some of which may come from either side.
static LaneValue mergeInDoubt(LaneMath &math, const LaneValue &a,
                              const LaneSet &lanesA, const LaneValue &b,
                              const LaneSet &lanesB, MergeChoice choice) {
  LaneSet both = lanesA;
  both &= lanesB;
  LaneValue either;
  bool isFlagOfData = a.type.kind == NumType::Bool && choice.data &&
                      isKnownOrData(a, math.symbols()) &&
                      isKnownOrData(b, math.symbols());
  if (isFlagOfData) {
    either = math.unknown(a.type, choice.data);
  } else if (choice.interior == MergeChoice::Interior::Neither) {
    SymbolId firstNew = math.symbols().size();
    either = math.join(a, b, choice.scope);
    if (choice.condition != kNoSymbol)
      math.chosen().note(either, firstNew,
                         {choice.condition, choice.isFirstTrue ? a : b,
                          choice.isFirstTrue ? b : a});
  } else {
    math.assume(choice.assumption);
    either = choice.interior == MergeChoice::Interior::First ? a : b;
  }
  if (both.all())
    return either;
  // Where all lanes of the first are in doubt, none is left that is its own.
  return blendValues(both, either,
                     both == lanesA ? b : blendValues(lanesA, a, b));
}

Value wglint::mergeValues(LaneMath &math, const Value &a, const LaneSet &lanesA,
                          const Value &b, const LaneSet &lanesB,
                          MergeChoice choice) {
  math.addWork(kMergeCost);
  if (a.isSameAs(b) || b.isEmpty())
    return a;
  if (a.isEmpty())
    return b;
  if (a.kind != b.kind)
    return Value();
  switch (a.kind) {
  case Value::Kind::Scalar: {
    if (!lanesA.anyCommon(lanesB))
      return blendValues(lanesA, a.scalar, b.scalar);
    return mergeInDoubt(math, a.scalar, lanesA, b.scalar, lanesB, choice);
  }
  case Value::Kind::Composite: {
    if (a.size() != b.size())
      return Value();
    std::vector<Value> parts(a.size());
    for (unsigned i = 0; i < a.size(); ++i)
      parts[i] =
          mergeValues(math, a.part(i), lanesA, b.part(i), lanesB, choice);
    return Value::composite(std::move(parts));
  }
  case Value::Kind::Pointer: {
    const PointerData &pa = *a.pointer, &pb = *b.pointer;
    if (pa.root != pb.root || pa.variable != pb.variable ||
        pa.object != pb.object || pa.pointee != pb.pointee ||
        pa.root == PointerData::Root::Private)
      return Value();
    PointerData merged = pa;
    merged.offsetBytes = mergeValues(math, pa.offsetBytes, lanesA,
                                     pb.offsetBytes, lanesB, choice)
                             .scalar;
    return Value::toPointer(std::move(merged));
  }
  default:
    return Value();
  }
}

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
static const Context *sideOfFirst(const ContextPtr &a, const ContextPtr &b,
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
  if (first.condition->kind != OpenCondition::Kind::Guard ||
      first.condition->beside)
    return;
  choice.interior = first.side == first.condition->interior
                        ? MergeChoice::Interior::First
                        : MergeChoice::Interior::Second;
  choice.assumption = first.assumption();
}

/// The value of a phi at which the sides of one condition meet again, where it
/// is a logical operation on that. \p side: of \p a, or null.
static std::optional<Value> mergeShortCircuit(LaneMath &math,
                                              const Context *side,
                                              const Value &a, const Value &b) {
  if (!side || !side->condition->value || a.kind != Value::Kind::Scalar ||
      b.kind != a.kind)
    return std::nullopt;
  std::optional<LaneValue> value =
      math.shortCircuit(*side->condition->value, (side->side ? a : b).scalar,
                        (side->side ? b : a).scalar);
  if (!value)
    return std::nullopt;
  return Value(std::move(*value));
}

/// The other side of the condition of \p c meets here too.
static bool hasBothSides(const std::vector<ContextPtr> &left,
                         const Context &c) {
  return llvm::any_of(left, [&](const ContextPtr &other) {
    return other->condition == c.condition && other->side != c.side;
  });
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

/// The values of all objects that differ between the two sides. \p side: as in
/// mergeShortCircuit().
static void mergeObjects(LaneMath &math, Flow &into, const LaneSet &lanesA,
                         const PrivateObjects &from, const LaneSet &lanesB,
                         MergeChoice choice, const Context *side) {
  static const Value kEmpty;
  auto valueIn = [](const PrivateObjects &objects, size_t i) -> const Value & {
    return i < objects.size() ? objects[i] : kEmpty;
  };
  size_t count = std::max(into.state->objects.size(), from.size());
  for (size_t i = 0; i < count; ++i) {
    if (into.state->objects.isSharedFrom(i, from)) {
      i += PrivateObjects::kChunkSize - 1;
      continue;
    }
    if (valueIn(into.state->objects, i).isSameAs(valueIn(from, i)))
      continue;
    PrivateObjects &objects = into.editState().objects;
    if (objects.size() < count)
      objects.resize(count);
    Value &merged = objects.edit(i);
    std::optional<Value> both =
        mergeShortCircuit(math, side, merged, valueIn(from, i));
    merged = both ? std::move(*both)
                  : mergeValues(math, merged, lanesA, valueIn(from, i), lanesB,
                                choice);
  }
}

/// Lanes have left at the edge of a dispatch only, and others beside them were
/// never asked: what \p c, one of \p left, says stays true of those that left.
static bool isBoundInBranch(const std::vector<ContextPtr> &left,
                            const Context &c) {
  return c.condition->kind == OpenCondition::Kind::Guard &&
         c.side == c.condition->interior && !hasBothSides(left, c);
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

/// Some lanes of \p a or \p b, which meet, have left under \p partings and may
/// be missing there.
static std::shared_ptr<OpenCondition>
partingCondition(SymbolTable &symbols, const Flow &a, const Flow &b,
                 const Context *common,
                 llvm::ArrayRef<const OpenCondition *> partings) {
  auto left = std::make_shared<OpenCondition>();
  left->kind = OpenCondition::Kind::Varying;
  const OpenCondition *why = nullptr;
  left->reason = dataDeciding(partings, &why);
  if (left->reason)
    left->decision = why->decision;
  auto note = [&](const Flow &x, const Flow &y) {
    return notePartedBeside(*left, symbols, x.context.get(), common, x.mask,
                            y.mask) ||
           notePartedOtherwise(*left, x.context.get(), common, x.mask, y.mask);
  };
  if (!note(a, b))
    note(b, a);
  return left;
}

/// Puts \p bounds around \p flow, which it has come to through some of the
/// branches of \p left: `if (flag) { if (id >= n) return; }` leaves it as
/// `if (flag && id >= n) return;` does.
static void keepBounds(Flow &flow, llvm::ArrayRef<const Context *> bounds,
                       const std::vector<ContextPtr> &left,
                       const ContextPtr &common) {
  UniformityScope scope = UniformityScope::Dispatch;
  for (const ContextPtr &c : left)
    if (c->condition->kind == OpenCondition::Kind::Uniform)
      scope = std::min(scope, c->condition->scope);
  for (const Context *bound : bounds) {
    const OpenCondition &old = *bound->condition;
    auto kept = std::make_shared<OpenCondition>();
    kept->kind = OpenCondition::Kind::Guard;
    kept->scope = old.scope;
    kept->assumptions = old.assumptions;
    kept->interior = old.interior;
    kept->smallBound = old.smallBound;
    kept->partsNoWorkgroup = old.partsNoWorkgroup;
    kept->partsAllAlike =
        old.partsAllAlike && scope == UniformityScope::Dispatch;
    kept->beside = std::min(scope, old.beside.value_or(scope));
    kept->partsWhere = old.partsWhere;
    addOutcomes(kept->partsWhere, bound->parent.get(), common.get());
    kept->decision = old.decision;
    kept->escapeLevel = old.escapeLevel;
    enterCondition(flow, std::move(kept), bound->side);
  }
}

/// Of \p c, one of \p left, under which lanes have returned: the bound around
/// it that kept others from doing so; null if there is none.
static const Context *boundAround(const std::vector<ContextPtr> &left,
                                  const Context &c) {
  if (lastingSymbol(*c.condition) == kNoSymbol ||
      c.condition->returned[!c.side].none())
    return nullptr;
  const Context *at = c.parent.get();
  while (at && !(at->condition->kind == OpenCondition::Kind::Guard &&
                 hasBothSides(left, *at)))
    at = at->parent.get();
  return at;
}

/// `if (id < n) { if (flag) return; }`: where \p c had come out otherwise, only
/// those at the edge would be in \p flow. Nothing else depends on it.
static void keepEdge(Flow &flow, const Context &bound, const Context &c) {
  auto kept = std::make_shared<OpenCondition>();
  kept->kind = OpenCondition::Kind::Guard;
  kept->scope = bound.condition->scope;
  kept->partsNoWorkgroup = bound.condition->partsNoWorkgroup;
  kept->partsAllAlike = bound.condition->partsAllAlike &&
                        c.condition->scope == UniformityScope::Dispatch;
  kept->smallBound = bound.condition->smallBound;
  kept->partsWhere = {{c.condition->symbol, !c.side}};
  kept->decision = bound.condition->decision;
  enterCondition(flow, std::move(kept), /*side=*/true);
}

void wglint::mergeIncoming(LaneMath &math, Incoming &into, Incoming from,
                           int level, uint32_t label) {
  std::vector<ContextPtr> left;
  ContextPtr common = commonContext(into.flow.context, from.flow.context, left);
  ContextPtr still =
      fallThrough(into.flow.context, from.flow.context, common, label);
  MergeChoice choice;
  choice.scope = UniformityScope::Dispatch;
  const Context *side =
      sideOfFirst(into.flow.context, from.flow.context, common);
  if (side) {
    chooseInterior(choice, *side);
    choice.condition = lastingSymbol(*side->condition);
    choice.isFirstTrue = side->side;
  }
  llvm::SmallVector<const OpenCondition *, 8> met;
  for (const ContextPtr &c : left)
    met.push_back(c->condition.get());
  choice.data = dataDeciding(met);
  into.flow.ranges = unionOfRanges(into.flow.ranges, from.flow.ranges);
  math.symbols().setRanges(into.flow.ranges);
  const LaneSet lanesA = into.flow.mask, lanesB = from.flow.mask;
  llvm::SmallVector<const OpenCondition *, 4> partings;
  llvm::SmallVector<const Context *, 2> bounds;
  llvm::SmallVector<std::pair<const Context *, const Context *>, 1> edges;
  for (const ContextPtr &c : left) {
    choice.scope = std::min(choice.scope, c->condition->scope);
    if (c->condition->escapeLevel >= level)
      continue; // whoever left under this condition is back here
    if (still && still->condition == c->condition)
      continue; // it is not left yet
    // Lanes leave together under a uniform condition. Beside lanes that are
    // not under it, those that are may be missing all the same.
    if (c->condition->kind == OpenCondition::Kind::Varying || lanesA != lanesB)
      partings.push_back(c->condition.get());
    else if (isBoundInBranch(left, *c))
      bounds.push_back(c.get());
    else if (c->assumption() != kNothingAssumed && !hasBothSides(left, *c))
      into.flow.assumptions.insert(c->assumption());
    if (const Context *bound =
            partings.empty() ? boundAround(left, *c) : nullptr)
      edges.push_back({bound, c.get()});
  }
  std::shared_ptr<OpenCondition> parting;
  if (!partings.empty())
    parting = partingCondition(math.symbols(), into.flow, from.flow,
                               common.get(), partings);
  into.flow.mask |= lanesB;
  // What is merged is worked out for the lanes of both; those of the
  // instruction before may be gone.
  math.setActive(&into.flow.mask);
  if (into.flow.state != from.flow.state)
    mergeObjects(math, into.flow, lanesA, from.flow.state->objects, lanesB,
                 choice, side);
  for (size_t i = 0; i < into.phis.size() && i < from.phis.size(); ++i) {
    std::optional<Value> both =
        mergeShortCircuit(math, side, into.phis[i], from.phis[i]);
    into.phis[i] = both ? std::move(*both)
                        : mergeValues(math, into.phis[i], lanesA, from.phis[i],
                                      lanesB, choice);
  }
  math.setActive(nullptr);
  into.flow.context = still ? still : common;
  into.flow.assumptions.insert(from.flow.assumptions.begin(),
                               from.flow.assumptions.end());
  for (uint32_t assumption : math.takeAssumptions())
    into.flow.assumptions.insert(assumption);
  keepBounds(into.flow, bounds, left, common);
  for (auto [bound, c] : edges)
    keepEdge(into.flow, *bound, *c);
  if (parting)
    enterCondition(into.flow, std::move(parting), false);
}
