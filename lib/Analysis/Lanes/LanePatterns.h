// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How the numbers of a workgroup's invocations differ from each other, apart
/// from the numbers themselves. Nearly all addresses are linear in the local
/// ids: such a pattern is three steps, sums and multiples of it take no look at
/// any invocation, and there is one object for each.
#ifndef WGLINT_LIB_ANALYSIS_LANES_LANEPATTERNS_H
#define WGLINT_LIB_ANALYSIS_LANES_LANEPATTERNS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/xxhash.h"
#include <array>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

namespace wglint {

class LanePattern;
using LanePatternPtr = llvm::IntrusiveRefCntPtr<LanePattern>;

/// The patterns of one workgroup that are linear in its local ids.
class LanePatterns : public llvm::RefCountedBase<LanePatterns> {
public:
  /// What one more of each local id adds; 0 where the workgroup has one only.
  using Steps = std::array<int64_t, 3>;

  /// \p ids: local ids by dimension and lane.
  explicit LanePatterns(std::array<std::vector<int64_t>, 3> ids);

  /// The pattern with these steps; null where all are 0. std::nullopt where a
  /// distance leaves 64 bits.
  std::optional<LanePatternPtr> linear(const Steps &steps);
  /// The steps that give \p values, one for each lane, if there are any.
  std::optional<Steps> stepsOf(llvm::ArrayRef<int64_t> values) const;

  unsigned laneCount() const { return Ids[0].size(); }
  /// The distances of the pattern with \p steps from the first lane.
  std::vector<int64_t> distances(const Steps &steps) const;

  /// Lets go of all patterns; they and this object hold each other.
  void clear() { Known.clear(); }

private:
  std::array<std::vector<int64_t>, 3> Ids;
  /// The last lane whose id in a dimension alone differs from the first one's;
  /// 0 if there is none.
  std::array<unsigned, 3> Last;
  llvm::DenseMap<std::tuple<int64_t, int64_t, int64_t>, LanePatternPtr> Known;
};

/// See the file comment.
class LanePattern : public llvm::RefCountedBase<LanePattern> {
public:
  /// \p values: one for each lane, of which there is one at least.
  explicit LanePattern(llvm::ArrayRef<int64_t> values);
  /// Use LanePatterns::linear(). \p range: least and largest distance.
  LanePattern(llvm::IntrusiveRefCntPtr<LanePatterns> family,
              const LanePatterns::Steps &steps,
              std::pair<int64_t, int64_t> range)
      : Family(std::move(family)), Steps(steps), Range(range) {}

  unsigned laneCount() const {
    return Family ? Family->laneCount() : Distances.size();
  }
  /// What is to be added to the number of the first lane, modulo 2^64; one for
  /// each lane.
  const int64_t *distances() const {
    if (Distances.empty())
      Distances = Family->distances(Steps);
    return Distances.data();
  }
  /// Least and largest distance; std::nullopt where one leaves 64 bits.
  const std::optional<std::pair<int64_t, int64_t>> &range() const {
    return Range;
  }

  /// Null where the pattern is not known to be linear.
  LanePatterns *family() const { return Family.get(); }
  /// Of a linear pattern.
  const LanePatterns::Steps &steps() const { return Steps; }

private:
  llvm::IntrusiveRefCntPtr<LanePatterns> Family;
  LanePatterns::Steps Steps{};
  std::optional<std::pair<int64_t, int64_t>> Range;
  mutable std::vector<int64_t> Distances; ///< made when they are asked for
};

/// Numbers that stand for what a result depends on.
using NumberKey = std::vector<int64_t>;
struct HashNumberKey {
  size_t operator()(const NumberKey &key) const {
    return llvm::xxh3_64bits(
        llvm::ArrayRef(reinterpret_cast<const uint8_t *>(key.data()),
                       key.size() * sizeof(int64_t)));
  }
};

/// A key of which patterns are a part. Those that are not linear are told apart
/// by their place in memory, which is theirs as long as they are held.
struct PatternKey {
  NumberKey numbers;
  std::vector<LanePatternPtr> held;

  void clear() {
    numbers.clear();
    held.clear();
  }
  void add(int64_t number) { numbers.push_back(number); }
  /// \p pattern: null where all lanes hold the same number.
  void add(const LanePatternPtr &pattern) {
    if (pattern && pattern->family()) {
      numbers.push_back(1);
      numbers.insert(numbers.end(), pattern->steps().begin(),
                     pattern->steps().end());
      return;
    }
    numbers.push_back(-1);
    numbers.push_back(int64_t(reinterpret_cast<intptr_t>(pattern.get())));
    if (pattern)
      held.push_back(pattern);
  }
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_LANES_LANEPATTERNS_H
