// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Whether all iterations of a loop do the same. Only the first iterations of a
/// loop of unknown length are walked. What later ones do is known only if all
/// that were walked touch the same bytes with the same invocations.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCITERATIONS_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCITERATIONS_H

#include "Code/StoredVariables.h"
#include "Sync/SyncAddresses.h"
#include <set>
#include <vector>

namespace wglint {

/// Whether the loop of \p function with the block \p header, or a function that
/// it calls, contains accesses to stored memory that are not in \p seen. In a
/// called function an access counts as seen if any call has executed it. Cost:
/// linear in their instructions.
bool hasUnseenInLoop(const spirv::Module &module, const StoredVariables &stored,
                     const spirv::Function &function, uint32_t header,
                     const std::set<uint32_t> &seen);

/// See the file comment. Has to be told of the loops that a walk is in, the
/// outermost first, and of what is executed in them.
class SyncIterations {
public:
  /// Whether the walk is in a loop.
  bool areAsked() const { return !Loops.empty(); }
  void begin() { Loops.emplace_back(); }
  size_t depth() const { return Loops.size(); }
  /// Ends all loops inside of the outermost \p depth ones, which were left
  /// early.
  void endInner(size_t depth) { Loops.resize(depth); }
  void endIteration();
  /// What all iterations of a loop have done.
  struct Summary {
    bool isEven = true;      ///< all iterations did the same
    std::set<uint32_t> seen; ///< instructions that access memory
  };
  /// Ends the innermost loop.
  Summary end();

  /// Records that \p lanes execute \p instruction: an access to \p addresses,
  /// one for each lane, or a barrier (no addresses).
  void note(uint32_t instruction, const LaneSet &lanes,
            llvm::ArrayRef<LaneAddress> addresses);
  /// Records an access whose addresses do not matter.
  void noteSeen(uint32_t instruction) {
    if (!Loops.empty())
      Loops.back().summary.seen.insert(instruction);
  }

private:
  struct Loop {
    uint64_t now = 0;       ///< identifies what this iteration has done so far
    std::set<uint64_t> met; ///< the same for the other iterations
    Summary summary;
  };
  std::vector<Loop> Loops;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCITERATIONS_H
