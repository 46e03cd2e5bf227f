// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Reads of shared memory that nothing has written.
#include "SyncRecorder.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

/// Whether a store has moved on since the iteration before of a loop whose
/// number of iterations is not known: those that are not walked reach further.
bool SyncRecorder::walksOn(const Current &now, int lane, int64_t at) {
  uint32_t context = now.stamp.context;
  FirstStore store{context, lane, at};
  auto [it, isNew] = now.variable.firstStores.try_emplace(now.site, store);
  FirstStore &before = it->second;
  if (isNew || before.context == context)
    return false;
  bool hasMoved = before.lane != lane || before.at != at;
  before = store;
  return hasMoved && Conditions.isInOpenLoop(context);
}

void SyncRecorder::noteWritten(const Current &now) {
  Variable &v = now.variable;
  if (now.event.op == AccessOp::Load || v.isAllWritten)
    return;
  const LaneSet &active = now.event.active;
  int first = active.find_first();
  for (int lane = first; lane >= 0; lane = active.find_next(lane)) {
    const LaneAddress &address = now.addresses[lane];
    if (!address.isConcrete || !address.isKnown ||
        (lane == first && walksOn(now, lane, address.at))) {
      v.isAllWritten = true; // it may be any byte
      return;
    }
    for (int64_t at = address.at; at < address.at + now.event.requestBytes;
         ++at)
      if (at >= 0 && at < int64_t(v.written.size()))
        v.written.set(at);
  }
  v.isAllWritten = v.written.all();
}

/// In a loop whose trips were counted in memory: it runs where something was
/// counted, and that may be what has stored.
bool SyncRecorder::isInCountedLoop(uint32_t context) const {
  auto isLoaded = [&](SymbolId symbol) {
    return Walk.symbols[symbol].kind == Symbol::Kind::Loaded;
  };
  return llvm::any_of(Conditions.chain(context), [&](const Context *c) {
    const ConditionInfo *info = Math.condition(c->condition->symbol);
    return c->condition->isTrip && info && compares(*info, isLoaded);
  });
}

void SyncRecorder::checkWritten(const Current &now) {
  Variable &v = now.variable;
  if (now.event.op == AccessOp::Store || v.isAllWritten ||
      readsNothing(Walk.module,
                   Walk.module.instructions()[now.event.instruction]) ||
      Conditions.isEdge(now.stamp.context))
    return;
  int first = now.event.active.find_first();
  if (v.isNeverAssigned && first >= 0) {
    const LaneAddress &address = now.addresses[first];
    bool isConcrete = address.isKnown && address.isConcrete;
    Findings.addUninitializedRead(
        Sites[now.site], first,
        isConcrete ? std::optional<int64_t>(address.at) : std::nullopt,
        assumptionTexts(now));
    v.isAllWritten = true; // one finding says it of all reads
    return;
  }
  auto isUnwritten = [&](const LaneAddress &address) {
    int64_t end = address.at + now.event.requestBytes;
    return address.isKnown && address.isConcrete && address.at >= 0 &&
           end <= int64_t(v.written.size()) &&
           !v.written.test(address.at) && // most often; the rest costs more
           v.written.find_first_in(address.at, end) == -1;
  };
  bool isPlain = Conditions.isPlain(now.stamp.context) &&
                 !isInCountedLoop(now.stamp.context);
  for (unsigned lane = 0; lane < now.addresses.size(); ++lane) {
    const LaneAddress &address = now.addresses[lane];
    if (!isUnwritten(address) || !now.event.active.test(lane))
      continue;
    if (isPlain)
      Findings.addUninitializedRead(Sites[now.site], lane, address.at,
                                    assumptionTexts(now));
    else
      Candidates.push_back({now.site, lane, now.event.variable, address.at});
    return;
  }
}
