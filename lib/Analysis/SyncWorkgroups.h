// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Races between workgroups: no barrier orders them, so every access of one
/// meets every access of the other. Two neighbours in each dimension are
/// compared.
#ifndef WGLINT_LIB_ANALYSIS_SYNCWORKGROUPS_H
#define WGLINT_LIB_ANALYSIS_SYNCWORKGROUPS_H

#include "SyncRecorder.h"

namespace wglint {

/// See the file comment. Only told of accesses that every workgroup makes.
class SyncWorkgroups {
public:
  SyncWorkgroups(const SyncWalk &walk, AddressMap &addresses, LaneMath &math,
                 const SyncConditions &conditions, SyncFindings &findings)
      : Walk(walk), Addresses(addresses), Math(math), Conditions(conditions),
        Findings(findings) {}

  /// Enters an access to a buffer or an image.
  void access(const AccessEvent &event, llvm::ArrayRef<LaneValue> texel,
              const SyncSite &site, uint32_t siteNumber, uint32_t context,
              const Value *stored);
  /// The values that tell in which dimensions the workgroups differ.
  void noteUse(const LaneValue &value);
  void noteFence() { HasFence = true; }
  /// Reports what was found, if the dispatch has more than one workgroup there
  /// and nothing else may order them.
  void finish();

private:
  void accessLane(const AccessEvent &event, uint32_t siteNumber,
                  const AccessStamp &stamp, const LaneAddress &address,
                  unsigned dimension);
  bool hasNeighbours(unsigned dimension) const;

  struct Found {
    const SyncSite *first, *second;
    SyncFindings::Race race;
  };

  const SyncWalk &Walk;
  AddressMap &Addresses;
  LaneMath &Math;
  const SyncConditions &Conditions;
  SyncFindings &Findings;
  std::array<ShadowMemory, 3> Shadows; ///< by dimension
  std::map<uint32_t, SyncSite> Sites;
  std::vector<Value> Values{Value()};
  std::vector<Found> Races;
  std::set<std::tuple<uint32_t, uint32_t, unsigned, bool>> Known;
  std::array<bool, 3> IsUsed{};
  bool HasFence = false, HasAtomic = false;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNCWORKGROUPS_H
