// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Check/Share.h"
#include "ByteUnion.h"
#include "wglint/Check/Findings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace wglint;

static bool isSameConfig(const DeviceConfig &a, const DeviceConfig &b) {
  return a.device == b.device && a.subgroupSize == b.subgroupSize;
}

bool wglint::isRareTwoWay(const EntryPointFacts &facts,
                          const AccessFact &access,
                          const ConflictVerdict &verdict,
                          const MaybeCount &extra) {
  if (verdict.ways.max > 2)
    return false;
  if (!extra)
    return access.visits <= kTypicalIterations;
  double subgroups = double(subgroupCount(facts, verdict.cost.numbers->config));
  return double(extra->max) <= kTypicalIterations * subgroups;
}

bool wglint::isHiddenByArithmetic(const EntryPointFacts &facts,
                                  const DeviceConfig &config, double total) {
  double instructions =
      facts.arithmeticPerInvocation * double(subgroupCount(facts, config));
  return total > 0 && instructions >= kHidingArithmetic * total;
}

bool wglint::areFewOfAll(const EntryPointFacts &facts,
                         llvm::ArrayRef<const AccessFact *> accesses) {
  double visits = 0, allVisits = 0;
  for (const AccessFact *access : accesses)
    visits += access->visits;
  for (const AccessFact &access : facts.accesses)
    if (access.space == MemorySpace::Global)
      allVisits += access.visits;
  return visits < kMaterialShare * allVisits;
}

TrafficShares::TrafficShares(const EntryPointFacts &facts,
                             const DeviceConfig &config)
    : Facts(facts), Config(config) {
  for (const AccessGroup &group : groupGlobalAccesses(facts))
    Total += trafficTogether(group.members).actual;
  for (const AccessFact &access : facts.accesses) {
    if (access.space == MemorySpace::Global)
      continue;
    double traffic = trafficOf(access);
    Total += traffic;
    const DeviceCost *cost = costOf(access);
    if (cost && access.space == MemorySpace::Image &&
        access.op == AccessOp::Load)
      TexelWavefronts +=
          std::max(0.0, kTexelWavefronts * requestsOf(access, *cost) - traffic);
  }
}

/// All traffic, as it is weighed beside \p access.
double TrafficShares::totalBeside(const AccessFact &access) const {
  return access.space == MemorySpace::Shared ? Total + TexelWavefronts : Total;
}

const DeviceCost *TrafficShares::costOf(const AccessFact &access) const {
  for (const DeviceCost &cost : access.costs)
    if (isSameConfig(cost.config, Config))
      return &cost;
  return nullptr;
}

double TrafficShares::requestsOf(const AccessFact &access,
                                 const DeviceCost &cost) const {
  if (cost.perWorkgroup.requests)
    return cost.perWorkgroup.requests->middle();
  return double(subgroupCount(Facts, Config)) * access.visits;
}

double TrafficShares::idealOf(const AccessFact &access) const {
  const DeviceCost *cost = costOf(access);
  if (!cost)
    return 0;
  bool isShared = access.space == MemorySpace::Shared;
  const CostTotals &totals = cost->perWorkgroup;
  const MaybeCount &total =
      isShared ? totals.idealWavefronts : totals.idealSectors;
  if (total)
    return total->middle();
  const MaybeCount &one =
      isShared ? cost->idealWavefrontsPerRequest : cost->idealSectorsPerRequest;
  double requests = requestsOf(access, *cost);
  if (one)
    return requests * one->middle();
  uint64_t sectorBytes = Config.device->sectorBytes.value_or(0);
  if (isShared || sectorBytes == 0 || access.isSubgroupUniform)
    return requests;
  return requests *
         double(llvm::divideCeil(uint64_t(std::max(access.elementBytes, 1u)) *
                                     Config.subgroupSize,
                                 sectorBytes));
}

double TrafficShares::trafficOf(const AccessFact &access) const {
  const DeviceCost *cost = costOf(access);
  bool isShared = access.space == MemorySpace::Shared;
  if (!cost || access.space == MemorySpace::Uniform ||
      access.space == MemorySpace::Private)
    return 0;
  // The sectors of a structure that is copied as a whole stay in the cache from
  // one of its parts to the next.
  if (isWholeElement(access) && !isShared)
    return idealOf(access);
  const CostTotals &totals = cost->perWorkgroup;
  if (const MaybeCount &total = isShared ? totals.wavefronts : totals.sectors)
    return total->middle();
  const MaybeCount &one =
      isShared ? cost->wavefrontsPerRequest : cost->sectorsPerRequest;
  return one ? requestsOf(access, *cost) * one->middle() : idealOf(access);
}

TrafficShares::Traffic
TrafficShares::trafficTogether(llvm::ArrayRef<const AccessFact *> group) const {
  const AccessFact &first = *group.front();
  Traffic traffic{trafficOf(first), idealOf(first)};
  const DeviceCost *cost = costOf(first);
  if (group.size() == 1 || !cost || !Config.device->sectorBytes)
    return traffic;
  unsigned index = cost - first.costs.data();
  ByteUnion::Sectors all = sectorsOf(group, index);
  ByteUnion::Sectors alone = sectorsOf(&first, index);
  traffic.actual *= double(all.touched) / double(alone.touched);
  traffic.ideal *= double(all.ideal) / double(alone.ideal);
  return traffic;
}

TrafficShares::Traffic
TrafficShares::trafficOfAll(llvm::ArrayRef<const AccessFact *> accesses) const {
  if (accesses.front()->space == MemorySpace::Global)
    return trafficTogether(accesses);
  Traffic traffic;
  for (const AccessFact *access : accesses) {
    traffic.actual += trafficOf(*access);
    traffic.ideal += idealOf(*access);
  }
  return traffic;
}

double TrafficShares::movedFraction(
    llvm::ArrayRef<const AccessFact *> accesses) const {
  double total = totalBeside(*accesses.front());
  return total > 0 ? trafficOfAll(accesses).actual / total : 0;
}

double TrafficShares::avoidableFraction(
    llvm::ArrayRef<const AccessFact *> accesses) const {
  Traffic traffic = trafficOfAll(accesses);
  double total = totalBeside(*accesses.front());
  return total > 0 ? std::max(0.0, traffic.actual - traffic.ideal) / total : 0;
}

void AvoidableByVariable::use(const DeviceConfig &config) {
  if (!Traffic || !isSameConfig(Traffic->config(), config))
    Traffic.emplace(Facts, config);
}

void AvoidableByVariable::add(llvm::ArrayRef<const AccessFact *> accesses,
                              const DeviceConfig &config) {
  use(config);
  double share = Traffic->avoidableFraction(accesses);
  VariableId variable = accesses.front()->variableId;
  Shares[variable] += share;
  Largest[variable] = std::max(Largest[variable], share);
}

bool AvoidableByVariable::isMaterialPart(
    llvm::ArrayRef<const AccessFact *> accesses, const DeviceConfig &config) {
  use(config);
  auto largest = Largest.find(accesses.front()->variableId);
  return largest != Largest.end() && Traffic->avoidableFraction(accesses) >=
                                         kMaterialPart * largest->second;
}

double AvoidableByVariable::avoidableFraction(
    llvm::ArrayRef<const AccessFact *> accesses, const DeviceConfig &config) {
  use(config);
  return Traffic->avoidableFraction(accesses);
}

double
AvoidableByVariable::movedFraction(llvm::ArrayRef<const AccessFact *> accesses,
                                   const DeviceConfig &config) {
  use(config);
  return Traffic->movedFraction(accesses);
}

double AvoidableByVariable::totalTraffic(const DeviceConfig &config) {
  use(config);
  return Traffic->totalTraffic();
}

double AvoidableByVariable::shareOf(const AccessFact &access) const {
  auto share = Shares.find(access.variableId);
  return share == Shares.end() ? 0 : share->second;
}

bool AvoidableByVariable::isMaterial(const AccessFact &access) const {
  return shareOf(access) >= kMaterialShare;
}

bool wglint::takeRowsTogether(const AccessFact &a, const AccessFact &b) {
  return a.stretch == b.stretch && a.elementBytes == b.elementBytes &&
         !a.laneStrideText.empty() && a.laneStrideId == b.laneStrideId &&
         llvm::equal(a.callChain, b.callChain);
}

/// What would go away with all groups of the variable of \p one, and of those
/// whose rows are taken together with it.
static double shareOfRows(const ScatteredGroup &one,
                          llvm::ArrayRef<ScatteredGroup> all,
                          const AvoidableByVariable &shares) {
  const AccessFact &access = *one.group.members.front();
  std::map<VariableId, double> shareOf{
      {access.variableId, shares.shareOf(access)}};
  for (const ScatteredGroup &other : all) {
    const AccessFact &its = *other.group.members.front();
    if (takeRowsTogether(access, its))
      shareOf[its.variableId] = shares.shareOf(its);
  }
  double sum = 0;
  for (const auto &[variable, share] : shareOf)
    sum += share;
  return sum;
}

std::vector<ScatteredGroup>
wglint::scatteredGroups(const EntryPointFacts &facts) {
  std::vector<ScatteredGroup> scattered;
  AvoidableByVariable shares(facts);
  for (AccessGroup &group : groupGlobalAccesses(facts)) {
    std::optional<CostVerdict> verdict = judgeSectors(group);
    if (!verdict)
      continue;
    shares.add(group.members, verdict->numbers->config);
    scattered.push_back({std::move(group), *verdict});
  }
  for (ScatteredGroup &one : scattered) {
    one.avoidableFraction = shareOfRows(one, scattered, shares);
    const DeviceConfig &config = one.verdict.numbers->config;
    one.ownAvoidableFraction =
        shares.avoidableFraction(one.group.members, config);
    one.movedFraction = shares.movedFraction(one.group.members, config);
    one.totalTraffic = shares.totalTraffic(config);
    if (isHiddenByArithmetic(facts, config, one.totalTraffic))
      one.minorPart = "the shader computes for longer than it moves data";
    else if (!shares.isMaterialPart(one.group.members, config))
      one.minorPart = "other accesses to the same variable waste more";
  }
  return scattered;
}

MinorReason wglint::whySavesLittle(const EntryPointFacts &facts,
                                   const ScatteredGroup &scattered) {
  const AccessFact &access = *scattered.group.members.front();
  if (isSingleWorkgroup(facts))
    return kOneWorkgroup;
  if (!scattered.minorPart.empty())
    return scattered.minorPart;
  if (scattered.avoidableFraction < kMaterialSectorShare)
    return kSmallPart;
  if (takesShortRuns(facts, access))
    return "caches serve runs as short as each invocation takes";
  if (takesWindows(access))
    return "windows overlap: the next iterations take what one leaves of its "
           "sectors";
  if (isOfSmallBlock(facts, access))
    return "so small a block is little to move";
  return "";
}

std::vector<ScatteredGroup>
wglint::groupsOfSomeLanes(const EntryPointFacts &facts) {
  std::vector<ScatteredGroup> groups;
  for (AccessGroup &group : groupGlobalAccesses(facts)) {
    std::optional<CostVerdict> verdict = judgeSectorsOfSomeLanes(group);
    if (!verdict || judgeSectors(group))
      continue;
    groups.push_back({std::move(group), *verdict});
    groups.back().minorPart = "data decides how many lanes take part";
  }
  return groups;
}

bool wglint::isHiddenByStart(const EntryPointFacts &facts,
                             const ScatteredGroup &scattered,
                             uint64_t rowBytes) {
  const DeviceProfile &device = *scattered.verdict.numbers->config.device;
  return facts.sizeSource != SizeSource::Assumed &&
         scattered.group.members.front()->op != AccessOp::Atomic &&
         invocationCount(facts) <= kMaxInvocationsHiddenByStart &&
         2 * rowBytes >= device.sectorBytes.value_or(0) &&
         scattered.totalTraffic <= kMaxSectorsHiddenByStart;
}

bool wglint::movesManyTimes(const CostVerdict &verdict) {
  const MaybeCount &actual = verdict.numbers->perWorkgroup.sectors;
  const MaybeCount &ideal = verdict.numbers->perWorkgroup.idealSectors;
  if (actual && ideal)
    return actual->min >= kMaterialSectorRatio * ideal->max;
  return verdict.perRequest.min >=
         kMaterialSectorRatio * verdict.idealPerRequest.max;
}

/// Whether a condition keeps all but one workgroup away from memory:
/// `if (gl_GlobalInvocationID.x != 0) return`.
static bool isOfOneWorkgroup(const EntryPointFacts &facts) {
  if (facts.accesses.empty())
    return false;
  const WayFacts &first = facts.accesses.front().way;
  std::vector<UniformRange> ids = first.workgroupIds;
  for (const AccessFact &access : facts.accesses)
    ids = access.way.walk == first.walk ? common(ids, access.way.workgroupIds)
                                        : std::vector<UniformRange>();
  return !ids.empty();
}

/// Whether each workgroup stores to the same places, and tells of nothing by
/// atomics: of several, all but one would work for nothing.
static bool storeAllTheSame(const EntryPointFacts &facts) {
  bool hasStore = false;
  for (const AccessFact &access : facts.accesses) {
    bool isShared = access.space == MemorySpace::Shared;
    if (isShared || access.op == AccessOp::Load)
      continue;
    // Of texels it is not known.
    if (access.space != MemorySpace::Global || access.op == AccessOp::Atomic ||
        !access.isSameForWorkgroups)
      return false;
    hasStore = true;
  }
  return hasStore && !facts.dispatch;
}

bool wglint::isSingleWorkgroup(const EntryPointFacts &facts) {
  if (facts.resources.usesWorkgroupId)
    return isOfOneWorkgroup(facts) || storeAllTheSame(facts);
  // Workgroups may take numbers from a counter instead.
  return llvm::none_of(facts.resources.atomics, [&](const AtomicFact &atomic) {
    return atomic.isResultUsed &&
           llvm::any_of(facts.accesses, [&](const AccessFact &access) {
             return access.instruction == atomic.instruction &&
                    access.space == MemorySpace::Global;
           });
  });
}
