// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sync/SyncMirrors.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace wglint;

namespace {
/// The search for one pair of accesses.
class Search {
public:
  Search(const SyncWalk &walk, const LaneMath &math, const MirrorSide &first,
         const MirrorSide &second)
      : Walk(walk), Math(math), First(first), Second(second) {}

  std::optional<HostMeeting> run();

private:
  /// The number, and the workgroup: the first one, or its neighbour.
  struct Where {
    int64_t number;
    SymbolId next = kNoSymbol; ///< the id that is 1 there
  };
  bool findSymbol();
  bool addSymbols(const LaneValue &value);
  int64_t lanesAcross() const;
  bool isOfNumber(const LaneValue &sum) const;
  bool holds(const LaneValue &sum, unsigned lane, Where where) const;
  /// What \p t is in \p lane; std::nullopt: it has other unknowns.
  std::optional<__int128> numberOf(const Term &t, unsigned lane,
                                   Where where) const;
  std::vector<int64_t> placeOf(const MirrorSide &side, unsigned lane,
                               Where where) const;
  bool isLetThrough(const MirrorSide &side, unsigned lane, Where where) const;
  std::optional<HostMeeting::Across> acrossOf(const HostMeeting &meeting) const;
  bool areAlike(const MirrorSide &side, unsigned a, unsigned b) const;
  bool isBounded(const MirrorSide &side) const;
  std::optional<HostMeeting> meet(int64_t number) const;

  const SyncWalk &Walk;
  const LaneMath &Math;
  const MirrorSide &First, &Second;
  SymbolId Number = kNoSymbol; ///< the host's
};
} // namespace

/// False where \p value has unknowns other than ids and one number.
bool Search::addSymbols(const LaneValue &value) {
  return llvm::all_of(value.terms, [&](const Term &t) {
    if (t.monomial.size() != 1 || !t.coefficient.isUniform())
      return false;
    SymbolId symbol = t.monomial[0];
    if (llvm::is_contained(Walk.workgroupIds, symbol) || symbol == Number)
      return true;
    const Symbol &s = Walk.symbols[symbol];
    bool isHosts = Number == kNoSymbol && !s.name.empty() &&
                   s.scope == UniformityScope::Dispatch && !s.isOfWorkgroup &&
                   (s.kind == Symbol::Kind::Uniform || s.isUnbounded);
    Number = isHosts ? symbol : Number;
    return isHosts;
  });
}

bool Search::findSymbol() {
  for (const MirrorSide *side : {&First, &Second})
    for (const LaneValue &component : side->place)
      if (component.type.kind != NumType::Int || !addSymbols(component))
        return false;
  return Number != kNoSymbol;
}

/// Elements that the lanes have in the component in which one access falls
/// where the other one rises; 0: there is none.
int64_t Search::lanesAcross() const {
  for (const auto &[a, b] : llvm::zip(First.place, Second.place)) {
    std::set<int64_t> here;
    bool isMirrored = true;
    unsigned first = First.active.find_first();
    for (unsigned lane : First.active.set_bits()) {
      isMirrored &= a.constant[lane] - a.constant[first] ==
                    b.constant[first] - b.constant[lane];
      here.insert(a.constant[lane]);
    }
    if (isMirrored && here.size() > 1)
      return here.size();
  }
  return 0;
}

std::optional<__int128> Search::numberOf(const Term &t, unsigned lane,
                                         Where where) const {
  __int128 product = t.coefficient[lane];
  bool isKnown = true;
  for (SymbolId symbol : t.monomial) {
    bool isId = llvm::is_contained(Walk.workgroupIds, symbol);
    isKnown &= isId || symbol == Number;
    product *= symbol == Number ? where.number : isId && symbol == where.next;
  }
  return isKnown || product == 0 ? std::optional(product) : std::nullopt;
}

std::vector<int64_t> Search::placeOf(const MirrorSide &side, unsigned lane,
                                     Where where) const {
  std::vector<int64_t> at;
  for (const LaneValue &component : side.place) {
    at.push_back(component.constant[lane]);
    for (const Term &t : component.terms)
      at.back() += int64_t(*numberOf(t, lane, where));
  }
  return at;
}

/// What has to be not positive on the way; null where that is not all.
static const llvm::SmallVector<LaneValue, 1> *sumsOf(const LaneMath &math,
                                                     const Context &c) {
  const ConditionInfo *info = math.condition(c.condition->symbol);
  if (!info || !info->isWhole[c.side])
    return nullptr;
  return c.side ? &info->whenTrue : &info->whenFalse;
}

bool Search::isOfNumber(const LaneValue &sum) const {
  return anySymbol(sum, [&](SymbolId s) { return s == Number; });
}

bool Search::isBounded(const MirrorSide &side) const {
  bool isBounded = false;
  for (const Context *c : side.chain) {
    const auto *sums = sumsOf(Math, *c);
    if (!sums)
      return false;
    isBounded |= c->condition->kind == OpenCondition::Kind::Guard &&
                 llvm::any_of(*sums, [&](const LaneValue &sum) {
                   return isOfNumber(sum);
                 });
  }
  return isBounded;
}

/// \p sum is not positive in \p lane; false where that is not known.
bool Search::holds(const LaneValue &sum, unsigned lane, Where where) const {
  __int128 value = sum.constant[lane];
  for (const Term &t : sum.terms) {
    std::optional<__int128> number = numberOf(t, lane, where);
    if (!number)
      return false;
    value += *number;
  }
  return value <= 0;
}

/// The guards that speak of the number let \p lane come.
bool Search::isLetThrough(const MirrorSide &side, unsigned lane,
                          Where where) const {
  return llvm::all_of(side.chain, [&](const Context *c) {
    return llvm::all_of(*sumsOf(Math, *c), [&](const LaneValue &sum) {
      return !isOfNumber(sum) || holds(sum, lane, where);
    });
  });
}

/// The other guards ask the same of both lanes.
bool Search::areAlike(const MirrorSide &side, unsigned a, unsigned b) const {
  auto isSame = [&](const LaneValue &sum) {
    return isOfNumber(sum) || (sum.constant[a] == sum.constant[b] &&
                               llvm::all_of(sum.terms, [&](const Term &t) {
                                 return t.coefficient[a] == t.coefficient[b];
                               }));
  };
  return llvm::all_of(side.chain, [&](const Context *c) {
    return llvm::all_of(*sumsOf(Math, *c), isSame);
  });
}

std::optional<HostMeeting> Search::meet(int64_t number) const {
  std::map<std::vector<int64_t>, unsigned> laneAt;
  for (unsigned lane : Second.active.set_bits())
    if (isLetThrough(Second, lane, {number}))
      laneAt.try_emplace(placeOf(Second, lane, {number}), lane);
  for (unsigned lane : First.active.set_bits()) {
    auto at = placeOf(First, lane, {number});
    auto met = laneAt.find(at);
    if (met != laneAt.end() && met->second != lane &&
        areAlike(First, lane, met->second) &&
        areAlike(Second, lane, met->second) &&
        isLetThrough(First, lane, {number}))
      return HostMeeting{Number, number, lane, met->second, std::move(at)};
  }
  return std::nullopt;
}

std::optional<HostMeeting::Across>
Search::acrossOf(const HostMeeting &meeting) const {
  for (unsigned d = 0; d < 3; ++d) {
    SymbolId id = Walk.workgroupIds[d];
    Where here{2 * meeting.number}, next{2 * meeting.number, id};
    if (id != kNoSymbol && (!Walk.dispatch || (*Walk.dispatch)[d] > 1) &&
        here.number <= Walk.symbols.range(Number).max &&
        isLetThrough(First, meeting.firstLane, here) &&
        isLetThrough(Second, meeting.secondLane, next) &&
        placeOf(First, meeting.firstLane, here) ==
            placeOf(Second, meeting.secondLane, next))
      return HostMeeting::Across{d, meeting.firstLane, meeting.secondLane};
  }
  return std::nullopt;
}

std::optional<HostMeeting> Search::run() {
  if (First.place.size() != Second.place.size() ||
      First.active != Second.active || !findSymbol() || !isBounded(First) ||
      !isBounded(Second))
    return std::nullopt;
  int64_t lanes = lanesAcross();
  SymbolRange range = Walk.symbols.range(Number);
  std::optional<HostMeeting> found;
  for (int64_t number : std::set<int64_t>{2, 3, lanes / 2, lanes}) {
    if (number < 2 || number > lanes || number < range.min ||
        number > range.max)
      continue;
    std::optional<HostMeeting> meeting = meet(number);
    if (!meeting)
      return std::nullopt;
    found = std::move(meeting);
  }
  if (found)
    found->across = acrossOf(*found);
  return found;
}

std::optional<HostMeeting> wglint::findMirror(const SyncWalk &walk,
                                              const LaneMath &math,
                                              const MirrorSide &first,
                                              const MirrorSide &second) {
  return Search(walk, math, first, second).run();
}
