// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Costs/Footprint.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;

/// One for each of 64 loads by 1024 invocations that touch no neighbouring
/// bytes; only bounds the memory.
static constexpr size_t kMaxIntervals = 1 << 16;

void ByteIntervals::add(const ByteIntervals &other, int64_t distance) {
  for (const ByteRange &range : other.Ranges)
    add(ByteRange{wrapAdd(range.begin, distance),
                  wrapAdd(range.end, distance)});
}

void ByteIntervals::normalize() {
  auto byBegin = [](const ByteRange &a, const ByteRange &b) {
    return a.begin < b.begin;
  };
  if (!llvm::is_sorted(Ranges, byBegin))
    llvm::sort(Ranges, byBegin);
  size_t count = 0;
  for (const ByteRange &range : Ranges) {
    if (count && range.begin <= Ranges[count - 1].end)
      Ranges[count - 1].end = std::max(Ranges[count - 1].end, range.end);
    else
      Ranges[count++] = range;
  }
  Ranges.resize(count);
  NormalizedSize = count;
}

void ByteIntervals::normalizeIfGrown() {
  constexpr size_t kSmall = 256; // sorting fewer costs next to nothing
  if (Ranges.size() > 2 * NormalizedSize + kSmall)
    normalize();
}

uint64_t ByteIntervals::bytes() const {
  uint64_t sum = 0;
  for (const ByteRange &range : Ranges)
    sum += range.end - range.begin;
  return sum;
}

uint64_t ByteIntervals::blocks(unsigned blockBytes) const {
  uint64_t sum = 0;
  int64_t nextUncounted = INT64_MIN;
  for (const ByteRange &range : Ranges) {
    int64_t first = llvm::divideFloorSigned(range.begin, blockBytes);
    int64_t end = llvm::divideFloorSigned(range.end - 1, blockBytes) + 1;
    first = std::max(first, nextUncounted);
    sum += std::max<int64_t>(end - first, 0);
    nextUncounted = std::max(nextUncounted, end);
  }
  return sum;
}

std::vector<ByteIntervals> wglint::bytesByGroup(const Lanes &at,
                                                unsigned elementBytes,
                                                const LaneSet &active,
                                                const LaneGroups &groups) {
  std::vector<ByteIntervals> bytes(groups.size());
  forEachLane(active, [&](unsigned lane) {
    int64_t begin = wrapAdd(at[lane], wrapMul(at[0], -1));
    bytes[groups[lane]].add(ByteRange{begin, begin + elementBytes});
  });
  for (ByteIntervals &group : bytes)
    group.normalize();
  return bytes;
}

void Footprint::addRanges(const UnknownPart &part, const ByteIntervals &ranges,
                          int64_t distance) {
  ByteIntervals &home = Parts[part];
  home.add(ranges, distance);
  home.normalizeIfGrown();
  IsUnknown |= home.size() > kMaxIntervals || Parts.size() > kMaxIntervals;
}

void Footprint::add(const LaneValue &offsetBytes, unsigned elementBytes,
                    uint64_t loads, const LaneGroups &groups,
                    llvm::ArrayRef<ByteIntervals> bytes) {
  if (IsUnknown)
    return;
  RequestedBytes += loads * elementBytes;
  Loads += loads;
  UnknownPart part;
  for (unsigned group = 0; group < groups.size(); ++group) {
    part.clear();
    for (const Term &term : offsetBytes.terms) {
      int64_t coefficient = term.coefficient[groups.leaders()[group]];
      if (coefficient == 0)
        continue;
      part.push_back(int64_t(term.monomial.size()));
      part.insert(part.end(), term.monomial.begin(), term.monomial.end());
      part.push_back(coefficient);
    }
    PerExecutionBytes += bytes[group].bytes();
    addRanges(part, bytes[group], offsetBytes.constant[0]);
  }
}

void Footprint::add(const Footprint &other) {
  RequestedBytes += other.RequestedBytes;
  PerExecutionBytes += other.PerExecutionBytes;
  Loads += other.Loads;
  IsUnknown |= other.IsUnknown;
  for (const auto &[part, ranges] : other.Parts)
    addRanges(part, ranges, 0);
}

uint64_t Footprint::distinctBytes() {
  if (IsUnknown)
    return 0;
  uint64_t sum = 0;
  for (auto &[part, ranges] : Parts) {
    ranges.normalize();
    sum += ranges.bytes();
  }
  return sum;
}

uint64_t Footprint::distinctBlocks(unsigned blockBytes) {
  if (IsUnknown)
    return 0;
  uint64_t sum = 0;
  for (auto &[part, ranges] : Parts) {
    ranges.normalize();
    sum += ranges.blocks(blockBytes);
  }
  return sum;
}

uint64_t Footprint::spanBytes() {
  if (IsUnknown || Parts.size() != 1)
    return 0;
  ByteIntervals &ranges = Parts.begin()->second;
  ranges.normalize();
  return ranges.spanBytes();
}
