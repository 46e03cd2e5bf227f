// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Puts accesses that walk the same structures into groups. Two accesses belong
/// together if, in the same request, the distance between their addresses is
/// the same for every lane: `v[i].x` and `v[i].z`, but not `v[i].x` and `v[2 *
/// i].x`.
#include "ByteUnion.h"
#include "wglint/Check/Judgement.h"
#include "wglint/Check/Share.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;

static bool walkTogether(const Witness &a, const Witness &b) {
  if (a.subgroup != b.subgroup || a.activeMask != b.activeMask ||
      a.unknownBase != b.unknownBase || a.unknownBaseId != b.unknownBaseId ||
      a.workgroupId != b.workgroupId || a.example != b.example ||
      a.laneAddressBytes.size() != b.laneAddressBytes.size())
    return false;
  std::optional<int64_t> distanceBytes;
  for (unsigned lane = 0; lane < a.laneAddressBytes.size(); ++lane) {
    if (!(a.activeMask >> lane & 1))
      continue;
    int64_t distance = b.laneAddressBytes[lane] - a.laneAddressBytes[lane];
    if (distanceBytes && *distanceBytes != distance)
      return false;
    distanceBytes = distance;
  }
  return distanceBytes.has_value();
}

/// Whatever their operations are.
static bool walkTogether(const AccessFact &a, const AccessFact &b) {
  if (!isSameVariable(a.variableId, b.variableId) || a.loop != b.loop ||
      a.loopDepth != b.loopDepth || a.laneStrideText != b.laneStrideText ||
      a.costs.size() != b.costs.size())
    return false;
  for (unsigned i = 0; i < a.costs.size(); ++i) {
    // Without sectors of a known size there is nothing to share.
    const DeviceProfile &device = *a.costs[i].config.device;
    if (a.space == MemorySpace::Shared ? !device.sharedBanks
                                       : !device.sectorBytes)
      continue;
    const Witness *witnessA = groupWitness(a, i);
    const Witness *witnessB = groupWitness(b, i);
    if (!witnessA || !witnessB || !walkTogether(*witnessA, *witnessB))
      return false;
  }
  return true;
}

llvm::SmallVector<const AccessFact *, 4>
wglint::accessesOfOneWay(llvm::ArrayRef<const AccessFact *> accesses) {
  llvm::SmallVector<const AccessFact *, 4> way;
  for (const AccessFact *access : accesses)
    if (llvm::none_of(way, [&](const AccessFact *earlier) {
          return areExclusive(earlier->way, access->way);
        }))
      way.push_back(access);
  return way;
}

std::vector<AccessGroup>
wglint::groupGlobalAccesses(const EntryPointFacts &facts) {
  std::vector<AccessGroup> groups;
  for (const AccessFact &access : facts.accesses) {
    if (access.space != MemorySpace::Global)
      continue;
    AccessGroup *home = nullptr;
    if (access.evidence != FactEvidence::Unknown)
      for (AccessGroup &group : groups)
        if (group.members.front()->evidence != FactEvidence::Unknown &&
            group.members.front()->op == access.op &&
            group.members.front()->variableId == access.variableId &&
            walkTogether(*group.members.front(), access)) {
          home = &group;
          break;
        }
    if (home)
      home->members.push_back(&access);
    else
      groups.push_back({{&access}});
  }
  return groups;
}

bool wglint::isOfSmallBlock(const EntryPointFacts &facts,
                            const AccessFact &access) {
  if (access.loopDepth > 0)
    return false;
  if (access.reachedBytes &&
      access.reachedBytes->end - access.reachedBytes->begin <=
          int64_t(kWindowBytes))
    return true;
  return llvm::any_of(
      facts.resources.storageBlocks, [&](const StorageBlockFact &block) {
        return block.fixedBytes && *block.fixedBytes <= kWindowBytes &&
               isSameVariable(block.variableId, access.variableId);
      });
}

llvm::SmallVector<const AccessFact *, 4>
wglint::accessesAlongside(const EntryPointFacts &facts,
                          const AccessFact &access) {
  llvm::SmallVector<const AccessFact *, 4> all;
  if (access.evidence == FactEvidence::Unknown)
    return all;
  for (const AccessFact &other : facts.accesses)
    if (other.space == access.space &&
        other.evidence != FactEvidence::Unknown && walkTogether(access, other))
      all.push_back(&other);
  return all;
}

bool wglint::sharesUsedSectors(const EntryPointFacts &facts,
                               const AccessFact &access) {
  AccessGroup all{accessesAlongside(facts, access)};
  std::optional<CostVerdict::Together> together;
  return all.members.size() > 1 &&
         (!groupWastesSectors(all, &together) ||
          (together && access.loopDepth == 0 &&
           together->movedBytes < kMaterialSectorRatio * together->usedBytes));
}
