// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Races between workgroups. No barrier orders these, so every access of one
/// meets every access of the other. Two neighbours in each dimension are
/// compared.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCWORKGROUPS_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCWORKGROUPS_H

#include "Sync/SyncRecorder.h"

namespace wglint {

/// See the file comment. Accesses under conditions on data are compared too.
/// Their races are reported only for accesses that also meet within a
/// workgroup, where a barrier alone would not be enough, and for stores that
/// count. Otherwise data may keep workgroups apart, as the colours of a graph
/// do.
class SyncWorkgroups {
public:
  SyncWorkgroups(const SyncWalk &walk, AddressMap &addresses, LaneMath &math,
                 const SyncConditions &conditions, const ValueSources &sources,
                 const SyncOrdering &ordering, SyncFindings &findings)
      : Walk(walk), Addresses(addresses), Math(math), Conditions(conditions),
        Sources(sources), Ordering(ordering), Findings(findings) {}

  /// Records an access to a buffer or an image. What is never stored to does
  /// not race, but shows in which dimensions the workgroups differ.
  void access(const AccessAddresses &access,
              const AccessCircumstances &circumstances, const SyncSite &site,
              uint32_t siteNumber, uint32_t context, bool mayBeStored,
              Idleness idle);
  /// Reports what was found in dimensions in which the dispatch has more than
  /// one workgroup, unless something else may order them.
  void finish();

private:
  /// Records that \p value shows in which dimensions workgroups differ.
  void noteUse(const LaneValue &value);
  /// An execution of an access.
  struct Execution {
    AccessEvent event;
    llvm::SmallVector<LaneValue, 3> texel;
    std::shared_ptr<const LaneSet> outside;
    uint32_t site = 0;
    uint32_t number = 0;   ///< running number
    AccessStamp stamp;     ///< but for the invocation
    RequestBytes idle = 0; ///< Idleness::bytes
    /// Conditions on the way to it for which isDecided() holds.
    llvm::SmallVector<const Context *, 1> decided;
  };
  void noteOwnElement(const AccessAddresses &access, uint32_t site);
  void noteBorder(const AccessAddresses &access);
  void noteStoreToAll(const AccessAddresses &access);
  void enter(const Execution &execution, const AccessAddresses &access,
             unsigned dimension);
  void enterWaiting(unsigned dimension);
  void enterLanes(const Execution &execution,
                  llvm::ArrayRef<LaneAddress> addresses, uint32_t workgroup,
                  unsigned dimension);
  void accessLane(const Execution &execution, const AccessStamp &stamp,
                  const LaneAddress &address, unsigned dimension);
  void foundConflict(const Execution &execution, const AccessStamp &stamp,
                     const LaneAddress &address, unsigned dimension,
                     const ShadowEntry &entry, const AccessStamp &other,
                     bool isKept);
  bool goesThroughAll(const AccessAddresses &access) const;
  bool isCount(const AccessEvent &event, const Value *stored,
               uint32_t context) const;
  /// Whether it is known for a workgroup with a known id which side it takes.
  bool isDecided(const Context &context) const;
  bool isDataOfOne(const Context &context, const LaneSet &active) const;
  bool comesTo(const Execution &execution, uint32_t workgroup,
               unsigned dimension, unsigned lane) const;
  bool isUsedBy(const AccessAddresses &access, unsigned dimension) const;
  bool hasNeighbours(unsigned dimension) const;
  /// Whether a second pair of workgroups is compared in \p dimension.
  bool hasInnerPair(unsigned dimension) const;

  struct Found {
    uint32_t execution;            ///< number of the second access's execution
    std::array<uint32_t, 2> sites; ///< of the first access and the second
    bool isSure; ///< no data decides whether both are executed
    SyncFindings::Race race;
  };
  bool hasAtomic(const Found &found) const;
  bool isAsWithin(const Found &found) const;
  void dropSharedElements();

  const SyncWalk &Walk;
  AddressMap &Addresses;
  LaneMath &Math;
  const SyncConditions &Conditions;
  const ValueSources &Sources;
  const SyncOrdering &Ordering;
  SyncFindings &Findings;
  std::array<ShadowMemory, 3> Shadows; ///< by dimension
  std::map<uint32_t, SyncSite> Sites;
  std::vector<Value> Values{Value()};
  std::vector<Found> Races;
  std::set<std::tuple<uint32_t, uint32_t, unsigned, bool>> Known;
  std::array<bool, 3> IsUsed{};
  std::set<std::pair<uint32_t, unsigned>> OwnElements; ///< site, dimension
  std::set<std::pair<spirv::Id, unsigned>> Borders;    ///< variable, dimension
  std::set<uint32_t> Counting;                         ///< sites; see isCount()
  /// Sites of coherent variables that only some workgroups execute.
  std::set<uint32_t> DecidedCoherent;
  std::set<spirv::Id> StoredByAll; ///< variables not stored by one colour alone
  /// By dimension: executions that matter once something uses its id.
  std::array<std::vector<Execution>, 3> Waiting;
  uint32_t ExecutionCount = 0;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCWORKGROUPS_H
