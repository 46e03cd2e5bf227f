// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Races of loads that stand in front of the condition under which they matter.
/// Which invocations come to what depends on the load is known only later in
/// the walk, so such races are kept until its end.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCHOISTED_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCHOISTED_H

#include "Code/LoadEffects.h"
#include "Sync/SyncAddresses.h"
#include "Sync/SyncFindings.h"
#include "Walk/WalkObserver.h"
#include <map>
#include <memory>

namespace wglint {

/// See the file comment. Has to be told of one walk.
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

  /// Takes over \p race between \p other and \p now, executed at \p store, if
  /// \p other is a load behind the same barriers (\p control of them), \p now
  /// is a store, and some invocations may not need what is loaded. Returns
  /// whether it did.
  bool take(const SyncSite &other, const SyncSite &store, const Execution &now,
            uint32_t control, const SyncFindings::Race &race);

  /// Adds the races that were taken over: between invocations to which the load
  /// matters or, if there are none, as harmless ones. \p isComplete: the walk
  /// came to its end.
  void finish(bool isComplete);

private:
  struct Loading {
    LaneSet active, used; ///< used: lanes that have since come to an effect
    uint32_t control, subgroup, requestBytes;
    std::vector<LaneAddress> addresses;
    bool isOver = false; ///< all its lanes have loaded anew
  };
  /// The executions of a load that not all of their lanes have repeated, the
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

  /// Number of iterations of a loop without barriers that are looked at; more
  /// would take too much memory.
  static constexpr size_t kMaxLoadings = 64;

  const SyncWalk &Walk;
  SyncFindings &Findings;
  LoadEffects Effects;
  std::map<uint32_t, Load> Loads; ///< by instruction
  /// By instruction: the loads whose effect it is.
  std::map<uint32_t, std::set<uint32_t>> LoadsOf;
  std::set<uint32_t> Executed; ///< stores and atomics
  std::vector<Pending> Taken;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCHOISTED_H
