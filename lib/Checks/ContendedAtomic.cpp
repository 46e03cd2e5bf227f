// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds atomics on one address, from all lanes of a subgroup, or from all
/// workgroups.
#include "wglint/Check/Findings.h"
#include "wglint/Check/Share.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace wglint;

// What was measured (docs/Measurements.md, "One counter"): what is combined
// within the workgroup takes half of the time or less from so many subgroups of
// a dispatch on, of so many in a workgroup, beside so little traffic of each.
static constexpr uint64_t kSerialSubgroups = 32768;
static constexpr uint64_t kCombinedSubgroups = 4;
static constexpr double kHidingSectors = 64;

namespace {
/// Who meets at the address of an atomic.
struct Contention {
  unsigned lanes = 0; ///< of the first request; 0: nobody that is known
  /// Which lanes come there does not depend on data.
  bool isCertain = false;
  /// All workgroups go to the same address.
  bool isAcrossWorkgroups = false;

  bool isKnown() const {
    return lanes >= 2 && (isCertain || isAcrossWorkgroups);
  }
};
} // namespace

static const AtomicFact *orderFreeAtomic(const CheckContext &context,
                                         const AccessFact &access) {
  for (const AtomicFact &atomic : context.facts.resources.atomics)
    if (atomic.instruction == access.instruction)
      return &atomic;
  return nullptr;
}

/// The lanes of a request go to one address, or to one texel.
static bool isOnePlace(const AccessFact &access) {
  if (access.space == MemorySpace::Image)
    return access.isOneTexel && !access.texel.empty();
  return access.isSubgroupUniform && access.evidence != FactEvidence::Unknown &&
         (access.space == MemorySpace::Global ||
          access.space == MemorySpace::Shared);
}

static unsigned lanesOfFirst(const AccessFact &access) {
  if (access.space == MemorySpace::Image)
    return llvm::count_if(access.texel.front().lanes,
                          [](const auto &lane) { return lane.has_value(); });
  const DeviceCost &cost = access.costs.front();
  return cost.first ? llvm::popcount(cost.first->activeMask) : 0;
}

static Contention contentionOf(const CheckContext &context,
                               const AccessFact &access) {
  if (access.costs.empty() || !isOnePlace(access) ||
      !orderFreeAtomic(context, access))
    return {};
  const MaybeCount &requests = access.costs.front().perWorkgroup.requests;
  Contention found;
  found.lanes = lanesOfFirst(access);
  found.isCertain = requests && requests->isExact();
  bool hasSeveral = !requests || requests->max > 1; // subgroups come there
  found.isAcrossWorkgroups =
      access.space == MemorySpace::Global && access.isSameForWorkgroups &&
      access.nextWorkgroupBytes == 0 && access.way.workgroupIds.empty() &&
      context.facts.resources.usesWorkgroupId && hasSeveral;
  return found;
}

static std::string adviceFor(const AccessFact &access, bool isResultUsed) {
  if (isResultUsed)
    return "let one invocation reserve room for all of the workgroup, and give "
           "each its part of it by a counter in shared memory or an exclusive "
           "scan";
  if (access.space == MemorySpace::Shared)
    return "combine the values within the subgroup first (subgroupAdd() and "
           "its like), and let one invocation issue the atomic";
  std::string advice = "combine the values within the subgroup or in shared "
                       "memory first, and let one invocation issue the atomic";
  bool isText = access.space == MemorySpace::Global; // that can be rewritten
  return isText ? advice + " (privatize-atomics)" : advice;
}

/// Subgroups of the dispatch, if one is given, all of them come there, and they
/// are so many, and have so little else to do, that they wait for each other.
static std::optional<uint64_t> waitingSubgroups(const CheckContext &context,
                                                const Contention &found) {
  const EntryPointFacts &facts = context.facts;
  const DeviceConfig &config = context.options.configs.front();
  if (!facts.dispatch || !found.isCertain || !found.isAcrossWorkgroups ||
      facts.resources.hasLoop) // which may take longer than that
    return std::nullopt;
  uint64_t ofWorkgroup = subgroupCount(facts, config);
  uint64_t all =
      llvm::SaturatingMultiply(ofWorkgroup, workgroupCount(*facts.dispatch));
  bool isHidden = TrafficShares(facts, config).totalTraffic() >
                  kHidingSectors * double(ofWorkgroup);
  if (all < kSerialSubgroups || ofWorkgroup < kCombinedSubgroups || isHidden)
    return std::nullopt;
  return all;
}

static std::string messageFor(const AccessFact &access, const Contention &found,
                              std::optional<uint64_t> waiting) {
  if (!found.isCertain)
    return llvm::formatv("{0} goes to one address from all invocations that "
                         "come here, of all workgroups",
                         accessText(access));
  std::string text =
      llvm::formatv("{0} goes to one {2} from all {1} lanes of a subgroup",
                    accessText(access), found.lanes,
                    access.space == MemorySpace::Image ? "texel" : "address");
  if (waiting)
    text += llvm::formatv(", of {0} subgroups one after the other", *waiting);
  return text;
}

static void reportContended(const CheckContext &context, DiagnosticSink &sink,
                            llvm::ArrayRef<const AccessFact *> accesses) {
  const AccessFact &first = *accesses.front();
  Contention found = contentionOf(context, first);
  std::optional<uint64_t> waiting = waitingSubgroups(context, found);
  Diagnostic &finding = addAccessFinding(
      context, sink, accesses, &first.costs.front().config,
      messageFor(first, found, waiting),
      adviceFor(first, orderFreeAtomic(context, first)->isResultUsed),
      "contends for the same variable");
  addMeasurement(finding, "lanes", found.lanes, "lanes");
  if (waiting)
    addMeasurement(finding, "waitingSubgroups", *waiting, "subgroups");
  else
    setMinor(finding, "nothing says that many subgroups wait for each other");
}

static void runContendedAtomic(const CheckContext &context,
                               DiagnosticSink &sink) {
  // Invocations that all do the same are housekeeping, or nothing real.
  // A workgroup of a few lanes has little to combine: tiny-workgroup.
  if (!context.facts.dependsOnInvocationId ||
      invocationCount(context.facts) <
          context.options.configs.front().subgroupSize)
    return;
  std::map<VariableId, std::vector<const AccessFact *>> byVariable;
  for (const AccessFact &access : context.facts.accesses)
    if (contentionOf(context, access).isKnown())
      byVariable[access.variableId].push_back(&access);
  for (const auto &[id, accesses] : byVariable)
    reportContended(context, sink, accesses);
}

WGLINT_DEFINE_CHECK(ContendedAtomic,
                    {"contended-atomic",
                     "many invocations use an atomic on one address",
                     CheckCategory::GlobalMemory, Severity::Warning,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

Atomic sums, minima, maxima and bit operations on one address, or one texel of an image: by at least two lanes of a subgroup, as a counter
that every invocation increments, or under a condition that depends on data, as that of a list which some invocations append to, by all
workgroups. All atomics on one variable are one finding.

It is a remark unless `--dispatch` says that 32768 subgroups or more come there for certain, in workgroups of four or more, each subgroup
beside no more than 64 sectors that it moves and no loop: those were measured to take half of the time where each workgroup counts for
itself first. Of 21 such atomics in public shaders readers with the hosts' code at hand found 4 worth the author's time: the others ran
once, or beside loops that cost far more (docs/Evidence.md).

## Why it costs

Atomics on one address are carried out one after the other, over all workgroups. Compilers combine the lanes of a subgroup where a constant
is added (Mesa, `nir_opt_uniform_atomics`; LLVM, `AMDGPUAtomicOptimizer`); an H200's times are the same however many lanes take part,
whatever they add, and whether they read the result. What is left is 0.77 ns for each subgroup of the dispatch: 2^20 invocations that load
four bytes each and pick a slot take 26.8 us, and 6.1 us where workgroups of 256 pick theirs together; beside 64 bytes each 39.3 and 19.7
us, beside 256 bytes 81.3 and 64.2 us (docs/Measurements.md, "One counter").

## When to leave it

When few invocations come there, or a subgroup is all of the workgroup and the compiler combines it.

## Limits

Not in workgroups smaller than a subgroup, nor in shared memory where data decides which lanes take part, nor on texels of images where
data does. Those are a remark, as nothing was measured of them. Exchanges and compare-and-swap are not meant: their order matters.

## References

NVIDIA, "CUDA Pro Tip: Optimized Filtering with Warp-Aggregated Atomics"; Khronos, "Vulkan Subgroup Tutorial"; Mesa,
`src/compiler/nir/nir_opt_uniform_atomics.c`; LLVM, `llvm/lib/Target/AMDGPU/AMDGPUAtomicOptimizer.cpp`.
)",
                     runContendedAtomic})
