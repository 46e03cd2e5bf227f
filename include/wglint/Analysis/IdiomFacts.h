// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Ways of writing a shader that cost something, or that rest on something
/// which the code does not say: plain data, a part of EntryPointFacts.
#ifndef WGLINT_ANALYSIS_IDIOMFACTS_H
#define WGLINT_ANALYSIS_IDIOMFACTS_H

#include "wglint/Support/DebugKey.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace wglint {

/// Code that is written for subgroups of one size, in an entry point that never
/// asks how large they are.
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

/// An integer division by a number that is no constant, whose result is used in
/// an address.
struct AddressDivisionFact {
  DebugKey key;
  std::string variable; ///< the first variable that is addressed with it
  bool isRemainder = false;
};

/// A branch whose condition is known for each lane and that divides the lanes
/// of a subgroup, both sides of which do something.
struct DivergentBranchFact {
  DebugKey key;
  /// Arithmetic instructions and memory accesses in the text of the true side
  /// and of the false side. Those in loops and called functions count once.
  std::array<unsigned, 2> operations = {0, 0};
  /// Subgroups that the branch divides in one execution, of the `subgroups`
  /// that come to it.
  unsigned partedSubgroups = 0;
  unsigned subgroups = 0;
};

/// A load that reads the same bytes in every iteration of its innermost loop:
/// its address stays the same, and the shader stores nothing to the variable.
struct RepeatedLoadFact {
  uint32_t access = 0; ///< index into EntryPointFacts::accesses
  /// Where in the loop a compiler is kept from moving the load out: at a store
  /// or an atomic that might reach the same buffer, or at a barrier.
  DebugKey hindrance;
  bool isBarrier = false; ///< the hindrance is a barrier
};

/// A list in shared memory that may be read past its last entry. Invocations
/// store at the index that an atomic returns, if that is less than `elements`;
/// a loop then reads as many entries as the counter says, which has also
/// counted those that found no room.
struct UncappedListFact {
  DebugKey load;       ///< the load in the loop
  DebugKey atomic;     ///< the atomic on the counter
  DebugKey comparison; ///< the comparison of the atomic's result
  std::string list, counter;
  uint32_t elements = 0; ///< the most elements that are stored
};

/// A comparison of invocation ids with a bound, evaluated over the given
/// dispatch.
struct DispatchBoundFact {
  DebugKey key;
  int64_t covered = 0; ///< one more than the largest number that is compared
  int64_t bound = 0;   ///< numbers below it pass
  /// How many numbers one workgroup covers.
  int64_t perWorkgroup = 0;
};

/// See the file comment. Each list is in order of the instructions.
struct IdiomFacts {
  std::vector<SubgroupSizeUse> subgroupSizeUses;
  std::vector<AddressDivisionFact> addressDivisions;
  std::vector<DivergentBranchFact> divergentBranches;
  std::vector<RepeatedLoadFact> repeatedLoads;
  std::vector<UncappedListFact> uncappedLists;
  /// Empty without a dispatch.
  std::vector<DispatchBoundFact> dispatchBounds;
  /// The entry point stores something to buffers and images, and only values
  /// that were loaded, or one operation on such a value.
  bool onlyCopies = false;
  /// Some function of the entry point has a loop.
  bool hasLoops = false;
};

} // namespace wglint

#endif // WGLINT_ANALYSIS_IDIOMFACTS_H
