// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Races: plain data, no judgement.
///
/// Two accesses *conflict* if different invocations touch the same bytes, at
/// least one of them stores, and not both are atomic. A conflict that nothing
/// orders is a race. Lanes of one subgroup are invocations like any other: that
/// they often run in lockstep orders nothing.
#ifndef WGLINT_ANALYSIS_RACES_H
#define WGLINT_ANALYSIS_RACES_H

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

/// Why it makes no difference which value the load of a race returns.
enum class HarmlessLoad {
  None, ///< it does make one, or nothing says that it does not
  /// The store changes none of the components that are used of what is loaded:
  /// it writes them back as they were.
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
  /// Beside an atomic: the loaded value is only compared, by a loop that waits
  /// for a coherent variable.
  Polled,
  /// The loaded value is used only under a condition that keeps away the
  /// invocations whose load races. The load need not stand in front of it.
  Hoisted,
};

/// Where the workgroups of a race between two of them are.
struct WorkgroupPair {
  unsigned dimension =
      0; ///< their ids differ by one in it, unless `ids` is set
  /// Their ids, if they need not be neighbours.
  std::optional<std::array<InvocationId, 2>> ids;
  /// Workgroup ids of several dimensions are used and the address depends on
  /// this one's, so neighbours in this dimension may not exist in a real
  /// dispatch.
  bool isFolded = false;
  /// Each workgroup of this dimension makes the later access to another place.
  bool isPlacedByWorkgroup = false;
  /// Several workgroups are surely meant, as
  /// - each workgroup stores to an element of its own behind bounds alone,
  /// - or each invocation does behind a bound of the dispatch,
  /// - or something loads what lies in front of the first workgroup's elements.
  bool isOwnElement = false;
};

/// How the two accesses of a race meet.
struct RaceTraits {
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
  /// Only with isReadThenStore and subgroup operations: all lanes that load are
  /// in the storing one's subgroup, whatever its size. Lanes in step do what is
  /// meant.
  bool isWithinSubgroup = false;
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
  /// The load is only compared, and the atomic counts up there, its result not
  /// compared alike: `if (n < 64u) slot = atomicAdd(n, 1u);`.
  bool isTestOfCount = false;
  WorkgroupPair workgroups; ///< only for Missing::Everything
};

/// A race with a witness: both invocations really execute their access on the
/// stated bytes, whatever the unknowns are, given only what `assumptions` says.
struct RaceFact : RaceTraits {
  /// What would have to be there for the two to be ordered.
  enum class Missing {
    Barrier,       ///< no barrier stands between them
    MemoryBarrier, ///< one does, but it does not order this kind of memory
    Everything,    ///< they are of different workgroups: no barrier can
  };
  /// In the order of their instructions, with two exceptions: for a missing
  /// memory barrier the store is `first`, and for isKeptToOne that access is
  /// `second`.
  RaceAccess first, second;
  Missing missing = Missing::Barrier;
  std::string variable;
  VariableId variableId; ///< as AccessFact::variableId, without the member
  MemorySpace space{};
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

} // namespace wglint

#endif // WGLINT_ANALYSIS_RACES_H
