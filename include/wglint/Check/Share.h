// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How much of a shader's memory traffic a remedy would save: a finding about a
/// small part of it is true, but not worth a warning.
#ifndef WGLINT_CHECK_SHARE_H
#define WGLINT_CHECK_SHARE_H

#include "wglint/Analysis/Facts.h"
#include "wglint/Check/Judgement.h"
#include "wglint/Check/MinorReason.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <optional>
#include <vector>

namespace wglint {

/// The share of all traffic from which on a finding on it is worth a warning. A
/// shader that only moves memory becomes at most a tenth faster if it moves a
/// tenth less.
constexpr double kMaterialShare = 0.1;

/// As kMaterialShare, but for sectors. These are counted as if no cache served
/// what another request has fetched, so a share of them is less certain than
/// one of wavefronts, which no cache saves. Smaller shares were mostly of no
/// use to readers of findings in public projects (docs/Evidence.md).
constexpr double kMaterialSectorShare = 0.3;

/// The part of its variable's waste from which on a finding is worth a warning
/// of its own. Smaller ones go away with the others: who mends a loop also
/// mends its prologue, and who mends the reads of a tile also mends what fills
/// it. Readers of public projects found no use in less, and this loses none of
/// what was of use to them (docs/Evidence.md).
constexpr double kMaterialPart = 0.25;

/// How many times the fewest possible sectors a request has to touch to be
/// worth a warning. Of twice as many, half is mostly used by neighbouring
/// requests or served by a cache. With the other rules of that sample this left
/// 58 of 76 useful findings of strided-global-access, and 16 of 38 useless ones
/// (docs/evidence/Samples.md, "What is a remark since that sample").
constexpr uint64_t kMaterialSectorRatio = 3;

/// The least cost of a request for 32 texels, in wavefronts of shared memory: 6
/// for texelFetch() and texture(), 8 for imageLoad(), if the image fits into
/// the cache of a compute unit (H100, docs/Measurements.md, "Texels").
constexpr double kTexelWavefronts = 6;

/// A workgroup of at most kMaxInvocationsHiddenByStart invocations that moves
/// at most kMaxSectorsHiddenByStart sectors loses little by rows that are half
/// a sector long: the next workgroup, which takes the rest of those sectors,
/// would start no sooner without them. Copies and sums by workgroups of 4 x 4 x
/// 4 took at most 2.6 % longer than by 64 x 1 x 1, with up to 66 sectors in
/// place of 24; those by 2 x 8 x 4, and by 128 invocations, 15 to 66 % (H100,
/// docs/Measurements.md, "Small workgroups").
constexpr double kMaxSectorsHiddenByStart = 66;
constexpr uint64_t kMaxInvocationsHiddenByStart = 64;

/// The wavefronts that conflicts may add to a workgroup unnoticed: a quarter of
/// those that a compute unit serves while it starts one, 79 ns (H100,
/// docs/Measurements.md, "Arithmetic"). Readers of public shaders found no use
/// in 7 and 24, and use in 56 and more (docs/evidence/Samples.md).
constexpr uint64_t kMaxWavefrontsHiddenByStart = 32;

/// The arithmetic instructions per sector or wavefront that a subgroup moves,
/// from which on memory traffic is hidden behind arithmetic. Loads of 32
/// sectors per request, one word from each 128 bytes, took 20 % longer than
/// loads of neighbouring words with 32 multiplications per sector and 4 %
/// longer with 64; runs of 128 bytes took no longer with 8 (H100,
/// docs/Measurements.md, "Arithmetic"). The number is twice the largest of
/// these, as compilers remove some of what is counted.
constexpr double kHidingArithmetic = 128;

/// Whether all traffic of the shader is hidden behind its arithmetic, so that
/// moving less does not make it faster. \p total is the sectors and wavefronts
/// of a workgroup on \p config.
bool isHiddenByArithmetic(const EntryPointFacts &facts,
                          const DeviceConfig &config, double total);

/// Whether \p verdict is a two-way conflict that adds at most
/// kTypicalIterations wavefronts to each subgroup; \p extra is what it adds to
/// the workgroup. A two-way conflict at most doubles the wavefronts of a
/// request. In a subgroup with few requests, as in a stage of a transform, that
/// is less than its barriers cost. If \p extra is not known, it is taken to be
/// one wavefront per execution, where a loop of unknown length makes
/// kTypicalIterations.
bool isRareTwoWay(const EntryPointFacts &facts, const AccessFact &access,
                  const ConflictVerdict &verdict, const MaybeCount &extra);

/// Weighs the accesses of an entry point by sectors and wavefronts. Accesses to
/// images, and those with unknown addresses, count with the least that they can
/// cost. In a shader that uses shared memory, loads from images count as
/// measured beside it, kTexelWavefronts.
class TrafficShares {
public:
  /// Counts for \p config, one of those that \p facts were computed for.
  TrafficShares(const EntryPointFacts &facts, const DeviceConfig &config);

  const DeviceConfig &config() const { return Config; }

  /// Sectors and wavefronts of one workgroup.
  double totalTraffic() const { return Total; }

  /// The part of all traffic that would be saved if \p accesses cost no more
  /// than their ideal. \p accesses are a group of global ones, or any number of
  /// one shared variable.
  double avoidableFraction(llvm::ArrayRef<const AccessFact *> accesses) const;

  /// The part of all traffic that \p accesses cause, with the same condition.
  double movedFraction(llvm::ArrayRef<const AccessFact *> accesses) const;

private:
  /// Sectors or wavefronts of a workgroup.
  struct Traffic {
    double actual = 0;
    double ideal = 0;
  };
  double requestsOf(const AccessFact &access, const DeviceCost &cost) const;
  double trafficOf(const AccessFact &access) const;
  /// The members of a group touch sectors together; each such sector counts
  /// once.
  Traffic trafficTogether(llvm::ArrayRef<const AccessFact *> group) const;
  Traffic trafficOfAll(llvm::ArrayRef<const AccessFact *> accesses) const;
  double idealOf(const AccessFact &access) const;
  const DeviceCost *costOf(const AccessFact &access) const;
  double totalBeside(const AccessFact &access) const;

  const EntryPointFacts &Facts;
  DeviceConfig Config;
  double Total = 0;
  /// By how much images weigh more beside shared memory than in Total.
  double TexelWavefronts = 0;
};

/// As TrafficShares, summed up for each variable over several findings, since
/// one remedy, such as padding an array, mends all of them.
class AvoidableByVariable {
public:
  explicit AvoidableByVariable(const EntryPointFacts &facts) : Facts(facts) {}
  /// Counts \p accesses, which all go to one variable, on \p config.
  void add(llvm::ArrayRef<const AccessFact *> accesses,
           const DeviceConfig &config);
  /// Whether what was counted for the variable of \p access is at least
  /// kMaterialShare of the traffic.
  bool isMaterial(const AccessFact &access) const;
  /// The part of all traffic that was counted for the variable of \p access.
  double shareOf(const AccessFact &access) const;
  /// Whether \p accesses, counted before on \p config, are at least
  /// kMaterialPart of the largest amount that one add() has counted for their
  /// variable.
  bool isMaterialPart(llvm::ArrayRef<const AccessFact *> accesses,
                      const DeviceConfig &config);
  /// TrafficShares::avoidableFraction() on \p config.
  double avoidableFraction(llvm::ArrayRef<const AccessFact *> accesses,
                           const DeviceConfig &config);
  /// TrafficShares::movedFraction() on \p config.
  double movedFraction(llvm::ArrayRef<const AccessFact *> accesses,
                       const DeviceConfig &config);
  /// TrafficShares::totalTraffic() on \p config.
  double totalTraffic(const DeviceConfig &config);

private:
  const EntryPointFacts &Facts;
  std::optional<TrafficShares> Traffic; ///< of the last configuration
  void use(const DeviceConfig &config);
  std::map<VariableId, double> Shares;
  std::map<VariableId, double> Largest; ///< by variable, of one add()
};

/// Whether \p accesses, which go to buffers, are less than kMaterialShare of
/// all accesses to buffers, each counted once however much it moves. That share
/// is their part of the latencies.
bool areFewOfAll(const EntryPointFacts &facts,
                 llvm::ArrayRef<const AccessFact *> accesses);

/// A group of global accesses that wastes sectors.
struct ScatteredGroup {
  AccessGroup group;
  CostVerdict verdict;
  /// The part of the traffic that would be saved with all such groups of its
  /// variable, and with those whose rows are taken together with it.
  double avoidableFraction = 0;
  double ownAvoidableFraction =
      0; ///< the part that would be saved with this one
  /// Set if it wastes less than kMaterialPart of what its variable wastes, if
  /// isHiddenByArithmetic(), or if nobody knows how much it moves.
  MinorReason minorPart = "";
  double movedFraction = 0; ///< the part of the traffic that it causes
  double totalTraffic = 0;  ///< TrafficShares::totalTraffic()
};

/// Why mending \p scattered would save little: one workgroup moves all of it,
/// it is a small part of the traffic, or caches serve it, as takesShortRuns(),
/// takesWindows() and isOfSmallBlock() say.
MinorReason whySavesLittle(const EntryPointFacts &facts,
                           const ScatteredGroup &scattered);

/// Whether short rows of \p rowBytes cost less than starting the next
/// workgroup, which takes the rest of their sectors; see
/// kMaxSectorsHiddenByStart. False for atomics, and where the workgroup's size
/// is assumed.
bool isHiddenByStart(const EntryPointFacts &facts,
                     const ScatteredGroup &scattered, uint64_t rowBytes);

/// Whether the same invocations take rows of two variables at once, whose
/// length the host gives: `sum[row * n + k] = x[row * n + k] + y[row * n + k]`.
/// Then both have one cause, the assignment of invocations to elements.
bool takeRowsTogether(const AccessFact &a, const AccessFact &b);

/// Whether \p verdict moves at least kMaterialSectorRatio times the ideal
/// sectors.
bool movesManyTimes(const CostVerdict &verdict);

/// Whether only one workgroup has anything to do: no workgroup asks which one
/// it is (so all would do the same), or each stores to the same places and
/// counts nowhere, or a condition keeps the others away from memory. What one
/// workgroup moves costs little compared with starting it.
bool isSingleWorkgroup(const EntryPointFacts &facts);

/// The groups of global accesses of \p facts for which judgeSectors() has a
/// verdict.
std::vector<ScatteredGroup> scatteredGroups(const EntryPointFacts &facts);

/// The groups for which only judgeSectorsOfSomeLanes() has a verdict: it is not
/// known how much traffic would be saved with them.
std::vector<ScatteredGroup> groupsOfSomeLanes(const EntryPointFacts &facts);

} // namespace wglint

#endif // WGLINT_CHECK_SHARE_H
