// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Reads of shared memory that nothing has written.
#include "SyncRecorder.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

void SyncRecorder::noteWritten(Current &now,
                               llvm::ArrayRef<LaneAddress> addresses) {
  Variable &v = now.variable;
  if (now.event.op == AccessOp::Load || v.isAllWritten)
    return;
  const LaneSet &active = now.event.active;
  for (int lane = active.find_first(); lane >= 0;
       lane = active.find_next(lane)) {
    const LaneAddress &address = addresses[lane];
    if (!address.isConcrete || !address.isKnown) {
      v.isAllWritten = true; // it may be any byte
      return;
    }
    for (int64_t at = address.at; at < address.at + now.event.requestBytes;
         ++at)
      if (at >= 0 && at < int64_t(v.written.size()))
        v.written.set(at);
  }
}

/// Atomics that only store.
static bool readsNothing(const spirv::Instruction &inst) {
  return inst.opcode == spv::OpAtomicStore ||
         inst.opcode == spv::OpAtomicExchange ||
         inst.opcode == spv::OpAtomicFlagClear;
}

void SyncRecorder::checkWritten(Current &now,
                                llvm::ArrayRef<LaneAddress> addresses) {
  Variable &v = now.variable;
  if (now.event.op == AccessOp::Store || v.isAllWritten ||
      readsNothing(Walk.module.instructions()[now.event.instruction]) ||
      Conditions.isEdge(now.stamp.context))
    return;
  const LaneSet &active = now.event.active;
  bool isPlain = Conditions.isPlain(now.stamp.context);
  for (int lane = active.find_first(); lane >= 0;
       lane = active.find_next(lane)) {
    const LaneAddress &address = addresses[lane];
    int64_t end = address.at + now.event.requestBytes;
    if (!address.isKnown || !address.isConcrete || address.at < 0 ||
        end > int64_t(v.written.size()) ||
        v.written.find_first_in(address.at, end) != -1)
      continue;
    if (isPlain)
      Findings.addUninitializedRead(Sites[now.site], lane, address.at,
                                    assumptionTexts(now));
    else
      Candidates.push_back({now.site, uint32_t(lane), now.event.variable,
                            address.at, now.event.requestBytes});
    return;
  }
}
