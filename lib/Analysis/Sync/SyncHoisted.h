// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Races of loads in front of the condition under which they matter: which
/// invocations come to what depends on a load is known only later in the walk,
/// so such races are kept until its end.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCHOISTED_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCHOISTED_H

#include "Code/LoadEffects.h"
#include "Sync/SyncAddresses.h"
#include "Sync/SyncFindings.h"
#include "Walk/WalkObserver.h"
#include <map>
#include <memory>

namespace wglint {

/// See the file comment. Is told of one walk.
class SyncHoisted {
public:
  SyncHoisted(const SyncWalk &walk, SyncFindings &findings)
      : Walk(walk), Findings(findings), Effects(walk.module) {}

  /// One execution of an access, behind \p control barriers of the workgroup
  /// and \p subgroup barriers of subgroups.
  struct Execution {
    const AccessEvent &event;
    llvm::ArrayRef<LaneAddress> addresses; ///< one for each lane
    uint32_t control, subgroup;
  };
  void access(const Execution &now);

  /// Takes \p race of \p other and \p now, executed at \p store, if the former
  /// is a load behind the same barriers (\p control of them) and the latter a
  /// store, and some invocations may do without what is loaded; false: it does
  /// not.
  bool take(const SyncSite &other, const SyncSite &store, const Execution &now,
            uint32_t control, const SyncFindings::Race &race);

  /// Adds the races that were taken: between invocations to which the load
  /// matters, or as harmless ones where there are none. \p isComplete: the walk
  /// has come to its end.
  void finish(bool isComplete);

private:
  struct Loading {
    LaneSet active, used; ///< used: lanes that have come to an effect since
    uint32_t control, subgroup, requestBytes;
    std::vector<LaneAddress> addresses;
    bool isOver = false; ///< all its lanes have loaded anew
  };
  /// Executions of a load that have not been repeated by all their lanes, the
  /// latest last.
  struct Load {
    std::vector<std::shared_ptr<Loading>> latest;
    bool isGivenUp = false;
  };
  struct Pending {
    SyncSite load, store;
    SyncFindings::Race race;
    std::vector<std::shared_ptr<Loading>> loadings;
    LaneSet storing;
    std::vector<LaneAddress> addresses; ///< that they store to
    uint32_t subgroup, requestBytes;
  };
  void noteLoad(const Execution &now);
  void noteEffect(uint32_t instruction, const LaneSet &lanes);
  bool meets(Pending &pending) const;
  bool hasLateEffect(uint32_t load);

  /// As many iterations are looked at between two barriers, of loops that have
  /// none; more take too much memory.
  static constexpr size_t kMaxLoadings = 64;

  const SyncWalk &Walk;
  SyncFindings &Findings;
  LoadEffects Effects;
  std::map<uint32_t, Load> Loads; ///< by instruction
  /// By instruction: loads that it is an effect of.
  std::map<uint32_t, std::set<uint32_t>> LoadsOf;
  std::set<uint32_t> Executed; ///< stores and atomics
  std::vector<Pending> Taken;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCHOISTED_H
