// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How much of a shader's memory traffic a remedy would take away: what is only
/// a small part of it is true, but not worth a warning.
#ifndef WGLINT_CHECK_SHARE_H
#define WGLINT_CHECK_SHARE_H

#include "wglint/Analysis/Facts.h"
#include "wglint/Check/Judgement.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <optional>
#include <vector>

namespace wglint {

/// Shares from which on a finding on memory traffic is worth a warning. A
/// kernel that only moves memory becomes faster by a tenth at most where it
/// moves a tenth less.
constexpr double kMaterialShare = 0.1;

/// The same for sectors. Sectors are counted as if no cache served what another
/// request has fetched, so a share is less certain than one of wavefronts,
/// which no cache saves. Less was mostly of no use to readers of findings in
/// public projects (docs/Evidence.md).
constexpr double kMaterialSectorShare = 0.3;

/// The part of its variable's waste from which on a finding is worth a warning
/// of its own: the prologue of a loop is mended with the loop, and what fills a
/// tile with what reads it. Readers of public projects found no use in less,
/// and this loses none of what was of use to them (docs/Evidence.md).
constexpr double kMaterialPart = 0.25;

/// The sectors of a request over the fewest that would do, from which on it is
/// worth a warning: half of what is moved is mostly used by the requests beside
/// it, or served by a cache.
constexpr uint64_t kMaterialSectorRatio = 3;

/// What a request for 32 texels takes at the least, in wavefronts of shared
/// memory: texelFetch() and texture() 6, imageLoad() 8, of an image that the
/// cache of a processor holds (H100, docs/Measurements.md, "Texels").
constexpr double kTexelWavefronts = 6;

/// The sectors that a workgroup of so few invocations may move in all while
/// little is lost by rows that are half a sector long, as the next one, which
/// takes the rest of their sectors, starts no sooner. Copies and sums by
/// workgroups of 4 x 4 x 4 took at most 2.6 % longer than by 64 x 1 x 1, with
/// up to 66 sectors for 24; those by 2 x 8 x 4, and by 128 invocations, 15 to
/// 66 % (H100, docs/Measurements.md, "Small workgroups").
constexpr double kSectorsOfStart = 66;
constexpr uint64_t kInvocationsOfStart = 64;

/// The wavefronts that conflicts may add to a workgroup unnoticed: a quarter of
/// those that a processor serves while it starts one, 79 ns (H100,
/// docs/Measurements.md, "Arithmetic"). Readers of public shaders found no use
/// in 7 and 24, and use in 56 and more (docs/evidence/Samples.md).
constexpr uint64_t kWavefrontsOfStart = 32;

/// The arithmetic instructions for each sector, or wavefront, of all that a
/// subgroup moves from which on it is hidden behind them. Loads of one word of
/// 128 bytes each, 32 sectors for a request, took 20 % longer than such of
/// neighbouring words beside 32 multiplications a sector and 4 % beside 64, and
/// runs of 128 bytes no longer beside 8 (H100, docs/Measurements.md,
/// "Arithmetic"). Twice that, as compilers leave out some of what is counted.
constexpr double kHidingArithmetic = 128;

/// Whether all that the shader moves, a workgroup \p total sectors and
/// wavefronts on \p config, is hidden behind what it computes: to move less
/// does not make it faster.
bool isHiddenByArithmetic(const EntryPointFacts &facts,
                          const DeviceConfig &config, double total);

/// Whether \p verdict is a conflict of two ways that adds at most
/// kTypicalIterations wavefronts to each subgroup, \p extra to the workgroup.
/// Two words of a bank at most double the wavefronts of a request; where a
/// subgroup issues few of them, as a stage of a transform does, that is less
/// than its barriers cost. Where \p extra is not known, it is taken to be one
/// for each execution, of which loops of unknown length make
/// kTypicalIterations.
bool isRareTwoWay(const EntryPointFacts &facts, const AccessFact &access,
                  const ConflictVerdict &verdict, const MaybeCount &extra);

/// Weighs the accesses of an entry point by sectors and wavefronts, those of
/// images and those whose addresses are not known at the fewest that they can
/// cost. Beside shared memory loads of images weigh what they were measured to
/// take beside it, kTexelWavefronts.
class TrafficShares {
public:
  /// Counts for \p config, one of those that \p facts were computed for.
  TrafficShares(const EntryPointFacts &facts, const DeviceConfig &config);

  const DeviceConfig &config() const { return Config; }

  /// Sectors and wavefronts of a workgroup.
  double total() const { return Total; }

  /// The part of all traffic that would go away if \p accesses cost no more
  /// than their ideal: a group of global ones, or any of a shared variable.
  double avoidable(llvm::ArrayRef<const AccessFact *> accesses) const;

  /// The part of all traffic that \p accesses are, likewise.
  double moved(llvm::ArrayRef<const AccessFact *> accesses) const;

private:
  /// Sectors or wavefronts of a workgroup.
  struct Traffic {
    double actual = 0;
    double ideal = 0;
  };
  double requestsOf(const AccessFact &access, const DeviceCost &cost) const;
  double trafficOf(const AccessFact &access) const;
  /// Members of a group touch sectors together, which count once.
  Traffic trafficTogether(llvm::ArrayRef<const AccessFact *> group) const;
  Traffic trafficOfAll(llvm::ArrayRef<const AccessFact *> accesses) const;
  double idealOf(const AccessFact &access) const;
  const DeviceCost *costOf(const AccessFact &access) const;
  double totalBeside(const AccessFact &access) const;

  const EntryPointFacts &Facts;
  DeviceConfig Config;
  double Total = 0;
  double TexelWavefronts = 0; ///< over those that Total has for images
};

/// The same, summed up for each variable over several findings: one remedy, as
/// a pad of an array, mends all of them.
class AvoidableByVariable {
public:
  explicit AvoidableByVariable(const EntryPointFacts &facts) : Facts(facts) {}
  /// Counts \p accesses, which all go to one variable, on \p config.
  void add(llvm::ArrayRef<const AccessFact *> accesses,
           const DeviceConfig &config);
  /// Whether all that was counted of the variable of \p access is at least
  /// kMaterialShare of the traffic.
  bool isMaterial(const AccessFact &access) const;
  /// All that was counted of the variable of \p access, as a part of the
  /// traffic.
  double shareOf(const AccessFact &access) const;
  /// Whether \p accesses, counted before on \p config, are at least
  /// kMaterialPart of the most that was counted of their variable at once.
  bool isMaterialPart(llvm::ArrayRef<const AccessFact *> accesses,
                      const DeviceConfig &config);
  /// TrafficShares::avoidable() on \p config.
  double avoidable(llvm::ArrayRef<const AccessFact *> accesses,
                   const DeviceConfig &config);
  /// TrafficShares::moved() on \p config.
  double moved(llvm::ArrayRef<const AccessFact *> accesses,
               const DeviceConfig &config);
  /// TrafficShares::total() on \p config.
  double total(const DeviceConfig &config);

private:
  const EntryPointFacts &Facts;
  std::optional<TrafficShares> Traffic; ///< of the last configuration
  void use(const DeviceConfig &config);
  std::map<VariableId, double> Shares;
  std::map<VariableId, double> Largest; ///< of what was counted at once
};

/// Whether \p accesses, of buffers, are less than kMaterialShare of all
/// accesses to buffers, however much each moves: that is their part of the
/// latencies.
bool areFewOfAll(const EntryPointFacts &facts,
                 llvm::ArrayRef<const AccessFact *> accesses);

/// A group of global accesses that wastes sectors.
struct ScatteredGroup {
  AccessGroup group;
  CostVerdict verdict;
  /// The part of the traffic that would go away with all such groups of its
  /// variable, and of those whose rows are taken together with it.
  double share = 0;
  double ownShare = 0; ///< the part that would go away with this one
  /// It is a small part of what its variable wastes, kMaterialPart, or
  /// isHiddenByArithmetic().
  bool isMinorPart = false;
  double moved = 0; ///< the part of the traffic that it is
  double total = 0; ///< TrafficShares::total()
};

/// Whether rows of \p rowBytes, the rest of whose sectors the next workgroup
/// takes, cost less than starting it: see kSectorsOfStart. Not said of atomics,
/// nor of sizes that are assumed.
bool isHiddenByStart(const EntryPointFacts &facts,
                     const ScatteredGroup &scattered, uint64_t rowBytes);

/// Whether the same invocations take rows of two variables in one go, whose
/// length the host gives: `sum[row * n + k] = x[row * n + k] + y[row * n + k]`.
/// How invocations are dealt out is their one cause.
bool takeRowsTogether(const AccessFact &a, const AccessFact &b);

/// Whether \p verdict moves at least kMaterialSectorRatio times the sectors
/// that would do.
bool movesManyTimes(const CostVerdict &verdict);

/// Whether only one workgroup has anything to do: no workgroup asks which one
/// it is, so that all would do the same, or each stores to the same places and
/// counts nowhere, or a condition keeps the others away from memory. What a
/// single one moves is little beside what starting it costs.
bool isSingleWorkgroup(const EntryPointFacts &facts);

/// The groups of global accesses of \p facts for which judgeSectors() has a
/// verdict.
std::vector<ScatteredGroup> scatteredGroups(const EntryPointFacts &facts);

/// Those for which only judgeSectorsOfSomeLanes() has one: no traffic is known
/// to go away with them.
std::vector<ScatteredGroup> groupsOfSomeLanes(const EntryPointFacts &facts);

} // namespace wglint

#endif // WGLINT_CHECK_SHARE_H
