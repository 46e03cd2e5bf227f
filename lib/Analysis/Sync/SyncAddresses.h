// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Addresses of all lanes of an access, each split into a known number and an
/// unknown rest, so that equal addresses have equal numbers.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCADDRESSES_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCADDRESSES_H

#include "Costs/AccessEvent.h"
#include "Lanes/LaneGroups.h"
#include "Lanes/Layout.h"
#include "Lanes/Value.h"
#include <map>

namespace wglint {

class StoredVariables;

/// What has to be known about a walk besides its events.
struct SyncWalk {
  const spirv::Module &module;
  SymbolTable &symbols;
  Layout &layout;
  const StoredVariables &stored;
  unsigned laneCount;
  unsigned subgroupSize;      ///< of the walk
  unsigned leastSubgroupSize; ///< the smallest of all devices
  bool usesSubgroups;         ///< spirv::usesSubgroups()
  bool hasSharedMemory;       ///< something uses shared memory
  /// Symbols of gl_WorkGroupID; kNoSymbol where the component is a known
  /// number.
  std::array<SymbolId, 3> workgroupIds;
  std::array<SymbolId, 3> workgroupCounts; ///< the same for gl_NumWorkGroups
  /// Number of workgroups in each dimension, if a dispatch is given.
  std::optional<std::array<uint32_t, 3>> dispatch;
};

/// An address of one lane: a region, which stands for a variable and the
/// unknown part of the address, and a byte in it (for images: packed
/// coordinates).
struct LaneAddress {
  uint32_t region = 0;
  int64_t at = 0;
  bool isKnown = false;
  bool isConcrete = false; ///< no part of it is unknown
};

/// The workgroup whose addresses are wanted.
struct WorkgroupView {
  /// The dimension in which two workgroups that are to be compared differ: an
  /// address with a part that differs between them in an unknown way is
  /// unknown. 3: only one workgroup is considered.
  unsigned dimension = 3;
  /// The workgroup's id in that dimension. 0 and 1 exist wherever there are two
  /// workgroups.
  uint32_t id = 0;
};

/// What the addresses of an access are made of. Refers to the event and to the
/// coordinates.
struct AccessAddresses {
  /// \p coordinates: of an image access, else empty. \p lanesOutside: the lanes
  /// whose index is out of bounds, or null.
  AccessAddresses(const AccessEvent &access,
                  llvm::ArrayRef<LaneValue> coordinates,
                  const LaneSet *lanesOutside, KnownLaneGroups &known)
      : event(access),
        components(coordinates.empty() ? llvm::ArrayRef(access.offsetBytes)
                                       : coordinates),
        isTexel(!coordinates.empty()), outside(lanesOutside),
        groups(known.of(components, access.active)) {}

  const AccessEvent &event;
  llvm::ArrayRef<LaneValue> components; ///< byte offset or coordinates
  bool isTexel;
  const LaneSet *outside; ///< may be null
  std::shared_ptr<const LaneGroups> groups;
};

/// See the file comment.
class AddressMap {
public:
  explicit AddressMap(const SyncWalk &walk) : Walk(walk) {}

  /// Takes the parameters of AccessAddresses' constructor.
  AccessAddresses split(const AccessEvent &access,
                        llvm::ArrayRef<LaneValue> coordinates,
                        const LaneSet *lanesOutside) {
    return {access, coordinates, lanesOutside, Groups};
  }

  /// One address for each lane; those of inactive lanes are meaningless. Cost:
  /// a look at the unknown part for each group of lanes, an addition for each
  /// lane.
  std::vector<LaneAddress> addresses(const AccessAddresses &access,
                                     WorkgroupView view);

private:
  struct Parts;
  struct GroupAddress;
  bool addParts(Parts &parts, const LaneValue &value, unsigned lane,
                WorkgroupView view) const;
  GroupAddress groupAddress(const AccessAddresses &access, unsigned leader,
                            WorkgroupView view);
  bool isComparable(SymbolId symbol, WorkgroupView view) const;

  const SyncWalk &Walk;
  std::map<std::vector<int64_t>, uint32_t> Regions;
  KnownLaneGroups Groups;
};

/// The unknown part of \p value in the workgroup of \p view, whose id is a
/// number.
LaneValue unknownPartIn(const SyncWalk &walk, LaneValue value,
                        WorkgroupView view);

/// The unknown part of a byte offset in \p lane, as text.
std::string unknownPartText(LaneMath &math, const LaneValue &offsetBytes,
                            unsigned lane);

/// Says whether the first symbol in one lane equals the second in another.
using SymbolMatch = llvm::function_ref<bool(SymbolId, SymbolId)>;

/// Whether \p a in lane \p laneA and \p b in lane \p laneB provably have the
/// same value if symbols for which \p match holds do.
bool areSameValue(const Value &a, unsigned laneA, const Value &b,
                  unsigned laneB, SymbolMatch match);

/// As above, if symbols of \p scope or wider are the same for both lanes.
bool areSameValue(const SymbolTable &symbols, const Value &a, unsigned laneA,
                  const Value &b, unsigned laneB, UniformityScope scope);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCADDRESSES_H
