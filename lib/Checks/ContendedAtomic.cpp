// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds atomics that all lanes of a subgroup issue on one address.
#include "wglint/Check/Findings.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

/// Lanes of the first request; 0 where it is not known which take part.
static unsigned activeLanes(const AccessFact &access) {
  const MaybeCount &requests = access.costs.front().perWorkgroup.requests;
  if (access.evidence == FactEvidence::Unknown || !requests ||
      !requests->isExact())
    return 0; // under a condition that depends on data, for one
  const std::optional<Witness> &first = access.costs.front().first;
  return first ? llvm::popcount(first->activeMask) : 0;
}

static const AtomicFact *orderFreeAtomic(const CheckContext &context,
                                         const AccessFact &access) {
  for (const AtomicFact &atomic : context.facts.resources.atomics)
    if (atomic.instruction == access.instruction)
      return &atomic;
  return nullptr;
}

/// Lanes of a subgroup that contend for one address; 0 where they do not, or it
/// is not known.
static unsigned contendingLanes(const CheckContext &context,
                                const AccessFact &access) {
  if (!access.isSubgroupUniform || access.costs.empty() ||
      (access.space != MemorySpace::Global &&
       access.space != MemorySpace::Shared) ||
      !orderFreeAtomic(context, access))
    return 0;
  unsigned lanes = activeLanes(access);
  return lanes < 2 ? 0 : lanes;
}

static llvm::StringRef adviceFor(const AccessFact &access, bool isResultUsed) {
  if (isResultUsed)
    return "let one invocation reserve room for all, and give each its part of "
           "it by an exclusive scan";
  if (access.space == MemorySpace::Shared)
    return "combine the values within the subgroup first (subgroupAdd() and "
           "its like), and let one invocation issue the atomic";
  return "combine the values within the subgroup or in shared memory first, "
         "and let one invocation issue the atomic (privatize-atomics)";
}

static void report(const CheckContext &context, DiagnosticSink &sink,
                   llvm::ArrayRef<const AccessFact *> accesses) {
  const AccessFact &first = *accesses.front();
  unsigned lanes = contendingLanes(context, first);
  Diagnostic &finding = addAccessFinding(
      context, sink, accesses, &first.costs.front().config,
      llvm::formatv("{0} goes to one address from all {1} lanes of a subgroup",
                    accessText(first), lanes),
      adviceFor(first, orderFreeAtomic(context, first)->isResultUsed),
      "contends for the same variable");
  addMeasurement(finding, "lanes", lanes, "lanes");
}

static void run(const CheckContext &context, DiagnosticSink &sink) {
  // Invocations that all do the same are housekeeping, or nothing real.
  // A workgroup of a few lanes has little to combine: tiny-workgroup.
  if (!context.facts.dependsOnInvocationId ||
      invocationCount(context.facts) <
          context.options.configs.front().subgroupSize)
    return;
  llvm::MapVector<uint32_t, std::vector<const AccessFact *>> byVariable;
  for (const AccessFact &access : context.facts.accesses)
    if (contendingLanes(context, access))
      byVariable[access.variableId].push_back(&access);
  for (const auto &[id, accesses] : byVariable)
    report(context, sink, accesses);
}

WGLINT_DEFINE_CHECK(ContendedAtomic,
                    {"contended-atomic",
                     "all lanes of a subgroup use an atomic on one address",
                     CheckCategory::GlobalMemory, Severity::Remark,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

Atomic sums, minima, maxima and bit operations that at least two lanes of a subgroup
issue on the same address at once: a counter that every invocation increments. All atomics on one variable are one finding.

It is a remark. Compilers combine the lanes where a constant is added whose sum nobody
reads (Mesa, `nir_opt_uniform_atomics`; LLVM, `AMDGPUAtomicOptimizer`), and of 21 such
atomics in public shaders readers with the hosts' code at hand found 4 worth the author's
time: the others ran once, or beside loops that cost far more (docs/Evidence.md).
`global-histogram` warns of the case that was measured.

## Why it costs

Atomics on one address are carried out one after the other, over all workgroups.
Measured on an H200, the extreme case of a histogram of 2^26 values in 256 bins takes
17277 us with atomics on the buffer and 192 us if each workgroup counts in shared
memory first.

## When to leave it

When few invocations come there.

## Limits

Only where it is known which lanes take part: under a condition that depends on data
the lanes may be few, and not in workgroups smaller than a subgroup. Exchanges and compare-and-swap are not meant: their order
matters.

## References

NVIDIA, "CUDA Pro Tip: Optimized Filtering with Warp-Aggregated Atomics"; Khronos,
"Vulkan Subgroup Tutorial"; Mesa, `src/compiler/nir/nir_opt_uniform_atomics.c`; LLVM,
`llvm/lib/Target/AMDGPU/AMDGPUAtomicOptimizer.cpp`.
)",
                     run})
