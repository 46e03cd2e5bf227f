// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ProofFacts.h"
#include "wglint/Analysis/PredictedCost.h"
#include "wglint/Analysis/Traffic.h"
#include "wglint/Rewrite/Trial.h"

using namespace wglint;

ProofFacts wglint::proofFactsOf(const EntryPointFacts &facts) {
  ProofFacts proof;
  proof.entryPoint = facts.name;
  proof.workgroupSize = facts.workgroupSize;
  proof.isSynchronizationPartial = facts.synchronization.isPartial;
  proof.raceKinds = raceKinds(facts);
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
    proof.trafficPerInvocation.push_back(trafficPerInvocation(facts, config));
  proof.issuePerInvocation = issuePerInvocation(facts);
  if (std::optional<PredictedCost> cost = predictCost(facts))
    proof.predictedNs = cost->totalNs();
  return proof;
}
