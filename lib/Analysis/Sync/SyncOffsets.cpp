// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Accesses that a number of the host's shifts against each other:
/// `a[i + offset]` against `a[i]`. Two invocations meet for some numbers only,
/// so one is looked for, and the finding assumes it.
///
/// Only small numbers are tried, and only between addresses that are the same
/// but for the shift: a number that keeps rows, halves or a header apart is
/// large, or comes with another one. Nor are accesses in loops tried: there
/// `row * n` of the second row looks like a shift by n. And where both `a[i]`
/// and `a[i + n]` are stored to with no barrier in between, each invocation has
/// the two for itself, as the ends of a butterfly or the halves of a tile: the
/// host keeps n large enough.
#include "Lanes/AssumptionNames.h"
#include "Sync/SyncRecorder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <functional>
#include <map>

using namespace wglint;

/// Numbers that are tried: 1 is what a shift mostly is.
static constexpr int64_t kMaxShift = 4;

static bool isSameTerm(const Term &a, const Term &b) {
  return a.monomial == b.monomial && a.coefficient == b.coefficient;
}

static bool haveSameTerms(const LaneValue &a, const LaneValue &b) {
  return a.terms.size() == b.terms.size() &&
         llvm::all_of(llvm::zip(a.terms, b.terms), [](const auto &terms) {
           const auto &[x, y] = terms;
           return isSameTerm(x, y);
         });
}

/// The term that one of two addresses has besides those of the other.
static const Term *extraTerm(const LaneValue &with, const LaneValue &without) {
  if (with.terms.size() != without.terms.size() + 1)
    return nullptr;
  const Term *extra = nullptr;
  size_t i = 0;
  for (const Term &t : with.terms) {
    bool isShared = i < without.terms.size() && isSameTerm(without.terms[i], t);
    if (isShared)
      ++i;
    else if (extra)
      return nullptr;
    else
      extra = &t;
  }
  return extra;
}

/// A number of the host's, as it is given, or a power of two by such a number.
static bool isShift(const Term &term, const SymbolTable &symbols) {
  if (term.monomial.size() != 1 || !term.coefficient.isUniform())
    return false;
  const Symbol &symbol = symbols[term.monomial[0]];
  return symbol.scope == UniformityScope::Dispatch &&
         (symbol.kind == Symbol::Kind::Uniform ||
          (symbol.isPowerOfTwo && !symbol.isOfWorkgroup));
}

namespace {
/// In one component one of two places has a term besides those of the other.
struct Extra {
  const Term *term = nullptr;
  unsigned component = 0;
  bool isOfFirst = true;
};
} // namespace

/// Besides, the known parts are the same in every lane, and those of one
/// component tell lanes apart: nothing but the shift is between the two.
static std::optional<Extra> extraOf(llvm::ArrayRef<LaneValue> first,
                                    llvm::ArrayRef<LaneValue> second,
                                    const LaneSet &active) {
  Extra extra;
  bool areApart = false;
  for (unsigned i = 0; i < first.size(); ++i) {
    const LaneValue &a = first[i], &b = second[i];
    for (unsigned lane : active.set_bits())
      if (a.constant[lane] != b.constant[lane])
        return std::nullopt;
    areApart |= !a.constant.isUniformOver(active);
    if (haveSameTerms(a, b))
      continue;
    const Term *ofFirst = extraTerm(a, b), *ofSecond = extraTerm(b, a);
    if (extra.term || (!ofFirst && !ofSecond))
      return std::nullopt;
    extra = {ofFirst ? ofFirst : ofSecond, i, ofFirst != nullptr};
  }
  return extra.term && areApart ? std::optional(extra) : std::nullopt;
}

/// Whether \p place, but for \p shift, is the same whatever number the shift
/// is: no rows begin at its multiples, and nothing was worked out from it.
static bool isFixedBeside(llvm::ArrayRef<LaneValue> place, const Term &shift,
                          const SymbolTable &symbols) {
  SymbolId number = shift.monomial[0];
  auto isFixed = [&](SymbolId s) {
    const Symbol &symbol = symbols[s];
    bool isGiven = symbol.kind == Symbol::Kind::WorkgroupId ||
                   symbol.kind == Symbol::Kind::Uniform;
    return s != number && !symbol.isRow && symbol.rowLength == 0 &&
           !symbol.remainder &&
           (isGiven || (symbol.scope == UniformityScope::Dispatch &&
                        !symbol.name.empty() &&
                        !mentions(symbol.name, symbols[number].name)));
  };
  return llvm::all_of(place, [&](const LaneValue &component) {
    return llvm::all_of(component.terms, [&](const Term &t) {
      return isSameTerm(t, shift) || llvm::all_of(t.monomial, isFixed);
    });
  });
}

static SymbolRange rangeOn(const RangesPtr &ranges, SymbolId id,
                           const Symbol &symbol) {
  if (ranges)
    if (auto it = ranges->find(id); it != ranges->end())
      return it->second;
  return {symbol.min, symbol.max, symbol.isUnbounded};
}

/// What is known of the place in \p lane.
static std::vector<int64_t> knownPart(llvm::ArrayRef<LaneValue> place,
                                      unsigned lane) {
  std::vector<int64_t> at;
  for (const LaneValue &component : place)
    at.push_back(component.constant[lane]);
  return at;
}

/// How far apart the workgroups 0 and 1 of the dispatch's dimension \p id have
/// what is made of \p place; std::nullopt where that is not known.
static std::optional<std::vector<int64_t>>
distanceOfWorkgroups(llvm::ArrayRef<LaneValue> place, SymbolId id) {
  std::vector<int64_t> distance;
  for (const LaneValue &component : place) {
    distance.push_back(0);
    for (const Term &t : component.terms) {
      if (!llvm::is_contained(t.monomial, id))
        continue;
      if (t.monomial.size() != 1 || !t.coefficient.isUniform())
        return std::nullopt;
      distance.back() += t.coefficient.uniformValue();
    }
  }
  return distance;
}

namespace {
struct Side {
  llvm::ArrayRef<LaneValue> place;
  const LaneSet &active;
};
/// The first lane at each place, by what is known of that.
using LaneAt = std::map<std::vector<int64_t>, unsigned>;
} // namespace

static std::vector<int64_t> movedBy(const Side &side, unsigned lane,
                                    llvm::ArrayRef<int64_t> distance) {
  std::vector<int64_t> at = knownPart(side.place, lane);
  for (unsigned i = 0; i < at.size(); ++i)
    at[i] += distance[i];
  return at;
}

static LaneAt lanesMovedBy(const Side &side, llvm::ArrayRef<int64_t> distance) {
  LaneAt laneAt;
  for (unsigned lane : side.active.set_bits())
    laneAt.try_emplace(movedBy(side, lane, distance), lane);
  return laneAt;
}

/// A lane of \p side, moved by \p distance, and one of \p others that are in
/// one place.
static std::optional<LanePair> meetMoved(const Side &side,
                                         llvm::ArrayRef<int64_t> distance,
                                         const LaneAt &others) {
  for (unsigned lane : side.active.set_bits())
    if (auto met = others.find(movedBy(side, lane, distance));
        met != others.end())
      return LanePair{lane, met->second};
  return std::nullopt;
}

/// Where the lanes of one workgroup, moved by \p byShift, meet those of the
/// next one, or of the one before: the shifted lane comes first.
static std::optional<HostMeeting::Across>
acrossOf(const SyncWalk &walk, const Side &shifted, const Side &fixed,
         llvm::ArrayRef<int64_t> byShift) {
  for (unsigned d = 0; d < 3; ++d) {
    SymbolId id = walk.workgroupIds[d];
    if (id == kNoSymbol || (walk.dispatch && (*walk.dispatch)[d] < 2))
      continue;
    auto toNext = distanceOfWorkgroups(fixed.place, id);
    // Where all of them have one place, there may be no other than the first.
    if (!toNext || llvm::all_of(*toNext, [](int64_t c) { return c == 0; }))
      continue;
    std::vector<int64_t> back(toNext->size());
    llvm::transform(*toNext, back.begin(), std::negate<int64_t>());
    for (llvm::ArrayRef<int64_t> byWorkgroup : {*toNext, back})
      if (auto lanes =
              meetMoved(shifted, byShift, lanesMovedBy(fixed, byWorkgroup)))
        return HostMeeting::Across{d, lanes->first, lanes->second};
  }
  return std::nullopt;
}

/// The least number by which one of the two, moved by it, meets the other one
/// in another lane.
std::optional<HostMeeting>
SyncRecorder::shiftOf(const ShiftedAccess &first,
                      const ShiftedAccess &second) const {
  auto extra = extraOf(first.place, second.place, first.active);
  if (!extra || !isShift(*extra->term, Walk.symbols) ||
      !isFixedBeside(first.place, *extra->term, Walk.symbols) ||
      !isFixedBeside(second.place, *extra->term, Walk.symbols))
    return std::nullopt;
  SymbolId id = extra->term->monomial[0];
  int64_t step = extra->term->coefficient.uniformValue();
  const Symbol &symbol = Walk.symbols[id];
  if (isBoundedThrough(id, first.stamp.context) ||
      isBoundedThrough(id, second.stamp.context))
    return std::nullopt;
  const ShiftedAccess &moved = extra->isOfFirst ? first : second,
                      &other = extra->isOfFirst ? second : first;
  SymbolRange a = rangeOn(moved.ranges, id, symbol);
  SymbolRange b = rangeOn(other.ranges, id, symbol);
  Side shifted{moved.place, moved.active}, fixed{other.place, other.active};
  std::vector<int64_t> distance(moved.place.size(), 0);
  LaneAt laneAt = lanesMovedBy(fixed, distance);
  for (int64_t n = std::max<int64_t>({1, a.min, b.min});
       n <= std::min({kMaxShift, a.max, b.max}); ++n) {
    distance[extra->component] = n * step;
    // No lane meets itself: the two are in one place but for the shift.
    auto lanes = symbol.isPowerOfTwo && !llvm::isPowerOf2_64(n)
                     ? std::nullopt
                     : meetMoved(shifted, distance, laneAt);
    if (!lanes)
      continue;
    HostMeeting meeting{id,
                        n,
                        lanes->first,
                        lanes->second,
                        movedBy(shifted, lanes->first, distance),
                        acrossOf(Walk, shifted, fixed, distance)};
    if (extra->isOfFirst)
      return meeting;
    std::swap(meeting.firstLane, meeting.secondLane);
    if (meeting.across)
      std::swap(meeting.across->firstLane, meeting.across->secondLane);
    return meeting;
  }
  return std::nullopt;
}

/// Some guard around \p context has a bound that is worked out from \p symbol,
/// as `i < n / 2` is from `n`: it rules out numbers that ranges do not tell.
bool SyncRecorder::isBoundedThrough(SymbolId symbol, uint32_t context) const {
  const std::string &name = Walk.symbols[symbol].name;
  // Of `1 << level`, what a guard has worked out from `level` bounds it, too.
  bool isBehind =
      Walk.symbols[symbol].kind != Symbol::Kind::Uniform &&
      llvm::any_of(Conditions.chain(context), [&](const Context *c) {
        return !comparesOthers(*c, Math, Walk.symbols, [&](SymbolId other) {
          return mentions(name, Walk.symbols[other].name);
        });
      });
  if (isBehind)
    return true;
  return name.empty() ||
         llvm::any_of(Conditions.chain(context), [&](const Context *c) {
           return c->assumption() != kNothingAssumed &&
                  mentions(Walk.symbols.assumptionText(c->assumption()), name);
         });
}

void SyncRecorder::noteStoredTo(const Current &now, const Place &place) {
  if (now.event.op != AccessOp::Store || now.event.activation.serial != 0)
    return;
  std::pair<Place, uint32_t> store{place, Control};
  if (!llvm::is_contained(now.variable.storedTo, store))
    now.variable.storedTo.push_back(std::move(store));
}

static bool areIntegers(llvm::ArrayRef<LaneValue> place) {
  return llvm::all_of(place, [](const LaneValue &component) {
    return component.type.kind == NumType::Int;
  });
}

/// Compares an access with the latest of every other one to its variable.
void SyncRecorder::meetShifted(Current &now, const LaneGroups &groups) {
  const AccessEvent &event = now.event;
  bool isImage = event.space == MemorySpace::Image;
  Place place = isImage ? now.circumstances.texel : Place{event.offsetBytes};
  noteStoredTo(now, place);
  bool isVarying = llvm::any_of(place, [&](const LaneValue &component) {
    return hasVarying(component, Walk.symbols, &event.active);
  });
  if (!now.variable.mayBeStored || (event.unknown && !isImage) ||
      place.empty() || groups.size() != 1 || now.circumstances.outside ||
      event.activation.serial != 0 || // what looks like a shift may be a row
      isVarying || !areIntegers(place) ||
      !Conditions.isPlain(now.stamp.context)) // others may rule numbers out
    return;
  ShiftedAccess mine{event.op,
                     now.stamp,
                     event.active,
                     std::move(place),
                     now.circumstances.flow->ranges,
                     event.requestBytes,
                     now.idle.bytes};
  for (const auto &[site, other] : now.variable.latest)
    if (areConflicting(other.op, event.op) && !IsUnsure &&
        !other.stamp.isUnsure && other.place.size() == mine.place.size() &&
        isUnseparated(other.stamp.control, other.stamp.context,
                      now.stamp.context) &&
        !ShiftsTried.count({site, now.site}))
      meetShifted(now, mine, site, other);
  now.variable.latest[now.site] = std::move(mine);
}

/// What two workgroups do, where two invocations of one do \p race.
static SyncFindings::Race raceOfWorkgroups(SyncFindings::Race race,
                                           const HostMeeting::Across &across) {
  race.missing = RaceFact::Missing::Everything;
  race.workgroups.dimension = across.dimension;
  race.firstLane = across.secondLane;
  race.secondLane = across.firstLane;
  race.workgroups.isPlacedByWorkgroup = true;
  return race;
}

/// Compares the access \p mine, which is made now, with \p other.
void SyncRecorder::meetShifted(const Current &now, const ShiftedAccess &mine,
                               uint32_t otherSite, const ShiftedAccess &other) {
  auto sideOf = [&](const ShiftedAccess &access) -> MirrorSide {
    return {access.place, access.active,
            Conditions.chain(access.stamp.context)};
  };
  auto shift = shiftOf(mine, other);
  // Who exchanges two stores to both: what they store is no race of its own.
  auto meeting = shift ? shift
                 : isOneLoad(mine.op, other.op)
                     ? findMirror(Walk, Math, sideOf(mine), sideOf(other))
                     : std::nullopt;
  auto race = meeting ? raceOf(now, otherSite, other, *meeting) : std::nullopt;
  if (!race)
    return;
  // What another execution stores may change.
  if (!race->isSameValue)
    ShiftsTried.insert({otherSite, now.site});
  if (!shift)
    return addMirroredRace(now, otherSite, *meeting, std::move(*race));
  // What the one has that is not shifted says the rest of the address.
  const LaneValue &a = mine.place[0], &b = other.place[0];
  const LaneValue &fixed = a.terms.size() < b.terms.size() ? a : b;
  if (race->addressBytes && !fixed.isConcrete())
    race->unknownBase = unknownPartText(Math, fixed, meeting->firstLane);
  auto add = [&](SyncFindings::Race found) {
    ShiftedRaces.push_back({&now.variable, other.place, mine.place,
                            other.stamp.control, Control, otherSite, now.site,
                            std::move(found)});
  };
  if (shift->across)
    add(raceOfWorkgroups(*race, *shift->across));
  add(std::move(*race));
}

void SyncRecorder::addMirroredRace(const Current &now, uint32_t otherSite,
                                   const HostMeeting &meeting,
                                   SyncFindings::Race race) {
  const SyncSite &first = Sites[otherSite], &second = Sites[now.site];
  Findings.addRace(first, second, race);
  if (meeting.across)
    Findings.addRace(first, second,
                     raceOfWorkgroups(std::move(race), *meeting.across));
}

std::optional<SyncFindings::Race>
SyncRecorder::raceOf(const Current &now, uint32_t otherSite,
                     const ShiftedAccess &other, const HostMeeting &meeting) {
  auto together = Conditions.together(other.stamp.context, now.stamp.context,
                                      /*isOneWord=*/false);
  if (!together)
    return std::nullopt;
  bool isImage = now.event.space == MemorySpace::Image;
  // They start with the same byte.
  unsigned bytes = std::min(now.event.requestBytes, other.requestBytes);
  uint64_t both = isImage ? kAllComponents : (uint64_t(1) << bytes) - 1;
  SyncFindings::Race race;
  race.isSameValue = isOneLoad(now.event.op, other.op) &&
                     (!(both & ~(now.idle.bytes | other.idle)) ||
                      isKeptThere(now, other.stamp.kept, other.stamp.context));
  if (race.isSameValue)
    race.harmlessLoad = whyHarmless(now.event.op, other.op);
  AccessStamp stamp = other.stamp;
  stamp.lane = meeting.secondLane;
  race.secondLane = meeting.firstLane;
  if (!isImage)
    race.addressBytes = meeting.at[0];
  race.assumptions.insert(Walk.symbols[meeting.symbol].name + " = " +
                          std::to_string(meeting.number));
  complete(race, now, stamp, *together);
  return race;
}

bool SyncRecorder::areBothStoredTo(const ShiftedRace &found) {
  auto isStoredTo = [&](const Place &place, uint32_t control) {
    return llvm::is_contained(found.variable->storedTo,
                              std::make_pair(place, control));
  };
  return llvm::any_of(
      std::array<uint32_t, 2>{found.firstControl, found.secondControl},
      [&](uint32_t control) {
        return isStoredTo(found.first, control) &&
               isStoredTo(found.second, control);
      });
}

void SyncRecorder::addShiftedRaces() {
  for (ShiftedRace &found : ShiftedRaces)
    if (!areBothStoredTo(found))
      Findings.addRace(Sites[found.firstSite], Sites[found.secondSite],
                       std::move(found.race));
}
