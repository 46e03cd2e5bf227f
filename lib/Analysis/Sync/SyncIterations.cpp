// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sync/SyncIterations.h"
#include "llvm/ADT/Hashing.h"

using namespace wglint;

void SyncIterations::endIteration() {
  Loop &loop = Loops.back();
  loop.met.insert(loop.now);
  loop.summary.isEven = loop.met.size() == 1;
  loop.now = 0;
}

SyncIterations::Summary SyncIterations::end() {
  Loop loop = std::move(Loops.back());
  Loops.pop_back();
  if (!Loops.empty()) {
    Loop &around = Loops.back();
    for (uint64_t met : loop.met)
      around.now = llvm::hash_combine(around.now, met);
    around.summary.seen.insert(loop.summary.seen.begin(),
                               loop.summary.seen.end());
  }
  return std::move(loop.summary);
}

void SyncIterations::note(uint32_t instruction, const LaneSet &lanes,
                          llvm::ArrayRef<LaneAddress> addresses) {
  if (Loops.empty())
    return;
  uint64_t made = llvm::hash_combine(Loops.back().now, instruction);
  for (unsigned lane : lanes.set_bits()) {
    made = llvm::hash_combine(made, lane);
    // What is not known is all of the variable, in each iteration.
    if (lane < addresses.size() && addresses[lane].isKnown)
      made =
          llvm::hash_combine(made, addresses[lane].region, addresses[lane].at);
  }
  Loops.back().now = made;
}
