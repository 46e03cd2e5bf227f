// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Analysis/PredictedCost.h"
#include "wglint/Analysis/AccessCost.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>
#include <map>

using namespace wglint;

/// Lines for each sector of an access, as its witnesses have them.
static double linesPerSector(const AccessFact &access, const DeviceCost &cost) {
  const DeviceProfile &device = *cost.config.device;
  double lines = 0, sectors = 0;
  for (const std::optional<Witness> *witness : {&cost.first, &cost.worst}) {
    if (!*witness || !access.elementBytes || !device.lineBytes)
      continue;
    RequestAddresses request;
    request.addressBytes = (*witness)->laneAddressBytes;
    request.activeMask = (*witness)->activeMask;
    request.accessBytes = access.elementBytes;
    lines += double(countSectors(request, *device.lineBytes));
    sectors += double(countSectors(request, *device.sectorBytes));
  }
  return sectors > 0 ? lines / sectors : 1;
}

/// What a workgroup loads of each access's sectors only once, as a share.
static std::map<uint32_t, double> missShares(const EntryPointFacts &facts) {
  std::map<uint32_t, double> shares;
  for (const ReuseFact &reuse : facts.reuses) {
    double sectors = 0;
    for (uint32_t index : reuse.accesses) {
      const DeviceCost &cost = facts.accesses[index].costs.front();
      if (cost.perWorkgroup.sectors)
        sectors += cost.perWorkgroup.sectors->middle();
    }
    if (sectors > 0 && reuse.distinctSectors > 0)
      for (uint32_t index : reuse.accesses)
        shares[index] = std::min(1.0, double(reuse.distinctSectors) / sectors);
  }
  return shares;
}

/// Totals over the dispatch. Where it was too much work to follow, one
/// workgroup stands for all.
static CostTotals dispatchTotals(const DeviceCost &cost, double workgroups) {
  if (cost.dispatch && cost.dispatch->requests)
    return *cost.dispatch;
  auto scale = [&](const MaybeCount &count) -> MaybeCount {
    if (!count || double(count->max) * workgroups > double(UINT64_MAX))
      return std::nullopt;
    return CountRange{uint64_t(double(count->min) * workgroups),
                      uint64_t(double(count->max) * workgroups)};
  };
  CostTotals totals;
  totals.requests = scale(cost.perWorkgroup.requests);
  totals.sectors = scale(cost.perWorkgroup.sectors);
  totals.wavefronts = scale(cost.perWorkgroup.wavefronts);
  return totals;
}

namespace {
/// Adds up the accesses of an entry point.
class DispatchCounter {
public:
  DispatchCounter(const EntryPointFacts &facts, const Throughput &rates)
      : Facts(facts), Rates(rates), Shares(missShares(facts)) {}

  /// std::nullopt where an access's totals are not known.
  std::optional<DispatchCounts> count();

private:
  /// Of one variable: what passes level 1, and all that it reaches.
  struct Traffic {
    double sectors = 0;
    double missRequests = 0;
    int64_t begin = INT64_MAX, end = INT64_MIN;
    bool isReachKnown = true;
    /// By how far the next workgroups are.
    std::map<std::array<int64_t, 3>, double> pageVisits;
  };
  bool add(uint32_t index);
  bool addGlobal(uint32_t index, const CostTotals &totals);
  void addTraffic(const AccessFact &access, double sectors,
                  double missRequests);
  void addPages(const AccessFact &access);
  void addRam(const Traffic &traffic);
  /// 0 where the device has no sectors.
  double sectorBytes() const {
    return Facts.resources.occupancies.front()
        .config.device->sectorBytes.value_or(0);
  }

  const EntryPointFacts &Facts;
  const Throughput &Rates;
  const std::map<uint32_t, double> Shares;
  DispatchCounts Counts;
  std::map<VariableId, Traffic> Variables;
};
} // namespace

double wglint::countPageVisits(const WorkgroupReach &reach,
                               double workgroupSectors,
                               const std::array<uint32_t, 3> &dispatch,
                               const Throughput &rates) {
  double reachedBytes = double(reach.spanBytes), sectors = workgroupSectors;
  double rounds = double(workgroupCount(dispatch));
  // Of the loops over x, y and z the innermost one whose pages do not fit finds
  // none of them at hand when it is run again.
  for (unsigned d = 0;; ++d) {
    double pages = std::min(reachedBytes / double(rates.pageBytes), sectors);
    if (pages * double(rates.pageBytes) > double(rates.translatedBytes))
      return pages * rounds;
    if (d == 3)
      return 0;
    double movedBytes =
        std::abs(double(reach.stepBytes[d])) * (double(dispatch[d]) - 1);
    reachedBytes += movedBytes;
    // Those that are moved by less than a page come to the same ones.
    sectors *=
        std::min(double(dispatch[d]), 1 + movedBytes / double(rates.pageBytes));
    rounds /= dispatch[d];
  }
}

bool DispatchCounter::addGlobal(uint32_t index, const CostTotals &totals) {
  const AccessFact &access = Facts.accesses[index];
  // How long the lanes of an atomic wait for each other is not known.
  if (access.op == AccessOp::Atomic || !totals.sectors)
    return false;
  double requests = totals.requests->middle();
  double sectors = totals.sectors->middle(), missRequests = 0;
  Counts.requests += requests;
  Counts.lines += std::max(
      requests, sectors * linesPerSector(access, access.costs.front()));
  if (access.op == AccessOp::Load) {
    auto share = Shares.find(index);
    double missShare = share == Shares.end() ? 1 : share->second;
    missRequests = requests * missShare;
    sectors *= missShare;
  } else if (access.workgroupSectors) {
    double wholeSectors = double(*access.workgroupBytes) / sectorBytes();
    Counts.partialSectors +=
        Counts.workgroups *
        std::max(0.0, double(*access.workgroupSectors) - wholeSectors);
  }
  addPages(access);
  Counts.l2Sectors += sectors;
  Counts.missRequests += missRequests;
  addTraffic(access, sectors, missRequests);
  return true;
}

/// What moves alike comes to the same pages at the same time.
void DispatchCounter::addPages(const AccessFact &access) {
  if (!access.workgroupReach || !access.workgroupSectors)
    return;
  double &visits =
      Variables[access.variableId].pageVisits[access.workgroupReach->stepBytes];
  visits = std::max(visits, countPageVisits(*access.workgroupReach,
                                            double(*access.workgroupSectors),
                                            *Facts.dispatch, Rates));
}

void DispatchCounter::addTraffic(const AccessFact &access, double sectors,
                                 double missRequests) {
  Traffic &traffic = Variables[access.variableId];
  traffic.sectors += sectors;
  traffic.missRequests += missRequests;
  traffic.isReachKnown &= access.reachedBytes.has_value();
  if (!access.reachedBytes)
    return;
  traffic.begin = std::min(traffic.begin, access.reachedBytes->begin);
  traffic.end = std::max(traffic.end, access.reachedBytes->end);
}

/// The level-2 cache is taken to serve what is asked for again.
void DispatchCounter::addRam(const Traffic &traffic) {
  double share = 1;
  if (traffic.isReachKnown && traffic.sectors > 0)
    share = std::min(1.0, double(traffic.end - traffic.begin) /
                              (sectorBytes() * traffic.sectors));
  Counts.ramSectors += traffic.sectors * share;
  Counts.ramRequests += traffic.missRequests * share;
}

bool DispatchCounter::add(uint32_t index) {
  const AccessFact &access = Facts.accesses[index];
  if (access.space == MemorySpace::Uniform ||
      access.space == MemorySpace::Private)
    return true;
  CostTotals totals = dispatchTotals(access.costs.front(), Counts.workgroups);
  if (!totals.requests)
    return false;
  if (access.space == MemorySpace::Global)
    return addGlobal(index, totals);
  if (access.space == MemorySpace::Image || !totals.wavefronts ||
      access.op == AccessOp::Atomic)
    return false;
  Counts.wavefronts += totals.wavefronts->middle();
  return true;
}

/// Arrays that a compiler cannot keep in registers make traffic of their own.
static bool usesScratch(const EntryPointFacts &facts) {
  return llvm::any_of(facts.privateArrays, [](const PrivateArrayFact &array) {
    return array.index != PrivateArrayFact::Index::Constant;
  });
}

std::optional<DispatchCounts> DispatchCounter::count() {
  if (!Facts.dispatch || Facts.unknown || usesScratch(Facts) ||
      Facts.resources.occupancies.empty())
    return std::nullopt;
  Counts.workgroups = double(workgroupCount(*Facts.dispatch));
  const OccupancyFact &occupancy = Facts.resources.occupancies.front();
  Counts.subgroups = Counts.workgroups *
                     double(llvm::divideCeil(invocationCount(Facts),
                                             occupancy.config.subgroupSize));
  Counts.residentSubgroups = double(occupancy.residentSubgroups);
  if (Counts.residentSubgroups == 0 || sectorBytes() == 0)
    return std::nullopt;
  for (uint32_t index = 0; index < Facts.accesses.size(); ++index)
    if (!add(index))
      return std::nullopt;
  for (const auto &[id, traffic] : Variables) {
    addRam(traffic);
    for (const auto &[step, visits] : traffic.pageVisits)
      Counts.pageVisits += visits;
  }
  return Counts;
}

std::optional<DispatchCounts>
wglint::countDispatch(const EntryPointFacts &facts, const Throughput &rates) {
  return DispatchCounter(facts, rates).count();
}

double PredictedCost::totalNs() const {
  double sum = 0;
  for (double part :
       {startNs, issueNs, latencyNs, passesNs, l2Ns, ramNs, pagesNs})
    sum += part * part;
  return std::sqrt(sum);
}

PredictedCost wglint::predictCost(const DispatchCounts &counts,
                                  const Throughput &rates,
                                  unsigned sectorBytes) {
  PredictedCost cost;
  cost.counts = counts;
  double units = rates.computeUnitCount;
  cost.startNs = counts.workgroups / rates.workgroupsPerNs +
                 counts.subgroups * rates.subgroupStartNs / units;
  cost.issueNs = counts.requests * rates.requestIssueNs / units;
  cost.latencyNs = (counts.missRequests * rates.missLatencyNs +
                    counts.ramRequests * rates.ramLatencyNs) /
                   (counts.residentSubgroups * units);
  cost.passesNs = (counts.lines + counts.wavefronts) * rates.passNs / units;
  cost.l2Ns = counts.l2Sectors / rates.l2SectorsPerNs +
              counts.partialSectors / rates.partialSectorsPerNs;
  cost.ramNs = counts.ramSectors * sectorBytes / rates.ramBytesPerNs;
  cost.pagesNs = counts.pageVisits * rates.pageVisitNs;
  return cost;
}

std::optional<PredictedCost> wglint::predictCost(const EntryPointFacts &facts) {
  if (facts.resources.occupancies.empty())
    return std::nullopt;
  const DeviceProfile &device =
      *facts.resources.occupancies.front().config.device;
  const Throughput *rates = findThroughput(device.name);
  if (!rates || !device.sectorBytes)
    return std::nullopt;
  std::optional<DispatchCounts> counts = countDispatch(facts, *rates);
  if (!counts)
    return std::nullopt;
  return predictCost(*counts, *rates, *device.sectorBytes);
}
