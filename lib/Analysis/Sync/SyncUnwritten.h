// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Reads of shared memory that nothing has written. A read that only leads to
/// more values which nobody uses, as in the padding of a scan, does not count.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCUNWRITTEN_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCUNWRITTEN_H

#include "Code/SpoiledMemory.h"
#include "Sync/SyncAddresses.h"
#include "Sync/SyncConditions.h"
#include "Sync/SyncFindings.h"
#include "Walk/WalkObserver.h"
#include "llvm/ADT/BitVector.h"
#include <map>

namespace wglint {

/// See the file comment. Has to be told of all accesses to shared variables by
/// one walk.
class SyncUnwritten {
public:
  /// \p sites holds the sites by the numbers that access() is given.
  SyncUnwritten(const SyncWalk &walk, const LaneMath &math,
                const SyncConditions &conditions,
                const std::vector<SyncSite> &sites, SyncFindings &findings)
      : Walk(walk), Math(math), Conditions(conditions), Sites(sites),
        Findings(findings), Spoiled(walk.module) {}

  /// One execution of an access.
  struct Execution {
    const AccessEvent &event;
    llvm::ArrayRef<LaneAddress> addresses; ///< by lane
    uint32_t site;
    uint32_t context; ///< SyncConditions::number() of what it is under
  };
  void access(const Execution &now);
  /// Adds what is known only at the end of the walk.
  void finish();

private:
  /// The first store of a site under a context.
  struct FirstStore {
    uint32_t context;
    int lane;
    int64_t at;
  };
  struct Variable {
    llvm::BitVector written; ///< by byte
    bool isAllWritten = false, isNeverAssigned = false, isStored = false;
    bool isLeftToFirst = false; ///< only the first workgroup stores to it
    std::map<uint32_t, FirstStore> firstStores; ///< by site
  };
  /// A read behind a condition that is not known.
  struct Candidate {
    uint32_t site, lane;
    spirv::Id variable;
    int64_t at;
  };

  Variable &variable(spirv::Id id);
  bool walksOn(const Execution &now, Variable &v, int lane, int64_t at) const;
  void noteStore(const Execution &now, Variable &v, bool changesOnly);
  void noteBytes(const Execution &now, Variable &v, unsigned lane);
  void noteAnyByte(const Execution &now, Variable &v);
  void checkSpoiled(const Execution &now, bool isCarriedOn);
  void checkRead(const Execution &now, Variable &v);
  void carryOn(const Execution &now, const Variable &v);
  bool isSureToCome(const Execution &now, unsigned lane) const;
  bool isOfFirstWorkgroup(const Execution &now) const;
  bool isUnwritten(const Execution &now, const Variable &v,
                   unsigned lane) const;
  uint32_t readBehind(const Execution &now, unsigned lane) const;
  void tell(uint32_t read);
  bool isInCountedLoop(uint32_t context) const;
  std::set<std::string> assumptionTexts(const AccessEvent &event) const;

  const SyncWalk &Walk;
  const LaneMath &Math;
  const SyncConditions &Conditions;
  const std::vector<SyncSite> &Sites;
  SyncFindings &Findings;
  SpoiledMemory Spoiled;
  std::map<spirv::Id, Variable> Variables;
  std::vector<Candidate> Candidates;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCUNWRITTEN_H
