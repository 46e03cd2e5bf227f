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

/// As storageBlock(), but nullptr unless it is a single block of a declared
/// length.
const StorageBlockFact *fixedBlock(const EntryPointFacts &facts,
                                   const AccessFact &access);

/// Whether both blocks have the same binding and therefore name the same
/// buffer.
bool isSameBuffer(const StorageBlockFact &a, const StorageBlockFact &b);

/// Whether neighbouring lanes take neighbouring structures or arrays as a
/// whole. Compilers then issue their words as fewer, wider requests without
/// gaps.
bool isWholeElement(const AccessFact &access);

/// Whether GLSL leaves open how the elements of the shared array of \p access
/// lie: three-component vectors may be packed.
bool hasOpenLayout(const EntryPointFacts &facts, const AccessFact &access);

/// Accesses that walk the same structures: they agree in variable, operation
/// and loop depth, and their lanes keep the same distances. As they share their
/// sectors, the union of their bytes is judged.
struct AccessGroup {
  /// In order of their instructions, never empty.
  llvm::SmallVector<const AccessFact *, 4> members;
};

/// Those of \p accesses that may be executed together: an access that excludes
/// an earlier one is left out.
llvm::SmallVector<const AccessFact *, 4>
accessesOfOneWay(llvm::ArrayRef<const AccessFact *> accesses);

/// The global accesses of \p facts in groups, in the order of their first
/// members. Unknown accesses and those without a witness are groups of one.
/// Cost: quadratic in the accesses of one variable.
std::vector<AccessGroup> groupGlobalAccesses(const EntryPointFacts &facts);

/// The longest run of bytes that each invocation may take for itself, instead
/// of every n-th element, at less than twice the time: copies in runs of 2, 4
/// and 8 floats take 0.9, 1.4 and 3.0 times as long on an H200 (`blocked_copy`
/// in test/Inputs/hardware/h200-timings.csv).
constexpr uint64_t kCheapRunBytes = 16;

/// The bytes per lane that a request has to move without need to be a waste: 4
/// sectors of 32 bytes for 32 lanes. Chosen, not measured: as much again as a
/// float for each lane, so that a request of a few bytes, as where all lanes
/// read one or two scalars, is no waste however many times its ideal it moves.
constexpr uint64_t kExcessBytesPerLane = 4;

/// Whether caches serve the scattered runs of \p access: each invocation takes
/// at most kCheapRunBytes over all of its loops, a request touches no more
/// sectors than such a run needs (one for two lanes), and each subgroup comes
/// back to its own sectors until it has used most of their bytes. (The tiles of
/// a naive transpose lie in sectors that subgroups share.) False where that is
/// not known.
bool takesShortRuns(const EntryPointFacts &facts, const AccessFact &access);

/// Whether invocations load overlapping windows, as in a convolution, so that a
/// workgroup uses most bytes of the sectors that it touches, and these fit into
/// any cache (kWindowBytes): the next iterations take what a request leaves of
/// them. False where that is not known.
bool takesWindows(const AccessFact &access);

/// Size of the smallest first-level vector cache of a compute unit (AMD,
/// "Introducing RDNA Architecture", 2019).
constexpr uint64_t kWindowBytes = 16384;

/// Whether each invocation makes \p access once, outside of loops, to a block
/// of at most kWindowBytes, or to one of which conditions leave no more than
/// that for the whole dispatch. That is little to move, however often.
bool isOfSmallBlock(const EntryPointFacts &facts, const AccessFact &access);

/// The accesses to the same structures as \p access, itself included: those to
/// the same variable whose addresses are in one iteration, for every lane, the
/// same distance from its own. Their operation does not matter. Empty where its
/// addresses are not known.
llvm::SmallVector<const AccessFact *, 4>
accessesAlongside(const EntryPointFacts &facts, const AccessFact &access);

/// Whether other accesses take what \p access leaves of its sectors: all
/// accesses to the structures that it walks, loads and stores together, use
/// most bytes of the sectors that they touch in one iteration or, outside of
/// loops, move less than kMaterialSectorRatio times the bytes that they use.
bool sharesUsedSectors(const EntryPointFacts &facts, const AccessFact &access);

/// What one request of an access costs, and the fewest that it could cost.
struct CostVerdict {
  const DeviceCost *numbers = nullptr; ///< for the device behind the numbers
  CountRange perRequest;               ///< sectors or wavefronts
  CountRange idealPerRequest;
  /// Only for a group of several accesses, counting one request of each: the
  /// bytes that they use, and the bytes of the sectors that they touch.
  struct Together {
    uint64_t usedBytes = 0;
    uint64_t movedBytes = 0;
  };
  std::optional<Together> together;
  /// Data decides which lanes are active; the larger numbers are for all of
  /// them.
  bool isOfSomeLanes = false;
};

/// Whether \p group wastes sectors, both its first member alone and all taken
/// together: at least twice the ideal, and at least 4 bytes more than needed
/// for each lane of the subgroup (4 sectors of 32 bytes for 32 lanes,
/// docs/checks/README.md). The numbers are those of the first member; bounded
/// facts count with their lower bounds. std::nullopt: no finding, or not known
/// on some configuration.
std::optional<CostVerdict> judgeSectors(const AccessGroup &group);

/// As judgeSectors() where it is not known which lanes are active, if lanes are
/// at least a sector apart: each of them touches a sector of its own.
std::optional<CostVerdict> judgeSectorsOfSomeLanes(const AccessGroup &group);

/// How many of the requests of a shared access conflict.
enum class ConflictShare {
  Most, ///< all requests together take at least twice the ideal wavefronts
  Some, ///< there are conflicts, but they less than double the total
};

struct ConflictVerdict {
  CostVerdict cost;
  CountRange ways;
  ConflictShare share = ConflictShare::Most;
};

/// The bank conflicts of \p access, which goes to shared memory. std::nullopt:
/// there are none, or they are not known on some configuration that has banks.
std::optional<ConflictVerdict> judgeBankConflicts(const AccessFact &access);

/// What compilers make of accesses to adjacent words. Those within one aligned
/// 16 bytes that the same lanes load (or store) without a branch or barrier in
/// between become one request, or the requests of splitAccess() (measured on an
/// H100, docs/Measurements.md, "Words of one vector").
enum class Merging {
  None,     ///< there is no such other access, or that is not known
  Wasteful, ///< together they take at least twice the ideal wavefronts
  Harmless, ///< together they take less than that
};
Merging mergingOf(const EntryPointFacts &facts, const AccessFact &access);

/// Wavefronts of a workgroup beyond the ideal, on the device behind \p verdict;
/// unknown where one of the two is.
MaybeCount extraWavefronts(const ConflictVerdict &verdict);

/// Whether the size of the elements alone, of which \p access takes a part,
/// causes its conflict: with one component of four-word vectors, four lanes
/// want one bank wherever rows begin.
bool conflictsByElementSize(const EntryPointFacts &facts,
                            const AccessFact &access);

/// Whether no row length makes the conflict of \p access smaller: the words of
/// lanes that are an even number of rows apart fall into half of the banks,
/// wherever rows begin.
bool conflictsByRowDistance(const EntryPointFacts &facts,
                            const AccessFact &access);

/// Whether the workgroup's size is assumed to have several dimensions because
/// the shader does not state one. Which invocations are neighbours is then not
/// known.
inline bool hasAssumedShape(const EntryPointFacts &facts) {
  return facts.sizeSource == SizeSource::Assumed && facts.workgroupSize[1] > 1;
}

/// The shape of a workgroup in which the shader's accesses together touch at
/// most half of the sectors, on every device of the target that has them and
/// whatever is unknown; the one with the fewest sectors if there are several.
/// nullptr: there is none, or the shape cannot be exchanged.
const ShapeFact *betterShape(const EntryPointFacts &facts);

/// Whether \p access wastes no sectors any more in betterShape(). That shape is
/// then the remedy, and the only finding. False if there is no such shape.
bool isMendedByShape(const EntryPointFacts &facts, const AccessFact &access);

/// The size from which on a private array with a run-time index at least
/// doubles the time of an access, on an H200
/// (docs/checks/oversized-private-array.md: 1.0 up to 32 floats, 1.5 at 64, 2.7
/// at 128).
constexpr uint64_t kCostlyRunTimeIndexBytes = 128 * 4;
/// The size up to which the same table shows no difference.
constexpr uint64_t kFreeRunTimeIndexBytes = 32 * 4;

/// Whether \p array has an index that is only known at run time or differs
/// between lanes. (Loops whose index is the same for all lanes are mostly
/// unrolled, which makes it a constant.)
bool hasRunTimeIndex(const PrivateArrayFact &array);

/// Whether \p copy is the parameter that receives \p array in a function which
/// changes it. What is said of one holds for the other, and inlining mostly
/// leaves one of them.
bool isCopyOf(const PrivateArrayFact &copy, const PrivateArrayFact &array);

/// Whether \p array is a copy of another one.
bool isCopy(const EntryPointFacts &facts, const PrivateArrayFact &array);

/// Whether several functions may use \p array, as push() and pop() do. What
/// they do to it together is not known.
bool isOfSeveral(const EntryPointFacts &facts, const PrivateArrayFact &array);

/// The first configuration whose number of registers is documented, if \p bytes
/// exceed the registers of an invocation on all such configurations; else
/// nullptr.
const DeviceConfig *overRegisters(llvm::ArrayRef<DeviceConfig> configs,
                                  uint64_t bytes);

/// On how many configurations of the target something holds.
enum class Agreement {
  None,
  OneDevice, ///< for all configurations of some devices, not of all
  All,
};

struct ConfigVerdict {
  Agreement agreement = Agreement::None;
  DeviceConfig numbers; ///< the first for which it holds on all of its device
};

/// Asks \p holds about each of \p configs, in which the configurations of one
/// device stand side by side.
ConfigVerdict
judgeAcrossDevices(llvm::ArrayRef<DeviceConfig> configs,
                   llvm::function_ref<bool(const DeviceConfig &)> holds);

} // namespace wglint

#endif // WGLINT_CHECK_JUDGEMENT_H
