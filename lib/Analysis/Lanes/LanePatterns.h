// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How the numbers of a workgroup's invocations differ from each other, without
/// the numbers themselves. Nearly all addresses are linear in the local ids. A
/// linear pattern is three steps, its sums and multiples are computed without
/// looking at any invocation, and there is only one object for each.
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
  /// By how much the number grows when a local id grows by one, per dimension;
  /// 0 where the workgroup has only one id.
  using Steps = std::array<int64_t, 3>;

  /// \p ids are the local ids by dimension and lane.
  explicit LanePatterns(std::array<std::vector<int64_t>, 3> ids);

  /// The pattern with these steps; null if all are 0, std::nullopt where a
  /// distance exceeds 64 bits.
  std::optional<LanePatternPtr> linear(const Steps &steps);
  /// The steps that give \p values, one for each lane; std::nullopt if there
  /// are none.
  std::optional<Steps> stepsOf(llvm::ArrayRef<int64_t> values) const;

  unsigned laneCount() const { return Ids[0].size(); }
  /// The distance of each lane from the first lane in the pattern with \p
  /// steps.
  std::vector<int64_t> distances(const Steps &steps) const;

  /// Releases all patterns, as they and this object refer to each other.
  void clear() { Known.clear(); }

private:
  std::array<std::vector<int64_t>, 3> Ids;
  /// The last lane that differs from the first one only in its id in a
  /// dimension; 0 if there is none.
  std::array<unsigned, 3> Last;
  llvm::DenseMap<std::tuple<int64_t, int64_t, int64_t>, LanePatternPtr> Known;
};

/// See the file comment.
class LanePattern : public llvm::RefCountedBase<LanePattern> {
public:
  /// \p values has one number for each lane, and at least one.
  explicit LanePattern(llvm::ArrayRef<int64_t> values);
  /// For LanePatterns::linear(), which callers should use. \p range is the
  /// least and the largest distance.
  LanePattern(llvm::IntrusiveRefCntPtr<LanePatterns> family,
              const LanePatterns::Steps &steps,
              std::pair<int64_t, int64_t> range)
      : Family(std::move(family)), Steps(steps), Range(range) {}

  unsigned laneCount() const {
    return Family ? Family->laneCount() : Distances.size();
  }
  /// For each lane, the number to add to that of the first lane, modulo 2^64.
  const int64_t *distances() const {
    if (Distances.empty())
      Distances = Family->distances(Steps);
    return Distances.data();
  }
  /// Least and largest distance; std::nullopt where one exceeds 64 bits.
  const std::optional<std::pair<int64_t, int64_t>> &range() const {
    return Range;
  }

  /// The patterns that this one belongs to; null if it is not known to be
  /// linear.
  LanePatterns *family() const { return Family.get(); }
  /// Only for linear patterns.
  const LanePatterns::Steps &steps() const { return Steps; }

private:
  llvm::IntrusiveRefCntPtr<LanePatterns> Family;
  LanePatterns::Steps Steps{};
  std::optional<std::pair<int64_t, int64_t>> Range;
  mutable std::vector<int64_t> Distances; ///< made when they are asked for
};

/// The numbers that a result depends on, as a key.
using NumberKey = std::vector<int64_t>;
struct HashNumberKey {
  size_t operator()(const NumberKey &key) const {
    return llvm::xxh3_64bits(
        llvm::ArrayRef(reinterpret_cast<const uint8_t *>(key.data()),
                       key.size() * sizeof(int64_t)));
  }
};

/// A key that contains patterns. Those that are not linear are told apart by
/// their address, which is theirs as long as the key holds them.
struct PatternKey {
  NumberKey numbers;
  std::vector<LanePatternPtr> held;

  void clear() {
    numbers.clear();
    held.clear();
  }
  void add(int64_t number) { numbers.push_back(number); }
  /// \p pattern is null where all lanes hold the same number.
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
