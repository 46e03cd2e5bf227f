// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Extents.h"
#include <algorithm>

using namespace wglint;

// Invocations that a component of the id gets at least, by how many components
// the shader uses: some ten thousand in all, which a software renderer runs in
// milliseconds. All differ, so that rows are not taken for columns.
static constexpr uint32_t kWantedOfOne[] = {600};
static constexpr uint32_t kWantedOfTwo[] = {72, 40};
static constexpr uint32_t kWantedOfThree[] = {40, 20, 6};
/// At least so many workgroups, so that edges and neighbours exist.
static constexpr uint32_t kFewestWorkgroups[] = {5, 3, 2};

static uint32_t ceilDiv(uint32_t a, uint32_t b) { return (a + b - 1) / b; }

Extents wglint::chooseExtents(const std::array<uint32_t, 3> &workgroupSize,
                              DimSet usedDims, const PlanOptions &options) {
  Extents e;
  e.workgroupSize = workgroupSize;
  unsigned usedCount = unsigned((usedDims & 1) != 0) + ((usedDims & 2) != 0) +
                       ((usedDims & 4) != 0);
  const uint32_t *wanted = usedCount <= 1   ? kWantedOfOne
                           : usedCount == 2 ? kWantedOfTwo
                                            : kWantedOfThree;
  unsigned rank = 0;
  for (unsigned d = 0; d < 3; ++d) {
    uint32_t size = std::max(1U, workgroupSize[d]);
    if (usedDims >> d & 1) {
      e.workgroupCount[d] =
          std::max(kFewestWorkgroups[rank], ceilDiv(wanted[rank], size));
      // Other sizes: one workgroup less or more, in turn.
      e.workgroupCount[d] += options.sizeNumber % 3 == 1 ? 1 : 0;
      e.workgroupCount[d] -= options.sizeNumber % 3 == 2 ? 1 : 0;
      ++rank;
    }
    while (e.workgroupCount[d] * size % std::max(1U, options.multipleOf[d]))
      ++e.workgroupCount[d];
    if (options.workgroupCount)
      e.workgroupCount[d] = (*options.workgroupCount)[d];
    e.full[d] = size * e.workgroupCount[d];
    uint32_t remainder =
        options.sizeNumber % 3 == 1 ? 0 : size / 3 + (size > 1);
    e.guarded[d] = e.full[d] - std::min(remainder, e.full[d] - 1);
    // Rows and columns are told apart at the cost of one more remainder.
    for (unsigned other = 0; other < d; ++other)
      if (e.guarded[d] == e.guarded[other] && e.guarded[d] > 2 && size > 2)
        --e.guarded[d];
  }
  return e;
}

static std::string dimNames(DimSet dims) {
  std::string names;
  for (unsigned d = 0; d < 3; ++d)
    if (dims >> d & 1)
      names += (names.empty() ? "" : ", ") + std::string(1, "xyz"[d]);
  return names;
}

static ChosenNumber chooseBound(const HostNumber &number,
                                const Extents &extents) {
  ChosenNumber chosen;
  if (number.boundOf == 0) {
    uint64_t total = 1;
    for (uint32_t size : extents.full)
      total *= size;
    uint64_t row = std::max(1U, extents.workgroupSize[0]);
    chosen.value = int64_t(total - std::min(total - 1, row / 3));
    chosen.reason = "compared with an index made of several id components";
    return chosen;
  }
  chosen.value = INT64_MAX;
  for (unsigned d = 0; d < 3; ++d)
    if (number.boundOf >> d & 1)
      chosen.value = std::min<int64_t>(chosen.value, extents.guarded[d]);
  chosen.reason = "compared with " + dimNames(number.boundOf) + " of the id";
  return chosen;
}

/// Lengths of rows and slices: longer than what is put into them.
static ChosenNumber choosePitch(const HostNumber &number,
                                const Extents &extents) {
  ChosenNumber chosen;
  const auto &full = extents.full;
  if (number.factorOf & 4)
    chosen.value = int64_t(full[0]) * full[1] + 5;
  else if (number.factorOf & 2)
    chosen.value = int64_t(full[0]) + 3;
  else
    chosen.value = int64_t(full[1]) + 2;
  chosen.reason = "multiplied by " + dimNames(number.factorOf) + " of the id";
  return chosen;
}

/// Counts of iterations: more than a tile where there is one loop, few where
/// loops may stand in one another.
static ChosenNumber chooseLoopBound(const Extents &extents, unsigned loopCount,
                                    unsigned loopIndex) {
  static constexpr int64_t kNested[] = {7, 5, 6, 3, 4, 2};
  uint32_t tile = std::max(extents.workgroupSize[0], extents.workgroupSize[1]);
  ChosenNumber chosen;
  chosen.value = loopCount == 1 ? 2 * std::min<int64_t>(tile, 32) + 5
                                : kNested[std::min(loopIndex, 5U)];
  chosen.reason = "bounds a loop";
  return chosen;
}

/// A number whose role says little.
static ChosenNumber chooseOther(const HostNumber &number, unsigned index) {
  static constexpr int64_t kDivisors[] = {5, 7, 3, 11, 4, 6};
  ChosenNumber chosen;
  if (number.isDivisor) {
    chosen.value = kDivisors[index % 6];
    chosen.reason = "a divisor";
  } else if (number.isShift) {
    chosen.value = 2;
    chosen.reason = "a shift";
  } else {
    chosen.reason = "its use says nothing of it";
    chosen.alternatives.push_back(0);
    for (int64_t value : number.equalTo)
      if (value != 0 && value != 1)
        chosen.alternatives.push_back(value);
  }
  return chosen;
}

std::vector<ChosenNumber>
wglint::chooseNumbers(const std::vector<HostNumber> &numbers,
                      const Extents &extents) {
  auto isPlainLoopBound = [](const HostNumber &number) {
    return number.isLoopBound && !number.isBound();
  };
  unsigned loopCount =
      std::count_if(numbers.begin(), numbers.end(), isPlainLoopBound);
  unsigned loopIndex = 0;
  std::vector<ChosenNumber> chosen;
  for (const HostNumber &number : numbers) {
    if (number.isBound())
      chosen.push_back(chooseBound(number, extents));
    else if (number.isLoopBound)
      chosen.push_back(chooseLoopBound(extents, loopCount, loopIndex++));
    else if (number.factorOf != 0)
      chosen.push_back(choosePitch(number, extents));
    else
      chosen.push_back(chooseOther(number, unsigned(chosen.size())));
  }
  return chosen;
}
