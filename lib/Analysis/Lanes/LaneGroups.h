// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Groups the lanes of an access by the unknown part of its address: within a
/// group addresses differ by known numbers only. There are nearly always few
/// groups, so questions about unknown parts are asked for one lane of each
/// group.
#ifndef WGLINT_LIB_ANALYSIS_LANES_LANEGROUPS_H
#define WGLINT_LIB_ANALYSIS_LANES_LANEGROUPS_H

#include "Lanes/LaneValue.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <unordered_map>
#include <vector>

namespace wglint {

/// See the file comment.
class LaneGroups {
public:
  /// \p components make up an address: a byte offset, or coordinates.
  LaneGroups(llvm::ArrayRef<LaneValue> components, const LaneSet &active);

  unsigned size() const { return Leaders.size(); }
  /// The first lane of each group.
  llvm::ArrayRef<unsigned> leaders() const { return Leaders; }
  /// The group of an active lane.
  unsigned operator[](unsigned lane) const { return Groups[lane]; }

private:
  std::vector<unsigned> Groups, Leaders;
};

/// Keeps groups, so that they are made once for each way in which unknown parts
/// differ.
class KnownLaneGroups {
public:
  std::shared_ptr<const LaneGroups> of(llvm::ArrayRef<LaneValue> components,
                                       const LaneSet &active);

private:
  struct Known {
    std::shared_ptr<const LaneGroups> groups;
    std::vector<LanePatternPtr> patterns; ///< see PatternKey
  };
  std::unordered_map<NumberKey, Known, HashNumberKey> All;
  PatternKey Key; ///< the key that was made last
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_LANES_LANEGROUPS_H
