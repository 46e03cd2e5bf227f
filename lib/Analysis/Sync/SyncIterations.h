// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Whether the iterations of a loop do the same: of a loop of unknown length
/// only the first ones are walked, and what those after them do is known only
/// if all that were walked touch the same bytes with the same invocations.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCITERATIONS_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCITERATIONS_H

#include "Code/StoredVariables.h"
#include "Sync/SyncAddresses.h"
#include <set>
#include <vector>

namespace wglint {

/// Whether the loop of \p function with the block \p header, or what it calls,
/// has accesses to memory that somebody stores to which are not in \p seen. Of
/// those of a function any call counts. Cost: linear in their instructions.
bool hasUnseenInLoop(const spirv::Module &module, const StoredVariables &stored,
                     const spirv::Function &function, uint32_t header,
                     const std::set<uint32_t> &seen);

/// See the file comment. Is told of the loops that a walk is in, from the
/// outermost on, and of what is executed in them.
class SyncIterations {
public:
  /// Whether there is a loop around.
  bool areAsked() const { return !Loops.empty(); }
  void begin() { Loops.emplace_back(); }
  size_t depth() const { return Loops.size(); }
  /// Takes the loops inside of \p depth others for ended: they were left early.
  void endInner(size_t depth) { Loops.resize(depth); }
  void endIteration();
  /// What the loop that ends has done, all its iterations together.
  struct Summary {
    bool isEven = true;      ///< all iterations did the same
    std::set<uint32_t> seen; ///< instructions that access memory
  };
  Summary end();

  /// \p lanes execute \p instruction, an access to \p addresses, one for each
  /// lane, or a barrier (no addresses).
  void note(uint32_t instruction, const LaneSet &lanes,
            llvm::ArrayRef<LaneAddress> addresses);
  /// An access whose addresses make no difference.
  void noteSeen(uint32_t instruction) {
    if (!Loops.empty())
      Loops.back().summary.seen.insert(instruction);
  }

private:
  struct Loop {
    uint64_t now = 0;       ///< tells what this iteration has done so far
    std::set<uint64_t> met; ///< what the others have
    Summary summary;
  };
  std::vector<Loop> Loops;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCITERATIONS_H
