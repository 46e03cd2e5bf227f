// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds accesses to shared memory whose lanes want several words of a bank.
#include "wglint/Check/Findings.h"
#include "wglint/Check/Limits.h"
#include "wglint/Check/OneCause.h"
#include "wglint/Check/Share.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

/// "a 32-way", "a 1- to 8-way": how many words the fullest bank has to give.
static std::string waysText(const CountRange &ways) {
  // Read "eight", "eleven" and "eighteen"; no subgroup has more than 128 lanes.
  bool startsWithVowel = ways.min == 8 || ways.min == 11 || ways.min == 18 ||
                         (ways.min >= 80 && ways.min < 90);
  llvm::StringRef article = startsWithVowel ? "an" : "a";
  if (ways.isExact())
    return llvm::formatv("{0} {1}-way", article, ways.min);
  return llvm::formatv("{0} {1}- to {2}-way", article, ways.min, ways.max);
}

static std::string messageText(const std::string &what,
                               const ConflictVerdict &verdict,
                               const MaybeCount &extra) {
  std::string message = llvm::formatv(
      "{0} is {1} bank conflict: {2} wavefronts per request where {3} "
      "would do",
      what, waysText(verdict.ways), countText(verdict.cost.perRequest),
      countText(verdict.cost.idealPerRequest));
  if (extra)
    message +=
        llvm::formatv(", {0} extra in each workgroup", countText(*extra)).str();
  return message;
}

static bool hasRoomForPadding(const CheckContext &context) {
  return context.facts.sharedBytes < sharedBytesLimit(context);
}

static std::string adviceFor(const CheckContext &context,
                             const AlikeConflicts &group) {
  const EntryPointFacts &facts = context.facts;
  const AccessFact &access = *group.accesses.front();
  const BankRemedies &remedies = group.remedies;
  bool hasRoom = hasRoomForPadding(context);
  bool canPad = hasRoom && remedies.isPadding();
  // Longer rows bring parts of neighbours no closer.
  if (conflictsByElementSize(facts, access)) {
    std::string advice = "keep what is accessed in an array of its own, so "
                         "that neighbouring lanes want neighbouring words";
    if (!canPad)
      return advice;
    return advice +
           (remedies.largerElements ? "; a structure" : "; the array") +
           " can be padded instead (pad-shared-array)";
  }
  if (conflictsByRowDistance(facts, access))
    return "let neighbouring invocations take neighbouring rows: those of "
           "lanes an even number of rows apart share banks, however long rows "
           "are";
  std::string what = !canPad               ? ""
                     : remedies.longerRows ? "pad the array (pad-shared-array)"
                                           : "pad its structures "
                                             "(pad-shared-array)";
  if (remedies.exchangedColumns)
    what += (what.empty() ? "" : " or ") +
            std::string("permute its index (swizzle-shared-array)");
  if (what.empty())
    what = "place its elements in another order";
  what += " so that the lanes of a request fall into different banks";
  return hasRoom ? what : what + ": shared memory has no room for padding";
}

/// Why it is true but not worth a warning; see the documentation below.
static MinorReason whyMinor(const EntryPointFacts &facts,
                            const AlikeConflicts &group) {
  const AccessFact &access = *group.accesses.front();
  if (group.verdict.share == ConflictShare::Some)
    return "all its requests together take less than twice what they need";
  if (isWholeElement(access) || group.merging == Merging::Harmless)
    return "compilers access neighbouring words together";
  if (hasAssumedShape(facts))
    return kOpenShape;
  if (access.isInAssumedRow)
    return "rows may be shorter than a subgroup";
  if (hasOpenLayout(facts, access))
    return "three-component vectors may be packed or not";
  if (group.extra && group.extra->max <= kMaxWavefrontsHiddenByStart)
    return "starting the workgroup takes longer";
  return isRareTwoWay(facts, access, group.verdict, group.extra)
             ? "it costs less than the barriers beside it"
             : "";
}

static void report(const CheckContext &context, DiagnosticSink &sink,
                   const AlikeConflicts &group, const OneCause &cause,
                   llvm::ArrayRef<Suspects> all) {
  const ConflictVerdict &verdict = group.verdict;
  const DeviceCost &numbers = *verdict.cost.numbers;
  const AccessFact &access = *group.accesses.front();
  auto others = likewise(cause, all);
  Diagnostic &finding =
      addAccessFinding(context, sink, group.accesses, &numbers.config,
                       messageText(accessText(access), verdict, group.extra),
                       adviceFor(context, group), "conflicts alike", others);
  setMinor(finding, all[cause.leader].minor);
  addMeasurement(finding, "conflictWays", verdict.ways, "ways");
  addMeasurement(finding, "wavefrontsPerRequest", verdict.cost.perRequest,
                 "wavefronts");
  addMeasurement(finding, "idealWavefrontsPerRequest",
                 verdict.cost.idealPerRequest, "wavefronts");
  if (group.extra)
    addMeasurement(finding, "extraWavefrontsPerWorkgroup", *group.extra,
                   "wavefronts");
  noteLikewise(context, finding, others, cause.others.size());
}

static void runSharedBankConflict(const CheckContext &context,
                                  DiagnosticSink &sink) {
  std::vector<AlikeConflicts> groups = alikeConflicts(context.facts);
  AvoidableByVariable shares(context.facts);
  for (const AlikeConflicts &group : groups)
    if (group.merging != Merging::Harmless)
      shares.add(group.accesses, group.verdict.cost.numbers->config);
  std::vector<Suspects> all;
  for (const AlikeConflicts &group : groups) {
    const DeviceConfig &config = group.verdict.cost.numbers->config;
    bool isSmallPart = !shares.isMaterial(*group.accesses.front()) ||
                       !shares.isMaterialPart(group.accesses, config);
    all.push_back({group.accesses,
                   isSmallPart ? kSmallPart : whyMinor(context.facts, group),
                   shares.movedFraction(group.accesses, config)});
  }
  bool hasRoom = hasRoomForPadding(context);
  for (const OneCause &cause : joinByCause(all, [&](size_t a, size_t b) {
         return haveOnePattern(context.facts, hasRoom, groups[a], groups[b]);
       }))
    report(context, sink, groups[cause.leader], cause, all);
}

WGLINT_DEFINE_CHECK(
    SharedBankConflict,
    {"shared-bank-conflict",
     "lanes of a request want different words of one bank of shared memory",
     CheckCategory::SharedMemory, Severity::Warning, /*enabledByDefault=*/true,
     R"(## What it flags

Loads, stores and atomics on `shared` variables in which several lanes of a request want different
words of the same bank. The message states the degree (n-way: the fullest bank has to give n
words), the wavefronts that a request takes against the fewest that its bytes need, and what that
adds up to in a workgroup; for a loop it gives the smallest and the largest number over its
iterations. Accesses of one kind to several arrays of one shape, at one index and in one go, as where each
component of a colour has an array of its own, are one finding, which names the others; its fix mends one
array after the other. So are accesses to one array that one change of its layout mends, or whose lanes keep the same
distances, as those that fill the rows of a tile and those that read them: what moves most speaks for the others.

It is a warning if the requests together take at least twice the wavefronts that they need, and a
remark if only some of them conflict, if they add no more than 32 wavefronts to a workgroup, less than its start takes, if a structure is copied as a whole, which compilers issue as
fewer, wider requests, if it is an array of three-component vectors, whose layout GLSL leaves open, if
it is a 2-way conflict that adds at most 32 wavefronts to each subgroup (a single loop of unknown length
is taken to run 32 times), if all conflicts of the variable together are less than a tenth of the traffic
(docs/checks/README.md), if it is less than a quarter of another one of them, as that of filling a tile
which a loop reads, if lanes are taken to share a row whose length is not known (`i / width`), as a tile's
rows are mostly shorter than a subgroup, unless rows lie a multiple of 32 words apart, or if each lane accesses
most words of its own 16 bytes one by one (`v[i].x` and the rest of a `vec4`), which go as one request:
docs/Measurements.md, "Words of one vector".

## Why it costs

Shared memory has 32 banks (16 on Intel) of 4 bytes that give one word each in a wavefront.
Lanes that want the same word share it; lanes that want different words of one bank wait for
each other. Measured on an H200: reads at a distance of 32 words take 16 times as long as at 33
(1073 us against 68 us); a transpose through a 32 x 32 tile takes 524 us, through a 32 x 33 tile
351 us. A multiple of the number of banks is the worst distance; any odd one is free of conflicts.

## When to leave it

When the shader waits for global memory anyway: a transpose through 16 x 16 tiles takes 437 us on
an H200, padded or not, although the unpadded reads are 8-way conflicts.

## Limits

Devices without banks (Mali keeps shared variables in ordinary memory) and widths for which a
device's rule is not documented are left out, as are lanes with an index outside of the array.
Counters of whole shaders show up to 1.8 % more load wavefronts when many subgroups contend.

## References

NVIDIA, CUDA C++ Programming Guide, "Shared Memory"; the counters of an H200.
)",
     runSharedBankConflict, /*options=*/{},
     /*needs=*/DeviceNumber::SharedBanks})
