// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ShadowMemory.h"

using namespace wglint;

static bool isSameInvocation(const AccessStamp &a, const AccessStamp &b) {
  return a.lane == b.lane && a.workgroup == b.workgroup;
}

void ShadowMemory::enter(ShadowEntry &entry, const AccessStamp &stamp) {
  if (entry.lastCount == 0) {
    entry.lastCount = 1;
  } else if (!isSameInvocation(entry.last[0], stamp)) {
    entry.lastCount = 2;
    entry.last[1] = entry.last[0];
  }
  entry.last[0] = stamp;
}

void ShadowMemory::access(
    Word word, uint32_t site, AccessOp op, uint8_t bytes,
    const AccessStamp &stamp,
    llvm::function_ref<void(const ShadowEntry &, const AccessStamp &)>
        conflict) {
  auto [it, isNew] = Numbers.try_emplace(word, Words.size());
  if (isNew)
    Words.emplace_back();
  auto &entries = Words[it->second];
  ShadowEntry *own = nullptr;
  for (ShadowEntry &entry : entries) {
    if (entry.site == site && entry.bytes == bytes)
      own = &entry;
    if (!(entry.bytes & bytes) || !areConflicting(entry.op, op))
      continue;
    for (unsigned i = 0; i < entry.lastCount; ++i)
      if (!isSameInvocation(entry.last[i], stamp)) {
        conflict(entry, entry.last[i]);
        break;
      }
  }
  if (!own) {
    entries.push_back({site, op, bytes, 0, {}});
    own = &entries.back();
  }
  enter(*own, stamp);
}
