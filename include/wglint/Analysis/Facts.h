// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the lane analysis states about a compute shader: plain data, no
/// judgement. Checks, rewrites, reports and the editor all read these facts.
///
/// Units: bytes, sectors, wavefronts, invocations. A *request* is one access
/// issued by one subgroup; totals are per workgroup unless said otherwise.
#ifndef WGLINT_ANALYSIS_FACTS_H
#define WGLINT_ANALYSIS_FACTS_H

#include "wglint/Analysis/AccessKinds.h"
#include "wglint/Analysis/BufferFacts.h"
#include "wglint/Analysis/DeviceCost.h"
#include "wglint/Analysis/IdiomFacts.h"
#include "wglint/Analysis/ResourceFacts.h"
#include "wglint/Analysis/Synchronization.h"
#include "wglint/Analysis/UnknownReason.h"
#include "wglint/Analysis/VariableId.h"
#include "wglint/Analysis/WayFacts.h"
#include "wglint/Support/DebugKey.h"
#include "wglint/Target/CompilerReport.h"
#include "wglint/Target/DeviceProfile.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wglint {

/// How far totals can be relied on; Evidence in Diag has the words for users.
enum class FactEvidence {
  Exact,   ///< holds for every dispatch of this workgroup size
  Assumed, ///< exact under `assumptions`
  Bounded, ///< between the stated numbers
  Unknown, ///< `unknown` says why
};
const char *toString(FactEvidence evidence);

/// Number of iterations that a loop of unknown length is taken to make. It is
/// what LLVM's branch probabilities come to without a profile: a back edge is
/// taken 31 times as often as the exit.
constexpr double kTypicalIterations = 32;

/// The assumption behind a fact that uses a specialization constant's default.
constexpr const char *kSpecializationAssumption =
    "specialization constants have their defaults";

/// One access as written. An access in a function that is called from several
/// places, or under several call chains, is one fact per call chain.
struct AccessFact {
  // What it is, and where.

  uint32_t instruction = 0; ///< index into Module::instructions()
  /// Number of the straight piece of code that the access is in. Between two
  /// accesses with the same number there is no branch, call, barrier or atomic.
  uint32_t stretch = 0;
  DebugKey key;
  std::vector<DebugKey> callChain; ///< calls that led here, the innermost first
  std::string variable;            ///< as written: `dst`, `Buf.b`, `tile`
  /// Equal for all accesses to one member of one variable, also where names are
  /// stripped.
  VariableId variableId;
  MemorySpace space = MemorySpace::Global;
  AccessOp op = AccessOp::Load;
  unsigned elementBytes = 0; ///< bytes that one lane touches; 0: not known
  bool isComponent = false;  ///< it selects a component of a vector by name
  FactEvidence evidence = FactEvidence::Unknown;
  std::vector<std::string> assumptions;
  std::optional<UnknownReason> unknown;
  /// Why totals are unknown although single requests are known: a loop runs an
  /// unknown number of times, or the dispatch was too much work to walk.
  std::optional<UnknownReason> totalsUnknown;
  /// The address depends on the default of a specialization constant.
  bool dependsOnSpecialization = false;
  WayFacts way;

  // Its addresses, lane by lane.

  /// Distance between the addresses of neighbouring lanes; unset unless it is
  /// the same for all pairs of active lanes of all requests.
  std::optional<int64_t> laneStrideBytes;
  /// The distance as text where it depends on uniforms: "4 * pitch". Empty
  /// where laneStrideBytes has it, and where it differs between pairs.
  std::string laneStrideText;
  /// Accesses with the same number have the same stride. Those with the same
  /// text alone need not: two unknowns may have one name.
  uint64_t laneStrideId = 0;
  StrideOrigin laneStrideOrigin;
  /// The distance within the rows of a workgroup of which a subgroup has
  /// several, where rows are another distance apart and this one depends on
  /// uniforms. Empty otherwise.
  std::string rowStrideText;
  /// Some id enters the address without an unknown factor, or a loop walks
  /// along a row, so an unknown beside it is the length of a row and is taken
  /// to be large: `pitch` in `gx * pitch + gy`. An unknown that stands alone
  /// (`gx * nb00`), or beside the few taps of a filter, may as well be 1.
  bool hasPlainPart = false;
  /// By how much the address grows from one row to the next, where the row is a
  /// quotient that the lanes of a subgroup are taken to share; the least, where
  /// there are several.
  std::optional<uint64_t> rowStepBytes;
  /// The length of such a row is not known, and the lanes of a subgroup are
  /// assumed to be in one row.
  bool isInAssumedRow = false;
  bool isSubgroupUniform = false; ///< the lanes of a request share an address
  /// Address of lane 0 modulo the sector size of the first configuration. Set
  /// only where it is the same for all requests.
  std::optional<unsigned> misalignmentBytes;
  /// Only for images: the texels of the first request, coordinate by
  /// coordinate. Empty where one is no whole number or not known for each lane.
  std::vector<TexelCoordinate> texel;
  bool isOneTexel = false; ///< images: the lanes of each request share a texel

  // What all of a workgroup, or of the dispatch, touches by it.

  /// Only for global memory: the distance in bytes to what the next workgroup
  /// in x accesses. Unset where that is not one number.
  std::optional<int64_t> nextWorkgroupBytes;
  /// Only for global memory: every workgroup accesses the same bytes in the
  /// same iterations of its loops. False where that is not known.
  bool isSameForWorkgroups = false;
  /// A range that holds every byte which some invocation may touch, of the
  /// given dispatch or, without one, of any. Unset where an unknown in the
  /// address has no bound.
  std::optional<ByteRange> reachedBytes;
  /// Both ends of reachedBytes are touched in every run; else it is a bound.
  bool reachIsTight = false;
  /// Only for global memory: distinct sectors (of the first configuration) and
  /// bytes that one workgroup touches by this access.
  std::optional<uint64_t> workgroupSectors, workgroupBytes;
  std::optional<WorkgroupReach> workgroupReach; ///< global, with a dispatch
  /// Only for stores to shared memory: some iteration of a loop has a lane that
  /// the one before had not, or more than half as many lanes. No reduction does
  /// that.
  bool keepsLanes = false;
  /// Only for stores of integers: a range that holds every value which is ever
  /// stored.
  std::optional<ValueRange> storedValues;

  // How often it is executed, and what that costs.

  unsigned loopDepth = 0; ///< number of loops around the access, calls included
  /// Identifies the innermost loop of the access's function; 0: none. Accesses
  /// with the same call chain and the same loop are executed equally often.
  uint32_t loop = 0;
  /// As `loop`, but where the access's function has none around it, the
  /// innermost loop of a caller.
  uint32_t enclosingLoop = 0;
  /// In every activation of enclosingLoop all iterations access one address,
  /// and some activation has more than one iteration.
  bool isLoopInvariant = false;
  /// Only for global memory: how a lane moves in every activation of
  /// enclosingLoop. Unset where activations differ, where one has more than 4
  /// turns, and where that is not known.
  std::optional<LaneTurns> laneTurns;
  /// Number of executions with known addresses that the walks have met.
  uint64_t executions = 0;
  /// Sum over these executions of the known part of the first lane's address in
  /// bytes, modulo 2^64. If two accesses are executed equally often and keep
  /// their distance, their sums differ by the distance times `executions`.
  uint64_t addressSum = 0;
  /// How often a workgroup executes the access. A loop of unknown length counts
  /// as the iterations that a bound allows, else as kTypicalIterations.
  double visits = 0;
  llvm::SmallVector<DeviceCost, 1> costs; ///< one per AnalysisOptions::configs
  /// The share that this access has in all sectors and wavefronts of the shader
  /// on the first configuration; std::nullopt where a total is unknown.
  std::optional<double> costFraction;
};

/// Facts of one compute entry point.
struct EntryPointFacts {
  std::string name;
  DebugKey key; ///< first instruction with a place; for findings on the whole
  std::array<uint32_t, 3> workgroupSize = {0, 0, 0};
  SizeSource sizeSource = SizeSource::Literal;
  /// Other shapes of as many invocations, as likely as the assumed one.
  std::vector<SpecializationValues> otherShapes;
  uint64_t sharedBytes = 0;  ///< declared; see ResourceFacts::usedSharedBytes
  uint64_t privateBytes = 0; ///< all private arrays
  std::vector<SharedVariableFact> sharedVariables;
  std::vector<PrivateArrayFact> privateArrays;
  std::vector<AccessFact> accesses; ///< in order of their instructions
  SynchronizationFacts synchronization;
  std::vector<BufferArrayFact> bufferArrays;
  std::vector<ReuseFact> reuses; ///< of buffers whose addresses are known
  ResourceFacts resources;
  IdiomFacts idioms;
  /// Some address, condition or stored value depends on the id of an
  /// invocation.
  bool dependsOnInvocationId = false;
  bool hasBarrier = false;
  /// Scalar results of arithmetic that an invocation computes at least, on
  /// average over a workgroup. Code under a condition that is not known does
  /// not count, and a loop of unknown length counts as one iteration.
  double arithmeticPerInvocation = 0;
  std::optional<std::array<uint32_t, 3>> dispatch; ///< workgroups, as given
  /// Set where the analysis could not run at all (no size, unsupported model).
  std::optional<UnknownReason> unknown;
};

/// What the analysis is given besides the module; nothing else changes a fact.
struct AnalysisOptions {
  llvm::SmallVector<DeviceConfig, 6> configs; ///< at least one
  /// Values of uniforms, each by the name of a variable, a block member or a
  /// specialization constant.
  std::vector<std::pair<std::string, int64_t>> assumptions;
  /// Values of specialization constants as text, each by name or SpecId.
  SpecializationValues specialization;
  std::optional<std::array<uint32_t, 3>> localSize;
  std::optional<std::array<uint32_t, 3>> dispatch;
  /// What a vendor's compiler reports about the shader.
  std::optional<CompilerReport> compilerReport;
  /// Lane operations that may be spent on the costs of one entry point; as many
  /// again for each subgroup size where that is not enough, and for races.
  uint64_t laneOperationBudget = 150'000'000;
  /// How many walks of one entry point may run in parallel; changes no fact.
  /// Values above 1 are for a process that will not fork any more.
  unsigned parallelWalks = 1;
};

/// Number of invocations of a workgroup; UINT64_MAX where there are more.
uint64_t invocationCount(const std::array<uint32_t, 3> &workgroupSize);
uint64_t invocationCount(const EntryPointFacts &facts);

/// Number of workgroups of \p dispatch; UINT64_MAX where there are more.
uint64_t workgroupCount(const std::array<uint32_t, 3> &dispatch);

namespace spirv {
class Module;
}

/// Runs the lane analysis on every compute entry point.
/// Errors: none; what cannot be known is unknown, with its reason.
/// Cost: a few times options.laneOperationBudget lane operations for each.
std::vector<EntryPointFacts> analyzeModule(const spirv::Module &module,
                                           const AnalysisOptions &options);

} // namespace wglint

#endif // WGLINT_ANALYSIS_FACTS_H
