// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds loads that every iteration of a loop repeats, and that a compiler has
/// to repeat.
#include "wglint/Check/Findings.h"
#include "llvm/Support/FormatVariadic.h"
#include <array>
#include <map>

using namespace wglint;

static void report(const CheckContext &context, DiagnosticSink &sink,
                   llvm::ArrayRef<const RepeatedLoadFact *> facts) {
  const RepeatedLoadFact &fact = *facts.front();
  std::vector<const AccessFact *> accesses;
  for (const RepeatedLoadFact *each : facts)
    accesses.push_back(&context.facts.accesses[each->access]);
  Diagnostic &finding = addAccessFinding(
      context, sink, accesses, /*config=*/nullptr,
      llvm::formatv("{0} finds the same bytes in every iteration, and {1} in "
                    "the loop keeps a compiler from loading them once",
                    accessText(*accesses.front()),
                    fact.isBarrier ? "a barrier"
                                   : "a store that may reach them"),
      fact.isBarrier ? "load it into a variable before the loop (hoist-load)"
                     : "load it into a variable before the loop (hoist-load), "
                       "or declare the buffers restrict",
      "finds the same bytes too");
  finding.notes.push_back(
      {context.sourceMap.resolve(fact.hindrance).range,
       fact.isBarrier ? "the barrier is here" : "the store is here"});
}

static void runLoopInvariantLoad(const CheckContext &context,
                                 DiagnosticSink &sink) {
  // What functions load of one variable is mended by one argument; what stands
  // in the loop itself is hoisted load by load.
  std::map<std::array<uint32_t, 3>, std::vector<const RepeatedLoadFact *>>
      found;
  for (const RepeatedLoadFact &fact : context.facts.idioms.repeatedLoads) {
    const AccessFact &access = context.facts.accesses[fact.access];
    bool isCalled = access.loop != access.enclosingLoop;
    found[{access.variableId.variable, access.enclosingLoop,
           isCalled ? ~0u : fact.access}]
        .push_back(&fact);
  }
  for (const auto &[key, facts] : found)
    report(context, sink, facts);
}

WGLINT_DEFINE_CHECK(
    LoopInvariantLoad,
    {"loop-invariant-load",
     "every iteration of a loop loads the same bytes of a buffer",
     CheckCategory::GlobalMemory, Severity::Remark, /*enabledByDefault=*/true,
     R"(## What it flags

Loads from a storage buffer whose address is the same in every iteration of the innermost
loop around them, that of a caller too, from a block that the shader never stores to, if the
loop, or a function that it calls, holds a store or an atomic to a buffer that is not known to
be another one, or a barrier that orders buffers (`memoryBarrierBuffer()`; `barrier()` alone
orders shared memory). What functions that the loop calls load of one block is one finding.

## Why it costs

A compiler moves a load out of a loop only if nothing in the loop may change what it
finds. Two storage blocks may name one buffer unless `restrict` says that they do not, so
each store makes it load again: a request and its latency in every iteration.

## When to leave it

When the load is guarded by a condition that is mostly false.

## Limits

Loops without a store and without such a barrier are left to the compiler. The value is the
same as long as nobody outside of the shader changes the buffer while it runs.

## References

OpenGL Shading Language 4.60, 4.10 "Memory Qualifiers".
)",
     runLoopInvariantLoad})
