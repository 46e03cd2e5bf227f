// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the barriers of a compute shader order and what they do not: plain
/// data, no judgement.
#ifndef WGLINT_ANALYSIS_SYNCHRONIZATION_H
#define WGLINT_ANALYSIS_SYNCHRONIZATION_H

#include "wglint/Analysis/AccessKinds.h"
#include "wglint/Analysis/Races.h"
#include "wglint/Analysis/VariableId.h"
#include "wglint/Support/DebugKey.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wglint {

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
