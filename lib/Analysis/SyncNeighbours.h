// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Races between each invocation's own element of a buffer, `v[id]`, and
/// accesses to elements of the same buffer that data picks, or that a loop goes
/// through: particles that move while others look at them.
#ifndef WGLINT_LIB_ANALYSIS_SYNCNEIGHBOURS_H
#define WGLINT_LIB_ANALYSIS_SYNCNEIGHBOURS_H

#include "SyncComponents.h"
#include "SyncConditions.h"
#include "SyncFindings.h"
#include "SyncAddresses.h"

namespace wglint {

/// See the file comment. Told of all accesses to buffers. Says nothing where
/// workgroups may wait for each other by atomics with memory barriers, and of
/// addresses with other unknowns: `v[half + j]` may be the other half.
class SyncNeighbours {
public:
  SyncNeighbours(const SyncWalk &walk, const SyncConditions &conditions,
                 SyncFindings &findings)
      : Walk(walk), Conditions(conditions), Findings(findings) {}

  /// \p context: SyncConditions::number() of what \p event is under.
  /// \p control: barriers before it. \p idle: what of it makes no difference.
  void access(const AccessEvent &event, const SyncSite &site,
              uint32_t siteNumber, uint32_t context, uint32_t control,
              const Idleness &idle);
  void noteFence() { HasFence = true; }
  /// Adds the races to the findings.
  void finish();

private:
  struct Access {
    SyncSite site;
    uint32_t context = 0;
    uint32_t lane = 0;
    int64_t at = 0;      ///< of the first element, from the variable's begin
    int64_t stepBytes = 0; ///< from one element to the next
    uint32_t requestBytes = 0;
    Idleness idle;
    std::set<uint32_t> controls;    ///< barriers before its executions
    std::set<uint32_t> assumptions; ///< texts of the symbol table
  };

  bool isOfVector(const AccessEvent &event) const;
  std::optional<Access> ownElement(const AccessEvent &event) const;
  std::optional<Access> anyElement(const AccessEvent &event) const;
  bool isAnyNumber(SymbolId symbol, bool isAlone) const;
  bool hasBound(const Access &access) const;
  bool isConflict(const Access &own, const Access &any) const;
  bool meet(const Access &own, const Access &any, bool isUnordered) const;

  const SyncWalk &Walk;
  const SyncConditions &Conditions;
  SyncFindings &Findings;
  /// By site, and by where in the element.
  std::map<std::pair<uint32_t, int64_t>, Access> Own, Any;
  bool HasFence = false, HasAtomic = false;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNCNEIGHBOURS_H
