// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// From facts to verdicts: which accesses belong together, and whether what
/// they cost is worth a finding on the devices of the target.
///
/// A verdict fires only where every configuration that has the resource
/// (sectors of a known size, banks) agrees; its numbers are those of the first
/// of them.
#ifndef WGLINT_CHECK_JUDGEMENT_H
#define WGLINT_CHECK_JUDGEMENT_H

#include "wglint/Analysis/Facts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace wglint {

/// The storage block that \p access goes to; nullptr for other memory.
const StorageBlockFact *storageBlock(const EntryPointFacts &facts,
                                     const AccessFact &access);

/// The same, if it is a single block of a declared length.
const StorageBlockFact *fixedBlock(const EntryPointFacts &facts,
                                   const AccessFact &access);

/// Both blocks have one binding, and so one buffer.
bool isSameBuffer(const StorageBlockFact &a, const StorageBlockFact &b);

/// Whether neighbouring lanes take neighbouring structures or arrays, each as a
/// whole: compilers issue their words as fewer, wider requests, which leave no
/// gap.
bool isWholeElement(const AccessFact &access);

/// Whether GLSL leaves open how the elements of the shared array of \p access
/// lie: three-component vectors may be packed.
bool hasOpenLayout(const EntryPointFacts &facts, const AccessFact &access);

/// Accesses that walk the same structures: one variable, one kind of operation,
/// one loop depth, and lanes that keep the same distances. They share their
/// sectors, so the union of their bytes is what counts.
struct AccessGroup {
  /// In order of their instructions, never empty.
  llvm::SmallVector<const AccessFact *, 4> members;
};

/// Those of \p accesses that may be executed together: one that excludes an
/// earlier one is left out.
llvm::SmallVector<const AccessFact *, 4>
accessesOfOneWay(llvm::ArrayRef<const AccessFact *> accesses);

/// The global accesses of \p facts in groups, in order of their first members.
/// Unknown accesses and those without a witness stand alone.
/// Cost: quadratic in the accesses of one variable.
std::vector<AccessGroup> groupGlobalAccesses(const EntryPointFacts &facts);

/// Bytes up to which it costs less than twice the time if each invocation takes
/// a run of its own, instead of every n-th element: copies in runs of 2, 4 and
/// 8 floats take 0.9, 1.4 and 3.0 times as long on an H200 (`blocked_copy` in
/// test/Inputs/hardware/h200-timings.csv).
constexpr uint64_t kCheapRunBytes = 16;

/// What a request moves too much, for each lane, before that is a waste: 4
/// sectors of 32 bytes for 32 lanes.
constexpr uint64_t kExcessBytesPerLane = 4;

/// Whether each invocation takes at most kCheapRunBytes by \p access over all
/// of its loops, a request touches no more sectors than one of such a run (one
/// for two lanes), and each subgroup goes back to its own sectors until most of
/// their bytes are used: caches serve what is scattered. (The tiles of a naive
/// transpose lie in sectors that subgroups share.) False where that is not
/// known.
bool takesShortRuns(const EntryPointFacts &facts, const AccessFact &access);

/// Whether the invocations load windows that overlap, as those of a
/// convolution, so that a workgroup uses most bytes of the sectors that it
/// touches, and few enough for any cache (kWindowBytes): what a request leaves
/// of them, the next iterations take. False where that is not known.
bool takesWindows(const AccessFact &access);

/// The first-level vector cache of a compute unit, where it is smallest (AMD,
/// "Introducing RDNA Architecture", 2019).
constexpr uint64_t kWindowBytes = 16384;

/// Whether each invocation takes something once, outside of loops, of a block
/// that is kWindowBytes large at most, or that conditions leave so much of for
/// the whole dispatch: that much is little to move, however often.
bool isOfSmallBlock(const EntryPointFacts &facts, const AccessFact &access);

/// The accesses of \p facts, \p access itself among them, that go to the same
/// variable and whose addresses are, in one iteration, the same distance from
/// its own for every lane, whatever they do there: those to the same
/// structures. Empty where its addresses are not known.
llvm::SmallVector<const AccessFact *, 4>
accessesAlongside(const EntryPointFacts &facts, const AccessFact &access);

/// Whether all accesses to the structures that \p access walks, loads and
/// stores together, use most bytes of the sectors that they touch in one
/// iteration, or, outside of loops, move less than kMaterialSectorRatio times
/// the bytes that they use: what it leaves of them, others take.
bool sharesUsedSectors(const EntryPointFacts &facts, const AccessFact &access);

/// What one request of an access costs, and the fewest that it could cost.
struct CostVerdict {
  const DeviceCost *numbers = nullptr; ///< of the device behind the numbers
  CountRange perRequest;               ///< sectors or wavefronts
  CountRange idealPerRequest;
  /// Of a group of several accesses, in one request of each: the bytes that
  /// they use together, and those of the sectors that they touch together.
  struct Together {
    uint64_t usedBytes = 0;
    uint64_t movedBytes = 0;
  };
  std::optional<Together> together;
  /// Data decides which lanes come: the most are those of all lanes.
  bool isOfSomeLanes = false;
};

/// Whether \p group wastes sectors, its first member alone and all taken
/// together: at least twice the ideal and at least 4 bytes more than needed for
/// each lane of the subgroup (4 sectors of 32 bytes for 32 lanes,
/// docs/checks/README.md). The numbers are those of the first member; bounded
/// facts count with the least that they can cost. std::nullopt: no finding, or
/// not known on some configuration.
std::optional<CostVerdict> judgeSectors(const AccessGroup &group);

/// The same where it is not known which lanes come, of lanes that are at least
/// a sector apart: whichever come, each touches one of its own.
std::optional<CostVerdict> judgeSectorsOfSomeLanes(const AccessGroup &group);

/// How much of a shared access' requests conflict.
enum class ConflictShare {
  Most, ///< over all requests at least twice the ideal wavefronts
  Some, ///< there are conflicts, but they less than double the total
};

struct ConflictVerdict {
  CostVerdict cost;
  CountRange ways;
  ConflictShare share = ConflictShare::Most;
};

/// Bank conflicts of a shared access. std::nullopt: no conflict, or not known
/// on some configuration that has banks.
std::optional<ConflictVerdict> judgeBankConflicts(const AccessFact &access);

/// What compilers make of accesses to words that lie side by side: those of one
/// aligned 16 bytes that the same lanes load, or store, in one go, without a
/// branch or a barrier in between, are one request, or those of splitAccess()
/// (measured on an H100, docs/Measurements.md, "Words of one vector").
enum class Merging {
  None,     ///< there is no other such access, or that is not known
  Wasteful, ///< together at least twice the wavefronts that they need
  Harmless, ///< less than that
};
Merging mergingOf(const EntryPointFacts &facts, const AccessFact &access);

/// Wavefronts of a workgroup beyond the ideal on the device behind \p verdict,
/// where both are known.
MaybeCount extraWavefronts(const ConflictVerdict &verdict);

/// Whether \p access conflicts no more than the size of the elements makes it
/// that it takes a part of: of components of vectors of four words, four lanes
/// want one bank wherever rows begin.
bool conflictsByElementSize(const EntryPointFacts &facts,
                            const AccessFact &access);

/// Whether rows of no length make the conflict of \p access smaller: words of
/// lanes that lie an even number of rows apart fall into half of the banks,
/// wherever rows begin.
bool conflictsByRowDistance(const EntryPointFacts &facts,
                            const AccessFact &access);

/// Nobody has written the workgroup's size, and it was taken to have several
/// dimensions: that says nothing of who lies beside whom.
inline bool hasAssumedShape(const EntryPointFacts &facts) {
  return facts.sizeSource == SizeSource::Assumed && facts.workgroupSize[1] > 1;
}

/// The shape of a workgroup in which the shader's accesses together touch at
/// most half of the sectors on every device of the target that has them,
/// whatever is unknown: the one with the fewest. nullptr: there is none, or it
/// may not be exchanged.
const ShapeFact *betterShape(const EntryPointFacts &facts);

/// Whether \p access of \p facts wastes no sectors any more in betterShape():
/// that shape is the remedy, and the only finding. False: no such shape.
bool isMendedByShape(const EntryPointFacts &facts, const AccessFact &access);

/// Bytes from which on a private array with a run-time index has doubled the
/// time that an access takes, on an H200
/// (docs/checks/oversized-private-array.md: 1.0 up to 32 floats, 1.5 at 64, 2.7
/// at 128).
constexpr uint64_t kCostlyRunTimeIndexBytes = 128 * 4;
/// Up to here the same table shows no difference.
constexpr uint64_t kFreeRunTimeIndexBytes = 32 * 4;

/// Its index is only known at run time, or differs between lanes. (Loops whose
/// index is the same for all lanes are mostly unrolled, and it is a constant
/// then.)
bool hasRunTimeIndex(const PrivateArrayFact &array);

/// Whether \p copy is what a function gets of \p array to change it: what is
/// said of the one holds for the other, and inlining mostly leaves one of them.
bool isCopyOf(const PrivateArrayFact &copy, const PrivateArrayFact &array);

/// Whether \p array is a copy of another one.
bool isCopy(const EntryPointFacts &facts, const PrivateArrayFact &array);

/// Whether several functions may use \p array: what push() and pop() do to it,
/// nobody tells.
bool isOfSeveral(const EntryPointFacts &facts, const PrivateArrayFact &array);

/// The first configuration whose registers are documented, if \p bytes are more
/// than the registers of an invocation of all such configurations.
const DeviceConfig *overRegisters(llvm::ArrayRef<DeviceConfig> configs,
                                  uint64_t bytes);

/// For how many configurations of the target something holds.
enum class Agreement {
  None,
  OneDevice, ///< for all configurations of some devices, not of all
  All,
};

struct ConfigVerdict {
  Agreement agreement = Agreement::None;
  DeviceConfig numbers; ///< the first for which it holds on all of its device
};

/// Asks \p holds of each configuration. \p configs hold the configurations of a
/// device side by side.
ConfigVerdict
judgeAcrossDevices(llvm::ArrayRef<DeviceConfig> configs,
                   llvm::function_ref<bool(const DeviceConfig &)> holds);

} // namespace wglint

#endif // WGLINT_CHECK_JUDGEMENT_H
