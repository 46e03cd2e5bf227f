// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The point where two flows meet: which of their conditions end there, how
/// values are merged under those, and what has to be kept of them because lanes
/// may have left for good.
#ifndef WGLINT_LIB_ANALYSIS_FLOW_MEETING_H
#define WGLINT_LIB_ANALYSIS_FLOW_MEETING_H

#include "Flow/Flow.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace wglint {

/// See the file comment. To be made before the flows are merged.
class Meeting {
public:
  /// \p level is LaneWalk::blockLevel of the block where \p a and \p b meet, \p
  /// label its label.
  Meeting(LaneMath &math, const Flow &a, const Flow &b, int level,
          uint32_t label);

  const MergeChoice &choice() const { return Choice; }
  /// If the two come from the two sides of one condition: the context of the
  /// first one's side; else nullptr.
  const Context *sideOfFirst() const { return Side; }
  /// Puts \p merged under the conditions that continue, and under those that
  /// stand for lanes that may be missing.
  void leave(Flow &merged) const;

private:
  void noteLeft(LaneMath &math, const Context &c, int level,
                bool haveSameLanes);
  bool hasBothSides(const Context &c) const;
  bool isBoundInBranch(const Context &c) const;
  const Context *boundAround(const Context &c) const;
  std::shared_ptr<OpenCondition>
  partingCondition(SymbolTable &symbols, const Flow &a, const Flow &b) const;
  void keepBound(Flow &merged, const Context &bound) const;

  std::vector<ContextPtr> Left; ///< of both flows, those that end here
  ContextPtr Common;            ///< of both flows, those that continue
  ContextPtr Still;             ///< replaces Common, see fallThrough()
  const Context *Side = nullptr;
  MergeChoice Choice;
  /// Conditions under which it is not known who has left.
  llvm::SmallVector<const OpenCondition *, 4> Partings;
  llvm::SmallVector<const Context *, 2> Bounds; ///< isBoundInBranch()
  /// A bound, and the condition inside it under which lanes have returned.
  llvm::SmallVector<std::pair<const Context *, const Context *>, 1> Edges;
  std::set<uint32_t> Assumptions;         ///< about the lanes that are here
  std::shared_ptr<OpenCondition> Parting; ///< stands for Partings, if any
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_FLOW_MEETING_H
