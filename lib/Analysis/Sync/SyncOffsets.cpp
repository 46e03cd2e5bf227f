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
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;

/// Numbers that are tried: 1 is what a shift mostly is.
static constexpr int64_t kMostShift = 4;

/// The term that one of two addresses has besides those of the other.
static const Term *extraTerm(const LaneValue &with, const LaneValue &without) {
  if (with.terms.size() != without.terms.size() + 1)
    return nullptr;
  const Term *extra = nullptr;
  size_t i = 0;
  for (const Term &t : with.terms) {
    bool isShared = i < without.terms.size() &&
                    without.terms[i].monomial == t.monomial &&
                    without.terms[i].coefficient == t.coefficient;
    if (isShared)
      ++i;
    else if (extra)
      return nullptr;
    else
      extra = &t;
  }
  return extra;
}

/// A number of the host's, as it is given.
bool SyncRecorder::isShift(const Term &term) const {
  if (term.monomial.size() != 1 || !term.coefficient.isUniform())
    return false;
  const Symbol &symbol = Walk.symbols[term.monomial[0]];
  return symbol.kind == Symbol::Kind::Uniform &&
         symbol.scope == UniformityScope::Dispatch;
}

static SymbolRange rangeOn(const RangesPtr &ranges, SymbolId id,
                           const Symbol &symbol) {
  if (ranges)
    if (auto it = ranges->find(id); it != ranges->end())
      return it->second;
  return {symbol.min, symbol.max, symbol.isUnbounded};
}

/// The known parts of the two addresses are the same in every lane, and tell
/// the lanes apart: nothing but the shift is between them.
static bool areAlike(const LaneValue &a, const LaneValue &b,
                     const LaneSet &active) {
  for (int lane = active.find_first(); lane >= 0; lane = active.find_next(lane))
    if (a.constant[lane] != b.constant[lane])
      return false;
  return !a.constant.isUniformOver(active);
}

/// The least number by which \p shifted, moved by \p stepBytes for each, meets
/// \p fixed in another lane.
std::optional<SyncRecorder::Shifted>
SyncRecorder::findShift(const ShiftedAccess &shifted,
                        const ShiftedAccess &fixed, int64_t stepBytes,
                        SymbolId id) const {
  const Symbol &symbol = Walk.symbols[id];
  SymbolRange a = rangeOn(shifted.ranges, id, symbol);
  SymbolRange b = rangeOn(fixed.ranges, id, symbol);
  llvm::DenseMap<int64_t, unsigned> laneAt;
  for (int lane = fixed.active.find_first(); lane >= 0;
       lane = fixed.active.find_next(lane))
    laneAt.try_emplace(fixed.offsetBytes.constant[lane], lane);
  for (int64_t n = std::max<int64_t>({1, a.min, b.min});
       n <= std::min({kMostShift, a.max, b.max}); ++n)
    for (int lane = shifted.active.find_first(); lane >= 0;
         lane = shifted.active.find_next(lane)) {
      auto met =
          laneAt.find(shifted.offsetBytes.constant[lane] + n * stepBytes);
      if (met != laneAt.end() && met->second != unsigned(lane))
        return Shifted{id, n, unsigned(lane), met->second};
    }
  return std::nullopt;
}

/// Some guard around \p context has a bound that is worked out from \p symbol,
/// as `i < n / 2` is from `n`: it rules out numbers that ranges do not tell.
bool SyncRecorder::isBoundedThrough(SymbolId symbol, uint32_t context) const {
  const std::string &name = Walk.symbols[symbol].name;
  return name.empty() ||
         llvm::any_of(Conditions.chain(context), [&](const Context *c) {
           return c->assumption() != kNothingAssumed &&
                  mentions(Walk.symbols.assumptionText(c->assumption()), name);
         });
}

void SyncRecorder::noteStoredTo(Current &now) {
  if (now.event.op != AccessOp::Store || now.event.activation.serial != 0)
    return;
  std::pair<LaneValue, uint32_t> store{now.event.offsetBytes, Control};
  if (!llvm::is_contained(now.variable.storedTo, store))
    now.variable.storedTo.push_back(std::move(store));
}

/// Compares an access with the latest of every other one to its variable.
void SyncRecorder::meetShifted(Current &now, const LaneGroups &groups) {
  const AccessEvent &event = now.event;
  noteStoredTo(now);
  if (!now.variable.mayBeStored || event.space == MemorySpace::Image ||
      event.unknown || groups.size() != 1 || now.circumstances.outside ||
      event.activation.serial != 0 || // what looks like a shift may be a row
      hasVarying(event.offsetBytes, Walk.symbols, &event.active) ||
      !Conditions.isPlain(now.stamp.context)) // others may rule numbers out
    return;
  ShiftedAccess mine{event.op,
                     now.stamp,
                     event.active,
                     event.offsetBytes,
                     now.circumstances.flow->ranges,
                     event.requestBytes,
                     now.idle.bytes};
  for (const auto &[site, other] : now.variable.latest) {
    if (!areConflicting(other.op, event.op) || IsUnsure ||
        other.stamp.isUnsure ||
        !isUnseparated(other.stamp.control, other.stamp.context,
                       now.stamp.context))
      continue;
    const Term *extra = extraTerm(mine.offsetBytes, other.offsetBytes);
    bool isMine = extra != nullptr;
    if (!isMine)
      extra = extraTerm(other.offsetBytes, mine.offsetBytes);
    if (!extra || !isShift(*extra) ||
        !areAlike(mine.offsetBytes, other.offsetBytes, mine.active) ||
        isBoundedThrough(extra->monomial[0], now.stamp.context) ||
        isBoundedThrough(extra->monomial[0], other.stamp.context) ||
        !ShiftsTried.insert({site, now.site}).second)
      continue;
    auto shift =
        findShift(isMine ? mine : other, isMine ? other : mine,
                  extra->coefficient.uniformValue(), extra->monomial[0]);
    if (shift)
      addShiftedRace(now, site, other, *shift, isMine);
  }
  now.variable.latest[now.site] = std::move(mine);
}

void SyncRecorder::addShiftedRace(Current &now, uint32_t otherSite,
                                  const ShiftedAccess &other,
                                  const Shifted &shift, bool isMine) {
  auto together = Conditions.together(other.stamp.context, now.stamp.context,
                                      /*isOneWord=*/false);
  if (!together)
    return;
  // They start with the same byte.
  unsigned bytes = std::min(now.event.requestBytes, other.requestBytes);
  uint64_t both = (uint64_t(1) << bytes) - 1;
  SyncFindings::Race race;
  race.isSameValue = isOneLoad(now.event.op, other.op) &&
                     (!(both & ~(now.idle.bytes | other.idle)) ||
                      isKeptThere(now, other.stamp.kept, other.stamp.context));
  if (race.isSameValue) { // what another execution stores may change
    race.harmlessLoad = whyHarmless(now.event.op, other.op);
    ShiftsTried.erase({otherSite, now.site});
  }
  AccessStamp stamp = other.stamp;
  stamp.lane = isMine ? shift.fixedLane : shift.shiftedLane;
  race.secondLane = isMine ? shift.shiftedLane : shift.fixedLane;
  const LaneValue &fixed = isMine ? other.offsetBytes : now.event.offsetBytes;
  race.addressBytes = fixed.constant[shift.fixedLane];
  if (!fixed.isConcrete())
    race.unknownBase = unknownPartText(Math, fixed, shift.fixedLane);
  race.assumptions.insert(Walk.symbols[shift.symbol].name + " = " +
                          std::to_string(shift.number));
  complete(race, now, stamp, *together);
  ShiftedRaces.push_back({&now.variable, other.offsetBytes,
                          now.event.offsetBytes, other.stamp.control, Control,
                          otherSite, now.site, std::move(race)});
}

bool SyncRecorder::areBothStoredTo(const ShiftedRace &found) {
  auto isStoredTo = [&](const LaneValue &address, uint32_t control) {
    return llvm::is_contained(found.variable->storedTo,
                              std::make_pair(address, control));
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
