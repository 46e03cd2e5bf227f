// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Costs/ExecutionCosts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"
#include <numeric>

using namespace wglint;

/// More kinds of executions than a shader has; then all are forgotten.
static constexpr size_t kMaxKnownCosts = 4096;

/// No rule for banks looks farther than this.
static constexpr int64_t kBankPeriodBytes = 64;

ExecutionCosts::ExecutionCosts(LaneMath &math,
                               llvm::ArrayRef<DeviceConfig> configs,
                               unsigned subgroupSize, unsigned rowLength,
                               uint64_t workgroupCount)
    : Math(math), Configs(configs), SubgroupSize(subgroupSize),
      RowLength(rowLength), WorkgroupCount(workgroupCount),
      PeriodBytes(kBankPeriodBytes), Requests(math, configs, workgroupCount) {
  for (const DeviceConfig &config : configs)
    if (config.device->sectorBytes)
      PeriodBytes = std::lcm(PeriodBytes, int64_t(*config.device->sectorBytes));
}

//===----------------------------------------------------------------------===//
// Known ones
//===----------------------------------------------------------------------===//

/// All that the cost of \p event depends on, as numbers.
void ExecutionCosts::makeKey(const AccessEvent &event, bool isDescribed) {
  Key.clear();
  auto addLanes = [&](const Lanes &lanes) {
    Key.add(lanes[0] % PeriodBytes);
    Key.add(lanes.pattern());
  };
  for (int64_t number :
       {int64_t(event.space), int64_t(event.op), int64_t(event.requestBytes),
        int64_t(event.isMaybe), int64_t(isDescribed)})
    Key.add(number);
  for (auto word : event.active.getData())
    Key.add(int64_t(word));
  addLanes(event.offsetBytes.constant);
  for (const Term &term : event.offsetBytes.terms) {
    Key.add(int64_t(term.monomial.size()));
    for (SymbolId s : term.monomial) {
      Key.add(int64_t(s));
      Key.add(int64_t(Math.symbols()[s].multipleOf));
      SymbolRange range = Math.symbols().range(s);
      bool isApart = !term.coefficient.isUniform();
      Key.add(isApart ? range.min : 0);
      Key.add(isApart ? range.max : INT64_MAX);
    }
    addLanes(term.coefficient);
  }
}

const ExecutionCost &ExecutionCosts::of(const AccessEvent &event,
                                        const LaneGroups &groups,
                                        bool isDescribed) {
  makeKey(event, isDescribed);
  if (auto known = KnownCosts.find(Key.numbers); known != KnownCosts.end())
    return known->second.cost;
  Cost = ExecutionCost();
  Cost.configs.resize(Configs.size());
  bool isWhole = addRequests(event, groups, isDescribed);
  for (ExecutionCost::PerConfig &config : Cost.configs)
    config.sums.atSmallValues.emplace();
  if (!isDescribed && event.space == MemorySpace::Global)
    Cost.bytes = bytesByGroup(event.offsetBytes.constant, event.requestBytes,
                              event.active, groups);
  if (Cost.small != kNoSymbol)
    isWhole &= countEachValue(event);
  else if (Cost.bounds.size() == 1 && Cost.assumptions.empty() &&
           !event.isMaybe)
    isWhole &= countSmallValues(event);
  if (!isWhole)
    return Cost; // the walk will be split because of it
  if (KnownCosts.size() == kMaxKnownCosts)
    KnownCosts.clear();
  Known known{std::move(Cost), std::move(Key.held)};
  return KnownCosts.emplace(Key.numbers, std::move(known)).first->second.cost;
}

//===----------------------------------------------------------------------===//
// Unknowns of few values
//===----------------------------------------------------------------------===//

/// Each is one more count of the requests.
static constexpr int64_t kMaxValues = 64;

/// \p v where \p symbol is \p number.
static LaneValue withNumber(const LaneValue &v, SymbolId symbol,
                            int64_t number) {
  LaneValue sum(v.type, v.constant);
  for (const Term &term : v.terms) {
    LaneValue part(v.type, 0);
    Term rest{{}, term.coefficient};
    for (SymbolId s : term.monomial)
      if (s == symbol)
        rest.coefficient =
            Lanes::product(rest.coefficient, Lanes(number), v.type.widthBits);
      else
        rest.monomial.push_back(s);
    if (rest.monomial.empty())
      part.constant = rest.coefficient;
    else if (!rest.coefficient.isZero())
      part.terms.push_back(std::move(rest));
    sum = addValues(sum, part);
  }
  return sum;
}

/// Widens \p sums to what is \p other as well, of the same requests.
static void joinSums(CostSums &sums, const CostSums &other) {
  auto widen = [&](auto &min, auto &max, auto otherMin, auto otherMax) {
    min = std::min(min, otherMin);
    max = std::max(max, otherMax);
  };
  sums.isBounded |= other.isBounded || sums.costMin != other.costMin ||
                    sums.costMax != other.costMax;
  sums.isUnknown |= other.isUnknown;
  widen(sums.costMin, sums.costMax, other.costMin, other.costMax);
  widen(sums.idealMin, sums.idealMax, other.idealMin, other.idealMax);
  widen(sums.allCostMin, sums.allCostMax, other.allCostMin, other.allCostMax);
  widen(sums.allIdealMin, sums.allIdealMax, other.allIdealMin,
        other.allIdealMax);
  widenCount(sums.perRequest, other.perRequest);
  widenCount(sums.idealPerRequest, other.idealPerRequest);
  widenCount(sums.conflictWays, other.conflictWays);
}

/// Counts the requests of \p event where \p symbol is \p value, in place of
/// what was counted. Returns false as addRequests() does.
bool ExecutionCosts::countAt(const AccessEvent &event, SymbolId symbol,
                             int64_t value) {
  AccessEvent at = event;
  at.offsetBytes = withNumber(event.offsetBytes, symbol, value);
  Cost = ExecutionCost();
  Cost.configs.resize(Configs.size());
  return addRequests(at, LaneGroups(at.offsetBytes, at.active),
                     /*isDescribed=*/true);
}

/// Notes what requests cost where the unknown that keeps their lanes apart is
/// small after all, as a row of few elements. Returns false as addRequests()
/// does.
bool ExecutionCosts::countSmallValues(const AccessEvent &event) {
  auto [symbol, bound] = Cost.bounds.front();
  SymbolRange range = Math.symbols().range(symbol);
  ExecutionCost whole = std::move(Cost);
  bool isWhole = true;
  for (int64_t value = 1; value < bound; value *= 2) {
    if (value < range.min || value > range.max ||
        value % Math.symbols()[symbol].multipleOf != 0)
      continue;
    Math.addWork(event.active.size());
    isWhole &= countAt(event, symbol, value);
    for (size_t c = 0; c < Configs.size(); ++c)
      if (const MaybeCount &sectors = Cost.configs[c].sums.perRequest)
        whole.configs[c].sums.atSmallValues->push_back({value, *sectors});
  }
  Cost = std::move(whole);
  return isWhole;
}

/// Replaces what was counted with Cost.small far from zero by what it is at
/// each of its values: between the least and the greatest of these lies what is
/// true. With too many of them, and with two such unknowns, it is not known.
/// Returns false as addRequests() does.
bool ExecutionCosts::countEachValue(const AccessEvent &event) {
  SymbolId small = Cost.small;
  SymbolRange range = Math.symbols().range(small);
  ExecutionCost whole = std::move(Cost);
  whole.bounds.clear();
  whole.assumptions.clear();
  if (range.assumption)
    whole.assumptions.push_back(*range.assumption);
  bool isWhole = true, isKnown = range.min > range.max - kMaxValues;
  if (isKnown)
    Math.addWork((range.max - range.min + 1) * event.active.size());
  for (int64_t value = range.min; isKnown && value <= range.max; ++value) {
    isWhole &= countAt(event, small, value);
    isKnown = Cost.small == kNoSymbol;
    for (size_t c = 0; c < Configs.size(); ++c) {
      CostSums &sums = whole.configs[c].sums;
      if (value == range.min)
        sums = Cost.configs[c].sums;
      else
        joinSums(sums, Cost.configs[c].sums);
    }
    for (const auto &bound : Cost.bounds)
      if (!llvm::is_contained(whole.bounds, bound))
        whole.bounds.push_back(bound);
    for (uint32_t assumption : Cost.assumptions)
      if (!llvm::is_contained(whole.assumptions, assumption))
        whole.assumptions.push_back(assumption);
  }
  // Their addresses are examples for a large number.
  for (ExecutionCost::PerConfig &config : whole.configs) {
    config.first = config.worst = std::nullopt;
    config.sums.isUnknown |= !isKnown;
  }
  Cost = std::move(whole);
  return isWhole;
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

/// Returns false where some request cannot be counted before a split.
bool ExecutionCosts::addRequests(const AccessEvent &event,
                                 const LaneGroups &groups, bool isDescribed) {
  bool isWhole = true;
  unsigned lanes = event.active.size();
  for (unsigned subgroup = 0; subgroup * SubgroupSize < lanes; ++subgroup)
    isWhole &= addRequest(event, groups, isDescribed, subgroup);
  return isWhole;
}

/// Returns false where the request cannot be counted before a split.
bool ExecutionCosts::addRequest(const AccessEvent &event,
                                const LaneGroups &groups, bool isDescribed,
                                unsigned subgroup) {
  unsigned first = subgroup * SubgroupSize;
  unsigned last = std::min<unsigned>(first + SubgroupSize, event.active.size());
  if (event.active.find_first_in(first, last) < 0)
    return true;
  // A request is issued whatever its addresses are.
  for (ExecutionCost::PerConfig &config : Cost.configs)
    config.sums.addRequest(event.isMaybe, WorkgroupCount);
  if (SubgroupSize > kMaxLanes) {
    for (ExecutionCost::PerConfig &config : Cost.configs)
      config.sums.isUnknown = true;
    return true;
  }
  std::optional<RequestView> view =
      viewRequest(Math, event, groups, first, last);
  if (!view)
    return false;
  if (!isDescribed)
    addStride(event, groups, first, last);
  for (unsigned c = 0; c < Configs.size(); ++c) {
    if (event.space != MemorySpace::Shared && !view->varyingTerms.empty() &&
        !view->isApartByLoop && Configs[c].device->sectorBytes)
      addBound(event, *view, *Configs[c].device->sectorBytes);
    addCost(event, c, *view, subgroup);
  }
  return true;
}

void ExecutionCosts::addCost(const AccessEvent &event, unsigned config,
                             const RequestView &view, unsigned subgroup) {
  ExecutionCost::PerConfig &here = Cost.configs[config];
  CostSums &sums = here.sums;
  bool isShared = event.space == MemorySpace::Shared;
  const DeviceProfile &device = *Configs[config].device;
  bool isCounted = isShared ? device.sharedBanks && view.groups.size() == 1
                            : device.sectorBytes.has_value();
  if (!isCounted) {
    sums.isUnknown = true;
    return;
  }
  unsigned modulus =
      isShared ? device.sharedBanks->bankBytes : *device.sectorBytes;
  const RequestSummary &summary =
      Requests.summaryOf(event, config, view, modulus);
  const MaybeCount &cost = summary.cost, &ideal = summary.ideal;
  if (!cost)
    return;
  if (summary.ways)
    widenCount(sums.conflictWays, summary.ways->min, summary.ways->max);
  // A mask that is an upper bound: at least one lane where a request is issued,
  // and perhaps none.
  uint64_t one = 1;
  bool maybe = event.isMaybe;
  sums.isBounded |= maybe || summary.isBounded;
  widenCount(sums.perRequest, maybe ? std::min(one, cost->min) : cost->min,
             cost->max);
  widenCount(sums.idealPerRequest,
             maybe ? std::min(one, ideal->min) : ideal->min, ideal->max);
  sums.costMin += maybe ? 0 : cost->min;
  sums.costMax += cost->max;
  sums.idealMin += maybe ? 0 : ideal->min;
  sums.idealMax += ideal->max;
  sums.allCostMin += maybe ? 0 : summary.allMin;
  sums.allCostMax += summary.allMax;
  sums.allIdealMin += maybe ? 0 : summary.allIdeal;
  sums.allIdealMax += summary.allIdeal;
  if (!here.first)
    here.first = {subgroup, summary.firstResidue, modulus, cost->max};
  if (!here.worst || cost->max > here.worst->cost)
    here.worst = {subgroup, summary.worstResidue, modulus, cost->max};
}

//===----------------------------------------------------------------------===//
// Assumptions and strides
//===----------------------------------------------------------------------===//

/// How large the unknown of \p term, one that separates lanes, must be for the
/// groups to share no sector.
static int64_t boundOf(const Term &term, const RequestView &view,
                       unsigned sectorBytes) {
  // Where one term separates them, the lanes of a group have one coefficient.
  llvm::SmallVector<int64_t, 8> coefficients;
  for (uint64_t group : view.groups)
    coefficients.push_back(
        term.coefficient[view.base + llvm::countr_zero(group)]);
  std::sort(coefficients.begin(), coefficients.end());
  int64_t low = INT64_MAX, high = INT64_MIN;
  for (unsigned l = 0; l < view.laneCount; ++l)
    if (view.mask >> l & 1) {
      low = std::min(low, view.address[l]);
      high = std::max(high, view.address[l]);
    }
  int64_t least = INT64_MAX;
  for (size_t i = 1; i < coefficients.size(); ++i)
    if (coefficients[i] != coefficients[i - 1])
      least = std::min(least, coefficients[i] - coefficients[i - 1]);
  return (int64_t(sectorBytes) + high - low + least - 1) / least;
}

/// States how large an unknown must be for the groups to share no sector, or
/// that one is known to be less.
void ExecutionCosts::addBound(const AccessEvent &event, const RequestView &view,
                              unsigned sectorBytes) {
  const auto &terms = event.offsetBytes.terms;
  for (unsigned t : view.varyingTerms) {
    if (terms[t].monomial.size() > 1)
      continue;
    SymbolRange range = Math.symbols().range(terms[t].monomial[0]);
    if (!range.isUnbounded &&
        range.max < boundOf(terms[t], view, sectorBytes)) {
      Cost.small = terms[t].monomial[0];
      return;
    }
  }
  const Term &term = terms[view.varyingTerms.front()];
  if (view.varyingTerms.size() > 1 || term.monomial.size() > 1) {
    std::string distances;
    for (unsigned t : view.varyingTerms) {
      LaneValue one(event.offsetBytes.type, 0);
      one.terms.push_back({terms[t].monomial, Lanes(1)});
      distances += (distances.empty() ? "" : " or ") + Math.format(one);
    }
    Cost.assumptions.push_back(Math.symbols().assumption(
        "lanes that are " + distances + " apart share no sector"));
    return;
  }
  int64_t bound = boundOf(term, view, sectorBytes);
  auto known = llvm::find_if(Cost.bounds, [&](const auto &entry) {
    return entry.first == term.monomial[0];
  });
  if (known == Cost.bounds.end())
    Cost.bounds.push_back({term.monomial[0], bound});
  else
    known->second = std::max(known->second, bound);
}

/// The same for the same distances, whatever their unknowns are called.
static uint64_t idOf(const LaneValue &distance, const SymbolTable &symbols) {
  std::vector<int64_t> key{distance.constant[0]};
  for (const Term &term : distance.terms) {
    key.push_back(term.coefficient[0]);
    for (SymbolId s : term.monomial)
      key.push_back(-1 - int64_t(symbols.firstOfPlace(s)));
  }
  return llvm::xxh3_64bits(
      llvm::ArrayRef(reinterpret_cast<const uint8_t *>(key.data()),
                     key.size() * sizeof(int64_t)));
}

/// Adds the distance \p delta of a pair of lanes to \p stride. \p before is the
/// last one that was added and depends on unknowns: its text is made once.
static void addStep(LaneStride &stride, const LaneValue &delta,
                    LaneValue &before, LaneMath &math) {
  if (!stride.isConsistent)
    return;
  if (delta.isConcrete() && stride.text.empty() &&
      (!stride.bytes || *stride.bytes == delta.constant[0])) {
    stride.bytes = delta.constant[0];
    return;
  }
  if (!delta.isConcrete() && delta == before)
    return;
  std::string text = delta.isConcrete() ? "" : math.format(delta);
  stride.isConsistent = !text.empty() && !stride.bytes &&
                        (stride.text.empty() || stride.text == text);
  if (!stride.isConsistent)
    return;
  stride.text = std::move(text);
  stride.id = idOf(delta, math.symbols());
  stride.origin.add(math.strideOrigin(delta));
  before = delta;
}

/// Lane strides are taken between neighbouring active lanes of a subgroup.
void ExecutionCosts::addStride(const AccessEvent &event,
                               const LaneGroups &groups, unsigned first,
                               unsigned last) {
  const LaneValue &v = event.offsetBytes;
  int firstActive = event.active.find_first_in(first, last);
  for (int lane = firstActive; lane >= 0 && Cost.isUniform;
       lane = event.active.find_first_in(lane + 1, last))
    Cost.isUniform = v.constant[lane] == v.constant[firstActive] &&
                     groups[lane] == groups[firstActive];
  // Of a single row in each subgroup the two are one.
  bool hasRows = RowLength > 1 && RowLength < SubgroupSize;
  LaneValue before, beforeInRow;
  auto mayAgree = [&] {
    return Cost.stride.isConsistent || (hasRows && Cost.rowStride.isConsistent);
  };
  for (unsigned lane = first; lane + 1 < last && mayAgree(); ++lane) {
    if (!event.active.test(lane) || !event.active.test(lane + 1))
      continue;
    LaneValue delta(v.type, v.constant[lane + 1] - v.constant[lane]);
    if (groups[lane] != groups[lane + 1])
      for (const Term &t : v.terms)
        if (int64_t d = t.coefficient[lane + 1] - t.coefficient[lane]; d != 0)
          delta.terms.push_back({t.monomial, Lanes(d)});
    addStep(Cost.stride, delta, before, Math);
    if (hasRows && (lane + 1) % RowLength != 0)
      addStep(Cost.rowStride, delta, beforeInRow, Math);
  }
  addMisalignment(event, firstActive);
}

/// Where the first active lane starts, modulo the first configuration's sector.
void ExecutionCosts::addMisalignment(const AccessEvent &event, unsigned lane) {
  if (Configs.empty() || !Configs.front().device->sectorBytes ||
      !Cost.misalignmentIsConsistent)
    return;
  const LaneValue &v = event.offsetBytes;
  int64_t sector = *Configs.front().device->sectorBytes;
  for (const Term &t : v.terms) {
    __int128 c = t.coefficient[lane];
    for (SymbolId s : t.monomial)
      c *= Math.symbols()[s].multipleOf;
    if (c % sector != 0) {
      Cost.misalignmentIsConsistent = false;
      return;
    }
  }
  unsigned at = unsigned(((v.constant[lane] % sector) + sector) % sector);
  if (Cost.misalignmentBytes && *Cost.misalignmentBytes != at)
    Cost.misalignmentIsConsistent = false;
  Cost.misalignmentBytes = at;
}
