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

#include "wglint/Analysis/AccessKinds.h"
#include "wglint/Analysis/VariableId.h"
#include "wglint/Support/DebugKey.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wglint {

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

/// A race with a witness: both invocations really execute their access on the
/// stated bytes, whatever the unknowns are, given only what `assumptions` says.
struct RaceFact {
  /// What would have to be there for the two to be ordered.
  enum class Missing {
    Barrier,       ///< no barrier stands between them
    MemoryBarrier, ///< one does, but it does not order this kind of memory
    Everything,    ///< they are of different workgroups: no barrier can
  };
  /// Why it makes no difference which value the load returns.
  enum class HarmlessLoad {
    None, ///< it does make one, or nothing says that it does not
    /// The store changes none of the components that are used of what is
    /// loaded: it writes them back as they were.
    Kept,
    /// Beside an atomic: only a compare-and-swap uses the loaded value, which
    /// fails if the value is out of date and is then repeated.
    Retried,
    /// Beside an atomic that changes some bits or bytes: the load looks only at
    /// some, possibly other ones.
    OtherBits,
    /// The loaded value only skips updates of a minimum or maximum that would
    /// change nothing.
    Filter,
    /// Beside an atomic: the loaded value is only compared, by a loop that
    /// waits for a coherent variable.
    Polled,
    /// The loaded value is used only under a condition that keeps away the
    /// invocations whose load races. The load need not stand in front of it.
    Hoisted,
  };
  /// In the order of their instructions, with two exceptions: for a missing
  /// memory barrier the store is `first`, and for isKeptToOne that access is
  /// `second`.
  RaceAccess first, second;
  Missing missing = Missing::Barrier;
  std::string variable;
  VariableId variableId; ///< as AccessFact::variableId, without the member
  MemorySpace space{};
  /// First byte that both touch, within the variable; unset for images.
  std::optional<int64_t> addressBytes;
  /// The part of the address that is unknown but the same for both, as text.
  std::string unknownBase;
  /// The race changes no result: all conflicting accesses are harmless loads,
  /// stores of provably the same value, or loads of what the loading invocation
  /// has stored there itself.
  bool isSameValue = false;
  HarmlessLoad harmlessLoad = HarmlessLoad::None;
  /// Wherever the two meet, the load comes before the store, so no stale value
  /// is loaded; or, for Missing::MemoryBarrier, one is an atomic that has to
  /// return before its invocation reaches the barrier, to the same effect.
  bool isReadThenStore = false;
  /// One access is under a condition on data, which some data is taken to
  /// fulfil.
  bool dependsOnData = false;
  /// Only with dependsOnData: a store races with itself, at an element or texel
  /// that data picks for each invocation.
  bool isPicked = false;
  /// Both are the same execution of one store, by several invocations.
  bool isOneGo = false;
  /// The store writes what the load has returned after arithmetic on it, to one
  /// number that several invocations change: `hits++`.
  bool isUpdate = false;
  /// Only with isReadThenStore and subgroup operations: all lanes that load are
  /// in the storing one's subgroup, whatever its size. Lanes in step do what is
  /// meant.
  bool isWithinSubgroup = false;
  /// Only for Missing::Everything: the workgroups' ids differ by one in it.
  unsigned dimension = 0;
  /// Only for Missing::Everything: their ids, if they need not be neighbours.
  std::optional<std::array<InvocationId, 2>> workgroups;
  /// Only for Missing::Everything: workgroup ids of several dimensions are used
  /// and the address depends on this one's, so neighbours in this dimension may
  /// not exist in a real dispatch.
  bool isFolded = false;
  /// Only for Missing::Everything: each workgroup of this dimension makes the
  /// later access to another place.
  bool isPlacedByWorkgroup = false;
  /// Only for Missing::Everything: several workgroups are surely meant, as
  /// - each workgroup stores to an element of its own behind bounds alone,
  /// - or each invocation does behind a bound of the dispatch,
  /// - or something loads what lies in front of the first workgroup's elements.
  bool isOwnElement = false;
  /// The load is only compared, and the atomic counts up there, its result not
  /// compared alike: `if (n < 64u) slot = atomicAdd(n, 1u);`.
  bool isTestOfCount = false;
  /// The store writes what the atomic has returned: `m = atomicMin(m, x)`.
  bool isOwnResult = false;
  /// Only for Missing::Everything: `second` is kept to one workgroup, as behind
  /// `if (gl_GlobalInvocationID.x == 0u)`, so that several are meant; `first`,
  /// an atomic, is any workgroup's.
  bool isKeptToOne = false;
  /// Only for Missing::MemoryBarrier between workgroups: the telling atomic.
  std::optional<DebugKey> announcedBy;
  std::vector<std::string> assumptions;
};

/// How the invocations of a workgroup arrive at a barrier.
enum class Divergence {
  None,    ///< nothing says that they diverge
  Proved,  ///< `arriving` executes it and `missing` does not
  Guarded, ///< a bound keeps some invocations away from it
  Assumed, ///< proved where a condition holds that is the same for all
  Data,    ///< a condition on data decides for each invocation
  /// The bound and the size of a workgroup are powers of two. So it divides the
  /// first workgroup alone, and only if the bound is the smaller one.
  SmallBound,
};

/// Which workgroups a bound divides, if it is no multiple of their size.
enum class PartedWorkgroups {
  Last,    ///< the one at the end of the problem: `id < n`
  Each,    ///< all of them: what is compared is the same in each
  Rows,    ///< those in which a row ends: `id % width < n`
  OfBound, ///< the one that a constant bound lies in: `id < 20u`
  Own,     ///< any: each has loaded what it compares, as `begin[id] + i < n`
};

/// A control barrier as written whose scope is the workgroup: all its
/// executions together.
struct BarrierFact {
  uint32_t instruction = 0; ///< index into Module::instructions()
  DebugKey key;
  Divergence divergence = Divergence::None;
  std::vector<DebugKey> callChain; ///< calls that lead to the divergence
  InvocationId arriving{}, missing{};
  /// Guarded, SmallBound: what is assumed of lanes. Assumed: the condition.
  /// Data: what it depends on.
  std::string condition;
  /// Only for Guarded and SmallBound: the condition that contains the bound.
  std::optional<DebugKey> bound;
  bool isBySubgroup = false; ///< Data: the lanes of a subgroup decide together
  /// Only for Proved: the branch that separates those who arrive from all
  /// others, as an index into Module::instructions(); 0: no single one does.
  uint32_t parting = 0;
  /// Only for Guarded: the workgroups that the bound divides.
  PartedWorkgroups partedWorkgroups = PartedWorkgroups::Last;
  /// Where data also decides who comes here under callChain: the first place
  /// met.
  std::optional<DebugKey> dataDecision;
  /// Without this barrier and all other redundant ones every conflict would
  /// still be ordered. Stated only where all addresses that matter are known.
  bool isRedundant = false;
  /// Only for isRedundant: it rests on subgroups that contain the invocations
  /// in the order of their indices, which no API guarantees.
  bool restsOnLaneOrder = false;
  unsigned loopDepth = 0; ///< the most loops around it, calls included
  /// Only for isRedundant: shared variables, stored to before it and loaded
  /// from after it, no byte of which two invocations touch: private ones would
  /// do.
  std::vector<std::string> unsharedVariables;
  /// Some invocation accesses shared memory, a buffer or an image after it.
  bool isFollowed = false;
  bool isPreceded = false; ///< some invocation does so before it
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

/// An access past the end of a shared variable: in every workgroup or, if the
/// address grows with the workgroup's id, in all but the first.
struct PastEndFact {
  DebugKey key;
  std::vector<DebugKey> callChain;
  std::string variable;
  AccessOp op{};
  std::optional<unsigned> dimension; ///< of the ids; unset: in every workgroup
  InvocationId invocation{}; ///< a witness; with `dimension`, of workgroup 1
  int64_t addressBytes = 0;  ///< the least address that it may touch there
  uint64_t variableBytes = 0;
  std::optional<unsigned> subgroupSize; ///< the only one; unset: any size
};

/// A store of a whole structure or array to a buffer, some bytes of which the
/// same invocation has loaded from there since the last barrier and not
/// changed. (Before the barrier, another invocation may have changed them.)
struct WholeStoreFact {
  /// What one request stores: a scalar, a vector or a piece of one.
  struct Part {
    std::string name; ///< ".position"
    uint64_t offsetBytes = 0;
    unsigned bytes = 0;
    unsigned keptBytes = 0; ///< always stored unchanged
  };
  uint32_t instruction = 0;        ///< index into Module::instructions()
  std::vector<DebugKey> callChain; ///< the innermost first
  std::vector<Part> parts;         ///< in the order in which they lie
};

/// What was found about the synchronization of one entry point.
struct SynchronizationFacts {
  std::vector<RaceFact> races;
  std::vector<BarrierFact> barriers; ///< in order of their instructions
  std::vector<UninitializedReadFact> uninitializedReads;
  std::vector<PastEndFact> pastEnds; ///< one for each variable
  /// Stores that keep some bytes; empty where the walk has left something out.
  std::vector<WholeStoreFact> wholeStores;
  /// The walk did not finish: the races are true but there may be more, and no
  /// barrier is stated to be redundant.
  bool isPartial = false;
};

} // namespace wglint

#endif // WGLINT_ANALYSIS_SYNCHRONIZATION_H
