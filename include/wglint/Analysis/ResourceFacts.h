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
  DebugKey key; ///< of its first access; the declaration has no line of its own
  uint32_t function = 0; ///< that declares it, by id; 0: global
  uint32_t stretch = 0;  ///< of its first access; as AccessFact::stretch
  uint64_t bytes = 0;    ///< of its scalars: registers need no layout
  uint64_t elementCount = 0;
  std::vector<uint64_t> dimensions; ///< as declared, the outermost first
  Index index =
      Index::Constant; ///< the least regular index that it is used with
  bool isConstantTable = false; ///< only ever holds one constant initializer
  /// A table whose elements only go to shared memory, from which the shader
  /// reads them.
  bool isCopiedToShared = false;
  /// Filled one element after the other where a condition on data lets one in,
  /// and read in order afterwards: only the entries that occur are touched.
  bool isFilledList = false;
  /// Entered and left at one counter that goes up and down: only the depth that
  /// is in use is touched.
  bool isStack = false;
  bool isPassed = false; ///< to a function that may change it
  /// Of an argument that takes over an array as a whole, as one does that a
  /// function changes: variableId of that array.
  std::optional<VariableId> copyOf;
  std::vector<uint32_t> copiedMembers; ///< PrivateArrayFact::members of that
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

/// Values of specialization constants, each by SpecId, name or as `--spec` has
/// it.
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
  /// Declared `coherent`, `volatile` or Aliased: it is meant to be shared.
  bool isAliasDeclared = false;
};

/// How the code that the entry point reaches uses a shared variable.
struct SharedUseFact {
  std::string variable;
  VariableId variableId; ///< as in SharedVariableFact
  uint64_t bytes = 0;
  bool isUsed = false; ///< some reachable instruction names it
  /// Bytes of padding behind the components of an array's element; 0 where
  /// there are none or the layout is the program's own.
  uint64_t paddingBytes = 0;
};

/// `s[i] = op(s[j], s[k])` on a shared array in a loop with a barrier, or in a
/// function that such a loop calls: a step of a reduction or of a scan.
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
  SubgroupSlots, ///< the best that there is
  WorkgroupSlots,
  SharedMemory,
  Registers, ///< only where a compiler's report gives their number
};
const char *toString(OccupancyLimiter limiter);

/// How many workgroups fit on one compute unit: an upper bound, since registers
/// count only where a report gives them and a driver may keep shared memory for
/// its cache.
struct OccupancyFact {
  DeviceConfig config;
  const ComputeUnit *unit = nullptr; ///< never null
  uint64_t residentWorkgroups = 0;
  uint64_t residentSubgroups = 0;
  uint64_t maxSubgroups = 0;
  /// residentSubgroups of a workgroup of this size that takes no shared memory.
  uint64_t residentSubgroupsUnshared = 0;
  OccupancyLimiter limiter = OccupancyLimiter::SubgroupSlots;
  bool countsRegisters = false; ///< a compiler's report gives their number
  double occupancyFraction() const {
    return double(residentSubgroups) / double(maxSubgroups);
  }
};

/// Sectors of one request of each access to a buffer, summed up over the
/// accesses whose sectors are known in the shader as it is.
struct ShapeCost {
  DeviceConfig config;
  uint64_t minSectors = 0;
  uint64_t maxSectors = 0;
  /// The share of each access in maxSectors, in the order of
  /// EntryPointFacts::accesses; std::nullopt for those that are not in the sum.
  std::vector<std::optional<uint64_t>> accessMaxSectors;
};

/// The shader in a workgroup of as many invocations but another shape.
struct ShapeFact {
  std::array<uint32_t, 3> workgroupSize = {0, 0, 0};
  std::vector<ShapeCost> costs; ///< as AnalysisOptions::configs
};

/// See the file comment.
struct ResourceFacts {
  std::vector<StorageBlockFact> storageBlocks; ///< by set and binding
  std::vector<SharedUseFact> sharedUses;
  /// Of the shared variables that are used: the limits of the APIs count
  /// EntryPointFacts::sharedBytes, but compilers give the others no bytes
  /// (docs/Measurements.md, "Shared variables that nobody uses").
  uint64_t usedSharedBytes = 0;
  /// The shader asks which workgroup it is in; if not, all workgroups do the
  /// same, and one is enough.
  bool usesWorkgroupId = false;
  bool hasLoop = false; ///< in some function that it reaches
  /// Some function that it reaches traces rays: what that moves is not counted.
  bool tracesRays = false;
  std::vector<ReductionFact> reductions;
  std::vector<AtomicFact> atomics;
  /// Subgroup ballots of which only the first of four words is read.
  std::vector<DebugKey> narrowBallots;
  /// One for each configuration and kind of compute unit of which enough is
  /// documented.
  std::vector<OccupancyFact> occupancies;
  /// The shape as it is first, then others; empty where a shape could not be
  /// exchanged without changing what the shader computes (it uses local ids or
  /// shared memory) or no access wastes sectors.
  std::vector<ShapeFact> shapes;
};

} // namespace wglint

#endif // WGLINT_ANALYSIS_RESOURCEFACTS_H
