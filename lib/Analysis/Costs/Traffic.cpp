// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Analysis/Traffic.h"

using namespace wglint;

/// Loads of texels, in wavefronts that take as long; nothing where that was not
/// measured.
static MaybeCount texelTraffic(const AccessFact &access,
                               const DeviceCost &cost) {
  const auto &rates = cost.config.device->requestRates;
  const MaybeCount &requests = cost.perWorkgroup.requests;
  if (access.op != AccessOp::Load || !requests || !rates)
    return CountRange{};
  uint64_t each = cost.config.subgroupSize / rates->texelLanesAtATime;
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

std::optional<double> wglint::trafficPerInvocation(const EntryPointFacts &facts,
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

double wglint::issuePerInvocation(const EntryPointFacts &facts) {
  double wavefronts = 0;
  for (const AccessFact &access : facts.accesses) {
    if (access.space != MemorySpace::Global || access.costs.empty())
      continue;
    const DeviceCost &cost = access.costs.front();
    const auto &rates = cost.config.device->requestRates;
    const auto &requests = cost.perWorkgroup.requests;
    if (rates && requests)
      wavefronts += rates->issueWavefronts * requests->middle();
  }
  double invocations = double(invocationCount(facts));
  return invocations > 0 ? wavefronts / invocations : 0;
}
