// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Races between each invocation's own element of a buffer, `v[id]`, and
/// accesses to elements of the same buffer that data picks, or that a loop goes
/// through: particles that move while others look at them.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCNEIGHBOURS_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCNEIGHBOURS_H

#include "Sync/SyncAddresses.h"
#include "Sync/SyncComponents.h"
#include "Sync/SyncConditions.h"
#include "Sync/SyncFindings.h"
#include "Sync/SyncOrdering.h"
#include <map>
#include <optional>
#include <set>
#include <string>

namespace wglint {

/// See the file comment. Says nothing where workgroups may wait for each other,
/// of addresses with other unknowns (`v[half + j]` may be the other half), of
/// numbers that were handed out or kept in the workgroup (of atomics, of shared
/// memory, of a subgroup), of numbers that the array itself holds, and of what
/// data lets pass outside of loops: `if (j > id)` may part the two.
class SyncNeighbours {
public:
  SyncNeighbours(const SyncWalk &walk, const SyncConditions &conditions,
                 const SyncOrdering &ordering, const LaneMath &math,
                 SyncFindings &findings)
      : Walk(walk), Conditions(conditions), Ordering(ordering), Math(math),
        Findings(findings) {}

  /// What a visit to the memory of a buffer is made of.
  struct Visit {
    const AccessEvent &event;
    const SyncSite &site;
    uint32_t siteNumber;
    uint32_t context; ///< SyncConditions::number() of what it is under
    uint32_t control; ///< barriers before it
    const Idleness &idle;
    const Value *stored; ///< null: nothing that is known
  };
  /// Told of the accesses to buffers that are compared.
  void access(const Visit &visit);
  /// Adds the races to the findings.
  void finish();

private:
  struct Access {
    SyncSite site;
    std::string part; ///< SyncFindings::Race::part
    uint32_t context = 0;
    /// Lanes that execute it, if there are two; else one of them twice.
    LanePair lanes{};
    int64_t at = 0;        ///< of the first element, within the variable
    int64_t stepBytes = 0; ///< from one element to the next
    uint32_t requestBytes = 0;
    bool isBounded = false; ///< a constant is the end of a loop around it
    Idleness idle;
    std::optional<Value> stored;
    std::set<uint32_t> controls;    ///< barriers before its executions
    std::set<uint32_t> assumptions; ///< texts of the symbol table
  };

  std::optional<Access> ownElement(const AccessEvent &event) const;
  std::optional<Access> anyElement(const AccessEvent &event) const;
  bool isAnyNumber(SymbolId symbol, spirv::Id variable) const;
  bool isOneWorkgroup() const;
  bool hasBound(const Access &access) const;
  bool asksForTrips(const Access &own, const Access &any) const;
  bool isConflict(const Access &own, const Access &any) const;
  bool meet(const Access &own, const Access &any, bool isUnordered) const;

  const SyncWalk &Walk;
  const SyncConditions &Conditions;
  const SyncOrdering &Ordering;
  const LaneMath &Math;
  SyncFindings &Findings;
  /// By site, and by where in the element.
  std::map<std::pair<uint32_t, int64_t>, Access> Own, Any;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCNEIGHBOURS_H
