// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a workgroup stores and then tells others of by an atomic, with no
/// memory barrier for other workgroups between the two (groupMemoryBarrier() is
/// for its own): the workgroup that the atomic says is the last one may load
/// what was there before.
///
///     parts[gl_WorkGroupID.x] = sum;
///     // memoryBarrierBuffer() is missing here
///     last = atomicAdd(done, 1u) == gl_NumWorkGroups.x - 1u;
///     ...
///     if (last) total += parts[i];
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCANNOUNCED_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCANNOUNCED_H

#include "Sync/Moments.h"
#include "Sync/SyncAddresses.h"
#include "Sync/SyncConditions.h"
#include "Sync/SyncFindings.h"
#include "Sync/ValueSources.h"
#include "Walk/WalkObserver.h"
#include <array>
#include <map>
#include <set>
#include <vector>

namespace wglint {

/// See the file comment. Nothing is said of what is `coherent`, of atomics that
/// release, and where a memory barrier for this kind of memory is anywhere
/// between. The load has to be behind a condition that compares the atomic's
/// result for equality, however the result came there.
class SyncAnnounced {
public:
  SyncAnnounced(const SyncWalk &walk, AddressMap &addresses, LaneMath &math,
                const SyncConditions &conditions, const ValueSources &sources,
                SyncFindings &findings)
      : Walk(walk), Addresses(addresses), Math(math), Conditions(conditions),
        Sources(sources), Findings(findings) {}

  /// An access to a buffer or an image.
  struct Visit {
    const AccessEvent &event;
    const AccessCircumstances &circumstances;
    const SyncSite &site;
    uint32_t siteNumber;
    MemoryClass memory;
    uint32_t control, context; ///< as in Moment
    /// Memory barriers so far that order for other workgroups, by MemoryClass.
    const std::array<uint32_t, 3> &fences;
  };
  /// Has to be told of all such accesses, in order. Cost: for a load behind
  /// such an atomic, that of comparing what two workgroups access.
  void access(const Visit &visit);
  /// Has to be told of all stores to shared memory.
  void storeShared(const AccessEvent &event, const Value &stored);

private:
  /// An execution of a store.
  struct Stored {
    AccessEvent event;
    llvm::SmallVector<LaneValue, 3> texel;
    std::shared_ptr<const LaneSet> outside;
    SyncSite site;
    MemoryClass memory;
    uint32_t fence, control, context;
  };
  /// Lanes of two workgroups that access one place.
  struct Meeting {
    unsigned storing, loading; ///< lanes
    LaneAddress at;
  };
  /// What an unknown was computed from.
  struct Telling {
    std::set<uint32_t> atomics; ///< instructions
    bool isEquality = false;    ///< something was compared for equality
  };
  /// The atomics whose results decide by equality who comes to a place, and
  /// what is assumed of these conditions, as texts of the symbol table. Empty
  /// where something decides besides that the dispatch does not.
  struct Told {
    std::set<uint32_t> atomics, texts;
  };

  void noteAtomic(const Visit &visit);
  void load(const Visit &visit);
  void addMade(SymbolId symbol, std::vector<SymbolId> &work,
               Telling &telling) const;
  Telling tellingOf(const LaneValue &value) const;
  Told toldBefore(uint32_t context) const;
  bool isConsistent(const Visit &visit, const Stored &stored) const;
  std::vector<LaneAddress> placesOf(const AccessEvent &event,
                                    llvm::ArrayRef<LaneValue> texel,
                                    const LaneSet *outside,
                                    WorkgroupView view) const;
  std::optional<Meeting> meet(const Visit &visit, const Stored &stored,
                              unsigned dimension, uint32_t storingId) const;
  void report(const Visit &visit, const Stored &stored, uint32_t atomic,
              const Told &told, const Meeting &meeting, WorkgroupView loading);

  const SyncWalk &Walk;
  AddressMap &Addresses;
  LaneMath &Math;
  const SyncConditions &Conditions;
  const ValueSources &Sources;
  SyncFindings &Findings;
  std::map<uint32_t, Stored> Stores; ///< the latest, by site
  /// By atomic and site of the store: the store that it tells of.
  std::map<std::pair<uint32_t, uint32_t>, Stored> Announced;
  std::map<spirv::Id, Telling> Shared; ///< by variable: what is stored to it
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCANNOUNCED_H
