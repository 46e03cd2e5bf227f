// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the lane analysis states about a compute shader: plain data, no
/// judgement. Checks, rewrites, reports and the editor all read these facts.
///
/// Units: bytes, sectors, wavefronts, invocations. A *request* is one access
/// issued by one subgroup; totals are per workgroup unless said otherwise.
#ifndef WGLINT_ANALYSIS_FACTS_H
#define WGLINT_ANALYSIS_FACTS_H

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

enum class MemorySpace {
  Global,  ///< storage buffers, physical storage buffers
  Shared,  ///< GLSL `shared`, SPIR-V Workgroup
  Private, ///< Function and Private variables; only arrays are listed
  Image,   ///< storage images, sampled images, texel buffers
  Uniform, ///< uniform blocks and push constants
};
enum class AccessOp { Load, Store, Atomic };

const char *toString(MemorySpace space);
const char *toString(AccessOp op);

/// How far totals can be relied on; Evidence in Diag has the words for users.
enum class FactEvidence {
  Exact,   ///< holds for every dispatch of this workgroup size
  Assumed, ///< exact under `assumptions`
  Bounded, ///< between the stated numbers
  Unknown, ///< `unknown` says why
};
const char *toString(FactEvidence evidence);

/// Iterations that a loop of unknown length is taken to make: what LLVM's
/// branch probabilities come to for one without a profile (a back edge 31 times
/// as likely as the exit).
constexpr double kTypicalIterations = 32;

/// What is assumed where a specialization constant is used that is not given.
constexpr const char *kSpecializationAssumption =
    "specialization constants have their defaults";

/// One static access as written. Accesses in a function that is called from
/// several places, or under several call chains, are one fact per call chain.
struct AccessFact {
  // What it is, and where.

  uint32_t instruction = 0; ///< index into Module::instructions()
  /// Number of the straight piece of code that it is in: between two accesses
  /// of one number is no branch, call, barrier or atomic.
  uint32_t stretch = 0;
  DebugKey key;
  std::vector<DebugKey> callChain; ///< calls that led here, the innermost first
  std::string variable;            ///< as written: `dst`, `Buf.b`, `tile`
  /// The same for all accesses of one variable and block member, whatever its
  /// name (names may be stripped).
  VariableId variableId;
  MemorySpace space = MemorySpace::Global;
  AccessOp op = AccessOp::Load;
  unsigned elementBytes = 0; ///< bytes that one lane touches; 0 where unknown
  bool isComponent = false;  ///< of a vector, selected by name
  FactEvidence evidence = FactEvidence::Unknown;
  std::vector<std::string> assumptions;
  std::optional<UnknownReason> unknown;
  /// Why totals are missing although single requests are known: a loop runs an
  /// unknown number of times, or the dispatch was too much work.
  std::optional<UnknownReason> totalsUnknown;
  /// The address depends on specialization constants' defaults.
  bool dependsOnSpecialization = false;
  WayFacts way;

  // Its addresses, lane by lane.

  /// Distance between the addresses of neighbouring lanes, where it is the same
  /// for all pairs of active lanes of all requests.
  std::optional<int64_t> laneStrideBytes;
  /// That distance as text where it depends on uniforms: "4 * pitch". Empty
  /// where laneStrideBytes has it or it is not the same for all pairs.
  std::string laneStrideText;
  /// Number of the unknowns that laneStrideText is made of. Accesses of one
  /// number have one stride; of one text only, maybe two: names need not differ
  /// where unknowns do.
  uint64_t laneStrideId = 0;
  StrideOrigin laneStrideOrigin;
  /// Part of the address follows an id without an unknown factor, or walks
  /// along a row: in `gx * pitch + gy` the unknown is the length of a row,
  /// which is large. Alone (`gx * nb00`), or beside the few taps of a filter,
  /// it may as well be 1.
  bool hasPlainPart = false;
  /// By how much the number of a row, a quotient that the lanes of a subgroup
  /// are taken to share, moves the address: the least, where there are several.
  std::optional<uint64_t> rowStepBytes;
  /// Of some such row the length is not known: it is assumed that the lanes of
  /// a subgroup are in one.
  bool isInAssumedRow = false;
  bool isSubgroupUniform = false; ///< the lanes of a request share an address
  /// Address of lane 0 modulo the first configuration's sector, where it is the
  /// same for all requests.
  std::optional<unsigned> misalignmentBytes;
  /// Image: the texels of the first request, coordinate by coordinate. Empty
  /// where a coordinate is no whole number or not known lane by lane.
  std::vector<TexelCoordinate> texel;
  bool isOneTexel = false; ///< Image: the lanes of each request share a texel

  // What all of a workgroup, or of the dispatch, touches by it.

  /// Global: how much further the next workgroup in x accesses, where that is
  /// one number.
  std::optional<int64_t> nextWorkgroupBytes;
  /// Global: each workgroup accesses the same in the same iterations of its
  /// loops. False where that is not known.
  bool isSameForWorkgroups = false;
  /// Every byte that some invocation of the dispatch, where one is given, may
  /// touch lies in here. Unset where an unknown of the address has no bound.
  std::optional<ByteRange> reachedBytes;
  /// Both ends of reachedBytes are touched in every run; else it is a bound.
  bool reachIsTight = false;
  /// Global: sectors of the first configuration, and bytes, that one workgroup
  /// touches by this access, each counted once; as ReuseFact::distinctSectors.
  std::optional<uint64_t> workgroupSectors, workgroupBytes;
  std::optional<WorkgroupReach> workgroupReach; ///< global, with a dispatch
  /// Of a store to shared memory: some iteration adds lanes to those before, or
  /// has more than half of them, as no step of a reduction does.
  bool keepsLanes = false;
  /// Of a store of integers: all that is ever stored lies in here.
  std::optional<ValueRange> storedValues;

  // How often it is executed, and what that costs.

  unsigned loopDepth = 0; ///< number of loops around the access, calls included
  /// Names the innermost loop of the access's function; 0: in none. Accesses of
  /// one call chain with the same loop are executed equally often.
  uint32_t loop = 0;
  /// The same, calls included: where the function has none, of a caller.
  uint32_t enclosingLoop = 0;
  /// Every activation of enclosingLoop finds one address in all of its
  /// iterations, and some activation has several.
  bool isLoopInvariant = false;
  /// Global: of all activations of enclosingLoop; unset where they differ, are
  /// more than 4 turns long, or nothing is known of them.
  std::optional<LaneTurns> laneTurns;
  /// How often the walks executed it with known addresses.
  uint64_t executions = 0;
  /// Sum over these executions of the known part of the first lane's address in
  /// bytes, modulo 2^64. Where two accesses are executed equally often and keep
  /// their distance, the sums differ by the distance times `executions`.
  uint64_t addressSum = 0;
  /// How often a workgroup executes it; loops of unknown length make as many
  /// iterations as a bound leaves them, or kTypicalIterations.
  double visits = 0;
  llvm::SmallVector<DeviceCost, 1> costs; ///< one per AnalysisOptions::configs
  /// Sectors plus wavefronts of this access over those of the whole shader, on
  /// the first configuration; std::nullopt where a total is unknown.
  std::optional<double> costFraction;
};

/// Facts of one compute entry point.
struct EntryPointFacts {
  std::string name;
  DebugKey key; ///< first instruction with a place; for findings on the whole
  std::array<uint32_t, 3> workgroupSize = {0, 0, 0};
  SizeSource sizeSource = SizeSource::Literal;
  std::vector<SpecializationValues>
      otherShapes;           ///< as likely as the assumed one
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
  /// Some address, condition or stored value depends on an invocation's id.
  bool dependsOnInvocationId = false;
  bool hasBarrier = false;
  /// Scalar results of arithmetic that an invocation computes at the least, on
  /// average over those of a workgroup: what comes under a condition that is
  /// not known is left out, and a loop of unknown length counts once.
  double arithmeticPerInvocation = 0;
  std::optional<std::array<uint32_t, 3>> dispatch; ///< workgroups, as given
  /// Set where the analysis could not run at all (no size, unsupported model).
  std::optional<UnknownReason> unknown;
};

/// What is given besides the module. Everything that changes a fact stands
/// here.
struct AnalysisOptions {
  llvm::SmallVector<DeviceConfig, 6> configs; ///< at least one
  /// Uniform values: variable, member or spec constant name, to value.
  std::vector<std::pair<std::string, int64_t>> assumptions;
  /// Specialization constants by name or SpecId, to value (as text).
  SpecializationValues specialization;
  std::optional<std::array<uint32_t, 3>> localSize;
  std::optional<std::array<uint32_t, 3>> dispatch;
  /// What a vendor's compiler says of the shader.
  std::optional<CompilerReport> compilerReport;
  /// Lane operations that may be spent on the costs of one entry point, and
  /// again for each subgroup size where that is not enough, and for races.
  uint64_t laneOperationBudget = 150'000'000;
  /// Walks of one entry point that may run side by side, which changes no
  /// fact. More than 1 is for a process that will not fork any more.
  unsigned parallelWalks = 1;
};

/// Number of invocations of a workgroup.
uint64_t invocationCount(const EntryPointFacts &facts);

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
