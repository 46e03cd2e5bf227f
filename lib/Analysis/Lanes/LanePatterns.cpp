// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Lanes/LanePatterns.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace wglint;

/// More patterns than a shader has in use at a time; then all are forgotten.
static constexpr size_t kMaxKnownPatterns = 1024;

/// Half of what there are, so that the sum of two is none too large.
static constexpr int64_t kLeastDistance = INT64_MIN / 2;
static constexpr int64_t kMaxDistance = INT64_MAX / 2;

LanePatterns::LanePatterns(std::array<std::vector<int64_t>, 3> ids)
    : Ids(std::move(ids)) {
  for (unsigned d = 0; d < 3; ++d) {
    Last[d] = 0;
    for (unsigned lane = 1; lane < laneCount(); ++lane) {
      bool isAlone = true;
      for (unsigned other = 0; other < 3; ++other)
        isAlone &= (Ids[other][lane] != Ids[other][0]) == (other == d);
      if (isAlone)
        Last[d] = lane;
    }
  }
}

std::optional<LanePatternPtr> LanePatterns::linear(const Steps &steps) {
  if (steps == Steps{})
    return LanePatternPtr();
  auto known = Known.find({steps[0], steps[1], steps[2]});
  if (known != Known.end())
    return known->second;
  __int128 least = 0, largest = 0;
  for (unsigned d = 0; d < 3; ++d) {
    __int128 farthest = __int128(steps[d]) * (Ids[d][Last[d]] - Ids[d][0]);
    (farthest < 0 ? least : largest) += farthest;
  }
  if (least < kLeastDistance || largest > kMaxDistance)
    return std::nullopt;
  if (Known.size() == kMaxKnownPatterns)
    Known.clear();
  auto pattern = llvm::makeIntrusiveRefCnt<LanePattern>(
      this, steps, std::make_pair(int64_t(least), int64_t(largest)));
  Known[{steps[0], steps[1], steps[2]}] = pattern;
  return pattern;
}

std::optional<LanePatterns::Steps>
LanePatterns::stepsOf(llvm::ArrayRef<int64_t> values) const {
  Steps steps{};
  for (unsigned d = 0; d < 3; ++d) {
    if (Last[d] == 0)
      continue;
    int64_t moved = Ids[d][Last[d]] - Ids[d][0], distance;
    if (llvm::SubOverflow(values[Last[d]], values[0], distance) ||
        distance < kLeastDistance || distance > kMaxDistance ||
        distance % moved != 0)
      return std::nullopt;
    steps[d] = distance / moved;
  }
  for (unsigned lane = 0; lane < values.size(); ++lane) {
    uint64_t expected = values[0];
    for (unsigned d = 0; d < 3; ++d)
      expected += uint64_t(steps[d]) * uint64_t(Ids[d][lane] - Ids[d][0]);
    if (uint64_t(values[lane]) != expected)
      return std::nullopt;
  }
  return steps;
}

std::vector<int64_t> LanePatterns::distances(const Steps &steps) const {
  std::vector<int64_t> out(laneCount());
  for (unsigned d = 0; d < 3; ++d)
    if (steps[d] != 0)
      for (unsigned lane = 0; lane < out.size(); ++lane)
        out[lane] += steps[d] * (Ids[d][lane] - Ids[d][0]);
  return out;
}

LanePattern::LanePattern(llvm::ArrayRef<int64_t> values)
    : Distances(values.size()) {
  int64_t first = values.front(), least = first, largest = first;
  for (size_t lane = 0; lane < values.size(); ++lane) {
    Distances[lane] = int64_t(uint64_t(values[lane]) - uint64_t(first));
    least = std::min(least, values[lane]);
    largest = std::max(largest, values[lane]);
  }
  int64_t down, up;
  if (!llvm::SubOverflow(least, first, down) &&
      !llvm::SubOverflow(largest, first, up))
    Range = {down, up};
}
