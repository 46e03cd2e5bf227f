// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Races between an access that the shader keeps to one workgroup, as behind
/// `if (gl_GlobalInvocationID.x == 0u)`, and accesses to the same bytes by any
/// workgroup: a counter that is reset, or read for a total, in the dispatch
/// that counts. barrier() does not order workgroups.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCSINGLES_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCSINGLES_H

#include "Sync/SyncAddresses.h"
#include "Sync/SyncConditions.h"
#include "Sync/SyncFindings.h"
#include "Sync/SyncOrdering.h"

namespace wglint {

/// See the file comment. Has to be told of all accesses to buffers. Says
/// nothing where a loop may wait for another workgroup.
class SyncSingles {
public:
  SyncSingles(const SyncWalk &walk, const SyncConditions &conditions,
              const SyncOrdering &ordering, const LaneMath &math,
              SyncFindings &findings)
      : Walk(walk), Conditions(conditions), Ordering(ordering), Math(math),
        Findings(findings) {}

  /// \p context is the SyncConditions::number() of what \p event is under, \p
  /// addresses has one entry for each lane.
  void access(const AccessEvent &event, const SyncSite &site,
              uint32_t siteNumber, uint32_t context,
              llvm::ArrayRef<LaneAddress> addresses);
  /// Adds the races to the findings.
  void finish();

private:
  /// Which workgroups execute an access.
  enum class Who { Unknown, One, Any };
  struct Access {
    SyncSite site;
    uint32_t context = 0;
    uint32_t lane = 0; ///< one that is at `begin`
    uint32_t region = 0;
    int64_t begin = 0, end = 0;     ///< bytes
    bool dependsOnData = false;     ///< data decides whether it is executed
    std::set<uint32_t> assumptions; ///< texts of the symbol table
  };

  Who whoExecutes(uint32_t context, uint32_t lane, Access &access) const;
  bool asksForCount(const OpenCondition &condition) const;
  bool isKeptToOne(const Context &context, uint32_t lane) const;
  bool isReset(const Access &one, const Access &any) const;
  void meet(const Access &one, const Access &any) const;

  const SyncWalk &Walk;
  const SyncConditions &Conditions;
  const SyncOrdering &Ordering;
  const LaneMath &Math;
  SyncFindings &Findings;
  std::map<uint32_t, Access> OfOne, OfAny; ///< by site
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCSINGLES_H
