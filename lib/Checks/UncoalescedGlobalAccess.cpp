// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds accesses to buffers that touch too many sectors without one distance
/// between neighbouring lanes: two-dimensional workgroups, masks, xor, modulo.
#include "wglint/Analysis/AccessCost.h"
#include "wglint/Check/ElementJudgement.h"
#include "wglint/Check/Findings.h"
#include "wglint/Check/OneCause.h"
#include "wglint/Check/Share.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstdlib>

using namespace wglint;

static uint64_t rowBytes(const EntryPointFacts &facts,
                         const AccessFact &access) {
  return uint64_t(facts.workgroupSize[0]) * access.elementBytes;
}

/// Whether each row of the workgroup is in one piece, \p strideBytes from lane
/// to lane, which the next workgroup goes on with, and longer rows would too.
static bool takesRowsWhole(const EntryPointFacts &facts,
                           const AccessFact &access,
                           std::optional<int64_t> strideBytes) {
  return strideBytes && *strideBytes == access.elementBytes &&
         access.nextWorkgroupBytes == int64_t(rowBytes(facts, access));
}

/// What to do. \p walked: of whose elements the lanes take a part each, in
/// whatever order; may be null.
static std::string advice(const EntryPointFacts &facts,
                          const AccessFact &access, const DeviceCost &cost,
                          std::optional<int64_t> strideBytes,
                          const BufferArrayFact *walked, bool isByLayout) {
  if (walked)
    return layoutAdvice(*walked).str();
  if (isByLayout)
    return "keep what neighbouring invocations use in an array of its own";
  if (takesRowsWhole(facts, access, strideBytes))
    return llvm::formatv("in a workgroup at least {0} wide in x the lanes of a "
                         "request share a row",
                         cost.config.subgroupSize);
  std::string inTurns =
      "let neighbouring invocations take neighbouring elements (remap-lanes)";
  if (!access.rowStrideText.empty())
    inTurns += ", or pass a tile through shared memory (stage-transpose)";
  return inTurns;
}

/// All times behind this check are of whole words; narrower elements are mostly
/// quantized or packed data, whose sectors others use up.
static constexpr unsigned kMeasuredElementBytes = 4;

static bool hasOneStride(const AccessFact &access) {
  return access.laneStrideBytes || !access.laneStrideText.empty();
}

/// Of whose elements the rows take a part each, \p stride apart; nullptr: there
/// is none.
static const BufferArrayFact *walkedArray(const EntryPointFacts &facts,
                                          const AccessFact &access,
                                          std::optional<int64_t> stride) {
  return stride ? arrayOfParts(facts, access, *stride) : nullptr;
}

/// Why it is true but not worth a warning; see the documentation below.
static MinorReason whyMinor(const CheckContext &context,
                            const ScatteredGroup &scattered) {
  const EntryPointFacts &facts = context.facts;
  const CostVerdict &verdict = scattered.verdict;
  const AccessFact &access = *scattered.group.members.front();
  if (MinorReason why = whySavesLittle(facts, scattered); !why.empty())
    return why;
  std::optional<int64_t> stride = rowStrideBytes(facts, *verdict.numbers);
  const BufferArrayFact *walked = walkedArray(facts, access, stride);
  if ((access.loopDepth > 0 || walked) && !movesManyTimes(verdict))
    return kFewSectors;
  if (!access.hasPlainPart)
    return "the host may make the lanes neighbours";
  if (access.elementBytes < kMeasuredElementBytes)
    return "parts of words are mostly packed with others, which use the rest";
  if (lacksOnlyOrder(facts, access, *verdict.numbers) ||
      lacksOnlyLayout(facts, access, *verdict.numbers) ||
      movesWholeElements(facts, access, *verdict.numbers, stride) ||
      (walked && takesPartOnce(access, *walked)))
    return "other requests take the rest of these sectors";
  return !walked && takesRowsWhole(facts, access, stride) &&
                 isHiddenByStart(facts, scattered, rowBytes(facts, access))
             ? "the next workgroup takes the rest of these sectors"
             : "";
}

static void runUncoalescedGlobalAccess(const CheckContext &context,
                                       DiagnosticSink &sink) {
  const EntryPointFacts &facts = context.facts;
  if (hasAssumedShape(facts))
    return;
  std::vector<ScatteredGroup> groups = scatteredGroups(facts);
  // strided-global-access and scattering-workgroup-shape say the rest.
  llvm::erase_if(groups, [&](const ScatteredGroup &scattered) {
    const AccessFact &access = *scattered.group.members.front();
    return hasOneStride(access) || isMendedByShape(facts, access);
  });
  auto isOfShape = [&](const ScatteredGroup &scattered) {
    const AccessFact &access = *scattered.group.members.front();
    const DeviceCost &cost = *scattered.verdict.numbers;
    std::optional<int64_t> stride = rowStrideBytes(facts, cost);
    return takesRowsWhole(facts, access, stride) &&
           !walkedArray(facts, access, stride);
  };
  auto whyRemark = [&](const auto &group) { return whyMinor(context, group); };
  for (const ScatteredCause &cause :
       causesOf(facts, groups, whyRemark, isOfShape)) {
    const CostVerdict &verdict = cause.leader->verdict;
    const AccessFact &access = *cause.leader->group.members.front();
    std::optional<int64_t> stride = rowStrideBytes(facts, *verdict.numbers);
    bool isByRowDistance = isCostOfDistance(access, verdict, stride);
    std::string rowDistance =
        isByRowDistance ? std::to_string(std::llabs(stride.value_or(0)))
                        : access.rowStrideText;
    std::string message = llvm::formatv(
        "{0} touches {1} sectors per request where {2} would do: {3}",
        accessText(access), countText(verdict.perRequest),
        countText(verdict.idealPerRequest),
        rowDistance.empty() ? "the distance between neighbouring lanes is not "
                              "the same for all of them"
                            : "neighbouring lanes of a row are " + rowDistance +
                                  " bytes apart");
    const BufferArrayFact *array = walkedArray(facts, access, stride);
    // Where each has sectors of its own, no order of the lanes makes fewer.
    const BufferArrayFact *structures = structuresOf(facts, access);
    if (!array && structures &&
        structures->strideBytes >= *verdict.numbers->config.device->sectorBytes)
      array = structures;
    addScatteredFinding(
        context, sink, cause, std::move(message),
        advice(facts, access, *verdict.numbers, stride, array,
               isByRowDistance ||
                   lacksOnlyLayout(facts, access, *verdict.numbers)));
  }
}

WGLINT_DEFINE_CHECK(UncoalescedGlobalAccess,
                    {"uncoalesced-global-access",
                     "the lanes of a request are scattered over more sectors "
                     "than their bytes need",
                     CheckCategory::GlobalMemory, Severity::Warning,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

Loads, stores and atomics on storage buffers that touch at least twice the sectors that their bytes need, where the distance
between neighbouring lanes is not one number: the rows of a two-dimensional workgroup lie far apart, or the index goes through a mask,
a shift, xor, `/` or `%`. Where there is one distance, `strided-global-access` says so instead; where rows that follow each other would
take as many sectors, the finding names the distance in the rows. Loads and stores of the same sectors in one order, an access that a
loop repeats over what another one has left, and all that a wider workgroup would mend, are one finding, at what moves most, which names
the others.

## Why it costs

Each sector that a request touches moves as a whole. Lanes in small pieces far apart move bytes that nobody uses: a naive transpose
in an 8x8 workgroup takes 761 us on an H200, a tiled one 260 us.

## When to leave it

When other requests of the same workgroup use the rest of the sectors soon, so that the cache serves them, or when the access runs rarely.

## Limits

Counts are per access as written. What elements of less than 4 bytes cost is not measured: a remark. So is less than 30 % of the traffic
(docs/checks/README.md), in a loop, which mostly uses what is left, less than three times the sectors that would do, what is hidden behind
128 results of arithmetic for each sector (docs/Measurements.md, "Arithmetic"), what is less than a quarter of what the variable wastes
elsewhere, a shader of a single workgroup, and an index in which no id stands without a factor of the host's, as the steps of a
convolution, which may be 1, and a part of elements that rows take in order, once, where the shader uses the rest or the elements are
vectors, or elements as a whole that take several requests, or what is taken once of a block of at most 16 KiB, or where conditions leave
the dispatch no more of it. Where rows of the workgroup are in one piece each of at least half a sector, and a workgroup of at most 64
invocations moves no more than 66 sectors in all, it is one as well: the next workgroup takes what is left of them, and starting it takes
longer (copies and sums by workgroups of 4 x 4 x 4 take as long as by 64 x 1 x 1 on an H100, copies by 4 x 8 x 8 a quarter longer than by
256 x 1 x 1: docs/Measurements.md).
Windows that overlap, most bytes of whose sectors the workgroup uses, are remarks too. An access by which each invocation takes a run of
at most 16 bytes, all of which the workgroup uses, or a vector in pieces whose alignment nobody declares, is a remark (and so is one into
elements of which the shader uses most bytes, if neighbouring lanes share them or take neighbouring ones as a whole, or no larger than a
sector, or if as many vectors in order, of which it takes a component, lie in as many sectors): copying in runs of 4 floats takes 1.4
times as long on an H200, in runs of 8 floats 3 times. So is what a workgroup of one row stores in the order of the addresses, as 3 of
each 16 numbers: no other order makes fewer sectors. Devices whose order of lanes is the driver's choice, or whose sector size is not
documented, are not judged by guesses.

## References

NVIDIA, CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory".
)",
                     runUncoalescedGlobalAccess, /*options=*/{},
                     /*needs=*/DeviceNumber::SectorBytes})
