// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Races of accesses to elements that data picks.
#include "Lanes/PureOps.h"
#include "Sync/DataOrigins.h"
#include "Sync/SyncRecorder.h"

using namespace wglint;

/// The symbol of the data that alone decides \p at, without any part that tells
/// the lanes of \p active apart; kNoSymbol for other numbers.
static SymbolId pickingSymbol(const LaneValue &at, const LaneSet &active,
                              const SymbolTable &symbols) {
  SymbolId varying = findVarying(at, symbols);
  if (varying == kNoSymbol || !at.constant.isUniformOver(active))
    return kNoSymbol;
  for (const Term &t : at.terms)
    if (!t.coefficient.isUniformOver(active))
      return kNoSymbol;
  return isFreeData(*symbols[varying].reason) ? varying : kNoSymbol;
}

/// The symbol of the data that alone decides the address; of a texel, that of
/// the first coordinate, if data decides them all.
SymbolId SyncRecorder::scatteringSymbol(const Current &now) const {
  const AccessEvent &event = now.event;
  if (event.space != MemorySpace::Image)
    return event.unknown
               ? kNoSymbol
               : pickingSymbol(event.offsetBytes, event.active, Walk.symbols);
  SymbolId first = kNoSymbol;
  for (const LaneValue &coordinate : now.circumstances.texel) {
    SymbolId picking = pickingSymbol(coordinate, event.active, Walk.symbols);
    if (picking == kNoSymbol)
      return kNoSymbol;
    if (first == kNoSymbol)
      first = picking;
  }
  return first;
}

/// The loads behind the address, if it is a rounded coordinate (a grid cell).
/// Several positions may round to one cell, so two invocations can meet.
/// std::nullopt for one number that is read from an array of floats, which may
/// hold indices, and wherever an id has a part in the address, which keeps
/// invocations apart.
std::optional<DataOrigin> SyncRecorder::cellsOf(const Current &now) const {
  const AccessEvent &event = now.event;
  DataOrigin whole;
  for (const LaneValue &part : event.space == MemorySpace::Image
                                   ? now.circumstances.texel
                                   : llvm::ArrayRef(event.offsetBytes)) {
    auto origin =
        DataOrigins(Walk, Sources, Math.chosen()).of(part, event.active);
    if (!origin || !origin->isRounded)
      return std::nullopt;
    llvm::append_range(whole.loads, origin->loads);
    whole.isComputed |= origin->isComputed;
  }
  bool isOfVector = llvm::any_of(whole.loads, [&](const auto *load) {
    return Walk.module.type(load->inst->resultType).kind ==
               spirv::TypeKind::Vector ||
           (load->operands[0].isPointer() &&
            load->operands[0].pointer->namesComponent);
  });
  return whole.isComputed || isOfVector ? std::optional(whole) : std::nullopt;
}

/// Nothing but bounds, and data of the elements that \p cells come of, decides
/// who comes here: no invocation is picked out of those of one cell.
bool SyncRecorder::isOpenToAll(const Current &now,
                               const DataOrigin &cells) const {
  const LaneSet &active = now.event.active;
  DataOrigins origins(Walk, Sources, Math.chosen());
  return Conditions.isPlain(now.stamp.context, [&](const Context &c) {
    if (!isFreeData(*c.condition) || !c.condition->value)
      return false;
    auto decided = origins.of(*c.condition->value, active);
    return decided && llvm::all_of(decided->loads, [&](const auto *load) {
             return origins.isOfOneElement(*load, cells.loads, active);
           });
  });
}

/// Where in its variable \p event's elements begin: of its address what is
/// unknown and the same for all lanes.
static LaneValue startOf(const AccessEvent &event, const SymbolTable &symbols) {
  LaneValue start(event.offsetBytes.type, 0);
  llvm::copy_if(event.offsetBytes.terms, std::back_inserter(start.terms),
                [&](const Term &t) {
                  return llvm::none_of(t.monomial, [&](SymbolId s) {
                    return symbols[s].isVarying();
                  });
                });
  return start;
}

/// The most elements that data can pick; std::nullopt where that is not known.
/// A buffer's length is not, but a mask, a remainder or a narrow type of what
/// was loaded bounds the index, if all that it is made of is bounded: a
/// quotient beside the remainder is not.
std::optional<int64_t> SyncRecorder::elementsPicked(const Current &now) const {
  if (now.variable.memory == SharedClass)
    return now.variable.sharedBytes /
           std::max<int64_t>(1, now.event.requestBytes);
  constexpr int64_t kMaxElements = 1 << 16; // dispatches have more invocations
  std::set<SymbolId> picking;
  for (const Term &t : now.event.offsetBytes.terms)
    llvm::copy_if(t.monomial, std::inserter(picking, picking.end()),
                  [&](SymbolId s) { return Walk.symbols[s].isVarying(); });
  int64_t elements = 1;
  for (SymbolId symbol : picking) {
    SymbolRange range = Walk.symbols.range(symbol);
    if (range.isUnbounded || range.min < 0 || range.max >= kMaxElements)
      return std::nullopt;
    elements = std::min(elements * (range.max - range.min + 1), kMaxElements);
  }
  return elements;
}

void SyncRecorder::addRaceWithItself(Current &now, unsigned first,
                                     const SyncConditions::Together &together,
                                     SyncFindings::Race race) {
  const Value *stored = now.circumstances.stored;
  race.isSameValue =
      stored && Sources.areSame(*stored, first, *stored, race.secondLane,
                                UniformityScope::Workgroup);
  AccessStamp stamp = now.stamp;
  stamp.lane = first;
  addRace(now, now.site, stamp, together, std::move(race));
}

/// Whether some part of \p stored comes of another element of \p event's
/// variable, which other data picks than \p symbol: both ends of an edge are
/// moved, or a pair is exchanged. Whoever lists pairs lets those of one
/// dispatch share no element, or says so in colours.
static bool isOfPair(const AccessEvent &event, const Value *stored,
                     SymbolId symbol, const DataOrigins &origins,
                     const SymbolTable &symbols) {
  bool isOfPair = false;
  auto isOther = [&](const ValueSources::Made *load) {
    if (load->operands.empty() || !load->operands[0].isPointer() ||
        load->operands[0].pointer->variable != event.variable)
      return false;
    SymbolId other = pickingSymbol(load->operands[0].pointer->offsetBytes,
                                   event.active, symbols);
    return other != kNoSymbol && other != symbol;
  };
  if (stored)
    forEachScalar(*stored, [&](const LaneValue &scalar) {
      auto origin = origins.of(scalar, event.active);
      isOfPair |= origin && llvm::any_of(origin->loads, isOther);
    });
  return isOfPair;
}

/// Stores to elements that data picks. Two invocations meet where there are
/// more of them than elements; where each of them has loaded the element that
/// it stores to, as in a histogram, data decides. So it does of cells in which
/// positions lie, under conditions on those as well; other numbers may be a
/// permutation, those of one invocation for each cell, or pairs.
void SyncRecorder::meetCrowded(Current &now) {
  Variable &v = now.variable;
  const AccessEvent &event = now.event;
  SymbolId symbol = scatteringSymbol(now);
  if (symbol == kNoSymbol || event.op == AccessOp::Atomic)
    return;
  bool isTexel = event.space == MemorySpace::Image;
  std::optional<int64_t> elements;
  if (!isTexel) // of an image, one coordinate does not tell
    elements = elementsPicked(now);
  std::optional<DataOrigin> cells = cellsOf(now);
  if (!elements && !cells)
    return;
  if (event.op == AccessOp::Load) {
    v.scatteredLoads[symbol] = Control;
    return;
  }
  int first = event.active.find_first();
  int second = event.active.find_next(first);
  if (second < 0 || IsUnsure)
    return;
  bool isPlain = Conditions.isPlain(now.stamp.context);
  auto load = v.scatteredLoads.find(symbol);
  bool isCrowded =
      isPlain && elements && int64_t(event.active.count()) > *elements;
  bool isUpdate = load != v.scatteredLoads.end() && load->second == Control;
  bool isOpen = isPlain || (cells && isOpenToAll(now, *cells));
  if (!isCrowded &&
      (!isUpdate || !isOpen ||
       isOfPair(event, now.circumstances.stored, symbol,
                DataOrigins(Walk, Sources, Math.chosen()), Walk.symbols)))
    return;
  SyncFindings::Race race;
  race.secondLane = second;
  race.dependsOnData = race.isPicked = !isCrowded;
  addRaceWithItself(now, first, {}, std::move(race));
}

/// Stores to an element that an atomic's result picks, where two invocations
/// can get the same result: one of them adds nothing to a counter.
void SyncRecorder::meetEqual(Current &now) {
  const AccessEvent &event = now.event;
  const LaneValue &at = event.offsetBytes;
  SymbolId symbol = findVarying(at, Walk.symbols);
  auto equal = EqualResults.find(symbol);
  if (event.op != AccessOp::Store || event.unknown || IsUnsure ||
      equal == EqualResults.end())
    return;
  auto [first, second] = equal->second;
  auto isSame = [&, a = first, b = second](const Lanes &lanes) {
    return lanes[a] == lanes[b];
  };
  for (const Term &t : at.terms)
    for (SymbolId s : t.monomial)
      if (!isSame(t.coefficient) ||
          (Walk.symbols[s].isVarying() && s != symbol))
        return;
  if (!isSame(at.constant) || !event.active.test(first) ||
      !event.active.test(second))
    return;
  auto together = Conditions.together(now.stamp.context, now.stamp.context,
                                      /*isOneWord=*/false);
  if (!together)
    return;
  SyncFindings::Race race;
  race.secondLane = second;
  addRaceWithItself(now, first, *together, std::move(race));
}

/// The bytes within its variable that \p event may touch, bounds on the path
/// left out: those are of subgroups that no bound divides.
Interval SyncRecorder::reachOf(const AccessEvent &event, const Flow &flow) {
  Walk.symbols.setRanges(nullptr);
  Interval reach =
      rangeOver(event.offsetBytes, Walk.symbols, Walk.laneCount, &event.active);
  Walk.symbols.setRanges(flow.ranges);
  reach.max += event.requestBytes;
  return reach;
}

static bool endsBefore(const Interval &a, const Interval &b) {
  return !a.isUnboundedAbove && !b.isUnboundedBelow && a.max <= b.min;
}

/// Invocations load or store all of a shared variable, each few elements of it:
/// which one data may pick, most are others'.
static bool takesAll(const AccessEvent &event, const Interval &reach,
                     uint64_t sharedBytes) {
  return event.op != AccessOp::Atomic && sharedBytes > event.requestBytes &&
         !reach.isUnboundedBelow && !reach.isUnboundedAbove && reach.min <= 0 &&
         reach.max >= int64_t(sharedBytes) &&
         uint64_t(event.active.count()) * event.requestBytes >= sharedBytes;
}

/// A load or store of shared memory whose element data may pick of all: no
/// condition on it may say that it is the invocation's own.
bool SyncRecorder::isOpenPick(const Current &now) const {
  return now.event.op != AccessOp::Atomic &&
         (HasOtherSubgroups || !Walk.usesSubgroups) &&
         now.variable.memory == SharedClass &&
         Conditions.isPlain(now.stamp.context);
}

/// Plain accesses of the elements of a variable against atomics on any of them,
/// and loads and stores of any against those of each.
void SyncRecorder::meetScattered(Current &now,
                                 llvm::ArrayRef<LaneAddress> addresses) {
  int lane = now.event.active.find_first();
  AccessStamp stamp = now.stamp;
  stamp.lane = lane;
  AccessOp op = now.event.op;
  bool isScattered = (op == AccessOp::Atomic || isOpenPick(now)) &&
                     scatteringSymbol(now) != kNoSymbol;
  if (!isScattered && (op == AccessOp::Atomic || !addresses[lane].isKnown))
    return;
  Interval reach = reachOf(now.event, *now.circumstances.flow);
  auto &mine = isScattered ? now.variable.scattered : now.variable.plain;
  LaneValue start = startOf(now.event, Walk.symbols);
  bool isOfAll = takesAll(now.event, reach, now.variable.sharedBytes);
  mine[now.site] = {stamp, reach, start, isOfAll};
  const auto &others =
      isScattered ? now.variable.plain : now.variable.scattered;
  for (const auto &[site, reaching] : others) {
    const AccessStamp &other = reaching.stamp;
    int second =
        other.lane == stamp.lane ? now.event.active.find_next(lane) : lane;
    // Where the host lets them begin at different places, it keeps apart what
    // data picks there.
    if (endsBefore(reach, reaching.reach) ||
        endsBefore(reaching.reach, reach) || !(start == reaching.start))
      continue;
    AccessOp otherOp = Sites[site].op;
    bool isPick = (isScattered ? op : otherOp) != AccessOp::Atomic;
    bool isInStep = !HasOtherSubgroups && other.subgroup != stamp.subgroup;
    bool areLoads = op == AccessOp::Load && otherOp == AccessOp::Load;
    if (isPick &&
        (areLoads || isInStep || !(isScattered ? reaching.isOfAll : isOfAll)))
      continue;
    if (second < 0 || Sites[site].name != now.event.name || IsUnsure ||
        other.isUnsure ||
        !isUnseparated(other.control, other.context, stamp.context))
      continue;
    auto together = Conditions.together(other.context, stamp.context, false);
    if (!together)
      continue;
    SyncFindings::Race race;
    race.secondLane = second;
    race.dependsOnData = true;
    addRace(now, site, other, *together, std::move(race));
  }
}
