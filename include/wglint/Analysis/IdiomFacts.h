// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Ways of writing a kernel that cost something or rest on something that the
/// code does not say: plain data, a part of EntryPointFacts.
#ifndef WGLINT_ANALYSIS_IDIOMFACTS_H
#define WGLINT_ANALYSIS_IDIOMFACTS_H

#include "wglint/Support/DebugKey.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace wglint {

/// Code that means subgroups of one size, in an entry point that never asks how
/// large they are.
struct SubgroupSizeUse {
  enum class Kind {
    Shuffle,   ///< a shuffle by constant distances, the largest of `lanes` / 2
    Quotient,  ///< gl_LocalInvocationIndex / lanes
    Remainder, ///< gl_LocalInvocationIndex % lanes
    LastLane,  ///< gl_SubgroupInvocationID compared with `lanes` - 1
  };
  Kind kind = Kind::Shuffle;
  DebugKey key;
  unsigned lanes = 0; ///< the size that is meant
};

/// An integer division by what is no constant, on the way to an address.
struct AddressDivisionFact {
  DebugKey key;
  std::string variable; ///< the first that is addressed with it
  bool isRemainder = false;
};

/// A branch whose condition is known for each lane, and that parts lanes of a
/// subgroup between two sides which both do something.
struct DivergentBranchFact {
  DebugKey key;
  /// Arithmetic instructions and memory accesses of the true and of the false
  /// side as written; those of loops and of called functions count once.
  std::array<unsigned, 2> operations = {0, 0};
  /// Of one execution: subgroups whose lanes part, of all that come there.
  unsigned partedSubgroups = 0;
  unsigned subgroups = 0;
};

/// A load that finds the same bytes in every iteration of its innermost loop:
/// its address stays the same, and nothing in the shader stores to the
/// variable.
struct RepeatedLoadFact {
  uint32_t access = 0; ///< index into EntryPointFacts::accesses
  /// What in the loop keeps a compiler from moving the load: a store or an
  /// atomic that might reach the same buffer, or a barrier.
  DebugKey hindrance;
  bool isBarrier = false;
};

/// A list in shared memory that invocations fill at what an atomic returns,
/// while that is less than `elements`, and that a loop goes through up to the
/// counter, which counts on.
struct UncappedListFact {
  DebugKey load;       ///< in the loop
  DebugKey atomic;     ///< on the counter
  DebugKey comparison; ///< of its result
  std::string list, counter;
  uint32_t elements = 0; ///< that are stored, at the most
};

/// A comparison of invocation ids with a bound, over the dispatch as given.
struct DispatchBoundFact {
  DebugKey key;
  int64_t covered = 0; ///< one more than the largest number that is compared
  int64_t bound = 0;   ///< numbers below it are let through
  /// Numbers that one workgroup covers.
  int64_t perWorkgroup = 0;
};

/// See the file comment. Each list is in order of the instructions.
struct IdiomFacts {
  std::vector<SubgroupSizeUse> subgroupSizeUses;
  std::vector<AddressDivisionFact> addressDivisions;
  std::vector<DivergentBranchFact> divergentBranches;
  std::vector<RepeatedLoadFact> repeatedLoads;
  std::vector<UncappedListFact> uncappedLists;
  /// Only with a dispatch.
  std::vector<DispatchBoundFact> dispatchBounds;
  /// All that is stored to buffers and images is what was loaded, or one
  /// operation on that; something is.
  bool onlyCopies = false;
  /// Some function of the entry point has a loop.
  bool hasLoops = false;
};

} // namespace wglint

#endif // WGLINT_ANALYSIS_IDIOMFACTS_H
