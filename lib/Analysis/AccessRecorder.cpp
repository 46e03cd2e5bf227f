// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AccessRecorder.h"
#include "wglint/Analysis/AccessCost.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace wglint;

/// How a uniform, unknown part of an address moves a request, modulo a size.
struct AccessRecorder::Shift {
  /// counts[r]: workgroups for which the enumerated symbols give residue r.
  std::vector<uint64_t> counts;
  /// Unknown symbols add any multiple of this (the modulus itself: none do).
  unsigned unknownStep = 0;
};

/// The lanes of one request. Lanes that unknown symbols separate are in
/// different groups, whose distance is not known but large.
struct AccessRecorder::RequestView {
  std::array<int64_t, kMaxLanes> address;
  uint64_t mask = 0;
  unsigned laneCount = 0;
  unsigned firstLane = 0; ///< index in the workgroup of the first active lane
  unsigned base = 0;      ///< index in the workgroup of lane 0
  std::vector<unsigned> uniformTerms,
      varyingTerms;             ///< indices into the offset's terms
  bool isApartByLoop = false;   ///< by the number of an iteration
  std::vector<uint64_t> groups; ///< lane masks; one if nothing separates lanes
};

static void widen(MaybeCount &range, uint64_t min, uint64_t max) {
  if (!range)
    range = CountRange{min, max};
  range->min = std::min(range->min, min);
  range->max = std::max(range->max, max);
}

void AccessRecorder::record(const AccessEvent &event) {
  std::shared_ptr<AccessRecord> &slot =
      Records[{event.instruction, event.callChain}];
  if (!slot)
    slot = std::make_shared<AccessRecord>();
  else if (slot.use_count() > 1) // a snapshot holds it too
    slot = std::make_shared<AccessRecord>(*slot);
  AccessRecord &record = *slot;
  if (record.sums.empty()) {
    record.first = event;
    record.sums.resize(Configs.size());
    noteTexel(event, record);
  }
  record.assumptions.insert(event.assumptions.begin(), event.assumptions.end());
  record.unknownTrip |= event.unknownTrip;
  for (const Term &t : event.offsetBytes.terms)
    for (SymbolId s : t.monomial)
      for (uint32_t a : Math.symbols()[s].assumptions)
        record.assumptions.insert(a);
  if (!record.unknown && event.unknown)
    record.unknown = event.unknown;
  if (!record.unknown &&
      hasVarying(event.offsetBytes, Math.symbols(), &event.active)) {
    SymbolId s = findVarying(event.offsetBytes, Math.symbols());
    record.unknown = *Math.symbols()[s].reason;
  }
  notePlainPart(event, record);
  noteReach(event, record);
  noteRepetition(event, record);
  if (event.op == AccessOp::Store)
    noteStored(event, record);
  if (event.space == MemorySpace::Global && !record.unknown)
    record.footprint.add(event.offsetBytes, event.requestBytes, event.active);
  unsigned lanes = event.active.size();
  for (unsigned subgroup = 0; subgroup * SubgroupSize < lanes; ++subgroup)
    recordRequest(event, record, subgroup);
}

void AccessRecorder::recordRequest(const AccessEvent &event,
                                   AccessRecord &record, unsigned subgroup) {
  unsigned first = subgroup * SubgroupSize;
  unsigned last = std::min<unsigned>(first + SubgroupSize, event.active.size());
  int active = event.active.find_first_in(first, last);
  if (active < 0)
    return;
  // A request is issued whatever its addresses are.
  for (CostSums &sums : record.sums) {
    sums.requestsMin += !event.isMaybe;
    sums.requestsMax += 1;
    sums.allRequestsMin += event.isMaybe ? 0 : WorkgroupCount;
    sums.allRequestsMax += WorkgroupCount;
  }
  if (record.unknown)
    return;
  if (SubgroupSize > kMaxLanes) {
    for (CostSums &sums : record.sums)
      sums.isUnknown = true;
    return;
  }
  RequestView view;
  view.laneCount = last - first;
  view.base = first;
  view.firstLane = active;
  for (int lane = active; lane >= 0;
       lane = event.active.find_first_in(lane + 1, last)) {
    view.mask |= uint64_t(1) << (lane - first);
    view.address[lane - first] = event.offsetBytes.constant[lane];
  }
  const auto &terms = event.offsetBytes.terms;
  for (unsigned t = 0; t < terms.size(); ++t) {
    bool uniform = true;
    for (unsigned lane = first; lane < last; ++lane)
      if (event.active.test(lane))
        uniform &= terms[t].coefficient[lane] == terms[t].coefficient[active];
    if (!uniform)
      for (SymbolId s : terms[t].monomial)
        if (Math.symbols()[s].isEnumerated())
          return Math.requestSplit(s);
    (uniform ? view.uniformTerms : view.varyingTerms).push_back(t);
    if (!uniform)
      for (SymbolId s : terms[t].monomial)
        view.isApartByLoop |=
            Math.symbols()[s].kind == Symbol::Kind::LoopIteration;
  }
  noteStride(event, record, first, last);
  if (view.varyingTerms.empty()) {
    view.groups = {view.mask};
  } else {
    std::map<std::vector<int64_t>, uint64_t> groups;
    for (unsigned l = 0; l < view.laneCount; ++l) {
      if (!(view.mask >> l & 1))
        continue;
      std::vector<int64_t> key;
      for (unsigned t : view.varyingTerms)
        key.push_back(terms[t].coefficient[first + l]);
      groups[key] |= uint64_t(1) << l;
    }
    for (const auto &[key, mask] : groups)
      view.groups.push_back(mask);
  }
  for (unsigned c = 0; c < Configs.size(); ++c) {
    if (event.space != MemorySpace::Shared && !view.varyingTerms.empty() &&
        !view.isApartByLoop && Configs[c].device->sectorBytes)
      assumeDisjoint(event, record, view, *Configs[c].device->sectorBytes);
    addCost(event, record.sums[c], Configs[c], view, subgroup);
  }
}

/// Adds the residues of one enumerated symbol: each of 0 .. count-1 once.
static void convolve(std::vector<uint64_t> &counts, int64_t step,
                     uint64_t symbolCount) {
  unsigned m = counts.size();
  uint64_t s = ((step % int64_t(m)) + m) % m;
  if (s == 0) {
    for (uint64_t &c : counts)
      c *= symbolCount;
    return;
  }
  uint64_t period = m / std::gcd<uint64_t, uint64_t>(s, m);
  std::vector<uint64_t> out(m, 0);
  for (unsigned r = 0; r < m; ++r)
    if (counts[r])
      for (uint64_t i = 0; i < std::min(period, symbolCount); ++i)
        out[(r + i * s) % m] +=
            counts[r] * ((symbolCount - i + period - 1) / period);
  counts = std::move(out);
}

AccessRecorder::Shift
AccessRecorder::shiftOf(const AccessEvent &event,
                        const std::vector<unsigned> &terms, unsigned lane,
                        unsigned modulus) {
  Shift shift;
  shift.counts.assign(modulus, 0);
  shift.counts[0] = 1;
  shift.unknownStep = modulus;
  std::set<SymbolId> seen;
  // Several terms may share a symbol (N*x and 4*x with N unknown): one sum
  // each.
  std::map<SymbolId, int64_t> enumerated;
  for (unsigned t : terms) {
    const Term &term = event.offsetBytes.terms[t];
    int64_t c = term.coefficient[lane];
    if (term.monomial.size() == 1 &&
        Math.symbols()[term.monomial[0]].isEnumerated()) {
      enumerated[term.monomial[0]] += c;
      continue;
    }
    uint64_t g = c < 0 ? -uint64_t(c) : c;
    for (SymbolId s : term.monomial)
      g = (g * (Math.symbols()[s].multipleOf % modulus)) % modulus;
    if (g % modulus == 0)
      continue;
    bool allEnumerated = llvm::all_of(term.monomial, [&](SymbolId s) {
      return Math.symbols()[s].isEnumerated();
    });
    if (allEnumerated)
      Math.requestSplit(term.monomial[0]);
    shift.unknownStep = std::gcd(shift.unknownStep, unsigned(g));
  }
  uint64_t counted = 1;
  for (const auto &[symbol, step] : enumerated) {
    convolve(shift.counts, step, Math.symbols()[symbol].count);
    counted *= Math.symbols()[symbol].count;
  }
  for (uint64_t &c : shift.counts)
    c *= WorkgroupCount / counted;
  return shift;
}

unsigned AccessRecorder::unknownStepOf(const AccessEvent &event,
                                       const RequestView &view, unsigned step,
                                       unsigned modulus) const {
  for (unsigned t : view.varyingTerms) {
    const Term &term = event.offsetBytes.terms[t];
    for (unsigned l = 0; l < view.laneCount; ++l) {
      if (!(view.mask >> l & 1))
        continue;
      uint64_t g = std::abs(term.coefficient[view.base + l]);
      for (SymbolId s : term.monomial)
        g *= Math.symbols()[s].multipleOf % modulus;
      step = std::gcd(step, unsigned(g % modulus));
    }
  }
  return step;
}

/// Cost of one request whose addresses are moved by \p shift bytes.
static RequestCost costOf(const AccessEvent &event, const DeviceProfile &device,
                          llvm::ArrayRef<int64_t> address, uint64_t group,
                          int64_t shift) {
  std::array<int64_t, kMaxLanes> moved;
  for (unsigned l = 0; l < address.size(); ++l)
    moved[l] = address[l] + shift;
  RequestAddresses request{
      {moved.data(), address.size()}, group, event.requestBytes};
  if (event.space != MemorySpace::Shared) {
    uint64_t sectors = countSectors(request, *device.sectorBytes);
    return {sectors, sectors, countIdealSectors(request, *device.sectorBytes),
            std::nullopt};
  }
  SharedCostBounds shared =
      sharedCostBounds(request, *device.sharedBanks, event.op);
  return {shared.min.wavefronts, shared.max.wavefronts,
          shared.min.idealWavefronts,
          CountRange{shared.min.conflictWays, shared.max.conflictWays}};
}

/// All groups of a request together, at one residue of their common part.
RequestCost AccessRecorder::costAtResidue(const AccessEvent &event,
                                          const DeviceProfile &device,
                                          const RequestView &view,
                                          unsigned residue, unsigned step,
                                          unsigned modulus) const {
  llvm::ArrayRef<int64_t> address(view.address.data(), view.laneCount);
  RequestCost sum;
  uint64_t distinctBytes = 0;
  for (uint64_t group : view.groups) {
    RequestCost one{UINT64_MAX, 0, 0, std::nullopt};
    for (unsigned extra = 0; extra < modulus; extra += step) {
      RequestCost cost = costOf(event, device, address, group, residue + extra);
      one.min = std::min(one.min, cost.min);
      one.max = std::max(one.max, cost.max);
      one.ideal = cost.ideal;
      if (cost.ways)
        widen(sum.ways, cost.ways->min, cost.ways->max);
    }
    sum.min += one.min;
    sum.max += one.max;
    sum.ideal += one.ideal;
    if (view.groups.size() > 1)
      distinctBytes +=
          countIdealSectors({address, group, event.requestBytes}, 1);
  }
  // An iteration's number starts at nothing: in the first one no lanes are
  // apart.
  if (view.isApartByLoop)
    sum.min = std::min<uint64_t>(sum.min, 1);
  // Groups are disjoint, so their distinct bytes are rounded up once.
  if (view.groups.size() > 1)
    sum.ideal = (distinctBytes + modulus - 1) / modulus;
  return sum;
}

void AccessRecorder::addCost(const AccessEvent &event, CostSums &sums,
                             const DeviceConfig &config,
                             const RequestView &view, unsigned subgroup) {
  using Wide = unsigned __int128;
  bool isShared = event.space == MemorySpace::Shared;
  const DeviceProfile &device = *config.device;
  bool isCounted = isShared ? device.sharedBanks && view.groups.size() == 1
                            : device.sectorBytes.has_value();
  if (!isCounted) {
    sums.isUnknown = true;
    return;
  }
  unsigned modulus =
      isShared ? device.sharedBanks->bankBytes : *device.sectorBytes;
  Shift shift = shiftOf(event, view.uniformTerms, view.firstLane, modulus);
  // Groups apart by unknown distances also have unknown residues.
  unsigned step = unknownStepOf(event, view, shift.unknownStep, modulus);
  MaybeCount cost, ideal;
  Wide allMin = 0, allMax = 0, allIdeal = 0;
  unsigned firstResidue = modulus, worstResidue = 0;
  for (unsigned r = 0; r < modulus; ++r) {
    if (shift.counts[r] == 0)
      continue;
    RequestCost here = costAtResidue(event, device, view, r, step, modulus);
    if (firstResidue == modulus)
      firstResidue = r;
    if (!cost || here.max > cost->max)
      worstResidue = r;
    sums.isBounded |= here.min != here.max;
    widen(cost, here.min, here.max);
    widen(ideal, here.ideal, here.ideal);
    if (here.ways)
      widen(sums.conflictWays, here.ways->min, here.ways->max);
    allMin += Wide(shift.counts[r]) * here.min;
    allMax += Wide(shift.counts[r]) * here.max;
    allIdeal += Wide(shift.counts[r]) * here.ideal;
  }
  if (!cost)
    return;
  // A mask that is an upper bound: at least one lane where a request is issued,
  // and perhaps none.
  uint64_t one = 1;
  bool maybe = event.isMaybe;
  sums.isBounded |= maybe;
  widen(sums.perRequest, maybe ? std::min(one, cost->min) : cost->min,
        cost->max);
  widen(sums.idealPerRequest, maybe ? std::min(one, ideal->min) : ideal->min,
        ideal->max);
  sums.costMin += maybe ? 0 : cost->min;
  sums.costMax += cost->max;
  sums.idealMin += maybe ? 0 : ideal->min;
  sums.idealMax += ideal->max;
  sums.allCostMin += maybe ? 0 : allMin;
  sums.allCostMax += allMax;
  sums.allIdealMin += maybe ? 0 : allIdeal;
  sums.allIdealMax += allIdeal;
  if (!sums.first)
    sums.first =
        makeWitness(event, view, subgroup, cost->max, firstResidue, modulus);
  if (!sums.worst || cost->max > sums.worst->cost)
    sums.worst =
        makeWitness(event, view, subgroup, cost->max, worstResidue, modulus);
}

/// Value that unknowns which separate lanes have in a witness: large enough to
/// keep rows apart, a multiple of every sector size.
static constexpr int64_t kExampleValue = 4096;

/// Values of the workgroup's id symbols at which the enumerated part of the
/// address has \p residue; zeros where there are none.
std::array<uint64_t, 3>
AccessRecorder::workgroupWithResidue(const AccessEvent &event,
                                     const RequestView &view, unsigned residue,
                                     unsigned modulus) const {
  std::array<uint64_t, 3> limit{1, 1, 1};
  std::array<int64_t, 3> step{};
  for (unsigned d = 0; d < 3; ++d) {
    if (IdSymbols[d] == kNoSymbol)
      continue;
    limit[d] = std::min<uint64_t>(Math.symbols()[IdSymbols[d]].count, modulus);
    for (unsigned t : view.uniformTerms) {
      const Term &term = event.offsetBytes.terms[t];
      if (term.monomial.size() == 1 && term.monomial[0] == IdSymbols[d])
        step[d] = term.coefficient[view.firstLane] % int64_t(modulus);
    }
  }
  // Residues repeat after `modulus` ids, so these are all there are.
  for (uint64_t z = 0; z < limit[2]; ++z)
    for (uint64_t y = 0; y < limit[1]; ++y)
      for (uint64_t x = 0; x < limit[0]; ++x) {
        int64_t sum =
            int64_t(x) * step[0] + int64_t(y) * step[1] + int64_t(z) * step[2];
        int64_t m = modulus;
        if ((sum % m + m) % m == int64_t(residue))
          return {x, y, z};
      }
  return {0, 0, 0};
}

Witness AccessRecorder::makeWitness(const AccessEvent &event,
                                    const RequestView &view, unsigned subgroup,
                                    uint64_t cost, unsigned residue,
                                    unsigned modulus) const {
  Witness w;
  w.subgroup = subgroup;
  w.activeMask = view.mask;
  w.cost = cost;
  int64_t shift = 0;
  if (Box) {
    std::array<uint64_t, 3> ids =
        workgroupWithResidue(event, view, residue, modulus);
    w.workgroupId.emplace();
    for (unsigned d = 0; d < 3; ++d) {
      (*w.workgroupId)[d] = uint32_t((*Box)[d].first + (*Box)[d].step * ids[d]);
      for (unsigned t : view.uniformTerms) {
        const Term &term = event.offsetBytes.terms[t];
        if (IdSymbols[d] != kNoSymbol && term.monomial.size() == 1 &&
            term.monomial[0] == IdSymbols[d])
          shift += term.coefficient[view.firstLane] * int64_t(ids[d]);
      }
    }
  }
  const auto &terms = event.offsetBytes.terms;
  for (unsigned l = 0; l < view.laneCount; ++l) {
    int64_t address = view.mask >> l & 1 ? view.address[l] + shift : 0;
    if (view.mask >> l & 1)
      for (unsigned t : view.varyingTerms)
        address += terms[t].coefficient[view.base + l] * kExampleValue;
    w.laneAddressBytes.push_back(address);
  }
  LaneValue one(event.offsetBytes.type, 0);
  for (unsigned t : view.varyingTerms) {
    one.terms = {Term{terms[t].monomial, Lanes(1)}};
    w.example += (w.example.empty() ? "" : ", ") + Math.format(one) + " = " +
                 std::to_string(kExampleValue);
  }
  LaneValue unknownPart(event.offsetBytes.type, 0);
  for (unsigned t : view.uniformTerms)
    if (!llvm::all_of(terms[t].monomial, [&](SymbolId s) {
          return Math.symbols()[s].isEnumerated();
        }))
      unknownPart.terms.push_back(terms[t]);
  if (!unknownPart.terms.empty())
    w.unknownBase = Math.format(unknownPart, view.firstLane);
  return w;
}

/// Lane strides are taken between neighbouring active lanes of a subgroup.
void AccessRecorder::noteStride(const AccessEvent &event, AccessRecord &record,
                                unsigned first, unsigned last) {
  const LaneValue &v = event.offsetBytes;
  int firstActive = event.active.find_first_in(first, last);
  for (int lane = firstActive; lane >= 0 && record.isUniform;
       lane = event.active.find_first_in(lane + 1, last)) {
    record.isUniform = v.constant[lane] == v.constant[firstActive];
    for (const Term &t : v.terms)
      record.isUniform &= t.coefficient[lane] == t.coefficient[firstActive];
  }
  for (unsigned lane = first; lane + 1 < last; ++lane) {
    if (!event.active.test(lane) || !event.active.test(lane + 1))
      continue;
    LaneValue delta(v.type, v.constant[lane + 1] - v.constant[lane]);
    for (const Term &t : v.terms) {
      int64_t d = t.coefficient[lane + 1] - t.coefficient[lane];
      if (d != 0)
        delta.terms.push_back({t.monomial, Lanes(d)});
    }
    if (!record.strideIsConsistent)
      continue;
    if (delta.isConcrete() && record.strideText.empty() &&
        (!record.strideBytes || *record.strideBytes == delta.constant[0])) {
      record.strideBytes = delta.constant[0];
      continue;
    }
    std::string text = delta.isConcrete() ? "" : Math.format(delta);
    if (!text.empty() && !record.strideBytes &&
        (record.strideText.empty() || record.strideText == text)) {
      record.strideText = std::move(text);
      continue;
    }
    record.strideIsConsistent = false;
  }
  // Where the first active lane starts, modulo the first configuration's
  // sector.
  if (Configs.empty() || !Configs.front().device->sectorBytes ||
      !record.misalignmentIsConsistent)
    return;
  int64_t sector = *Configs.front().device->sectorBytes;
  int lane = event.active.find_first_in(first, last);
  for (const Term &t : v.terms) {
    __int128 c = t.coefficient[lane];
    for (SymbolId s : t.monomial)
      c *= Math.symbols()[s].multipleOf;
    if (c % sector != 0) {
      record.misalignmentIsConsistent = false;
      return;
    }
  }
  unsigned at = unsigned(((v.constant[lane] % sector) + sector) % sector);
  if (record.misalignmentBytes && *record.misalignmentBytes != at)
    record.misalignmentIsConsistent = false;
  record.misalignmentBytes = at;
}

/// States how large an unknown must be for the groups to share no sector.
void AccessRecorder::assumeDisjoint(const AccessEvent &event,
                                    AccessRecord &record,
                                    const RequestView &view,
                                    unsigned sectorBytes) {
  const auto &terms = event.offsetBytes.terms;
  const Term &term = terms[view.varyingTerms.front()];
  if (view.varyingTerms.size() > 1 || term.monomial.size() > 1) {
    LaneValue apart(event.offsetBytes.type, 0);
    for (unsigned t : view.varyingTerms)
      apart.terms.push_back({terms[t].monomial, Lanes(1)});
    record.assumptions.insert(Math.symbols().assumption(
        "rows that are " + Math.format(apart) + " apart share no sector"));
    return;
  }
  std::set<int64_t> coefficients;
  int64_t low = INT64_MAX, high = INT64_MIN;
  for (unsigned l = 0; l < view.laneCount; ++l)
    if (view.mask >> l & 1) {
      coefficients.insert(term.coefficient[view.base + l]);
      low = std::min(low, view.address[l]);
      high = std::max(high, view.address[l]);
    }
  int64_t least = INT64_MAX;
  for (auto it = std::next(coefficients.begin()); it != coefficients.end();
       ++it)
    least = std::min(least, *it - *std::prev(it));
  int64_t bound = (int64_t(sectorBytes) + high - low + least - 1) / least;
  if (Math.symbols().range(term.monomial[0]).min >= bound)
    return; // a comparison on the way here says so
  LaneValue one(event.offsetBytes.type, 0);
  one.terms.push_back({term.monomial, Lanes(1)});
  int64_t &known =
      record.lowerBounds.try_emplace(Math.format(one), bound).first->second;
  known = std::max(known, bound);
}
