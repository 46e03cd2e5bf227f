// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Accesses to buffers whose lanes are further apart than an element is long.
#include "wglint/Check/ElementJudgement.h"
#include "wglint/Check/Findings.h"
#include "wglint/Check/OneCause.h"
#include "wglint/Check/Share.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstdlib>

using namespace wglint;

/// The distance between neighbouring lanes as text; empty where it is not one.
static std::string strideText(const AccessFact &access) {
  if (access.laneStrideText.empty() && access.laneStrideBytes)
    return std::to_string(std::llabs(*access.laneStrideBytes));
  return access.laneStrideText;
}

/// A distance that the host decides is mostly the pitch of a matrix, a constant
/// one the size of a structure. A single element is the same in any lane.
static std::string advice(const EntryPointFacts &facts,
                          const AccessFact &access) {
  bool isOneEach = access.loopDepth == 0 && facts.workgroupSize[1] == 1 &&
                   facts.workgroupSize[2] == 1;
  std::string inTurns =
      "let neighbouring invocations take neighbouring elements (remap-lanes)";
  if (!access.laneStrideText.empty())
    return inTurns + ", or pass a tile through shared memory (stage-transpose)";
  std::string apart = "keep what they use together in an array of its own";
  apart += structuresOf(facts, access) ? " (split-structure)" : "";
  return isOneEach ? apart : inTurns + ", or " + apart;
}

/// A part of an element that moves with the rest for good reason: this is used,
/// too, or only stored, so that its layout is up to the shaders that load it.
static bool isPartOfLayout(const EntryPointFacts &facts,
                           const AccessFact &access) {
  if (!access.laneStrideBytes)
    return false;
  const BufferArrayFact *array =
      arrayOfParts(facts, access, *access.laneStrideBytes);
  return array && (takesPartOnce(access, *array) ||
                   (array->isStructure && isOnlyStored(facts, *array)));
}

/// What one iteration leaves of its sectors, the next ones take, or other rows
/// between neighbouring lanes do, as where four channels are packed into one
/// vector.
static bool isFilledInTurns(const AccessFact &access) {
  if (!access.laneStrideBytes)
    return false;
  uint64_t strideBytes = std::llabs(*access.laneStrideBytes);
  bool hasRows = access.rowStepBytes && *access.rowStepBytes < strideBytes;
  return strideBytes <= kCheapRunBytes && (access.loopDepth > 0 || hasRows);
}

/// Why nobody knows that the distance is long; `gx * nb00`, for example, where
/// a host that passes 1 has no strided access. Beside a plain id (`gx * pitch +
/// gy`) the unknown is the length of a row.
static MinorReason whyOpenDistance(const AccessFact &access) {
  if (access.laneStrideText.empty())
    return "";
  if (!access.hasPlainPart)
    return "the distance may be one element, if the host says so";
  if (access.laneStrideOrigin.countsWorkgroups)
    return "the distance grows with the number of workgroups, which may be few";
  return access.laneStrideOrigin.dependsOnPath
             ? "the distance is one element on another path"
             : "";
}

/// Why others use the bytes between those that \p access takes.
static MinorReason whyUsed(const EntryPointFacts &facts,
                           const AccessFact &access) {
  if (access.elementBytes == 1 && access.laneStrideBytes)
    return "single bytes are parts of blocks, whose rest is read next";
  if (isFilledInTurns(access))
    return "other requests take what one leaves of its sectors";
  if (isInDrawCommands(facts, access))
    return kDrawCommands;
  if (sharesUsedSectors(facts, access) || isPartOfUsedSector(facts, access) ||
      isPartOfLayout(facts, access))
    return "the rest of these elements is used, too, or for other shaders";
  return isStoredRecord(facts, access) ? kLaidOutForLoads : "";
}

/// Why it is true but not worth a warning; see the documentation below.
static MinorReason whyMinor(const EntryPointFacts &facts,
                            const ScatteredGroup &scattered) {
  const AccessFact &access = *scattered.group.members.front();
  return firstOf({whyOpenDistance(access), whySavesLittle(facts, scattered),
                  whyUsed(facts, access),
                  movesManyTimes(scattered.verdict) ? "" : kFewSectors});
}

/// Whether this check says what there is to say of \p access.
static bool isSubject(const EntryPointFacts &facts, const AccessFact &access) {
  // Others say what has no stride, and what another shape or layout mends.
  return !strideText(access).empty() && !isWholeElement(access) &&
         !isMendedByShape(facts, access) &&
         !isWholePaddedElement(facts, access) &&
         !takesElementInTurns(facts, access);
}

static void report(const CheckContext &context, DiagnosticSink &sink,
                   const ScatteredCause &cause) {
  const CostVerdict &verdict = cause.leader->verdict;
  const AccessFact &access = *cause.leader->group.members.front();
  std::string message =
      llvm::formatv("{0} touches {1} sectors per request where {2} would do: "
                    "neighbouring lanes are {3} bytes apart",
                    accessText(access), countText(verdict.perRequest),
                    countText(verdict.idealPerRequest), strideText(access));
  addScatteredFinding(context, sink, cause, std::move(message),
                      advice(context.facts, access));
}

static void runStridedGlobalAccess(const CheckContext &context,
                                   DiagnosticSink &sink) {
  // Of what nobody uses others speak.
  std::vector<ElementVerdict> elements = judgeElements(context.facts);
  std::vector<ScatteredGroup> scattered = scatteredGroups(context.facts);
  llvm::append_range(scattered, groupsOfSomeLanes(context.facts));
  llvm::erase_if(scattered, [&](const ScatteredGroup &group) {
    const AccessFact &access = *group.group.members.front();
    return isJudged(elements, access) || !isSubject(context.facts, access);
  });
  for (const ScatteredCause &cause :
       causesOf(context.facts, scattered, [&](const ScatteredGroup &group) {
         return whyMinor(context.facts, group);
       }))
    report(context, sink, cause);
}

WGLINT_DEFINE_CHECK(
    StridedGlobalAccess,
    {"strided-global-access",
     "neighbouring lanes access a buffer at a distance larger than the element",
     CheckCategory::GlobalMemory, Severity::Warning, /*enabledByDefault=*/true,
     R"(## What it flags

Loads, stores and atomics on storage buffers whose neighbouring lanes are all the same distance apart, where that distance is larger than the element, so that each request
touches at least twice the sectors that its bytes need. The distance may be a number (a member of an array of structures) or depend on uniforms (a column of a matrix whose
width the host gives). It is a remark in the cases that are listed at the end of this page.

## Why it costs

Memory moves in sectors (32 bytes on NVIDIA, 64 on Intel). A request of 32 lanes that lie 128 bytes apart moves 32 sectors to use 4 bytes of each. Measured on an H200:
reading every 32nd float takes 3.6 times as long as reading all in order (1182 us against 330 us), one float of a 64-byte structure 16 times as long as the same float from
its own array (1036 us against 63 us), a naive transpose 6 times as long as a tiled one (1590 us against 260 us); copying in runs of 4 floats 1.4 times as long, in runs of
8 floats 3 times.

## What to do

Let neighbouring invocations take neighbouring elements (`--fix=remap-lanes`). Where the distance depends on the host, as with a matrix, pass a tile through shared memory
instead (`--fix=stage-transpose`); where it is a number, keep what is used together in an array of its own (`--fix=split-structure` proposes these for a structure).

## When to leave it

When the same workgroup reads the other bytes while a cache still holds them, or the access runs rarely (the note says its share).

## Limits

Counts are per access as written; a compiler may merge accesses. A distance that depends on a uniform is taken to be large. The finding states that assumption, with what a
request costs at small values. Devices of no documented sector size take no part.

Accesses that walk the same structures are judged together: `v[i].x`, `v[i].y` and `v[i].z` of a packed structure use every byte of their sectors, and nothing is said; so
do loops over the columns of a matrix. Accesses with one cause are one finding, at the one that moves most, which names the others: those to one variable by lanes that are
the same distances apart, and those to several variables that take rows of one length, or runs of as many elements, together. Where no access of the shader uses the bytes
between, `unused-structure-bytes` or `padded-array-elements` says so instead.

## When it is a remark

Readers of findings in public projects called most of these of no use as often as of use (docs/evidence/Samples.md):
- The distance depends on a uniform and the index has no part without it (`x * stride`, which may be 1), or on the number of workgroups, or on the path taken (the pitch of a row on one, 1 on the other).
- The shader is a single workgroup: it never asks which one it is, or each would store to the same places.
- Less than 30 % of the traffic would go away (docs/checks/README.md); variables whose rows are taken together count together.
- It is less than a quarter of what its variable wastes elsewhere, as in front of a loop.
- The shader computes 128 numbers and more for each sector that it moves (docs/Measurements.md, "Arithmetic").
- A request touches less than three times the sectors that would do, or data decides which lanes take part in it.
- It takes single bytes at a known distance, or a part of a command of an indirect draw.
- Lanes are at most 16 bytes apart in a loop, whose next iterations use the rest of the sectors; or other rows lie between them, as where four channels are packed into one vector.
- Each invocation takes a run of at most 16 bytes in all, and its subgroup goes back to its sectors until most of their bytes are used; or a vector in pieces whose alignment nobody declares.
- Windows overlap, as those of a convolution, and the workgroup uses most bytes of their sectors.
- It is taken once of a block of at most 16 KiB, or conditions leave the whole dispatch no more of it.
- What lies between is used beside it: other parts of the structure (`p[i].a = p[i].b`), or as much of it where each invocation takes it once.
- It takes a small member of a structure about as large as a sector, and the shader uses the rest of the element.
- It takes a part of an element, or a component of a vector, once for each invocation, and the shader uses the rest.
- It takes a member of structures that are only stored, or of such records in an array of numbers (`items[i * 5 + 2]`).

## References

NVIDIA, CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory".
)",
     runStridedGlobalAccess, /*options=*/{},
     /*needs=*/DeviceNumber::SectorBytes})
