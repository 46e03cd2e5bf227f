// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ProofFacts.h"
#include "wglint/Analysis/PredictedCost.h"
#include "wglint/Check/Findings.h"

using namespace wglint;

/// What is below was measured on an NVIDIA device; for others nothing is known,
/// and nothing counted.
static bool hasKnownRates(const DeviceConfig &config) {
  return config.device->sharedBanks &&
         config.device->sharedBanks->wide == WideSharedAccess::NvidiaHalves;
}

/// Loads of texels, in wavefronts that take as long: the four texture units of
/// a multiprocessor serve a lane each. An H200 takes 8.4 of them for
/// imageLoad() and 6.0 for texelFetch() in 32 lanes (docs/Measurements.md).
static MaybeCount texelTraffic(const AccessFact &access,
                               const DeviceCost &cost) {
  constexpr uint64_t kLanesAtATime = 4;
  const MaybeCount &requests = cost.perWorkgroup.requests;
  if (access.op != AccessOp::Load || !requests || !hasKnownRates(cost.config))
    return CountRange{};
  uint64_t each = cost.config.subgroupSize / kLanesAtATime;
  return CountRange{requests->min * each, requests->max * each};
}

/// Sectors or wavefronts of \p access; zero for a space that has neither.
static MaybeCount trafficOf(const AccessFact &access, const DeviceCost &cost) {
  const CostTotals &totals = cost.perWorkgroup;
  if (access.space == MemorySpace::Image)
    return texelTraffic(access, cost);
  if (access.space == MemorySpace::Global)
    return totals.sectors;
  if (access.space == MemorySpace::Shared)
    return totals.wavefronts;
  return CountRange{};
}

/// Sectors and wavefronts of a workgroup on configuration number \p config,
/// over the workgroup's invocations.
static std::optional<double> trafficOf(const EntryPointFacts &facts,
                                       size_t config) {
  double total = 0;
  for (const AccessFact &access : facts.accesses) {
    if (config >= access.costs.size())
      continue;
    MaybeCount count = trafficOf(access, access.costs[config]);
    if (!count)
      return std::nullopt;
    total += count->middle();
  }
  double invocations = double(invocationCount(facts));
  if (invocations == 0)
    return std::nullopt;
  return total / invocations;
}

/// A load that all lanes share touches one sector, as one from shared memory
/// takes one wavefront, and yet costs more.
static double issueOf(const EntryPointFacts &facts) {
  // Throughput.cpp: 1.136 ns of issuing to 0.589 ns of a wavefront.
  constexpr double kWavefronts = 2;
  double requests = 0;
  for (const AccessFact &access : facts.accesses)
    if (access.space == MemorySpace::Global && !access.costs.empty() &&
        hasKnownRates(access.costs.front().config))
      if (const auto &count = access.costs.front().perWorkgroup.requests)
        requests += count->middle();
  double invocations = double(invocationCount(facts));
  return invocations > 0 ? kWavefronts * requests / invocations : 0;
}

ProofFacts wglint::proofFactsOf(const EntryPointFacts &facts) {
  ProofFacts proof;
  proof.entryPoint = facts.name;
  proof.workgroupSize = facts.workgroupSize;
  proof.isSynchronizationPartial = facts.synchronization.isPartial;
  proof.raceCount = static_cast<unsigned>(facts.synchronization.races.size());
  size_t configCount = 0;
  for (const AccessFact &access : facts.accesses) {
    configCount = std::max<size_t>(configCount, access.costs.size());
    if (access.evidence != FactEvidence::Unknown)
      continue;
    if (access.space == MemorySpace::Global)
      ++proof.unknownGlobalCount;
    // Atomics on addresses that data decides order themselves.
    else if (access.space == MemorySpace::Shared &&
             access.op != AccessOp::Atomic)
      ++proof.unknownSharedCount;
  }
  for (size_t config = 0; config < configCount; ++config)
    proof.trafficPerInvocation.push_back(trafficOf(facts, config));
  proof.issuePerInvocation = issueOf(facts);
  if (std::optional<PredictedCost> cost = predictCost(facts))
    proof.predictedNs = cost->totalNs();
  return proof;
}
