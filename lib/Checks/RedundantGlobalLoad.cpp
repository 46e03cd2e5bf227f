// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds loads by which the invocations of a workgroup fetch the same bytes
/// over and over, often enough that a tile in shared memory has been measured
/// to be faster.
#include "wglint/Check/Findings.h"
#include "wglint/Check/OneCause.h"
#include "wglint/Check/Reuse.h"
#include "wglint/Check/Share.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

// The smallest reuse at which staging was measured to pay: 2048 x 2048 matrices
// in 16 x 16 workgroups, 5898 us to 1878 us (H200, OpenGL 4.5).
static constexpr CheckOption kLeastReuse = {
    "redundant-global-load.leastReuse", 16,
    "how often a workgroup fetches each byte, at least"};
static constexpr CheckOption kOptions[] = {kLeastReuse};

// How often one invocation loads: a box blur of radius 8 (289 loads) gains in
// every shape, of less in rows of kMinTileRow only.
static constexpr double kManyLoads = 289;

/// A workgroup of one subgroup shares what it loads by broadcast already.
static bool hasSeveralSubgroups(const CheckContext &context) {
  return llvm::all_of(context.options.configs, [&](const DeviceConfig &config) {
    return invocationCount(context.facts) > config.subgroupSize;
  });
}

static bool paysToStage(const CheckContext &context, const ReuseFact &reuse) {
  const std::array<uint32_t, 3> &size = context.facts.workgroupSize;
  if (reuse.reuseFactor() < static_cast<double>(context.value(kLeastReuse)))
    return false;
  // The length of the loop is not known: an assumption says so.
  if (reuse.isPerIteration)
    return true;
  return reuse.loadsPerInvocation >= kManyLoads ||
         (size[0] >= kMinTileRow && size[1] > 1 &&
          reuse.loadsPerInvocation >= kMinLoadsForTile);
}

/// Whether \p reuse is an operand of a product: another buffer is reused in the
/// same loop, as in a matrix multiplication. Such loops are long; one over a
/// few lights or weights has a single operand that all lanes share.
static bool isOperandOfProduct(const CheckContext &context,
                               const ReuseFact &reuse) {
  const EntryPointFacts &facts = context.facts;
  auto firstOf = [&](const ReuseFact &fact) -> const AccessFact & {
    return facts.accesses[fact.accesses.front()];
  };
  return llvm::any_of(facts.reuses, [&](const ReuseFact &other) {
    return other.isPerIteration && other.variableId != reuse.variableId &&
           firstOf(other).loop == firstOf(reuse).loop &&
           !firstOf(other).isLoopInvariant &&
           !(firstOf(other).isSubgroupUniform &&
             firstOf(reuse).isSubgroupUniform) &&
           paysToStage(context, other);
  });
}

/// What is left where each invocation keeps in registers what it loads in every
/// iteration is not much: no tile serves it.
static bool isServedByRegisters(const CheckContext &context,
                                const ReuseFact &reuse) {
  return double(reuse.requestedBytes - reuse.repeatedBytes) <
         double(context.value(kLeastReuse)) * double(reuse.distinctBytes);
}

static std::string messageText(const ReuseFact &reuse,
                               const std::array<uint32_t, 3> &size,
                               const AccessFact &access) {
  llvm::StringRef upTo = reuse.isUpperBound ? "up to " : "";
  return llvm::formatv(
      "{0} fetches each byte {6}{1:f1} times: the invocations of a workgroup "
      "({2}) ask for {6}{3} bytes{4}, {5} of them distinct",
      accessText(access), reuse.reuseFactor(), workgroupText(size),
      reuse.requestedBytes, reuse.isPerIteration ? " in each iteration" : "",
      reuse.distinctBytes, upTo);
}

/// Why it is true but not worth a warning; see the documentation below.
static MinorReason whyMinor(const CheckContext &context, const ReuseFact &reuse,
                            llvm::ArrayRef<const AccessFact *> accesses) {
  const EntryPointFacts &facts = context.facts;
  auto isInvariant = [](const AccessFact *access) {
    return access->isLoopInvariant;
  };
  auto isOneLoad = [](const AccessFact *access) {
    return access->isSubgroupUniform || access->isLoopInvariant;
  };
  if (isSingleWorkgroup(facts))
    return kOneWorkgroup;
  if (reuse.isUpperBound)
    return "data decides which invocations load it";
  if (isServedByRegisters(context, reuse) ||
      (reuse.isPerIteration && llvm::all_of(accesses, isInvariant)))
    return "each invocation keeps it in registers over the loop";
  if (!reuse.isPerIteration && llvm::all_of(accesses, isOneLoad))
    return "lanes that want one address share one request";
  if (areFewOfAll(facts, accesses))
    return kSmallPart;
  return reuse.isPerIteration && !isOperandOfProduct(context, reuse) &&
                 !pairsInvocations(facts, reuse)
             ? "the loop may be short"
             : "";
}

static void report(const CheckContext &context, DiagnosticSink &sink,
                   const ReuseFact &reuse, const OneCause &cause,
                   llvm::ArrayRef<Suspects> all) {
  const Suspects &leader = all[cause.leader];
  auto others = likewise(cause, all);
  Diagnostic &finding = addAccessFinding(
      context, sink, leader.accesses, /*config=*/nullptr,
      messageText(reuse, context.facts.workgroupSize, *leader.accesses.front()),
      tileAdvice(context.facts, reuse), "fetches its bytes as often", others);
  addMeasurement(finding, "reuseFactor", reuse.reuseFactor(), "times");
  addMeasurement(finding, "requestedBytesPerWorkgroup",
                 double(reuse.requestedBytes), "bytes");
  addMeasurement(finding, "distinctBytesPerWorkgroup",
                 double(reuse.distinctBytes), "bytes");
  noteLikewise(context, finding, others, cause.others.size());
  setMinor(finding, leader.minor);
}

static void runRedundantGlobalLoad(const CheckContext &context,
                                   DiagnosticSink &sink) {
  const EntryPointFacts &facts = context.facts;
  bool isSeveral = hasSeveralSubgroups(context);
  std::vector<const ReuseFact *> reuses;
  for (const ReuseFact &reuse : facts.reuses)
    if ((isSeveral || pairsInvocations(facts, reuse)) &&
        paysToStage(context, reuse))
      reuses.push_back(&reuse);
  std::vector<std::vector<const AccessFact *>> accesses(reuses.size());
  std::vector<Suspects> all;
  for (size_t i = 0; i < reuses.size(); ++i) {
    for (uint32_t index : reuses[i]->accesses)
      accesses[i].push_back(&facts.accesses[index]);
    // The finding stands at the one that fetches most.
    llvm::stable_sort(accesses[i],
                      [](const AccessFact *x, const AccessFact *y) {
                        return x->executions > y->executions;
                      });
    all.push_back({accesses[i], whyMinor(context, *reuses[i], accesses[i]),
                   double(reuses[i]->requestedBytes)});
  }
  for (const OneCause &cause : joinByCause(all, [&](size_t a, size_t b) {
         return haveOneTile(facts, *reuses[a], *reuses[b]);
       }))
    report(context, sink, *reuses[cause.leader], cause, all);
}

WGLINT_DEFINE_CHECK(
    RedundantGlobalLoad,
    {"redundant-global-load",
     "the invocations of a workgroup load the same bytes many times",
     CheckCategory::GlobalMemory, Severity::Warning, /*enabledByDefault=*/true,
     R"(## What it flags

Loads from a storage buffer, all of one buffer together (of several paths, that which loads most, and it
names the others; so do the operands of a product, loaded in one loop, and all pairs of bodies), by which the invocations of a workgroup ask
for at least 16 times as many bytes as are distinct, and often: at least 289 loads by each invocation, or 81 where the rows of the workgroup are 32 wide. A naive matrix
multiplication does so (16 invocations read every row and column), an n-body sum and a wide blur (all neighbours read each pixel).

A loop whose number of iterations the host decides states the reuse in each iteration. It is a remark, since
there may be few of them, unless two buffers are reused in it (a matrix multiplication), or all go through a buffer
together of which each invocation takes an element of its own, too (bodies that pull each other). Where all lanes of a
request load one address, or each the same in all iterations, it is a remark too, since one load serves them,
also if other loads of the buffer are made once, in a shader of a single workgroup, and where it is less than
a tenth of all accesses to buffers (a loop of unknown length counts as 32 iterations), and where data decides in the loop
who loads ("up to"). What an invocation has loaded before in the iteration counts once.

## Why it costs

The cache serves most of these loads, but each one takes a request and its latency. Measured on an H200:
matrices of 2048 x 2048 in 16 x 16 workgroups 5898 us, through tiles in shared memory 1878 us; n-body of 65536
bodies 8717 us against 2488 us, of 1024 bodies whose number is a uniform 58 us against 20 us (docs/Measurements.md, "All pairs"); box blur of radius 8 in 32 x 8 workgroups 4544 us against 2605 us.

## When to leave it

For small neighbourhoods the cache is enough, and a tile makes them slower (radius 1: 399 us to 492 us,
radius 2: 484 us to 564 us, radius 4 in 16 x 16: 1415 us to 1532 us), so nothing is said of them. Devices
without shared memory of their own (Mali) gain nothing from a tile.

## Limits

A workgroup of a single subgroup is left out, but for pairs of bodies: its lanes share a load by broadcast. Lanes that unknown values
tell apart (`row * N`) count as apart. Loads whose addresses depend on loaded values are left out, images and textures, too.

## References

NVIDIA, CUDA C++ Programming Guide, "Shared Memory" (matrix multiplication); the times above: OpenGL 4.5 on an H200.
)",
     runRedundantGlobalLoad, kOptions})
