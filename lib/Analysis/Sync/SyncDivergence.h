// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Barriers to which some invocations of the workgroup do not come, and what
/// keeps them away: a bound, data, a vote of each subgroup, a switch.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCDIVERGENCE_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCDIVERGENCE_H

#include "Sync/SyncAddresses.h"
#include "Sync/SyncConditions.h"
#include "Sync/SyncFindings.h"
#include "Walk/WalkObserver.h"

namespace wglint {

/// Listens to the barriers of one walk.
class SyncDivergence {
public:
  SyncDivergence(const SyncWalk &walk, const LaneMath &math,
                 SyncConditions &conditions, SyncFindings &findings)
      : Walk(walk), Math(math), Conditions(conditions), Findings(findings) {}

  /// Adds to the findings which lanes do not come to the barrier of \p event,
  /// which others execute. Cost: the conditions around it.
  void note(const BarrierEvent &event, const Flow &flow);

private:
  /// The data by which each subgroup decides for itself on \p condition, where
  /// workgroups have several; null where it does not.
  const UnknownReason *votedOn(const OpenCondition &condition) const;
  /// Lanes of which \p c says that they may not come to the barrier.
  void noteParting(const BarrierEvent &event, const Flow &flow,
                   const Context &c, uint32_t arriving, bool isSpecialized);

  const SyncWalk &Walk;
  const LaneMath &Math;
  SyncConditions &Conditions;
  SyncFindings &Findings;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCDIVERGENCE_H
