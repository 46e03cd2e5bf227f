// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Costs/RequestCosts.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace wglint;

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

/// Finds the terms that separate lanes. Returns false, after asking for a
/// split, where an enumerated symbol does.
static bool separateTerms(LaneMath &math, const AccessEvent &event,
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
      if (math.symbols()[s].isEnumerated()) {
        math.requestSplit(s);
        return false;
      }
    view.varyingTerms.push_back(t);
    for (SymbolId s : terms[t].monomial)
      view.isApartByLoop |=
          math.symbols()[s].kind == Symbol::Kind::LoopIteration;
  }
  return true;
}

static void separateLanes(RequestView &view, const LaneGroups &groups) {
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

std::optional<RequestView> wglint::viewRequest(LaneMath &math,
                                               const AccessEvent &event,
                                               const LaneGroups &groups,
                                               unsigned first, unsigned last) {
  RequestView view;
  view.laneCount = last - first;
  view.base = first;
  view.firstLane = event.active.find_first_in(first, last);
  for (unsigned lane = view.firstLane; lane < last; ++lane)
    if (event.active.test(lane)) {
      view.mask |= uint64_t(1) << (lane - first);
      view.address[lane - first] = event.offsetBytes.constant[lane];
    }
  if (!separateTerms(math, event, view))
    return std::nullopt;
  separateLanes(view, groups);
  return view;
}

//===----------------------------------------------------------------------===//
// What moves them
//===----------------------------------------------------------------------===//

/// How a uniform, unknown part of an address moves a request, modulo a size.
struct RequestCosts::Shift {
  /// Enumerated symbols add each multiple of the first number, below the size,
  /// as often as the second says.
  llvm::SmallVector<std::pair<int64_t, uint64_t>, 3> enumerated;
  /// Unknown symbols add any multiple of this (the modulus itself: none do).
  unsigned unknownStep = 0;
};

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

RequestCosts::Shift RequestCosts::shiftOf(const AccessEvent &event,
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
std::vector<uint64_t> RequestCosts::residueCounts(const Shift &shift,
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

unsigned RequestCosts::unknownStepOf(const AccessEvent &event,
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

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

namespace {
/// Cost of one request, or of its groups together.
struct RequestCost {
  uint64_t min = 0, max = 0, ideal = 0; ///< sectors or wavefronts
  MaybeCount ways;                      ///< shared memory only
};
} // namespace

/// Cost of one request whose addresses are moved by \p shift bytes.
static RequestCost costOf(const AccessEvent &event, const DeviceProfile &device,
                          llvm::ArrayRef<int64_t> address, uint64_t group,
                          int64_t shift) {
  std::array<int64_t, kMaxLanes> moved;
  for (unsigned l = 0; l < address.size(); ++l)
    moved[l] = wrapAdd(address[l], shift); // of no active lane it may be any
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
static RequestCost costAtResidue(const AccessEvent &event,
                                 const DeviceProfile &device,
                                 const RequestView &view, unsigned residue,
                                 unsigned step, unsigned modulus) {
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
        widenCount(sum.ways, cost.ways->min, cost.ways->max);
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
void RequestCosts::makeKey(const AccessEvent &event, unsigned config,
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

const RequestSummary &RequestCosts::summaryOf(const AccessEvent &event,
                                              unsigned config,
                                              const RequestView &view,
                                              unsigned modulus) {
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
    widenCount(summary.cost, here.min, here.max);
    widenCount(summary.ideal, here.ideal, here.ideal);
    if (here.ways)
      widenCount(summary.ways, here.ways->min, here.ways->max);
    summary.allMin += Wide(counts[r]) * here.min;
    summary.allMax += Wide(counts[r]) * here.max;
    summary.allIdeal += Wide(counts[r]) * here.ideal;
  }
  return Summaries.emplace(Request, summary).first->second;
}
