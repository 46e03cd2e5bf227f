// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds arrays of structures whose unused members move with those that are
/// used.
#include "wglint/Check/ElementJudgement.h"
#include "wglint/Check/Findings.h"
#include "wglint/Check/Share.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

/// The members that are (not) used.
static std::string membersText(const BufferArrayFact &array, bool areUsed) {
  llvm::SmallVector<llvm::StringRef, 8> names;
  for (const ElementMemberFact &member : array.members)
    if (member.isUsed == areUsed && !member.name.empty())
      names.push_back(member.name);
  return namesText(names);
}

static std::string elementText(const BufferArrayFact &array) {
  return array.elementType.empty() ? "element" : "'" + array.elementType + "'";
}

/// "load from 'bodies.x' moves 1024 bytes per request"; several accesses share
/// what is moved.
static std::string movedText(const ElementVerdict &verdict) {
  std::string access = accessText(*verdict.accesses.front());
  size_t others = verdict.accesses.size() - 1;
  if (others == 0)
    return llvm::formatv("{0} moves {1} bytes per request", access,
                         verdict.movedBytes);
  return llvm::formatv("{0}, with {1} more, moves {2} bytes for {3} lanes",
                       access, others, verdict.movedBytes,
                       verdict.numbers->config.subgroupSize);
}

static std::string messageText(const ElementVerdict &verdict) {
  const BufferArrayFact &array = *verdict.array;
  std::string message = llvm::formatv(
      "{0} of which this shader uses {1}: it touches {2} of the {3} bytes of "
      "each {4}",
      movedText(verdict), verdict.usedBytes, usedBytesOf(array),
      array.strideBytes, elementText(array));
  std::string unused = membersText(array, /*areUsed=*/false);
  return unused.empty() ? message : message + ", and never " + unused;
}

static std::string advice(const BufferArrayFact &array) {
  if (llvm::StringRef padding = paddingAdvice(array); !padding.empty())
    return padding.str();
  std::string used = membersText(array, /*areUsed=*/true);
  return llvm::formatv("keep {0} in an array without the rest "
                       "(split-structure)",
                       used.empty() ? "the bytes that are used" : used);
}

/// Beside \p access, as often or more so, the shader goes to places that data
/// picks, or executes atomics on memory: each lane may take a sector of its own
/// there, or wait for others.
static bool isBesideScattered(const EntryPointFacts &facts,
                              const AccessFact &access) {
  return llvm::any_of(facts.accesses, [&](const AccessFact &other) {
    bool isScattered =
        other.unknown && other.unknown->kind == UnknownKind::DataDependent;
    return other.loopDepth >= access.loopDepth &&
           ((other.space == MemorySpace::Global &&
             (isScattered || other.op == AccessOp::Atomic)) ||
            (other.space == MemorySpace::Image &&
             other.op == AccessOp::Atomic));
  });
}

/// All of it stands outside of loops, and the shader loads from buffers in one
/// whose length nobody knows: which part of the traffic it is, neither.
static bool isBesideOpenLoop(const EntryPointFacts &facts,
                             llvm::ArrayRef<const AccessFact *> accesses) {
  auto isInLoop = [](const AccessFact *access) {
    return access->loopDepth > 0;
  };
  return llvm::none_of(accesses, isInLoop) &&
         llvm::any_of(facts.accesses, [&](const AccessFact &other) {
           return other.space == MemorySpace::Global && isInLoop(&other) &&
                  other.totalsUnknown;
         });
}

/// Why it is true but not worth a warning; see the documentation below.
static MinorReason whyMinor(const EntryPointFacts &facts,
                            const ElementVerdict &verdict) {
  const BufferArrayFact &array = *verdict.array;
  if (isSingleWorkgroup(facts))
    return kOneWorkgroup;
  if (isDrawCommand(array))
    return kDrawCommands;
  if (isOnlyStored(facts, array))
    return kLaidOutForLoads;
  if (verdict.movedBytes < kMaterialSectorRatio * verdict.usedBytes)
    return kFewSectors;
  if (isBesideScattered(facts, *verdict.accesses.front()))
    return "accesses beside it may be scattered more";
  if (isBesideOpenLoop(facts, verdict.accesses))
    return "nobody knows how much the loop beside it moves";
  return isMaterial(facts, verdict) ? "" : kSmallPart;
}

static void runUnusedStructureBytes(const CheckContext &context,
                                    DiagnosticSink &sink) {
  for (const ElementVerdict &verdict : judgeElements(context.facts)) {
    const BufferArrayFact &array = *verdict.array;
    if (!array.isStructure)
      continue; // padded-array-elements
    Diagnostic &finding = addAccessFinding(
        context, sink, verdict.accesses, &verdict.numbers->config,
        messageText(verdict), advice(array), "walks the same structures");
    setMinor(finding, whyMinor(context.facts, verdict));
    addMeasurement(finding, "usedBytesPerRequest", double(verdict.usedBytes),
                   "bytes");
    addMeasurement(finding, "movedBytesPerRequest", double(verdict.movedBytes),
                   "bytes");
    addMeasurement(finding, "elementStrideBytes", double(array.strideBytes),
                   "bytes");
  }
}

WGLINT_DEFINE_CHECK(
    UnusedStructureBytes,
    {"unused-structure-bytes",
     "an array of structures moves members that the shader never uses",
     CheckCategory::GlobalMemory, Severity::Warning, /*enabledByDefault=*/true,
     R"(## What it flags

Neighbouring lanes that walk an array of structures in a storage buffer, where the
sectors that hold the bytes that this shader uses are at least twice as large as
these bytes. All loads, stores and atomics of the shader are taken together,
wherever they stand: a member that a later loop reads is used. Padding between
members counts as unused. It is a remark where the elements are only stored, since
the shaders that load them decide how they lie, where they are commands for indirect
draws, whose layout the API gives, where the waste is less than a tenth of the
shader's traffic (docs/checks/README.md), where all accesses find the same elements
in each iteration of a loop, which a cache serves, in a shader of a single workgroup, where
less than three times what is used is moved, as other shaders mostly use the rest, where it stands outside of loops and
the shader loads from buffers in one of unknown length, and where the shader goes to places that data picks or executes atomics as often: what those cost is not known, and
is mostly more (of 16 findings that independent readers judged with the host at hand, 2 were of use; docs/Evidence.md).

## Why it costs

Memory moves in sectors (32 bytes on NVIDIA, 64 on Intel), and what lies beside the
used bytes moves with them. On an H200 one float of a 64-byte structure takes 16
times as long as the same float from an array of its own (1036 us against 63 us for
2^24 elements). A structure whose bytes are all used costs what separate arrays
cost (73.1 us against 73.9 us).

## The fix

Keep what a shader uses together in an array of its own (arrays in a structure
instead of an array of structures). That changes what the host uploads, so
`split-structure` is a proposal.

## When to leave it

When other shaders that take more time use the members together, or when the array
is small enough to stay in the cache between uses.

## Limits

Where a member is indexed by something that is not constant, all of it counts as
used, and so does a structure that is copied as a whole. Buffers that two
declarations share (the same binding) are left out, as are devices whose sector size
is not documented.

## References

NVIDIA, CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory".
)",
     runUnusedStructureBytes, /*options=*/{},
     /*needs=*/DeviceNumber::SectorBytes})
