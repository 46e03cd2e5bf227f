// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sync/ShadowMemory.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;

void ShadowMemory::begin(uint32_t site, AccessOp op,
                         const AccessMoment &moment) {
  Site = site;
  Op = op;
  Moments.push_back(moment);
  Heard.clear();
}

void ShadowMemory::meet(llvm::ArrayRef<ShadowEntry> entries, WordBytes bytes,
                        uint32_t lane, Conflict conflict) {
  for (const ShadowEntry &entry : entries) {
    unsigned both = entry.bytes & bytes.touched;
    if (!both || !areConflicting(entry.op, Op))
      continue;
    bool isKept =
        isOneLoad(entry.op, Op) && !(both & ~(entry.idle | bytes.idle));
    for (unsigned i = 0; i < entry.lastCount; ++i) {
      const ShadowEntry::Invocation &other = entry.last[i];
      if (other.lane == lane)
        continue;
      std::pair<uint32_t, uint32_t> execution(entry.site, other.moment);
      if (!llvm::is_contained(Heard, execution) &&
          conflict(entry, {Moments[other.moment], other.lane, other.witness},
                   isKept))
        Heard.push_back(execution);
      break;
    }
  }
}

/// The entry of the site in \p entries, made where there is none.
ShadowEntry &ShadowMemory::ownEntry(llvm::SmallVectorImpl<ShadowEntry> &entries,
                                    uint8_t bytes) const {
  // Sites are numbered as they are met, so that most often it is the last one.
  if (!entries.empty() && entries.back().site == Site &&
      entries.back().bytes == bytes)
    return entries.back();
  auto at =
      llvm::lower_bound(entries, Site, [](const ShadowEntry &e, uint32_t s) {
        return e.site < s;
      });
  while (at != entries.end() && at->site == Site && at->bytes != bytes)
    ++at;
  if (at == entries.end() || at->site != Site)
    at = entries.insert(at, {Site, Op, bytes, 0, 0xFF, 0, {}, ~0u, 0});
  return *at;
}

void ShadowMemory::access(ShadowWord word, WordBytes bytes, uint32_t lane,
                          uint32_t witness, Conflict conflict) {
  Entries *&entries = Words[word];
  if (!entries)
    entries = &AllEntries.emplace_back();
  meet(entries->others, bytes, lane, conflict);
  bool isLoad = Op == AccessOp::Load;
  if (!isLoad)
    meet(entries->loads, bytes, lane, conflict);
  ShadowEntry &own = isLoad ? ownEntry(entries->loads, bytes.touched)
                            : ownEntry(entries->others, bytes.touched);
  own.idle &= bytes.idle;
  uint32_t kept = Moments.back().kept;
  own.kept = own.lastCount == 0 || own.kept == kept ? kept : 0;
  if (own.lastCount == 0) {
    own.lastCount = 1;
  } else if (own.last[0].lane != lane) {
    own.lastCount = 2;
    own.last[1] = own.last[0];
  }
  own.last[0] = {lane, witness, uint32_t(Moments.size() - 1)};
  own.leastLane = std::min(own.leastLane, lane);
  own.mostLane = std::max(own.mostLane, lane);
}
