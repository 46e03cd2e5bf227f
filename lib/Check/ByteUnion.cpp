// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// See ByteUnion.h.
#include "ByteUnion.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace wglint;

void ByteUnion::add(const Witness &witness, unsigned elementBytes) {
  for (unsigned lane = 0; lane < witness.laneAddressBytes.size(); ++lane)
    if (witness.activeMask >> lane & 1)
      Ranges.push_back({witness.laneAddressBytes[lane],
                        witness.laneAddressBytes[lane] + elementBytes});
}

// Rounds towards minus infinity: addresses relative to an unknown base may be
// negative.
static int64_t floorDivide(int64_t a, int64_t b) {
  return a >= 0 ? a / b : -((-a + b - 1) / b);
}

ByteUnion::Sectors ByteUnion::sectors(unsigned sectorBytes) const {
  auto ranges = Ranges;
  std::sort(ranges.begin(), ranges.end());
  Sectors result;
  int64_t coveredTo = INT64_MIN;  // no byte below this counts again
  int64_t lastSector = INT64_MIN; // no sector up to this counts again
  for (auto [begin, end] : ranges) {
    begin = std::max(begin, coveredTo);
    if (begin >= end)
      continue;
    result.usedBytes += end - begin;
    coveredTo = end;
    int64_t first = std::max(floorDivide(begin, sectorBytes), lastSector + 1);
    int64_t last = floorDivide(end - 1, sectorBytes);
    if (last >= first) {
      result.touched += last - first + 1;
      lastSector = last;
    }
  }
  result.ideal = llvm::divideCeil(result.usedBytes, sectorBytes);
  return result;
}

const Witness *wglint::groupWitness(const AccessFact &access,
                                    unsigned configIndex) {
  const DeviceCost &cost = access.costs[configIndex];
  return cost.first ? &*cost.first : nullptr;
}

ByteUnion::Sectors
wglint::sectorsOf(llvm::ArrayRef<const AccessFact *> accesses,
                  unsigned configIndex) {
  ByteUnion bytes;
  for (const AccessFact *access : accesses)
    bytes.add(*groupWitness(*access, configIndex), access->elementBytes);
  const DeviceConfig &config = accesses.front()->costs[configIndex].config;
  return bytes.sectors(*config.device->sectorBytes);
}
