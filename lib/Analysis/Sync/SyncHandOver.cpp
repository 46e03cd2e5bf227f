// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sync/SyncHandOver.h"

using namespace wglint;

/// In the place of a number of memory barriers: none is asked for.
static constexpr uint32_t kAnyFence = ~0u;

void SyncHandOver::access(const Visit &visit, uint32_t unconditional,
                          llvm::function_ref<void(const Moment &)> keepApart) {
  AccessOp op = visit.event.op;
  bool isSignal = op == AccessOp::Atomic || visit.isCoherent;
  bool isOfOne = visit.event.active.count() == 1 && !visit.isCommuting;
  constexpr MemoryClass kHandedOver[] = {BufferClass, ImageClass};
  if (isSignal && op != AccessOp::Load)
    for (MemoryClass memory : kHandedOver)
      for (const Moment &stored : Stored[memory])
        if (isOfOne || stored.fence != visit.fences[memory])
          keepApart(stored);
  if (visit.mayBeStored)
    for (const Moment &look : Looks[visit.memory])
      if (look.fence != visit.fences[visit.memory])
        keepApart(look);
  if (op != AccessOp::Load)
    Stored[visit.memory].note(
        {visit.control, visit.fences[visit.memory], visit.context},
        unconditional);
  if (isSignal && op != AccessOp::Store)
    for (MemoryClass memory : kHandedOver)
      Looks[memory].note({visit.control,
                          isOfOne ? kAnyFence : visit.fences[memory],
                          visit.context},
                         unconditional);
}
