// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CostOracle.h"
#include <algorithm>
#include <map>
#include <set>

namespace wglint::oracle {

static int64_t blockOf(int64_t byte, int64_t blockBytes) {
  int64_t inside = ((byte % blockBytes) + blockBytes) % blockBytes;
  return (byte - inside) / blockBytes;
}

uint64_t sectors(const Lanes &lanes, unsigned accessBytes,
                 unsigned sectorBytes) {
  std::set<int64_t> touched;
  for (const auto &address : lanes)
    for (unsigned i = 0; address && i < accessBytes; ++i)
      touched.insert(blockOf(*address + i, sectorBytes));
  return touched.size();
}

uint64_t distinctBytes(const Lanes &lanes, unsigned accessBytes) {
  return sectors(lanes, accessBytes, 1);
}

/// The fullest bank's distinct words, of lanes [first, end).
static uint64_t conflicts(const Lanes &lanes, size_t first, size_t end,
                          unsigned accessBytes, unsigned bankCount,
                          bool countsLanes) {
  // A word, and the lane that touches it where that makes a difference.
  std::map<int64_t, std::set<std::pair<int64_t, size_t>>> banks;
  for (size_t lane = first; lane < std::min(end, lanes.size()); ++lane)
    for (unsigned i = 0; lanes[lane] && i < accessBytes; ++i) {
      int64_t word = blockOf(*lanes[lane] + i, 4);
      int64_t bank = word - blockOf(word, bankCount) * bankCount;
      banks[bank].insert({word, countsLanes ? lane : 0});
    }
  uint64_t most = 0;
  for (const auto &bank : banks)
    most = std::max<uint64_t>(most, bank.second.size());
  return most;
}

uint64_t groupedWavefronts(const Lanes &lanes, unsigned accessBytes,
                           unsigned groupLanes, unsigned bankCount,
                           bool countsLanes) {
  uint64_t sum = 0;
  for (size_t first = 0; first < lanes.size(); first += groupLanes)
    sum += conflicts(lanes, first, first + groupLanes, accessBytes, bankCount,
                     countsLanes);
  return sum;
}

/// "If for every active lane l the lane l^k is inactive or has the same index".
static bool pairsAgree(const Lanes &lanes, size_t first, size_t end, size_t k) {
  for (size_t lane = first; lane < std::min(end, lanes.size()); ++lane) {
    size_t other = lane ^ k;
    if (!lanes[lane] || other >= lanes.size() || !lanes[other])
      continue;
    if (*lanes[lane] != *lanes[other])
      return false;
  }
  return true;
}

uint64_t nvidiaWavefronts(const Lanes &lanes, unsigned accessBytes,
                          bool isLoad) {
  if (accessBytes <= 4)
    return groupedWavefronts(lanes, accessBytes, 32, 32, false);
  size_t whole = accessBytes == 8 ? 32 : 16;
  if (!isLoad)
    return groupedWavefronts(lanes, accessBytes, whole / 2, 32, false);
  uint64_t sum = 0;
  for (size_t first = 0; first < lanes.size(); first += whole) {
    size_t end = first + whole, middle = first + whole / 2;
    if (pairsAgree(lanes, first, end, 1) || pairsAgree(lanes, first, end, 2))
      sum += conflicts(lanes, first, end, accessBytes, 32, false);
    else
      sum += conflicts(lanes, first, middle, accessBytes, 32, false) +
             conflicts(lanes, middle, end, accessBytes, 32, false);
  }
  return sum;
}

} // namespace wglint::oracle
