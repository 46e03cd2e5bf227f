// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a compute shader takes of a device besides its memory traffic: private
/// arrays, storage blocks, shared variables, room on a compute unit, and what
/// its accesses would cost in a workgroup of another shape. Plain data, a part
/// of EntryPointFacts.
#ifndef WGLINT_ANALYSIS_RESOURCEFACTS_H
#define WGLINT_ANALYSIS_RESOURCEFACTS_H

#include "wglint/Analysis/VariableId.h"
#include "wglint/Support/DebugKey.h"
#include "wglint/Target/DeviceProfile.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wglint {

/// A private (function-scope or module-scope) array: a variable, or a member of
/// one that is a structure.
struct PrivateArrayFact {
  enum class Index { Constant, Uniform, Divergent, Unknown };
  std::string variable; ///< "list", "state.list"
  VariableId variableId;
  std::vector<uint32_t> members; ///< that lead to it, the outermost first
  DebugKey key;          ///< its first access; the declaration has no line
  uint32_t function = 0; ///< id of the declaring function; 0: global
  uint32_t stretch = 0;  ///< of its first access; as AccessFact::stretch
  uint64_t bytes = 0;    ///< of its scalars: registers need no layout
  uint64_t elementCount = 0;
  std::vector<uint64_t> dimensions; ///< as declared, the outermost first
  Index index =
      Index::Constant; ///< the least regular index that it is used with
  bool isConstantTable = false; ///< holds one constant initializer, always
  /// All elements of this table are only copied to shared memory, and the
  /// shader reads them there.
  bool isCopiedToShared = false;
  /// It is filled one element after the other, whenever a condition on data
  /// says so, and read in order afterwards: only the entries that occur are
  /// touched.
  bool isFilledList = false;
  /// It is pushed to and popped from at one counter: only the depth in use is
  /// touched.
  bool isStack = false;
  bool isPassed = false; ///< passed to a function that may change it
  /// Only for a parameter that receives a copy of an array, as a function needs
  /// that changes its argument: variableId of the original.
  std::optional<VariableId> copyOf;
  std::vector<uint32_t> copiedMembers; ///< `members` of the original
};

const char *toString(PrivateArrayFact::Index index);

/// Where a workgroup size was taken from.
enum class SizeSource {
  Literal,
  Specialization, ///< from defaults that the author has written
  Assumed,        ///< made up, where the author has written no default either
  Given,
  Missing
};
/// Specialization may replace the workgroup size.
inline bool isSpecialized(SizeSource source) {
  return source == SizeSource::Specialization || source == SizeSource::Assumed;
}

/// Values of specialization constants, each with a name or a SpecId as `--spec`
/// takes it.
using SpecializationValues = std::vector<std::pair<std::string, std::string>>;

/// A shared variable.
struct SharedVariableFact {
  std::string variable;
  VariableId variableId;
  uint64_t bytes = 0;
  /// Of an array, as declared, the outermost first; 0: not known.
  std::vector<uint64_t> dimensions;
  uint64_t elementBytes = 0;     ///< from one innermost element to the next
  uint64_t elementAlignment = 1; ///< bytes; of an innermost element
  bool hasStructures = false;    ///< the innermost elements are structures
  bool dependsOnSpecialization = false;
};

/// A storage buffer that the entry point declares.
struct StorageBlockFact {
  std::string block;     ///< the block's name; may be empty in SPIR-V
  VariableId variableId; ///< of the variable as a whole
  std::optional<uint32_t> set;
  std::optional<uint32_t> binding;
  uint64_t count = 1; ///< elements of an array of blocks; 0 where not known
  /// Bytes of the block; unset where it ends in an array without a length.
  std::optional<uint64_t> fixedBytes;
  bool isWritten = false; ///< some store or atomic reaches it
  bool isUsed = false;    ///< some reachable instruction names it
  /// It is declared `coherent`, `volatile` or Aliased, so it is meant to be
  /// shared.
  bool isAliasDeclared = false;
};

/// How the code that the entry point reaches uses a shared variable.
struct SharedUseFact {
  std::string variable;
  VariableId variableId; ///< as in SharedVariableFact
  uint64_t bytes = 0;
  bool isUsed = false; ///< some reachable instruction names it
  /// Bytes of padding behind the components of an array's element; 0 where
  /// there are none, and where the program itself sets the layout.
  uint64_t paddingBytes = 0;
};

/// A step of a reduction or of a scan: `s[i] = op(s[j], s[k])` on a shared
/// array, in a loop with a barrier or in a function that such a loop calls.
struct ReductionFact {
  uint32_t instruction = 0; ///< the store; as AccessFact::instruction
  DebugKey key;
  std::string variable;
  VariableId variableId;
  std::string operation; ///< as in the name of the subgroup function: "Add"
};

/// An atomic whose order does not matter: a sum, minimum, maximum or a bit
/// operation.
struct AtomicFact {
  uint32_t instruction = 0;  ///< as AccessFact::instruction
  bool isResultUsed = false; ///< the value that it returns is read
};

/// What keeps more workgroups from being resident on a compute unit.
enum class OccupancyLimiter {
  SubgroupSlots, ///< the best case
  WorkgroupSlots,
  SharedMemory,
  Registers, ///< only where a compiler's report gives their number
};
const char *toString(OccupancyLimiter limiter);

/// How many workgroups fit on one compute unit. It is an upper bound: registers
/// count only where a report gives their number, and a driver may reserve
/// shared memory for its cache.
struct OccupancyFact {
  DeviceConfig config;
  const ComputeUnit *unit = nullptr; ///< never null
  uint64_t residentWorkgroups = 0;
  uint64_t residentSubgroups = 0;
  uint64_t maxSubgroups = 0;
  /// What residentSubgroups would be without shared memory.
  uint64_t residentSubgroupsUnshared = 0;
  OccupancyLimiter limiter = OccupancyLimiter::SubgroupSlots;
  bool countsRegisters = false; ///< a compiler's report gives their number
  double occupancyFraction() const {
    return double(residentSubgroups) / double(maxSubgroups);
  }
};

/// Sectors of one request of each access to a buffer, summed up over the
/// accesses whose sectors are known for the shader as it is.
struct ShapeCost {
  DeviceConfig config;
  uint64_t minSectors = 0;
  uint64_t maxSectors = 0;
  /// The share of each access in maxSectors, in the order of
  /// EntryPointFacts::accesses; std::nullopt for those that are not in the sum.
  std::vector<std::optional<uint64_t>> accessMaxSectors;
};

/// What the accesses cost in a workgroup of as many invocations but another
/// shape.
struct ShapeFact {
  std::array<uint32_t, 3> workgroupSize = {0, 0, 0};
  std::vector<ShapeCost> costs; ///< one for each of AnalysisOptions::configs
};

/// See the file comment.
struct ResourceFacts {
  std::vector<StorageBlockFact> storageBlocks; ///< by set and binding
  std::vector<SharedUseFact> sharedUses;
  /// Bytes of the shared variables that are used. The limits of the APIs count
  /// EntryPointFacts::sharedBytes, but compilers allocate nothing for the
  /// others (docs/Measurements.md, "Shared variables that nobody uses").
  uint64_t usedSharedBytes = 0;
  /// The shader asks which workgroup it is in. If it does not, all workgroups
  /// do the same and one would be enough.
  bool usesWorkgroupId = false;
  bool hasLoop = false; ///< some reachable function has a loop
  /// Some reachable function traces rays, whose memory traffic is not counted.
  bool tracesRays = false;
  std::vector<ReductionFact> reductions;
  std::vector<AtomicFact> atomics;
  /// Subgroup ballots of whose four words only the first is read.
  std::vector<DebugKey> narrowBallots;
  /// One for each configuration and kind of compute unit that is documented
  /// well enough.
  std::vector<OccupancyFact> occupancies;
  /// First the shape as it is, then others. Empty where another shape would
  /// change what the shader computes (it uses local ids or shared memory), and
  /// where no access wastes sectors.
  std::vector<ShapeFact> shapes;
};

} // namespace wglint

#endif // WGLINT_ANALYSIS_RESOURCEFACTS_H
