// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Flow/Flow.h"
#include "Flow/Meeting.h"
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

SymbolId wglint::boundIn(const OpenCondition &guard) {
  return guard.symbol == kNoSymbol ? guard.boundBehind : guard.symbol;
}

bool wglint::areApart(bool sideA, llvm::ArrayRef<uint32_t> edgesA, bool sideB,
                      llvm::ArrayRef<uint32_t> edgesB) {
  return sideA != sideB ||
         (!edgesA.empty() && llvm::none_of(edgesA, [&](uint32_t edge) {
           return llvm::is_contained(edgesB, edge);
         }));
}

ReasonPtr wglint::dataDeciding(llvm::ArrayRef<const OpenCondition *> conditions,
                               const OpenCondition **why) {
  ReasonPtr found;
  for (const OpenCondition *condition : conditions) {
    if (condition->kind != OpenCondition::Kind::Varying)
      continue;
    const ReasonPtr &reason = condition->reason;
    if (!reason || reason->kind != UnknownKind::DataDependent)
      return nullptr;
    // What invocations agree upon through atomics is no data like others.
    if (found && isFreeData(*reason))
      continue;
    found = reason;
    if (why)
      *why = condition;
  }
  return found;
}

void wglint::leaveDecided(ContextPtr &context) {
  while (context && context->condition->isDecided)
    context = context->parent;
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
      all->partedWorkgroups = c->condition->partedWorkgroups;
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
  return everySymbol(v, [&](SymbolId s) {
    return !symbols[s].isVarying() ||
           symbols[s].reason->kind == UnknownKind::DataDependent;
  });
}

/// Where lanes differ in \p v, that is for data that may be anything.
static bool isOfFreeData(const LaneValue &v, const SymbolTable &symbols) {
  return everySymbol(v, [&](SymbolId s) {
    return !symbols[s].isVarying() ||
           isFreeData(*dataBehind(symbols[s].reason));
  });
}

/// The new unknown \p s is no more than \p a or \p b can be.
static void boundByBoth(LaneMath &math, SymbolId s, const LaneValue &a,
                        const LaneValue &b, const LaneSet &lanes) {
  SymbolTable &symbols = math.symbols();
  auto first = boundsOf(a, lanes, symbols, math.laneCount()),
       second = boundsOf(b, lanes, symbols, math.laneCount());
  if (!first || !second || !symbols[s].isUnbounded)
    return;
  Symbol &symbol = symbols.edit(s);
  symbol.min = int64_t(std::min(first->min, second->min));
  symbol.max = int64_t(std::max(first->max, second->max));
  symbol.isUnbounded = false;
}

/// Notes of \p either, which is \p a or \p b and an unknown from \p firstNew
/// on, whether data alone has chosen it. It is one of few numbers, so that
/// nothing but conditions on it is as free as data. What has been chosen on one
/// path alone is that only where a loop runs at all, or under no other
/// condition.
static void noteChoosing(LaneMath &math, const LaneValue &either,
                         const LaneValue &a, const LaneValue &b,
                         const LaneSet &lanes, SymbolId firstNew,
                         const MergeChoice &choice) {
  const SymbolTable &symbols = math.symbols();
  SymbolId s = LaneMath::conditionSymbol(either);
  if (s == kNoSymbol || s < firstNew || either.type.kind != NumType::Int ||
      symbols[s].reason->kind == UnknownKind::DataDependent)
    return;
  ReasonPtr choosing = symbols[s].reason->choosing;
  bool areBoth = hasVarying(a, symbols) && hasVarying(b, symbols);
  if (choice.data && isFreeData(*choice.data) && isOfFreeData(a, symbols) &&
      isOfFreeData(b, symbols)) {
    choosing = choice.data;
    boundByBoth(math, s, a, b, lanes);
  } else if (choice.scope == UniformityScope::None ||
             !(areBoth || choice.isTrip)) {
    choosing = nullptr;
  }
  if (choosing == symbols[s].reason->choosing)
    return;
  UnknownReason reason = *symbols[s].reason;
  reason.choosing = std::move(choosing);
  math.symbols().edit(s).reason =
      std::make_shared<const UnknownReason>(std::move(reason));
}

/// The value of lanes some of which may come from either side.
static LaneValue mergeInDoubt(LaneMath &math, const LaneValue &a,
                              const LaneSet &lanesA, const LaneValue &b,
                              const LaneSet &lanesB,
                              const MergeChoice &choice) {
  LaneSet both = lanesA;
  both &= lanesB;
  LaneValue either;
  bool isOfData = choice.data && isKnownOrData(a, math.symbols()) &&
                  isKnownOrData(b, math.symbols());
  // One of two known floats is not as free as data.
  bool isFree = findVarying(a, math.symbols()) != kNoSymbol ||
                findVarying(b, math.symbols()) != kNoSymbol;
  if (isOfData && a.type.kind == NumType::Bool) {
    either = math.unknown(a.type, choice.data);
  } else if (choice.interior == MergeChoice::Interior::Neither) {
    SymbolId firstNew = math.symbols().size();
    std::optional<Interval> bounds = boundsOfEither(
        {a, lanesA, choice.rangesOfFirst}, {b, lanesB, choice.rangesOfSecond},
        math.symbols(), math.laneCount());
    either = isOfData && isFree && a.type.kind == NumType::Float
                 ? math.unknown(a.type, choice.data)
                 : math.join(a, b, choice.scope, bounds);
    noteChoosing(math, either, a, b, both, firstNew, choice);
    math.chosen().note(either, firstNew,
                       {choice.condition, choice.isFirstTrue ? a : b,
                        choice.isFirstTrue ? b : a, choice.scope, choice.own});
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
                          const MergeChoice &choice) {
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
        pa.path != pb.path || pa.root == PointerData::Root::Private)
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

/// The values of all objects that differ between the two sides. \p side: as in
/// mergeShortCircuit().
static void mergeObjects(LaneMath &math, Flow &into, const LaneSet &lanesA,
                         const PrivateObjects &from, const LaneSet &lanesB,
                         const MergeChoice &choice, const Context *side) {
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

bool wglint::isAround(const ContextPtr &outer, const ContextPtr &inner) {
  const Context *c = inner.get();
  while (c && c != outer.get())
    c = c->parent.get();
  return c == outer.get();
}

void wglint::addLanes(LaneSet &to, const LaneSet &lanes) {
  if (to.empty())
    to = lanes;
  else if (!lanes.empty())
    to |= lanes;
}

void wglint::mergeIncoming(LaneMath &math, Incoming &into, Incoming from,
                           int level, uint32_t label) {
  Meeting meeting(math, into.flow, from.flow, level, label);
  MergeChoice choice = meeting.choice();
  choice.rangesOfFirst = into.flow.ranges;
  choice.rangesOfSecond = from.flow.ranges;
  into.flow.ranges = unionOfRanges(into.flow.ranges, from.flow.ranges);
  math.symbols().setRanges(into.flow.ranges);
  const LaneSet lanesA = into.flow.mask, lanesB = from.flow.mask;
  into.flow.mask |= lanesB;
  addLanes(into.flow.leftOut, from.flow.leftOut);
  // What is merged is worked out for the lanes of both; those of the
  // instruction before may be gone.
  math.setActive(&into.flow.mask);
  const Context *side = meeting.sideOfFirst();
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
  into.flow.assumptions.insert(from.flow.assumptions.begin(),
                               from.flow.assumptions.end());
  for (uint32_t assumption : math.takeAssumptions())
    into.flow.assumptions.insert(assumption);
  meeting.leave(into.flow);
}
