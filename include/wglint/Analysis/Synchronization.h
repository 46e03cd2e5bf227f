// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the barriers of a compute shader order and what they do not: plain
/// data, no judgement.
///
/// Two accesses *conflict* if different invocations touch the same bytes, at
/// least one of them stores, and not both are atomic. A conflict that nothing
/// orders is a race. Lanes of one subgroup are invocations like any other: that
/// they often run in lockstep orders nothing.
#ifndef WGLINT_ANALYSIS_SYNCHRONIZATION_H
#define WGLINT_ANALYSIS_SYNCHRONIZATION_H

#include "wglint/Analysis/VariableId.h"
#include "wglint/Support/DebugKey.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wglint {

enum class MemorySpace;
enum class AccessOp;

/// gl_LocalInvocationID.
using InvocationId = std::array<uint32_t, 3>;

/// One of the two accesses of a race.
struct RaceAccess {
  uint32_t instruction = 0; ///< index into Module::instructions()
  DebugKey key;
  std::vector<DebugKey> callChain; ///< the innermost first
  AccessOp op{};
  InvocationId invocation{};
};

/// A race, with a witness: both invocations really execute their access on the
/// stated bytes, whatever the unknowns are, but for what `assumptions` says.
struct RaceFact {
  enum class Missing {
    Barrier,       ///< no barrier stands between them
    MemoryBarrier, ///< one does, but it does not order this kind of memory
    Everything,    ///< they are of different workgroups: no barrier can
  };
  /// Why it makes no difference what is loaded.
  enum class HarmlessLoad {
    None, ///< it does, or nothing says that it does not
    /// The store stores to the components that are used of what is loaded what
    /// they were before: to a vector of which others change.
    Kept,
    /// Beside an atomic: what is loaded is used for nothing but a swap that
    /// fails if it is out of date, and is repeated then.
    Retried,
    /// Beside an atomic that changes some bits, or bytes: only some are looked
    /// at, and they may be others.
    OtherBits,
    /// It only keeps a minimum or a maximum from being updated where that would
    /// change nothing.
    Filter,
    /// Beside an atomic, in a loop that asks a coherent variable again and
    /// again: what is loaded is only compared.
    Polled,
    /// What is loaded is used only behind a condition under which the
    /// invocations that load it while others store do not come: it stands in
    /// front of that condition, where it need not.
    Hoisted,
  };
  /// In the order of their instructions; a missing memory barrier's store
  /// before the load that may be stale, and what isKeptToOne last.
  RaceAccess first, second;
  Missing missing = Missing::Barrier;
  std::string variable;
  VariableId variableId; ///< as AccessFact::variableId, without the member
  MemorySpace space{};
  /// First byte that both touch, within the variable; of images: unset.
  std::optional<int64_t> addressBytes;
  /// Part of the address that is unknown but the same for both, as text.
  std::string unknownBase;
  /// All that conflicts are stores of provably the same value, or loads of what
  /// the loading invocation has stored there itself and others store as well,
  /// or a load that is harmless.
  bool isSameValue = false;
  HarmlessLoad harmlessLoad = HarmlessLoad::None;
  /// Wherever they meet, the load comes before the store: nothing stale can be
  /// loaded. Missing::MemoryBarrier: so it is with an atomic that has to return
  /// before its invocation comes to the barrier.
  bool isReadThenStore = false;
  /// One of them is under a condition that depends on data: it is taken that
  /// some data makes an invocation execute it.
  bool dependsOnData = false;
  /// dependsOnData, and one store meets itself: data picks its element, or its
  /// texel, for each invocation.
  bool isPicked = false;
  /// Both are one execution of one store by several invocations.
  bool isOneGo = false;
  /// A load, and a store of what it has loaded after an addition or the like,
  /// of one number that several invocations change: `hits++`.
  bool isUpdate = false;
  /// isReadThenStore in a shader with subgroup operations, and wherever they
  /// meet, all lanes that load are of the storing one's subgroup, however small
  /// subgroups are: lanes in step do what is meant.
  bool isWithinSubgroup = false;
  /// Missing::Everything: the workgroups' ids differ by one in this dimension.
  unsigned dimension = 0;
  /// Missing::Everything: those of the two, where they may be no neighbours.
  std::optional<std::array<InvocationId, 2>> workgroups;
  /// Missing::Everything: the address differs between workgroups, and more than
  /// one dimension of their ids is used: whether the dispatch has neighbours in
  /// this one is not plain.
  bool isFolded = false;
  /// Missing::Everything: the later access goes to another place in each
  /// workgroup of this dimension.
  bool isPlacedByWorkgroup = false;
  /// Missing::Everything: each workgroup stores to one element that is its own
  /// behind bounds alone, or each invocation does behind a bound of the
  /// dispatch, or something loads what lies in front of the first workgroup.
  bool isOwnElement = false;
  /// A load that is only compared, and an atomic that counts up there, whose
  /// result is not compared with the same: `if (n < 64u) slot = atomicAdd(n,
  /// 1u);`.
  bool isTestOfCount = false;
  /// An atomic, and a store of what it has returned: `m = atomicMin(m, x)`.
  bool isOwnResult = false;
  /// Missing::Everything: the shader keeps the second one to one workgroup, as
  /// behind `if (gl_GlobalInvocationID.x == 0u)`, so that it means to have
  /// several; the first one, an atomic, is any workgroup's.
  bool isKeptToOne = false;
  /// Missing::MemoryBarrier: the two are of different workgroups, and this is
  /// the atomic by which the one that loads is told of the store.
  std::optional<DebugKey> announcedBy;
  std::vector<std::string> assumptions;
};

/// How the invocations of a workgroup arrive at a barrier.
enum class Divergence {
  None,    ///< nothing says that they diverge
  Proved,  ///< `arriving` executes it and `missing` does not
  Guarded, ///< a bound keeps some invocations away from it
  Assumed, ///< Proved where a condition holds that is the same for all
  Data,    ///< a condition that depends on data decides for each of them
  /// Guarded by a power of two, where workgroups cover one each: it parts only
  /// the first, and that only if it is the smaller one.
  SmallBound,
};

/// Which workgroups a bound parts that is no multiple of their size.
enum class PartedWorkgroups {
  Last,    ///< the one at the end of the problem: `id < n`
  Each,    ///< all alike: what is compared is the same in all workgroups
  Rows,    ///< those where a row ends: of `id % width`
  OfBound, ///< the one that the bound, a constant, lies in: `id < 20u`
  Own,     ///< any: each has loaded what it compares, as `begin[id] + i < n`
};

/// A control barrier of the workgroup as written, all its executions together.
struct BarrierFact {
  uint32_t instruction = 0; ///< index into Module::instructions()
  DebugKey key;
  Divergence divergence = Divergence::None;
  std::vector<DebugKey> callChain; ///< of the divergence
  InvocationId arriving{}, missing{};
  /// Guarded, SmallBound: what is assumed of lanes. Assumed: the condition.
  /// Data: what it depends on.
  std::string condition;
  /// Guarded, SmallBound: the condition that the bound is in, if there is one.
  std::optional<DebugKey> bound;
  bool isBySubgroup = false; ///< Data: those of a subgroup decide together
  /// Proved: the branch behind which nobody but those who come here is left, as
  /// an index into Module::instructions(); 0 where it is no single one.
  uint32_t parting = 0;
  /// Guarded.
  PartedWorkgroups partedWorkgroups = PartedWorkgroups::Last;
  /// Where data decides, too, who comes here under callChain: the first such
  /// place met.
  std::optional<DebugKey> dataDecision;
  /// Without it (and without the other redundant ones) every conflict would
  /// still be ordered. Only stated where all addresses are known that matter.
  bool isRedundant = false;
  /// isRedundant only if subgroups hold the invocations in the order of their
  /// indices, which no API states: invocation 0 is the first lane of the first.
  bool restsOnLaneOrder = false;
  unsigned loopDepth = 0; ///< the most loops around it, calls included
  /// isRedundant: shared variables that are stored to before it and loaded from
  /// behind it, and of which no two invocations ever touch the same bytes:
  /// variables of each invocation's own would do.
  std::vector<std::string> unsharedVariables;
  /// Some invocation touches shared memory, a buffer or an image after it.
  bool isFollowed = false;
  /// Some invocation does before it.
  bool isPreceded = false;
};

/// A read of shared memory that nothing has stored to before.
struct UninitializedReadFact {
  DebugKey key;
  std::vector<DebugKey> callChain;
  std::string variable;
  VariableId variableId; ///< as RaceFact::variableId
  AccessOp op{};
  InvocationId invocation{};
  std::optional<int64_t> addressBytes; ///< within the variable; unset: unknown
  std::vector<std::string> assumptions;
};

/// An access past the end of a shared variable: in every workgroup, or at an
/// address that grows with the workgroup's id, in all but the first.
struct PastEndFact {
  DebugKey key;
  std::vector<DebugKey> callChain;
  std::string variable;
  AccessOp op{};
  std::optional<unsigned> dimension; ///< of the ids; unset: in every workgroup
  InvocationId invocation{}; ///< a witness, of the second workgroup there
  int64_t addressBytes = 0;  ///< the least that it may touch there
  uint64_t variableBytes = 0;
  std::optional<unsigned> subgroupSize; ///< whose alone; unset: of all sizes
};

/// A store to a buffer of a structure or an array as a whole, of which the same
/// invocation has loaded some bytes from there and not changed them. (Since the
/// last barrier: what came before may be another one's by now.)
struct WholeStoreFact {
  /// What one request is for: a scalar, a vector or a piece of one.
  struct Part {
    std::string name; ///< ".position"
    uint64_t offsetBytes = 0;
    unsigned bytes = 0;
    unsigned keptBytes = 0; ///< that are always stored unchanged
  };
  uint32_t instruction = 0;        ///< index into Module::instructions()
  std::vector<DebugKey> callChain; ///< the innermost first
  std::vector<Part> parts;         ///< in the order in which they lie
};

/// Of one entry point.
struct SynchronizationFacts {
  std::vector<RaceFact> races;
  std::vector<BarrierFact> barriers; ///< in order of their instructions
  std::vector<UninitializedReadFact> uninitializedReads;
  std::vector<PastEndFact> pastEnds; ///< one for each variable
  /// That keep some bytes; none of a walk that has left something out.
  std::vector<WholeStoreFact> wholeStores;
  /// The walk was not finished: races are true, but there may be more, and no
  /// barrier is stated to be redundant.
  bool isPartial = false;
};

} // namespace wglint

#endif // WGLINT_ANALYSIS_SYNCHRONIZATION_H
