// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ShadowMemory.h"
#include "llvm/ADT/STLExtras.h"

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
  entry.leastLane = std::min(entry.leastLane, stamp.lane);
  entry.mostLane = std::max(entry.mostLane, stamp.lane);
}

void ShadowMemory::access(
    Word word, uint32_t site, AccessOp op, uint8_t bytes,
    const AccessStamp &stamp,
    llvm::function_ref<void(const ShadowEntry &, const AccessStamp &)>
        conflict) {
  auto [it, isNew] = Numbers.try_emplace(word, Words.size());
  if (isNew)
    Words.emplace_back();
  Entries &entries = Words[it->second];
  auto meet = [&](const ShadowEntry &entry) {
    if (!(entry.bytes & bytes) || !areConflicting(entry.op, op))
      return;
    for (unsigned i = 0; i < entry.lastCount; ++i)
      if (!isSameInvocation(entry.last[i], stamp))
        return conflict(entry, entry.last[i]);
  };
  for (const ShadowEntry &entry : entries.others)
    meet(entry);
  if (op != AccessOp::Load)
    for (const ShadowEntry &entry : entries.loads)
      meet(entry);
  llvm::SmallVectorImpl<ShadowEntry> &own = entries.ofKind(op);
  auto at = llvm::lower_bound(
      own, site, [](const ShadowEntry &e, uint32_t s) { return e.site < s; });
  while (at != own.end() && at->site == site && at->bytes != bytes)
    ++at;
  if (at == own.end() || at->site != site)
    at = own.insert(at, {site, op, bytes, 0, {}, ~0u, 0});
  enter(*at, stamp);
}
