// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ShadowMemory.h"

using namespace wglint;

static bool isSameInvocation(const AccessStamp &a, const AccessStamp &b) {
  return a.lane == b.lane && a.workgroup == b.workgroup;
}

void ShadowMemory::enter(ShadowEntry &entry, const AccessStamp &stamp) {
  auto &last = entry.last;
  if (last.empty() || isSameInvocation(last[0], stamp)) {
    last.resize(std::max<size_t>(1, last.size()));
    last[0] = stamp;
    return;
  }
  last.resize(2);
  last[1] = last[0];
  last[0] = stamp;
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
    for (const AccessStamp &other : entry.last)
      if (!isSameInvocation(other, stamp)) {
        conflict(entry, other);
        break;
      }
  }
  if (!own) {
    entries.push_back({site, op, bytes, {}});
    own = &entries.back();
  }
  enter(*own, stamp);
}
