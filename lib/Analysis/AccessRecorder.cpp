// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AccessRecorder.h"
#include "wglint/Analysis/AccessCost.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace wglint;

/// How a uniform, unknown part of an address moves a request, modulo a size.
struct AccessRecorder::Shift {
  /// Enumerated symbols add each multiple of the first number, below the size,
  /// as often as the second says.
  llvm::SmallVector<std::pair<int64_t, uint64_t>, 3> enumerated;
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
  /// Indices into the offset's terms.
  llvm::SmallVector<unsigned, 4> uniformTerms, varyingTerms;
  bool isApartByLoop = false; ///< by the number of an iteration
  /// Lane masks; one if nothing separates lanes.
  llvm::SmallVector<uint64_t, 4> groups;
};

static void widen(MaybeCount &range, uint64_t min, uint64_t max) {
  if (!range)
    range = CountRange{min, max};
  range->min = std::min(range->min, min);
  range->max = std::max(range->max, max);
}

void AccessRecorder::record(const AccessEvent &event) {
  AccessRecord &record =
      Records.changeable({event.instruction, event.callChain});
  if (record.sums.empty()) {
    record.first = event;
    record.sums.resize(Configs.size());
    record.isDescribed =
        IsDescribed && IsDescribed({event.instruction, event.callChain});
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
  LaneGroups groups(event.offsetBytes, event.active);
  if (!record.isDescribed)
    describe(event, record, groups);
  unsigned lanes = event.active.size();
  for (unsigned subgroup = 0; subgroup * SubgroupSize < lanes; ++subgroup)
    recordRequest(event, record, groups, subgroup);
}

void AccessRecorder::describe(const AccessEvent &event, AccessRecord &record,
                              const LaneGroups &groups) const {
  notePlainPart(event, record);
  noteReach(event, record);
  noteRepetition(event, record);
  if (event.op == AccessOp::Store)
    noteStored(event, record);
  if (event.space == MemorySpace::Global && !record.unknown)
    record.footprint.add(event.offsetBytes, event.requestBytes, event.active,
                         groups);
}

void AccessRecorder::recordRequest(const AccessEvent &event,
                                   AccessRecord &record,
                                   const LaneGroups &groups,
                                   unsigned subgroup) {
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
  for (unsigned lane = active; lane < last; ++lane)
    if (event.active.test(lane)) {
      view.mask |= uint64_t(1) << (lane - first);
      view.address[lane - first] = event.offsetBytes.constant[lane];
    }
  if (!separateTerms(event, view))
    return;
  separateLanes(view, groups);
  if (!record.isDescribed)
    noteStride(event, record, groups, first, last);
  for (unsigned c = 0; c < Configs.size(); ++c) {
    if (event.space != MemorySpace::Shared && !view.varyingTerms.empty() &&
        !view.isApartByLoop && Configs[c].device->sectorBytes)
      assumeDisjoint(event, record, view, *Configs[c].device->sectorBytes);
    addCost(event, record.sums[c], c, view, subgroup);
  }
}

/// Finds the terms that separate lanes. Returns false, after asking for a
/// split, where an enumerated symbol does.
bool AccessRecorder::separateTerms(const AccessEvent &event,
                                   RequestView &view) {
  const auto &terms = event.offsetBytes.terms;
  for (unsigned t = 0; t < terms.size(); ++t) {
    const Lanes &coefficient = terms[t].coefficient;
    bool isUniform = true;
    if (!coefficient.isUniform())
      for (unsigned l = 0; l < view.laneCount; ++l)
        if (view.mask >> l & 1)
          isUniform &=
              coefficient[view.base + l] == coefficient[view.firstLane];
    if (isUniform) {
      view.uniformTerms.push_back(t);
      continue;
    }
    for (SymbolId s : terms[t].monomial)
      if (Math.symbols()[s].isEnumerated()) {
        Math.requestSplit(s);
        return false;
      }
    view.varyingTerms.push_back(t);
    for (SymbolId s : terms[t].monomial)
      view.isApartByLoop |=
          Math.symbols()[s].kind == Symbol::Kind::LoopIteration;
  }
  return true;
}

void AccessRecorder::separateLanes(RequestView &view,
                                   const LaneGroups &groups) {
  if (view.varyingTerms.empty()) {
    view.groups = {view.mask};
    return;
  }
  llvm::SmallVector<unsigned, 4> seen;
  for (unsigned l = 0; l < view.laneCount; ++l) {
    if (!(view.mask >> l & 1))
      continue;
    unsigned group = groups[view.base + l];
    // Neighbours are mostly in one group.
    size_t at = seen.size();
    while (at > 0 && seen[at - 1] != group)
      --at;
    if (at == 0) {
      seen.push_back(group);
      view.groups.push_back(0);
      at = seen.size();
    }
    view.groups[at - 1] |= uint64_t(1) << l;
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

AccessRecorder::Shift AccessRecorder::shiftOf(const AccessEvent &event,
                                              llvm::ArrayRef<unsigned> terms,
                                              unsigned lane, unsigned modulus) {
  Shift shift;
  shift.unknownStep = modulus;
  // Several terms may share a symbol (N*x and 4*x with N unknown): one sum
  // each.
  llvm::SmallVector<std::pair<SymbolId, int64_t>, 3> enumerated;
  for (unsigned t : terms) {
    const Term &term = event.offsetBytes.terms[t];
    int64_t c = term.coefficient[lane];
    if (term.monomial.size() == 1 &&
        Math.symbols()[term.monomial[0]].isEnumerated()) {
      auto known = llvm::find_if(enumerated, [&](const auto &entry) {
        return entry.first == term.monomial[0];
      });
      if (known == enumerated.end())
        enumerated.push_back({term.monomial[0], c});
      else
        known->second += c;
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
  int64_t m = modulus;
  for (const auto &[symbol, step] : enumerated)
    shift.enumerated.push_back(
        {(step % m + m) % m, Math.symbols()[symbol].count});
  llvm::sort(shift.enumerated);
  return shift;
}

/// Workgroups for which the enumerated symbols give each residue.
std::vector<uint64_t> AccessRecorder::residueCounts(const Shift &shift,
                                                    unsigned modulus) const {
  std::vector<uint64_t> counts(modulus);
  counts[0] = 1;
  uint64_t counted = 1;
  for (const auto &[step, symbolCount] : shift.enumerated) {
    convolve(counts, step, symbolCount);
    counted *= symbolCount;
  }
  for (uint64_t &c : counts)
    c *= WorkgroupCount / counted;
  return counts;
}

unsigned AccessRecorder::unknownStepOf(const AccessEvent &event,
                                       const RequestView &view, unsigned step,
                                       unsigned modulus) const {
  for (unsigned t : view.varyingTerms) {
    const Term &term = event.offsetBytes.terms[t];
    uint64_t multiple = 1;
    for (SymbolId s : term.monomial)
      multiple *= Math.symbols()[s].multipleOf % modulus;
    for (unsigned l = 0; l < view.laneCount && step > 1; ++l)
      if (view.mask >> l & 1) {
        uint64_t g = std::abs(term.coefficient[view.base + l]) * multiple;
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

/// All that summaryOf() depends on, as numbers. Only the distances between the
/// addresses matter, and where the first one lies among sectors or words: the
/// banks of shared memory are all alike.
void AccessRecorder::makeKey(const AccessEvent &event, unsigned config,
                             const RequestView &view, const Shift &shift,
                             unsigned step, unsigned modulus) {
  // No rule looks at more than the place in 16 bytes, or in a sector.
  int64_t period = int64_t(modulus) * 16;
  int64_t origin = view.address[view.firstLane - view.base] & ~(period - 1);
  Request.clear();
  Request.push_back(config);
  Request.push_back(int64_t(event.space));
  Request.push_back(int64_t(event.op));
  Request.push_back(event.requestBytes);
  Request.push_back(view.isApartByLoop);
  Request.push_back(step);
  Request.push_back(int64_t(view.mask));
  Request.push_back(int64_t(view.groups.size()));
  for (uint64_t group : view.groups)
    Request.push_back(int64_t(group));
  for (const auto &[enumerated, count] : shift.enumerated) {
    Request.push_back(enumerated);
    Request.push_back(int64_t(count));
  }
  for (unsigned l = 0; l < view.laneCount; ++l)
    if (view.mask >> l & 1)
      Request.push_back(view.address[l] - origin);
}

/// A request over all workgroups that the walk stands for. The same few
/// patterns of addresses occur again and again, so each is counted once.
const AccessRecorder::RequestSummary &
AccessRecorder::summaryOf(const AccessEvent &event, unsigned config,
                          const RequestView &view, unsigned modulus) {
  Shift shift = shiftOf(event, view.uniformTerms, view.firstLane, modulus);
  // Groups apart by unknown distances also have unknown residues.
  unsigned step = unknownStepOf(event, view, shift.unknownStep, modulus);
  makeKey(event, config, view, shift, step, modulus);
  if (auto known = Summaries.find(Request); known != Summaries.end())
    return known->second;
  using Wide = unsigned __int128;
  const DeviceProfile &device = *Configs[config].device;
  RequestSummary summary;
  std::vector<uint64_t> counts = residueCounts(shift, modulus);
  summary.firstResidue = modulus;
  for (unsigned r = 0; r < modulus; ++r) {
    if (counts[r] == 0)
      continue;
    RequestCost here = costAtResidue(event, device, view, r, step, modulus);
    if (summary.firstResidue == modulus)
      summary.firstResidue = r;
    if (!summary.cost || here.max > summary.cost->max)
      summary.worstResidue = r;
    summary.isBounded |= here.min != here.max;
    widen(summary.cost, here.min, here.max);
    widen(summary.ideal, here.ideal, here.ideal);
    if (here.ways)
      widen(summary.ways, here.ways->min, here.ways->max);
    summary.allMin += Wide(counts[r]) * here.min;
    summary.allMax += Wide(counts[r]) * here.max;
    summary.allIdeal += Wide(counts[r]) * here.ideal;
  }
  return Summaries.emplace(Request, summary).first->second;
}

void AccessRecorder::addCost(const AccessEvent &event, CostSums &sums,
                             unsigned config, const RequestView &view,
                             unsigned subgroup) {
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
  const RequestSummary &summary = summaryOf(event, config, view, modulus);
  const MaybeCount &cost = summary.cost, &ideal = summary.ideal;
  if (!cost)
    return;
  if (summary.ways)
    widen(sums.conflictWays, summary.ways->min, summary.ways->max);
  // A mask that is an upper bound: at least one lane where a request is issued,
  // and perhaps none.
  uint64_t one = 1;
  bool maybe = event.isMaybe;
  sums.isBounded |= maybe || summary.isBounded;
  widen(sums.perRequest, maybe ? std::min(one, cost->min) : cost->min,
        cost->max);
  widen(sums.idealPerRequest, maybe ? std::min(one, ideal->min) : ideal->min,
        ideal->max);
  sums.costMin += maybe ? 0 : cost->min;
  sums.costMax += cost->max;
  sums.idealMin += maybe ? 0 : ideal->min;
  sums.idealMax += ideal->max;
  sums.allCostMin += maybe ? 0 : summary.allMin;
  sums.allCostMax += summary.allMax;
  sums.allIdealMin += maybe ? 0 : summary.allIdeal;
  sums.allIdealMax += summary.allIdeal;
  if (!sums.first)
    sums.first = makeWitness(event, view, subgroup, cost->max,
                             summary.firstResidue, modulus);
  if (!sums.worst || cost->max > sums.worst->cost)
    sums.worst = makeWitness(event, view, subgroup, cost->max,
                             summary.worstResidue, modulus);
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
  // One term separates them, so the lanes of a group have one coefficient.
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
  int64_t bound = (int64_t(sectorBytes) + high - low + least - 1) / least;
  if (Math.symbols().range(term.monomial[0]).min >= bound)
    return; // a comparison on the way here says so
  std::string &name = Names[term.monomial[0]];
  if (name.empty()) {
    LaneValue one(event.offsetBytes.type, 0);
    one.terms.push_back({term.monomial, Lanes(1)});
    name = Math.format(one);
  }
  int64_t &known = record.lowerBounds.try_emplace(name, bound).first->second;
  known = std::max(known, bound);
}
