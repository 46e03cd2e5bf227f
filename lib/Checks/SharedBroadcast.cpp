// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds single values that one invocation hands to the others through shared
/// memory.
#include "wglint/Check/Findings.h"
#include "wglint/Check/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

// A scalar or a vector: no array.
static constexpr uint64_t kSingleValueBytes = 16;

/// Lanes of the first request of \p access on the first configuration; 0 where
/// they are not known.
static unsigned laneCount(const AccessFact &access) {
  if (access.evidence == FactEvidence::Unknown || access.costs.empty() ||
      !access.costs.front().first)
    return 0;
  return llvm::popcount(access.costs.front().first->activeMask);
}

namespace {
/// How a shared variable is used.
struct Use {
  llvm::SmallVector<const AccessFact *, 4> stores;
  llvm::SmallVector<const AccessFact *, 4> loads;
};
} // namespace

/// std::nullopt unless one lane stores and several load the same address.
static std::optional<Use> broadcastOf(const EntryPointFacts &facts,
                                      const SharedUseFact &variable) {
  Use use;
  for (const AccessFact &access : facts.accesses) {
    if (!isSameVariable(access.variableId, variable.variableId))
      continue;
    unsigned lanes = laneCount(access);
    bool isStore = access.op == AccessOp::Store && lanes == 1;
    bool isLoad = access.op == AccessOp::Load && access.isSubgroupUniform;
    if (!isStore && !(isLoad && lanes > 0))
      return std::nullopt;
    if (isStore || lanes > 1)
      (isStore ? use.stores : use.loads).push_back(&access);
  }
  if (use.stores.empty() || use.loads.empty())
    return std::nullopt;
  return use;
}

/// What makes a value must not be done by each subgroup anew.
static bool hasAtomics(const EntryPointFacts &facts) {
  return llvm::any_of(facts.accesses, [](const AccessFact &access) {
    return access.op == AccessOp::Atomic;
  });
}

static void runSharedBroadcast(const CheckContext &context,
                               DiagnosticSink &sink) {
  const EntryPointFacts &facts = context.facts;
  if (!hasSubgroupOperations(context) || !facts.hasBarrier)
    return;
  bool isOneSubgroup = invocationCount(facts) <= smallestSubgroup(context);
  if (!isOneSubgroup && hasAtomics(facts))
    return;
  for (const SharedUseFact &variable : facts.resources.sharedUses) {
    if (variable.bytes > kSingleValueBytes)
      continue;
    std::optional<Use> use = broadcastOf(facts, variable);
    if (!use)
      continue;
    addAccessFinding(
        context, sink, use->stores.front(), /*config=*/nullptr,
        llvm::formatv("'{0}' hands a value of one invocation to the {1} of the "
                      "workgroup through shared memory and a barrier",
                      variable.variable, invocationCount(facts)),
        isOneSubgroup
            ? "value = subgroupBroadcastFirst(value) does it in registers"
            : "let one invocation of each subgroup find it, if "
              "(subgroupElect()) { ... }, and pass it on in registers, value = "
              "subgroupBroadcastFirst(value)");
  }
}

WGLINT_DEFINE_CHECK(
    SharedBroadcast,
    {"shared-broadcast",
     "a value goes from one invocation to all through shared memory",
     CheckCategory::SharedMemory, Severity::Remark, /*enabledByDefault=*/true,
     R"(## What it flags

A shared scalar or vector that a single invocation stores and all load, in a shader whose
API has subgroup operations.

## Why it costs

All subgroups of the workgroup wait at the barrier until one invocation has stored, and
mostly at a second one before the next value. `subgroupBroadcastFirst()` exchanges
registers and waits for nobody.

## When to leave it

When the value is expensive to find: each subgroup finds it anew. When devices without
subgroup operations have to run the shader too. Therefore it is a remark.

## Limits

Shaders with atomics are left out unless the workgroup is one subgroup: what an atomic
returns must be asked for once. Arrays of which one element is passed on are left out.

## References

GL_KHR_shader_subgroup, "subgroupBroadcastFirst" and "subgroupElect".
)",
     runSharedBroadcast, /*options=*/{},
     /*needs=*/DeviceNumber::SharedBanks})
