// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Analysis/PredictedCost.h"
#include "wglint/Analysis/AccessCost.h"
#include <algorithm>
#include <map>

using namespace wglint;

static double middleOf(const CountRange &count) {
  return (double(count.min) + double(count.max)) / 2;
}

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
        sectors += middleOf(*cost.perWorkgroup.sectors);
    }
    if (sectors > 0 && reuse.distinctSectors > 0)
      for (uint32_t index : reuse.accesses)
        shares[index] = std::min(1.0, double(reuse.distinctSectors) / sectors);
  }
  return shares;
}

namespace {
/// Adds up the accesses of an entry point.
class DispatchCounter {
public:
  explicit DispatchCounter(const EntryPointFacts &facts)
      : Facts(facts), Shares(missShares(facts)) {}

  /// std::nullopt where an access's totals are not known.
  std::optional<DispatchCounts> count();

private:
  bool add(uint32_t index);
  bool addGlobal(uint32_t index, const DeviceCost &cost, double requests);
  void addReached(const AccessFact &access, const DeviceCost &cost,
                  double sectors);

  const EntryPointFacts &Facts;
  const std::map<uint32_t, double> Shares;
  DispatchCounts Counts;
  /// Per variable: sectors that pass level 1, and all that it reaches.
  struct Traffic {
    double sectors = 0;
    int64_t begin = INT64_MAX, end = INT64_MIN;
    bool isReachKnown = true;
  };
  std::map<uint32_t, Traffic> Variables;
};
} // namespace

bool DispatchCounter::addGlobal(uint32_t index, const DeviceCost &cost,
                                double requests) {
  const AccessFact &access = Facts.accesses[index];
  // How often the lanes of an atomic wait for each other is not known.
  if (access.op == AccessOp::Atomic || !cost.dispatch->sectors)
    return false;
  double sectors = middleOf(*cost.dispatch->sectors);
  Counts.lines +=
      std::max(requests, sectors * linesPerSector(access, cost));
  if (access.op == AccessOp::Load) {
    auto share = Shares.find(index);
    if (share != Shares.end()) {
      Counts.missRequests += requests * share->second;
      sectors *= share->second;
    } else {
      Counts.missRequests += requests;
    }
  }
  Counts.l2Sectors += sectors;
  addReached(access, cost, sectors);
  return true;
}

void DispatchCounter::addReached(const AccessFact &access,
                                 const DeviceCost &cost, double sectors) {
  Traffic &traffic = Variables[access.variableId];
  traffic.sectors += sectors;
  traffic.isReachKnown &= access.reachedBytes.has_value();
  if (!access.reachedBytes)
    return;
  traffic.begin = std::min(traffic.begin, access.reachedBytes->begin);
  traffic.end = std::max(traffic.end, access.reachedBytes->end);
}

bool DispatchCounter::add(uint32_t index) {
  const AccessFact &access = Facts.accesses[index];
  if (access.space == MemorySpace::Uniform)
    return true;
  const DeviceCost &cost = access.costs.front();
  if (!cost.dispatch || !cost.dispatch->requests)
    return false;
  double requests = middleOf(*cost.dispatch->requests);
  Counts.requests += requests;
  switch (access.space) {
  case MemorySpace::Global:
    return addGlobal(index, cost, requests);
  case MemorySpace::Shared:
    if (!cost.dispatch->wavefronts || access.op == AccessOp::Atomic)
      return false;
    Counts.wavefronts += middleOf(*cost.dispatch->wavefronts);
    return true;
  case MemorySpace::Private:
    return true;
  case MemorySpace::Image:
  case MemorySpace::Uniform:
    break;
  }
  return false;
}

std::optional<DispatchCounts> DispatchCounter::count() {
  if (!Facts.dispatch || Facts.unknown || Facts.resources.occupancies.empty())
    return std::nullopt;
  Counts.workgroups = double((*Facts.dispatch)[0]) * (*Facts.dispatch)[1] *
                      (*Facts.dispatch)[2];
  Counts.residentSubgroups =
      double(Facts.resources.occupancies.front().residentSubgroups);
  for (uint32_t index = 0; index < Facts.accesses.size(); ++index)
    if (!add(index))
      return std::nullopt;
  for (const auto &[id, traffic] : Variables) {
    double reached = traffic.sectors;
    if (traffic.isReachKnown)
      reached = double(traffic.end - traffic.begin) /
                *Facts.accesses.front().costs.front().config.device->sectorBytes;
    Counts.ramSectors += std::min(traffic.sectors, reached);
  }
  return Counts;
}

std::optional<DispatchCounts>
wglint::countDispatch(const EntryPointFacts &facts) {
  return DispatchCounter(facts).count();
}

PredictedCost wglint::predictCost(const DispatchCounts &counts,
                                  const Throughput &rates,
                                  unsigned sectorBytes) {
  PredictedCost cost;
  cost.counts = counts;
  double units = rates.computeUnitCount;
  cost.launchNs = counts.workgroups / rates.workgroupsPerNs;
  cost.latencyNs = (counts.requests * rates.requestLatencyNs +
                    counts.missRequests * rates.missLatencyNs) /
                   (counts.residentSubgroups * units);
  cost.passesNs = (counts.lines + counts.wavefronts) /
                  (rates.passesPerCycle * rates.clockGhz * units);
  cost.l2Ns = counts.l2Sectors / rates.l2SectorsPerNs;
  cost.ramNs = counts.ramSectors * sectorBytes / rates.ramBytesPerNs;
  return cost;
}

std::optional<PredictedCost>
wglint::predictCost(const EntryPointFacts &facts) {
  std::optional<DispatchCounts> counts = countDispatch(facts);
  if (!counts)
    return std::nullopt;
  const DeviceProfile &device =
      *facts.resources.occupancies.front().config.device;
  const Throughput *rates = findThroughput(device.name);
  if (!rates || !device.sectorBytes || counts->residentSubgroups == 0)
    return std::nullopt;
  return predictCost(*counts, *rates, *device.sectorBytes);
}
