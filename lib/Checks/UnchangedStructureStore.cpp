// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds structures that are stored back whole though most of them is as it
/// was.
#include "wglint/Check/Findings.h"
#include "wglint/Check/Share.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstdlib>
#include <set>

using namespace wglint;

namespace {
/// Sectors that a subgroup writes of its elements, which lie side by side.
struct Sectors {
  uint64_t stored = 0;
  uint64_t changed = 0; ///< those that hold a part that changes
};

/// What one store of a structure writes.
struct Verdict {
  const AccessFact *access = nullptr;
  ConfigVerdict devices; ///< on which the store wastes sectors
  Sectors sectors;       ///< on the first of them
  uint64_t storedBytes = 0, keptBytes = 0;  ///< of one element
  llvm::SetVector<llvm::StringRef> changed; ///< members
};
} // namespace

static const AccessFact *accessOf(const EntryPointFacts &facts,
                                  const WholeStoreFact &store) {
  auto it = llvm::find_if(facts.accesses, [&](const AccessFact &access) {
    return access.instruction == store.instruction &&
           access.callChain == store.callChain;
  });
  return it == facts.accesses.end() ? nullptr : &*it;
}

/// Another block at the same binding is stored to: so may members be.
static bool hasOtherName(const EntryPointFacts &facts,
                         const AccessFact &access) {
  const StorageBlockFact *own = storageBlock(facts, access);
  return own && llvm::any_of(facts.resources.storageBlocks,
                             [&](const StorageBlockFact &other) {
                               return &other != own && other.isWritten &&
                                      isSameBuffer(other, *own);
                             });
}

static Sectors sectorsOf(const WholeStoreFact &store,
                         const DeviceConfig &config, uint64_t strideBytes) {
  uint64_t sectorBytes = *config.device->sectorBytes;
  std::set<uint64_t> stored, changed;
  for (uint64_t lane = 0; lane < config.subgroupSize; ++lane)
    for (const WholeStoreFact::Part &part : store.parts) {
      uint64_t begin = lane * strideBytes + part.offsetBytes;
      uint64_t last = (begin + part.bytes - 1) / sectorBytes;
      for (uint64_t sector = begin / sectorBytes; sector <= last; ++sector) {
        stored.insert(sector);
        if (part.keptBytes < part.bytes)
          changed.insert(sector);
      }
    }
  return {stored.size(), changed.size()};
}

/// A store of 48 bytes of which 16 change takes 1.33 times as long as one of
/// the 16 alone; at 32 bytes, where no sector less is written, it is 1.04
/// (H100, see the documentation below).
static bool isWasteful(const Sectors &sectors) {
  return 3 * sectors.changed <= 2 * sectors.stored;
}

static std::optional<Verdict> judge(const CheckContext &context,
                                    const WholeStoreFact &store) {
  Verdict verdict;
  verdict.access = accessOf(context.facts, store);
  if (!verdict.access || hasOtherName(context.facts, *verdict.access))
    return std::nullopt;
  // Where data picks the elements, each lane has one as well.
  uint64_t strideBytes = std::llabs(
      verdict.access->laneStrideBytes.value_or(verdict.access->elementBytes));
  auto sectorsOn = [&](const DeviceConfig &config) {
    return sectorsOf(store, config, strideBytes);
  };
  llvm::SmallVector<DeviceConfig, 6> configs = context.options.configs;
  llvm::erase_if(configs, [](const DeviceConfig &config) {
    return !config.device->sectorBytes;
  });
  verdict.devices =
      judgeAcrossDevices(configs, [&](const DeviceConfig &config) {
        return isWasteful(sectorsOn(config));
      });
  if (verdict.devices.agreement == Agreement::None)
    return std::nullopt;
  verdict.sectors = sectorsOn(verdict.devices.numbers);
  for (const WholeStoreFact::Part &part : store.parts) {
    verdict.storedBytes += part.bytes;
    verdict.keptBytes += part.keptBytes;
    if (part.keptBytes < part.bytes)
      verdict.changed.insert(llvm::StringRef(part.name).ltrim('.'));
  }
  return verdict;
}

static std::string messageText(const Verdict &verdict) {
  std::string message = llvm::formatv(
      "{0} writes {1} bytes of each element, {2} of them as they were loaded",
      accessText(*verdict.access), verdict.storedBytes, verdict.keptBytes);
  if (verdict.changed.empty())
    return message + ": nothing changes";
  return message + ": only " + namesText(verdict.changed.getArrayRef()) +
         (verdict.changed.size() == 1 ? " changes" : " change");
}

/// Why it is true but not worth a warning; see the documentation below.
static MinorReason whyMinor(const EntryPointFacts &facts,
                            const Verdict &verdict) {
  double moved = TrafficShares(facts, verdict.devices.numbers)
                     .movedFraction(verdict.access);
  double spared =
      1 - double(verdict.sectors.changed) / double(verdict.sectors.stored);
  if (verdict.devices.agreement != Agreement::All)
    return kSomeDevices;
  if (isSingleWorkgroup(facts))
    return kOneWorkgroup;
  return moved * spared < kMaterialShare ? kSmallPart : "";
}

static void report(const CheckContext &context, DiagnosticSink &sink,
                   const Verdict &verdict) {
  Diagnostic &finding = addAccessFinding(
      context, sink, verdict.access, &verdict.devices.numbers,
      messageText(verdict),
      verdict.changed.empty()
          ? "leave the store out"
          : "store the members that change one by one; those that are only "
            "copied need not be loaded then either");
  setMinor(finding, whyMinor(context.facts, verdict));
  addMeasurement(finding, "storedBytes", double(verdict.storedBytes), "bytes");
  addMeasurement(finding, "keptBytes", double(verdict.keptBytes), "bytes");
  addMeasurement(finding, "storedSectors", double(verdict.sectors.stored),
                 "sectors");
  addMeasurement(finding, "changedSectors", double(verdict.sectors.changed),
                 "sectors");
}

static void runUnchangedStructureStore(const CheckContext &context,
                                       DiagnosticSink &sink) {
  for (const WholeStoreFact &store : context.facts.synchronization.wholeStores)
    if (std::optional<Verdict> verdict = judge(context, store))
      report(context, sink, *verdict);
}

WGLINT_DEFINE_CHECK(
    UnchangedStructureStore,
    {"unchanged-structure-store",
     "a structure is stored whole though most of its members are unchanged",
     CheckCategory::GlobalMemory, Severity::Warning, /*enabledByDefault=*/true,
     R"(## What it flags

A structure or an array that an invocation loads from a storage buffer, changes in some members, and stores back as a whole, where a third or more of
the sectors that are written would not be if the changed members were stored alone: `Particle p = particles[i]; p.velocity += a; particles[i] = p;`. A
member counts as unchanged where it is stored on every path as the same invocation has loaded it from the same bytes, with no barrier and no store to
them in between.

## Why it costs

No compiler may leave the stores out whose values it has just loaded without knowing that nobody else stores there. The members that are only copied
are loaded for it, too. Measured on an H100 (driver 580.159.04, 2026-11-27, 2 million elements of `vec4` members of which one is changed with the help
of another): the whole structure takes 1.04 times as long as the changed member alone at 32 bytes, 1.33 times at 48, 1.35 at 64, 2.0 at 96 and 3.9 at
288. With members of `float` and `vec3` it is 2.5 times at 64 bytes (docs/Measurements.md, "Structures stored back").

## When to leave it

When other invocations wait for the stores of members that are the same as before.

## Limits

Members that are copied from another buffer are changed. Structures with arrays of more than 64 elements are not looked into, nor those that another
block at the same binding stores to, nor shaders with a loop whose iterations cannot all be walked, as a later one may change more. It is a remark
where it holds on some devices of the target alone (of 64 bytes of which the first 16 change, a device with sectors of 64 bytes writes as many
sectors), where less than a tenth of the shader's traffic would go away (docs/checks/README.md), and in a shader of a single workgroup. Devices of no
documented sector size take no part.
)",
     runUnchangedStructureStore, /*options=*/{},
     /*needs=*/DeviceNumber::SectorBytes})
