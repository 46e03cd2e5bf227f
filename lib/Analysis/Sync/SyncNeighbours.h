// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Races between each invocation's own element of a buffer, `v[id]`, and
/// accesses to elements of the same buffer that data picks or a loop goes
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

/// See the file comment. Nothing is said
/// - where workgroups may wait for each other;
/// - of addresses with other unknowns: `v[half + j]` may be the other half;
/// - of numbers that were handed out or kept in the workgroup (by atomics,
///   shared memory, a subgroup), or that the array itself holds;
/// - of accesses outside of loops under conditions on data: `if (j > id)` may
///   keep the two apart.
class SyncNeighbours {
public:
  SyncNeighbours(const SyncWalk &walk, const SyncConditions &conditions,
                 const SyncOrdering &ordering, const LaneMath &math,
                 SyncFindings &findings)
      : Walk(walk), Conditions(conditions), Ordering(ordering), Math(math),
        Findings(findings) {}

  /// An access to a buffer.
  struct Visit {
    const AccessEvent &event;
    const SyncSite &site;
    uint32_t siteNumber;
    uint32_t context; ///< SyncConditions::number() of what it is under
    uint32_t control; ///< barriers before it
    const Idleness &idle;
    const Value *stored; ///< null: it is not known
  };
  /// Has to be told of the accesses to buffers that are compared.
  void access(const Visit &visit);
  /// Adds the races to the findings.
  void finish();

private:
  struct Access {
    SyncSite site;
    std::string part; ///< SyncFindings::Race::part
    uint32_t context = 0;
    /// Two lanes that execute it; if there is only one, that one twice.
    LanePair lanes{};
    int64_t at = 0;        ///< of the first element, within the variable
    int64_t stepBytes = 0; ///< from one element to the next
    uint32_t requestBytes = 0;
    bool isBounded = false; ///< a constant bounds a loop around it
    Idleness idle;
    std::optional<Value> stored;
    std::set<uint32_t> controls; ///< numbers of barriers before its executions
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
  /// By site, and by the place within the element.
  std::map<std::pair<uint32_t, int64_t>, Access> Own, Any;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCNEIGHBOURS_H
